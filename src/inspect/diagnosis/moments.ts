import type { KObject } from '../../api/types/meta.ts';
import { KEYS_TABLE, type KeyRow } from '../../cluster/etcd/rows.ts';
import type { KindName } from '../../steps/index.ts';
import { keyOfSubject } from '../keys.ts';
import type { Instant } from './instant.ts';

/** No state is followed back over more writes of its object. */
const MOST_WRITES = 400;

/**
 * The write since which an object has been as it is, in so far as `is` sees it; undefined where it was so before the run.
 * Only writes of this object are looked at, the newest first.
 */
export function since(at: Instant, subject: string, is: (object: KObject) => boolean): number | undefined {
  const key = keyOfSubject(subject);
  const table = at.tableId(KEYS_TABLE);
  if (key === undefined || table === undefined) return undefined;
  const writes = at.writesOf(key);
  let found: number | undefined;
  for (let place = writes.length - 1; place >= Math.max(0, writes.length - MOST_WRITES); place -= 1) {
    const seq = writes[place]?.seq as number;
    if (seq > at.cursor.position || !at.journal.has(seq)) continue;
    let holds = false;
    at.journal.eachDelta(seq, (id, changed, _before, after) => {
      const object = (after as KeyRow | undefined)?.value as KObject | undefined;
      if (id === table && changed === key) holds = object !== undefined && is(object);
    });
    if (!holds) return found;
    found = seq;
  }
  return found;
}

/** The newest write after which `of` said something else of an object than before. */
export function lastChange(at: Instant, subject: string, of: (object: KObject) => unknown): number | undefined {
  const key = keyOfSubject(subject);
  const table = at.tableId(KEYS_TABLE);
  if (key === undefined || table === undefined) return undefined;
  const told = (row: unknown) => {
    const object = (row as KeyRow | undefined)?.value as KObject | undefined;
    return object === undefined ? undefined : JSON.stringify(of(object));
  };
  const writes = at.writesOf(key);
  for (let place = writes.length - 1; place >= 0; place -= 1) {
    const seq = writes[place]?.seq as number;
    if (seq > at.cursor.position || !at.journal.has(seq)) continue;
    let differs = false;
    at.journal.eachDelta(seq, (id, changed, before, after) => {
      if (id === table && changed === key) differs = told(before) !== told(after);
    });
    if (differs) return seq;
  }
  return undefined;
}

/** What an object was when it was last written, also where it is gone. */
export function lastValue(at: Instant, subject: string): KObject | undefined {
  const key = keyOfSubject(subject);
  const table = at.tableId(KEYS_TABLE);
  if (key === undefined || table === undefined) return undefined;
  const seq = at.writesOf(key).findLast((write) => write.seq <= at.cursor.position && at.journal.has(write.seq))?.seq;
  let found: KObject | undefined;
  if (seq !== undefined)
    at.journal.eachDelta(seq, (id, changed, before, after) => {
      if (id === table && changed === key)
        found = ((after ?? before) as KeyRow | undefined)?.value as KObject | undefined;
    });
  return found;
}

/** What somebody did that a step goes back to: a line that was typed, something that was stopped. */
export function deedBehind({ journal }: Instant, seq: number | undefined): number | undefined {
  if (seq === undefined || !journal.has(seq)) return undefined;
  const story = journal.storyOf(seq);
  return story >= 0 && journal.has(story) ? story : undefined;
}

/** The newest time that somebody made a part fail, by the kind of its step and what it says. */
export function lastFault(at: Instant, kind: KindName, args: { readonly [name: string]: string }): number | undefined {
  const { journal, cursor, scenes } = at;
  const found = scenes.all.findLast(({ seq, key }) => {
    if (key !== 'fault' || seq > cursor.position || !journal.has(seq) || journal.kindOf(seq).name !== kind)
      return false;
    const step = journal.step(seq);
    return Object.entries(args).every(
      ([name, value]) => (name === 'subject' ? step.subject : step.args[name]) === value,
    );
  });
  return found?.seq;
}
