import type { HoldWords } from '../args.ts';

/** Pod 自身所阻碍的。 */
export const pods: HoldWords<'podWord' | 'unknown'> = {
  podWord: {
    say: 'Pod {pod} 的状态是 **{word}**',
    change: '看看 `kubectl describe pod {pod}` 怎么说。',
  },
  unknown: {
    say: '负责它的一方还没有行动',
    change: '请稍等，并查看其控制器的队列。',
  },
};
