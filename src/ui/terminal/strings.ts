import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  title: 'kubectl shell',
  output: 'Commands and their output at this step',
  input: 'Command',
  hint: 'kubectl get pods',
  more: 'not complete yet; Ctrl+C drops it',
  run: 'Run',
  past: 'A command here begins a new branch.',
  exit: 'exit code {code}',
  goTo: 'Go to the step of this command',
  'bad.command': '{word}: not found.',
  'bad.unread': 'The network is gone: it cannot be run just now.',
  fits: '{count} possibilities',
  'fits.none': 'Nothing fits. Escape, then Tab leaves the line.',
  search: 'search:',
  'search.hint': 'Type a part of an older line. Ctrl+R: the one before it.',
  'search.none': 'No line has this.',
  failed: 'It could not be run: {message}',
  answered: '{line}: {output}',
};
const zh: Record<keyof typeof en, string> = {
  title: 'kubectl 终端',
  output: '本步的命令及其输出',
  input: '命令',
  hint: 'kubectl get pods',
  more: '尚未写完；按 Ctrl+C 放弃',
  run: '运行',
  past: '在此输入命令会开始新的分支。',
  exit: '退出码 {code}',
  goTo: '转到此命令的步骤',
  'bad.command': '{word}：找不到命令。',
  'bad.unread': '网络断开了：现在无法运行。',
  fits: '{count} 个候选',
  'fits.none': '没有匹配项。按 Esc 再按 Tab 可离开输入行。',
  search: '搜索:',
  'search.hint': '输入旧命令的一部分。Ctrl+R：更早的一条。',
  'search.none': '没有命令包含此内容。',
  failed: '无法运行：{message}',
  answered: '{line}：{output}',
};

export const terminalWords: Dictionary<keyof typeof en> = { en, zh };
