import type { FaultMark } from '../../../protocol/views.ts';
import type { Dictionary, Say } from '../kit/words.ts';

const en = {
  faults: 'Faults at this step: {count}',
  cut: 'cut off',
  kubelet: 'kubelet stopped',
  member: '{name} stopped',
  disk: '{name}: slow disk',
  diskBy: '{name}: fsync {value} ms',
  ahead: 'clock +{value} s',
  behind: 'clock −{value} s',
  aheadOf: '{name}: clock +{value} s',
  behindOf: '{name}: clock −{value} s',
  requestErrorPerMille: '{value} ‰ answered 503',
  lostRequestPerMille: '{value} ‰ lost',
  slowRequestPerMille: '{value} ‰ slow',
  slowRequestMillis: 'slow by {value} ms',
  dropWatchPerMille: '{value} ‰ of watch events lost',
  delay: '{name} {from}–{to} ms',
};
const zh: Record<keyof typeof en, string> = {
  faults: '这一步的故障：{count} 个',
  cut: '网络断开',
  kubelet: 'kubelet 已停止',
  member: '{name} 已停止',
  disk: '{name}：磁盘慢',
  diskBy: '{name}：fsync {value} 毫秒',
  ahead: '时钟快 {value} 秒',
  behind: '时钟慢 {value} 秒',
  aheadOf: '{name}：时钟快 {value} 秒',
  behindOf: '{name}：时钟慢 {value} 秒',
  requestErrorPerMille: '{value} ‰ 应答 503',
  lostRequestPerMille: '{value} ‰ 丢失',
  slowRequestPerMille: '{value} ‰ 变慢',
  slowRequestMillis: '慢 {value} 毫秒',
  dropWatchPerMille: '{value} ‰ 的 watch 事件丢失',
  delay: '{name} {from}–{to} 毫秒',
};

export const faultWords: Dictionary<keyof typeof en> = { en, zh };
type Word = keyof typeof en;

/** A few words for what is wrong; at its node, without the node's name. */
export function saidFault({ what, name, place, value }: FaultMark, t: Say<Word>): string {
  if (what === 'rate') return t(name as Word, { value: Number(value) });
  if (what === 'delay') {
    const [from, to] = value as readonly [number, number];
    return t('delay', { name, from, to });
  }
  if (what === 'disk') return value === undefined ? t('disk', { name }) : t('diskBy', { name, value: Number(value) });
  if (what !== 'clock') return t(what, { name });
  const way = Number(value) > 0 ? 'ahead' : 'behind';
  return t(place === name ? way : `${way}Of`, { name, value: Math.abs(Number(value)) });
}
