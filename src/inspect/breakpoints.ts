import type { Journal, StepKind } from '../engine/index.ts';
import type { Breakpoint } from '../protocol/messages.ts';

/** The first enabled breakpoint that a step meets. */
export function breakpointAt(list: readonly Breakpoint[], journal: Journal, seq: number): Breakpoint | undefined {
  return list.find((breakpoint) => breakpoint.enabled && meets(breakpoint, journal, seq));
}

function meets(breakpoint: Breakpoint, journal: Journal, seq: number): boolean {
  if (breakpoint.kind !== undefined && !isOf(journal.kindOf(seq), breakpoint.kind)) return false;
  if (breakpoint.actor !== undefined && journal.actorOf(seq) !== breakpoint.actor) return false;
  const step = journal.step(seq);
  const [resource = '', ...rest] = step.subject.split('/');
  const { resource: wanted } = breakpoint;
  if (wanted !== undefined && wanted !== resource && wanted !== resource.split('.')[0]) return false;
  if (breakpoint.name !== undefined && !(rest.at(-1) ?? '').includes(breakpoint.name)) return false;
  return breakpoint.verb === undefined || step.args.verb === breakpoint.verb;
}

/** The kind itself, its family, or with `scheduler.*` all of a component. */
function isOf({ name, family = name }: StepKind, wanted: string): boolean {
  if (wanted.endsWith('.*')) return name.startsWith(wanted.slice(0, -1));
  return name === wanted || family === wanted;
}

/** Has it any condition at all? One without would stop everywhere. */
export function isEmpty(breakpoint: Breakpoint): boolean {
  const { kind, actor, verb, resource, name } = breakpoint;
  return [kind, actor, verb, resource, name].every((condition) => condition === undefined || condition === '');
}
