import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  title: 'Find',
  label: 'Part of a name of an object, or of a kind of step',
  objects: 'Objects',
  steps: 'Steps',
  none: 'Nothing has such a name.',
  first: 'First write',
  last: 'Last write',
  gone: 'does not exist now',
  open: 'Show the object',
  before: 'written before this run began',
  objects1: '1 object',
  objectsCount: '{count} objects',
  steps1: '1 step',
  stepsCount: '{count} steps',
  comma: ', ',
  firstOnes: 'The first {words}; more words find fewer.',
  failed: 'The search failed: {message}',
  hint: 'For example nginx, pods/default or scheduler.bound',
};
const zh: Record<keyof typeof en, string> = {
  title: '查找',
  label: '对象名称或步骤类型的一部分',
  objects: '对象',
  steps: '步骤',
  none: '没有这样的名称。',
  first: '首次写入',
  last: '最后写入',
  gone: '现在不存在',
  open: '显示对象',
  before: '在本次运行开始之前写入',
  objects1: '1 个对象',
  objectsCount: '{count} 个对象',
  steps1: '1 个步骤',
  stepsCount: '{count} 个步骤',
  comma: '，',
  firstOnes: '仅前 {words}；多输入几个词可缩小范围。',
  failed: '查找失败：{message}',
  hint: '例如 nginx、pods/default 或 scheduler.bound',
};

export const findWords: Dictionary<keyof typeof en> = { en, zh };
