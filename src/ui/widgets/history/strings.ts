import type { Dictionary } from '../kit/words.ts';

const en = {
  title: 'History of {path}',
  asking: 'Looking through the writes…',
  failed: 'It could not be asked: {message}',
  none: '{name} has had no such field in this run ({count} writes).',
  noObject: 'Nothing was written to {name} in this run.',
  absent: 'none',
  before: 'before the run',
  time: 'time',
  value: 'value',
  by: 'by',
  as: 'as {user}',
  manager: 'field manager {manager}',
  go: 'Go to the write that made it {value}',
  later: 'later',
  more: '{count} earlier values',
  gone: '{count} of the writes are held no more, as the run is long: values may be missing.',
};
const zh: Record<keyof typeof en, string> = {
  title: '{path} 的历史',
  asking: '正在查看各次写入…',
  failed: '无法查询：{message}',
  none: '在这次运行中，{name} 没有过这个字段（共 {count} 次写入）。',
  noObject: '在这次运行中没有写入过 {name}。',
  absent: '无',
  before: '运行开始前',
  time: '时间',
  value: '值',
  by: '写入方',
  as: '身份 {user}',
  manager: '字段管理者 {manager}',
  go: '前往使其成为 {value} 的写入',
  later: '之后',
  more: '还有更早的 {count} 个值',
  gone: '运行很长，其中 {count} 次写入已不再保留：可能缺少一些值。',
};

export const historyWords: Dictionary<keyof typeof en> = { en, zh };
