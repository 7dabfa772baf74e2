import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  answer: 'To its answer',
  running: 'still running',
  stop: 'Stop it (Ctrl+C)',
  waiting: 'Commands that wait',
  waits: 'begins when the command before it has ended',
  heldUp: '{line} does not end by itself.',
  beside: 'Run it beside',
  withdraw: 'Do not run {line}',
};
const zh: Record<keyof typeof en, string> = {
  answer: '转到应答',
  running: '仍在运行',
  stop: '停止（Ctrl+C）',
  waiting: '等待中的命令',
  waits: '前一条命令结束后开始',
  heldUp: '{line} 不会自行结束。',
  beside: '同时运行',
  withdraw: '不运行 {line}',
};

export const waitingWords: Dictionary<keyof typeof en> = { en, zh };
