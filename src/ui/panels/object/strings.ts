import type { Dictionary } from '../../widgets/kit/words.ts';
import { panelWords } from '../words.ts';

const en = {
  'object.choose': 'Object',
  'object.hint': 'Type part of a name',
  'object.none': 'No object is chosen and this step is about none. Choose one above.',
  'object.gone': 'It does not exist at this step.',
  'object.yaml': 'As stored',
  'object.yamlNote': 'managedFields folded; at the right who wrote the lines last',
  'object.keys': 'Arrow keys move through the lines, Enter asks why a line is what it is.',
  'object.whyLine': 'Why: {path}',
  'object.whole': 'written in this step',
  'object.changedLine': 'changed in this step',
  'object.history': 'Revisions',
  'object.historyNote': '{count} writes, earliest first',
  'object.historyNote1': '1 write',
  'object.first': 'First write',
  'object.last': 'Last write',
  'object.revision': 'revision',
  'object.by': 'by',
  'object.op': 'what',
  'object.later': 'later',
  'object.tellOnly': 'Follow this object',
  'object.tellOnly.long': 'Tells only what touches this object; F or Esc tells everything again',
  'object.follow': 'Follow the step',
};
const zh: Record<keyof typeof en, string> = {
  'object.choose': '对象',
  'object.hint': '输入名称的一部分',
  'object.none': '没有选择对象，本步也不涉及任何对象。请在上面选择。',
  'object.gone': '在这一步它不存在。',
  'object.yaml': '存储内容',
  'object.yamlNote': '已折叠 managedFields；右侧是最后写入这些行的一方',
  'object.keys': '用方向键在各行间移动，按 Enter 查询这一行的由来。',
  'object.whyLine': '为什么：{path}',
  'object.whole': '在本步写入',
  'object.changedLine': '本步更改',
  'object.history': '修订历史',
  'object.historyNote': '{count} 次写入，最早的在前',
  'object.historyNote1': '1 次写入',
  'object.first': '首次写入',
  'object.last': '最后写入',
  'object.revision': '修订版本',
  'object.by': '写入方',
  'object.op': '操作',
  'object.later': '之后',
  'object.tellOnly': '跟随这个对象',
  'object.tellOnly.long': '只讲涉及这个对象的事；按 F 或 Esc 重新讲全部',
  'object.follow': '跟随步骤',
};

/** The words of this panel, and those that all panels share. */
export const objectWords: Dictionary<keyof typeof en | keyof typeof panelWords.en> = {
  en: { ...panelWords.en, ...en },
  zh: { ...panelWords.zh, ...zh },
};
