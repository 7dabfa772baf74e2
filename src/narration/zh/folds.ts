import type { folds as english } from '../en/folds.ts';

/** 一拍旁边发生、但没有单独讲的事：一共多少。 */
export const folds: typeof english = {
  again: (count) => `${count} 件前面讲过的事`,
  pods: (_, pods) => (pods === 0 ? '同样的事又一次' : `另外 ${pods} 个 Pod 也是如此`),
  status: (count) => `又 ${count} 次状态写入`,
  looks: (count) => `${count} 次查看，什么都没改`,
  aside: (count) => `${count} 个 Event 或消息`,
};
