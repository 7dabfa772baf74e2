import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  file: 'The file {name}',
  'file.open': 'waits for the editor',
  'file.show': 'Open the editor',
  'file.waits': 'The command waits until you save or close this file. Change it as you would on your own machine.',
  'file.refused': 'What you saved was refused: the comments at the head say why. Mend it and save again, or close it.',
  'file.save': 'Save and close',
  'file.leave': 'Close without saving',
  'file.keys': 'Ctrl+Enter saves; Esc puts the file aside.',
};
const zh: Record<keyof typeof en, string> = {
  file: '文件 {name}',
  'file.open': '正在等待编辑器',
  'file.show': '打开编辑器',
  'file.waits': '命令会一直等到你保存或关闭此文件。像在自己的机器上一样修改即可。',
  'file.refused': '你保存的内容被拒绝：开头的注释说明了原因。请改正后再保存，或直接关闭。',
  'file.save': '保存并关闭',
  'file.leave': '不保存，关闭',
  'file.keys': 'Ctrl+Enter 保存；Esc 暂时收起文件。',
};

export const fileWords: Dictionary<keyof typeof en> = { en, zh };
