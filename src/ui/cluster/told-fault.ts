import type { FaultRates, Input } from '../../protocol/run-description.ts';
import { lineOf } from '../widgets/kit/input-line.ts';
import type { Say } from '../widgets/kit/words.ts';
import type { clusterWords } from './strings.ts';

/** A fault that somebody put at a moment, in the reader's language. What is no fault is told as it is typed. */
export function toldFault(input: Input, t: Say<keyof typeof clusterWords.en>): string {
  const lasts = 'seconds' in input && input.seconds !== undefined ? t('told.for', { seconds: input.seconds }) : '';
  return `${whatOf(input, t)}${lasts}`;
}

function whatOf(input: Input, t: Say<keyof typeof clusterWords.en>): string {
  switch (input.type) {
    case 'partition':
      return t(`told.partition.${input.state}`, { node: input.node });
    case 'kubelet':
      return t(`told.kubelet.${input.state}`, { node: input.node });
    case 'api-server':
      return t(`told.server.${input.state}`);
    case 'etcd-member':
      return input.fsyncMillis === undefined
        ? t(`told.member.${input.state}`, { member: input.member })
        : t('told.member.slowBy', { member: input.member, millis: input.fsyncMillis });
    case 'clock': {
      const { machine, offsetSeconds } = input;
      const way = offsetSeconds === 0 ? 'right' : offsetSeconds > 0 ? 'ahead' : 'behind';
      return t(`told.clock.${way}`, { machine, offset: Math.abs(offsetSeconds) });
    }
    case 'rates':
      return toldRates(input.faults, t);
    case 'delays':
      return t('told.delays', { list: listed(input.delays, ([from, to]) => `${from}–${to} ms`) });
    default:
      return lineOf(input);
  }
}

/** By how much requests are late is no rate. */
function toldRates({ slowRequestMillis: millis, ...rates }: FaultRates, t: Say<keyof typeof clusterWords.en>): string {
  const list = Object.entries(rates).map(([name, count]) => {
    const what = `${count} ${t(name as keyof typeof rates)}`;
    return name === 'slowRequestPerMille' && millis !== undefined ? t('told.slow', { what, millis }) : what;
  });
  if (list.length === 0 && millis !== undefined) return t('told.slowAlone', { millis });
  return t('told.rates', { list: list.join(', ') });
}

function listed<V>(values: { readonly [name: string]: V }, said: (value: V) => string): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${said(value)}`)
    .join(', ');
}
