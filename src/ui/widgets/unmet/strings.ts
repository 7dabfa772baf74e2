import type { Dictionary } from '../kit/words.ts';

const en = {
  title: 'Not as wished: {name}',
  unsaid: 'This wish is not met.',
  sinceTime: 'For {time}',
  deed: 'after {deed}',
  goDeed: 'Go to what was done: {deed}',
  goSince: 'Go to the step since which it is so',
  edit: 'Edit {path}',
  start: 'Start {name}',
  run: 'Run: {line}',
  undo: 'Undo: {line}',
  open: 'Open {name}',
  nodes: 'What each node said',
  node: 'Node, filter',
  asked: 'Asked',
  has: 'There',
  short: 'Short by',
  why: 'Why?',
};
const zh: Record<keyof typeof en, string> = {
  title: '未如愿：{name}',
  unsaid: '这个愿望还没有实现。',
  sinceTime: '已持续 {time}',
  deed: '起因：{deed}',
  goDeed: '转到当时所做的：{deed}',
  goSince: '转到从此开始的那一步',
  edit: '修改 {path}',
  start: '启动 {name}',
  run: '运行：{line}',
  undo: '撤销：{line}',
  open: '打开 {name}',
  nodes: '每个节点的回答',
  node: '节点与过滤器',
  asked: '要求',
  has: '现有',
  short: '还差',
  why: '为什么？',
};

export const unmetWords: Dictionary<keyof typeof en> = { en, zh };
