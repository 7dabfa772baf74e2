import { CONTROL_PLANE } from '../../api/values/control-plane.ts';
import { isFault, isOffset } from '../../protocol/fault-check.ts';
import type { FaultRates, Input } from '../../protocol/run-description.ts';
import { RATES, readDelays } from './draft.ts';

export const WHATS = [
  'partition',
  'kubelet',
  'api-server',
  'member.slow',
  'member.stopped',
  'clock',
  'rates',
  'delays',
] as const;
export type What = (typeof WHATS)[number];

/** A fault as it is filled in. */
export interface Asked {
  readonly what: What;
  readonly node: string;
  readonly member: string;
  /** Milliseconds; empty: sixty times as long as usual. */
  readonly fsync: string;
  readonly machine: string;
  /** Seconds, behind with a minus. */
  readonly offset: string;
  readonly seconds: string;
  readonly rates: { readonly [name in keyof FaultRates]?: string };
  readonly delays: string;
}

interface ReadAsked {
  readonly input: Input | undefined;
  readonly wrong: ReadonlySet<string>;
}

/** The input that is asked for, unless something is wrong with it: with which fields. */
export function inputOf(
  { what, node, member, fsync, machine, offset, seconds: text, rates, delays }: Asked,
  nodes: readonly string[],
  members: readonly string[],
): ReadAsked {
  const wrong = new Set<string>();
  const seconds = text.trim() === '' ? undefined : Number(text);
  const lasting = seconds === undefined ? {} : { seconds };
  if (isFault({ type: 'api-server', state: 'stopped', ...lasting }) !== true) wrong.add('seconds');
  const take = (input: Input): ReadAsked => ({ input: wrong.size === 0 ? input : undefined, wrong });
  switch (what) {
    case 'partition':
    case 'kubelet':
      if (!nodes.includes(node)) wrong.add('node');
      return take(
        what === 'kubelet'
          ? { type: 'kubelet', node, state: 'stopped', ...lasting }
          : { type: 'partition', node, state: 'cut', ...lasting },
      );
    case 'api-server':
      return take({ type: 'api-server', state: 'stopped', ...lasting });
    case 'member.stopped':
      return take({ type: 'etcd-member', member, state: 'stopped', ...lasting });
    case 'member.slow': {
      const slow = fsync.trim() === '' ? {} : { fsyncMillis: Number(fsync) };
      const input = { type: 'etcd-member', member, state: 'slow', ...slow } as const;
      if (isFault(input) !== true) wrong.add('fsync');
      return take({ ...input, ...lasting });
    }
    case 'clock': {
      const offsetSeconds = offset.trim() === '' ? Number.NaN : Number(offset);
      if (![...nodes, ...members, ...CONTROL_PLANE].includes(machine)) wrong.add('machine');
      if (!isOffset(offsetSeconds)) wrong.add('offset');
      return take({ type: 'clock', machine, offsetSeconds, ...lasting });
    }
    case 'delays': {
      const read = readDelays(delays);
      if (read === undefined || Object.keys(read).length === 0) wrong.add('delays');
      return take({ type: 'delays', delays: read ?? {}, ...lasting });
    }
    case 'rates': {
      const given = RATES.filter((name) => (rates[name] ?? '').trim() !== '');
      const faults = Object.fromEntries(given.map((name) => [name, Number(rates[name])]));
      for (const name of given)
        if (isFault({ type: 'rates', faults: { [name]: faults[name] } }) !== true) wrong.add(name);
      if (given.length === 0) wrong.add('rates');
      return take({ type: 'rates', faults, ...lasting });
    }
  }
}
