import type { Journal, StepKind } from '../engine/index.ts';
import type { Breakpoint } from '../protocol/messages.ts';
import type { Station } from '../steps/define.ts';

/** The first enabled breakpoint that a step meets. */
export function breakpointAt(list: readonly Breakpoint[], journal: Journal, seq: number): Breakpoint | undefined {
  return list.find((breakpoint) => breakpoint.enabled && meets(breakpoint, journal, seq));
}

function meets(breakpoint: Breakpoint, journal: Journal, seq: number): boolean {
  if (breakpoint.kind !== undefined && !isOf(journal.kindOf(seq), breakpoint.kind)) return false;
  if (breakpoint.actor !== undefined && journal.actorOf(seq) !== breakpoint.actor) return false;
  if (breakpoint.station !== undefined && stationOf(journal, seq) !== breakpoint.station) return false;
  const step = journal.step(seq);
  const [resource = '', ...rest] = step.subject.split('/');
  const { resource: wanted } = breakpoint;
  if (wanted !== undefined && wanted !== resource && wanted !== resource.split('.')[0]) return false;
  if (breakpoint.name !== undefined && !(rest.at(-1) ?? '').includes(breakpoint.name)) return false;
  return breakpoint.verb === undefined || step.args.verb === breakpoint.verb;
}

function stationOf(journal: Journal, seq: number): Station | undefined {
  return (journal.kindOf(seq) as { readonly station?: Station }).station;
}

/** The kind itself, its family, or with `scheduler.*` all of a component. */
function isOf({ name, family = name }: StepKind, wanted: string): boolean {
  if (wanted.endsWith('.*')) return name.startsWith(wanted.slice(0, -1));
  return name === wanted || family === wanted;
}

/** Has it any condition at all? One without would stop everywhere. */
export function isEmpty(breakpoint: Breakpoint): boolean {
  const { kind, actor, verb, resource, name, station } = breakpoint;
  return [kind, actor, verb, resource, name, station].every((condition) => condition === undefined || condition === '');
}
