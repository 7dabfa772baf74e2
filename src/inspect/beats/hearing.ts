import { clientgoSteps } from '../../steps/clientgo.ts';
import type { Moment } from './moment.ts';

/** Who is told of a change by a watch, and what it means to him. */
export interface Hearing {
  /** Clients whose watches match. */
  readonly watchers: readonly string[];
  /** Who has a handler on what they keep. */
  readonly handlers: readonly string[];
  /** Who has something to do because of it. */
  readonly busy: readonly string[];
}

/** So long news is on its way at most, and so is what it leads to at once. In microseconds. */
export const HEARING = 20_000;
const FAR = 4000;
const NEAR = 200;

/** Who hears of the change at which a moment ends, by what its watches led to. */
export function hearingOf({ journal, last }: Pick<Moment, 'journal' | 'last'>): Hearing {
  const clients = new Map<number, string>();
  const handlers = new Set<string>();
  const busy = new Set<string>();
  const ways = new Map<number, string>();
  const watches = Number(last.args.watchers ?? 0);
  const end = Math.min(journal.end, last.seq + FAR);
  for (let seq = last.seq + 1; seq < end && journal.timeOf(seq) - last.time <= HEARING; seq += 1) {
    const kind = journal.kindOf(seq).name;
    const cause = journal.causeOf(seq);
    if (kind === clientgoSteps.received.name && cause === last.seq) clients.set(seq, journal.actorOf(seq));
    else if (kind === clientgoSteps.indexed.name && clients.has(cause)) ways.set(seq, '');
    else if (kind === clientgoSteps.notified.name && ways.has(cause)) {
      handlers.add(journal.actorOf(seq));
      ways.set(seq, journal.actorOf(seq));
    } else if (ways.get(cause) === journal.actorOf(seq)) {
      if (kind === clientgoSteps.queued.name || journal.levelOf(seq) !== 'detail') busy.add(journal.actorOf(seq));
      else ways.set(seq, journal.actorOf(seq));
    }
    if (clients.size >= watches && seq > last.seq + NEAR) break;
  }
  return { watchers: [...new Set(clients.values())], handlers: [...handlers], busy: [...busy] };
}
