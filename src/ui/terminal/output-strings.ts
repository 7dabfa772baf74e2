import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  whole: 'Show all of it wide',
  seek: 'Search in the output',
  'seek.count': '{at} of {count}',
  copy: 'Copy all',
  copied: 'Copied',
};
const zh: Record<keyof typeof en, string> = {
  whole: '展开全部输出',
  seek: '在输出中搜索',
  'seek.count': '第 {at} 处，共 {count} 处',
  copy: '全部复制',
  copied: '已复制',
};

export const outputWords: Dictionary<keyof typeof en> = { en, zh };
