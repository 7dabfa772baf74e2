import type { Dictionary } from '../widgets/kit/words.ts';

const en = {
  stop: 'Stop here: **{time}**',
  remove: 'Remove the stop at **{time}**',
  isSet: 'Playing stops at {time}',
  isRemoved: 'No stop at {time} any more',
};
const zh: Record<keyof typeof en, string> = {
  stop: '在此停止：**{time}**',
  remove: '移除 **{time}** 处的停止点',
  isSet: '播放将在 {time} 停止',
  isRemoved: '{time} 处不再停止',
};

export const gutterWords: Dictionary<keyof typeof en> = { en, zh };
