import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  title: 'Find',
  label: 'Words of a sentence, an object, a field, its value, a guide',
  objects: 'Objects',
  moments: 'Moments, the nearest first',
  fields: 'Fields',
  guides: 'Guides',
  none: 'Nothing has these words.',
  gone: 'does not exist now',
  before: 'written before this run began',
  firstWrite: 'its first write',
  lastWrite: 'its last write',
  hit: '1 found; Enter opens it',
  hits: '{count} found; ↓ and ↑ choose, Enter opens',
  firstOnes: '{words}. There are more: further words find fewer.',
  failed: 'The search failed: {message}',
  hint: 'For example conflict, 409, OOM, image nginx',
};
const zh: Record<keyof typeof en, string> = {
  title: '查找',
  label: '句子、对象、字段、字段的值或引导里的词',
  objects: '对象',
  moments: '时刻，最近的在前',
  fields: '字段',
  guides: '引导',
  none: '没有含这些词的内容。',
  gone: '现在不存在',
  before: '在本次运行开始之前写入',
  firstWrite: '首次写入',
  lastWrite: '最后写入',
  hit: '找到 1 项；按 Enter 打开',
  hits: '找到 {count} 项；↓ 和 ↑ 选择，Enter 打开',
  firstOnes: '{words}。还有更多：多输入几个词可缩小范围。',
  failed: '查找失败：{message}',
  hint: '例如 冲突、409、OOM、image nginx',
};

export const findWords: Dictionary<keyof typeof en> = { en, zh };
