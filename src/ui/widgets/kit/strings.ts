import type { Dictionary } from './words.ts';

const en = {
  you: 'you',
  goToStep: 'Go to step {step}',
  close: 'Close',
  showMore: 'Show {count} more',
};
const zh: Record<keyof typeof en, string> = {
  you: '你',
  goToStep: '转到第 {step} 步',
  close: '关闭',
  showMore: '再显示 {count} 项',
};

export const kitWords: Dictionary<keyof typeof en> = { en, zh };
