import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  title: 'Steps as text',
  list: 'Steps, in order',
  none: 'No step yet. Apply the manifest, or press step.',
  count: 'step {index} of {total}.',
  loading: 'step {index}…',
  now: 'this step',
  unmet: 'Not as wished: {count}',
  hint: 'Arrow keys read on, Enter goes to the step.',
};
const zh: Record<keyof typeof en, string> = {
  title: '文字步骤',
  list: '按顺序的步骤',
  none: '还没有步骤。请应用清单，或按“单步”。',
  count: '第 {index} 步，共 {total} 步。',
  loading: '第 {index} 步…',
  now: '本步',
  unmet: '未如愿：{count} 项',
  hint: '用方向键阅读，按 Enter 转到该步。',
};

export const twinWords: Dictionary<keyof typeof en> = { en, zh };
