import { KEYS_TABLE } from '../cluster/etcd/rows.ts';
import type { FoundField, FoundObject, QueryResult } from '../protocol/queries.ts';
import type { StepView } from '../protocol/views.ts';
import { subjectOfKey } from './keys.ts';
import type { Snapshot } from './snapshot.ts';

const MOST_FOUND = 50;
const MOST_FIELDS = 20;

type Fits = (text: string) => boolean;

/** What has all the words, as `pods nginx` or `pod/nginx`: objects by their names, moments by what they say, fields by path and value. */
export function find(snapshot: Snapshot, text: string): QueryResult {
  const words = text
    .toLowerCase()
    .split(/[\s/]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return { type: 'find', objects: [], steps: [], fields: [], more: false };
  const tests = words.map(testOf);
  const fits: Fits = (told) => tests.every((test) => test(told));
  const objects = foundObjects(snapshot, fits);
  const steps = foundSteps(snapshot, fits);
  const more = objects.length > MOST_FOUND || steps.length > MOST_FOUND;
  return {
    type: 'find',
    objects: objects.slice(0, MOST_FOUND),
    steps: steps.slice(0, MOST_FOUND),
    fields: foundFields(snapshot, fits),
    more,
  };
}

/** A number stands for itself, not for a part of a longer one. */
function testOf(word: string): Fits {
  if (!/^\d+$/.test(word)) return (told) => told.includes(word);
  const alone = new RegExp(`(?<!\\w)${word}(?!\\w)`);
  return (told) => told.includes(word) && alone.test(told);
}

/** First what the run wrote, then what was there before, Events last. */
function foundObjects(snapshot: Snapshot, fits: Fits): readonly FoundObject[] {
  const objects: FoundObject[] = [];
  const events: FoundObject[] = [];
  const present = snapshot.table(KEYS_TABLE);
  for (const key of new Set([...snapshot.writes.keys, ...present.keys()])) {
    if (objects.length > MOST_FOUND) break;
    const subject = subjectOfKey(key);
    if (subject === undefined || !fits(subject.toLowerCase())) continue;
    const writes = snapshot.writesOf(key);
    const [first, last] = [writes[0], writes.at(-1)];
    const written = first === undefined || last === undefined ? {} : { firstWrite: first.seq, lastWrite: last.seq };
    const list = /^events[./]/.test(subject) ? events : objects;
    if (list.length <= MOST_FOUND) list.push({ subject, ...written, exists: present.has(key) });
  }
  // Of every object there are several events with its name: they would hide it.
  return [...objects, ...events];
}

/** From the cursor outwards, both ways: the nearest first. Details and background only where nothing else has the words. */
function foundSteps(snapshot: Snapshot, fits: Fits): readonly StepView[] {
  const { journal } = snapshot;
  const told = (seq: number) => journal.storyOf(seq) >= 0 && journal.levelOf(seq) !== 'detail';
  const found = nearest(snapshot, fits, told);
  const seqs = found.length > 0 ? found : nearest(snapshot, fits, (seq) => !told(seq));
  return seqs.map((seq) => snapshot.view(seq));
}

function nearest({ journal, cursor }: Snapshot, fits: Fits, counts: (seq: number) => boolean): readonly number[] {
  const found: number[] = [];
  const says = (seq: number): boolean => {
    if (!counts(seq)) return false;
    const { kind, subject, args } = journal.step(seq);
    return fits(`${kind.name} ${subject} ${Object.values(args).join(' ')}`.toLowerCase());
  };
  let before = Math.min(Math.max(cursor.position, journal.base), journal.end - 1);
  let after = before + 1;
  while (found.length <= MOST_FOUND && (before >= journal.base || after < journal.end)) {
    if (before >= journal.base && says(before)) found.push(before);
    if (after < journal.end && says(after)) found.push(after);
    before -= 1;
    after += 1;
  }
  return found;
}

/** Of objects at the cursor; the words must not all be in the name. */
function foundFields(snapshot: Snapshot, fits: Fits): readonly FoundField[] {
  const found: FoundField[] = [];
  for (const [key, row] of snapshot.table(KEYS_TABLE)) {
    const subject = subjectOfKey(key);
    if (subject === undefined || fits(subject.toLowerCase()) || /^events[./]/.test(subject)) continue;
    for (const [path, value] of leaves(row.value, '')) {
      if (!fits(`${subject} ${path} ${value}`.toLowerCase())) continue;
      found.push({ subject, path, value });
      if (found.length >= MOST_FIELDS) return found;
    }
  }
  return found;
}

/** Who set which field, and what was applied last, repeat what stands elsewhere. */
const REPEATS = /^metadata\.(?:uid|managedFields|annotations\.kubectl\.kubernetes\.io\/last-applied)/;
const LONGEST = 120;

function* leaves(value: unknown, path: string): Generator<readonly [path: string, value: string]> {
  if (REPEATS.test(path)) return;
  if (typeof value !== 'object' || value === null) {
    yield [path, String(value).slice(0, LONGEST)];
    return;
  }
  const within = Array.isArray(value);
  for (const [name, part] of Object.entries(value))
    yield* leaves(part, within ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`);
}
