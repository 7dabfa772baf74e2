import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  title: 'Where did the {time} go?',
  titleNone: 'Where did the time go?',
  close: 'Close',
  none: 'No story has begun here: nobody has typed anything yet.',
  asking: 'Adding up…',
  failed: 'It cannot be said: {message}',
  about:
    'From {first} to the last thing that came of it, along what each step had to wait for. The parts add up to the whole. Press one to go there.',
  wire: 'on the wire',
  working: 'working',
  waiting: 'waiting',
  'wire.long': 'Something travels between two components, or is downloaded',
  'working.long': 'Somebody works',
  'waiting.long': 'Somebody waits for a turn, a poll or a deadline',
  rest: '{count} shorter parts',
  all: 'Show all {count} parts',
  at: 'from {time}',
  share: '{percent} %',
};
const zh: Record<keyof typeof en, string> = {
  title: '这 {time} 花在哪里？',
  titleNone: '时间花在哪里？',
  close: '关闭',
  none: '这里还没有故事：还没有人输入过什么。',
  asking: '正在累加…',
  failed: '无法说明：{message}',
  about: '从 {first} 到它最后引起的事，沿着每一步所等待的那一步走。各部分之和就是全部。按某一项可转到那里。',
  wire: '传输中',
  working: '工作中',
  waiting: '等待中',
  'wire.long': '有东西在两个组件之间传输，或正在下载',
  'working.long': '有组件在工作',
  'waiting.long': '有组件在等轮到自己、等轮询或等期限',
  rest: '另有 {count} 个较短的部分',
  all: '显示全部 {count} 个部分',
  at: '自 {time}',
  share: '{percent} %',
};

export const timeWords: Dictionary<keyof typeof en> = { en, zh };
