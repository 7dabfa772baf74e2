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
  /** The steps by which the news gets on from a client, each with the handler that has it. */
  const handledBy = new Map<number, string | undefined>();
  const watches = Number(last.args.watchers ?? 0);
  const end = Math.min(journal.end, last.seq + FAR);
  for (let seq = last.seq + 1; seq < end && journal.timeOf(seq) - last.time <= HEARING; seq += 1) {
    const kind = journal.kindOf(seq).name;
    const actor = journal.actorOf(seq);
    const cause = journal.causeOf(seq);
    if (kind === clientgoSteps.received.name && cause === last.seq) clients.set(seq, actor);
    else if (kind === clientgoSteps.indexed.name && clients.has(cause)) handledBy.set(seq, undefined);
    else if (kind === clientgoSteps.notified.name && handledBy.has(cause)) {
      handlers.add(actor);
      handledBy.set(seq, actor);
    } else if (handledBy.get(cause) === actor) {
      if (kind === clientgoSteps.queued.name || journal.levelOf(seq) !== 'detail') busy.add(actor);
      else handledBy.set(seq, actor);
    }
    if (clients.size >= watches && seq > last.seq + NEAR) break;
  }
  return { watchers: [...new Set(clients.values())], handlers: [...handlers], busy: [...busy] };
}
