import type { Journal, StepKind } from '../../engine/index.ts';
import type { Breakpoint } from '../../protocol/breakpoint.ts';
import type { Station } from '../../steps/define.ts';

type Conditions = Omit<Breakpoint, 'id' | 'enabled'>;

/** Whether a step meets what a breakpoint says of steps; what it says of objects and moments is for others to ask. */
export function meetsStep(breakpoint: Conditions, journal: Journal, seq: number): boolean {
  if (breakpoint.kind !== undefined && !isOf(journal.kindOf(seq), breakpoint.kind)) return false;
  if (breakpoint.actor !== undefined && journal.actorOf(seq) !== breakpoint.actor) return false;
  if (breakpoint.station !== undefined && stationOf(journal, seq) !== breakpoint.station) return false;
  if (!isAbout(breakpoint, journal.subjectOf(seq))) return false;
  return breakpoint.verb === undefined || journal.step(seq).args.verb === breakpoint.verb;
}

/** Whether an object is the one, or one of those, that a breakpoint names. */
export function isAbout({ subject, resource: wanted, name }: Conditions, about: string): boolean {
  if (subject !== undefined && subject !== about) return false;
  if (wanted === undefined && name === undefined) return true;
  const [resource = '', ...rest] = about.split('/');
  if (wanted !== undefined && wanted !== resource && wanted !== resource.split('.')[0]) return false;
  return name === undefined || (rest.at(-1) ?? '').includes(name);
}

export function stationOf(journal: Journal, seq: number): Station | undefined {
  return (journal.kindOf(seq) as { readonly station?: Station }).station;
}

/** The kind itself, its family, or with `scheduler.*` all of a component. */
function isOf({ name, family = name }: StepKind, wanted: string): boolean {
  if (wanted.endsWith('.*')) return name.startsWith(wanted.slice(0, -1));
  return name === wanted || family === wanted;
}
