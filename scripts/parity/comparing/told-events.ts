import { textAt } from '../recordings/json.ts';
import type { Recording } from '../recordings/recording.ts';
import type { CommonWrite } from './effect.ts';
import type { Normaliser } from './normalise.ts';
import { messageOf } from './optional.ts';

/** How long a kubelet takes at most to tell that its node may be used or not: it looks every ten seconds. */
const LOOK = 11;

/** One side, as events are looked at. */
export interface Teller {
  readonly recording: Recording;
  /** What it wrote, and which of it may be there or not. */
  readonly writes: readonly CommonWrite[];
  readonly optional: ReadonlySet<CommonWrite>;
  /** Of which siblings are not told apart. */
  readonly anonymous: Normaliser;
}

/**
 * Events that one side has more often, because what they tell of is chance: a refusal that may be there or not, or a
 * state of a node that did not last until its kubelet looked.
 */
export function chanceEvents(own: Teller, other: Teller): ReadonlySet<CommonWrite> {
  const there = new Map<string, number>();
  for (const write of other.writes) if (write.isEvent) count(there, keyOf(write, other.anonymous));
  const here = new Map<string, number>();
  const refusals = refusalsOf(own);
  const found = new Set<CommonWrite>();
  for (const write of own.writes) {
    if (!write.isEvent) continue;
    const key = keyOf(write, own.anonymous);
    if (count(here, key) <= (there.get(key) ?? 0)) continue;
    const tells = refusals.some(({ user, message }) => user === write.user && key.endsWith(message));
    if (tells || isBrief(write, other.recording)) found.add(write);
  }
  return found;
}

function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}

/** Writer, what it is about, reason and message. */
function keyOf({ user, write: { entry, podName } }: CommonWrite, anonymous: Normaliser): string {
  const { response, request } = entry;
  const said = (name: string) => textAt(response, name) || textAt(request, name);
  const pod = anonymous.pod(podName);
  return `${user} ${said('reason')}: ${anonymous.text(said('message') || said('note'), pod)}`;
}

function refusalsOf({ optional, anonymous }: Teller): readonly { readonly user: string; readonly message: string }[] {
  return [...optional]
    .filter(({ write, isEvent }) => write.entry.code >= 400 && !isEvent)
    .map((write) => ({ user: write.user, message: anonymous.text(messageOf(write)) }))
    .filter(({ message }) => message !== '');
}

const STATES: ReadonlyMap<string, boolean> = new Map([
  ['NodeSchedulable', false],
  ['NodeNotSchedulable', true],
]);

/** Was the node, in that recording, never for so long in the state of which the event tells? */
function isBrief({ write: { entry } }: CommonWrite, { watch, meta }: Recording): boolean {
  const state = STATES.get(textAt(entry.request, 'reason'));
  const node = textAt(entry.request, 'involvedObject', 'name');
  if (state === undefined) return false;
  let since: number | undefined;
  const isLong = (until: number) => since !== undefined && until - since > LOOK;
  for (const { resource, name, object, t } of watch) {
    if (resource !== 'nodes' || name !== node) continue;
    const spec = object.spec as { readonly unschedulable?: boolean } | undefined;
    const is = (spec?.unschedulable ?? false) === state;
    if (!is && isLong(t)) return false;
    since = is ? (since ?? t) : undefined;
  }
  return !isLong(meta.seconds ?? 0);
}
