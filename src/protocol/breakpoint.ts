/** What a breakpoint may ask for; all that are given must hold. */
export const BREAKPOINT_CONDITIONS = [
  'kind',
  'actor',
  'verb',
  'resource',
  'name',
  'station',
  'subject',
  'field',
  'value',
  'when',
  'moment',
] as const;
export type BreakpointCondition = (typeof BREAKPOINT_CONDITIONS)[number];

/** Where a run is to stop. */
export interface Breakpoint {
  readonly id: string;
  readonly enabled: boolean;
  /** Names of kinds such as `apiserver.authz`, of actors, verbs, resources, objects. */
  readonly kind?: string;
  readonly actor?: string;
  readonly verb?: string;
  readonly resource?: string;
  readonly name?: string;
  /** Any step that lights this station of the map. */
  readonly station?: string;
  /** This object, such as `pods/default/web`, and no other. */
  readonly subject?: string;
  /** A write by which this field becomes another one, such as `status.phase`. */
  readonly field?: string;
  /** The write by which the field becomes this. */
  readonly value?: string;
  /** An expression over the step and its object that must be true. */
  readonly when?: string;
  /** The first step at this virtual time or later: microseconds on the clock that people see. */
  readonly moment?: string;
}

/** More breakpoints than anybody sets would only be a damaged memory. */
const MOST_BREAKPOINTS = 100;

/** Those of a value that came from outside, in a file or a memory, that are breakpoints. */
export function breakpointsIn(value: unknown): readonly Breakpoint[] {
  return Array.isArray(value) ? value.filter(isBreakpoint).slice(0, MOST_BREAKPOINTS) : [];
}

function isBreakpoint(value: unknown): value is Breakpoint {
  if (typeof value !== 'object' || value === null) return false;
  const { id, enabled, ...conditions } = value as Record<string, unknown>;
  const given = Object.entries(conditions);
  const known: readonly string[] = BREAKPOINT_CONDITIONS;
  return (
    typeof id === 'string' &&
    typeof enabled === 'boolean' &&
    given.length > 0 &&
    given.every(([name, text]) => known.includes(name) && typeof text === 'string' && text !== '')
  );
}

/** Whether two ask for the same. */
export function asksTheSame(one: Partial<Breakpoint>, other: Partial<Breakpoint>): boolean {
  return BREAKPOINT_CONDITIONS.every((condition) => one[condition] === other[condition]);
}

/** The list with one more, or without those that ask for the same. */
export function withToggled(
  list: readonly Breakpoint[],
  wanted: Omit<Breakpoint, 'id' | 'enabled'>,
): readonly Breakpoint[] {
  const left = list.filter((one) => !asksTheSame(one, wanted));
  return left.length < list.length ? left : [...list, { id: nextId(list), enabled: true, ...wanted }];
}

export function nextId(list: readonly Breakpoint[]): string {
  return `b${Math.max(0, ...list.map(({ id }) => Number(id.slice(1)) || 0)) + 1}`;
}

/** How a breakpoint fares in the run, as far as its steps have been looked through. */
export interface BreakpointState {
  readonly id: string;
  /** Steps of the run at which it stops, and those of them up to the cursor. */
  readonly hits: number;
  readonly passed: number;
  /** Why its expression cannot be asked any more, or has never had an answer. */
  readonly problem?: string;
}

export interface BreakpointsView {
  readonly states: readonly BreakpointState[];
  /** All steps that there are have been looked through. */
  readonly isWhole: boolean;
  /** Virtual times at which those that are enabled stop, in order; not all of very many. */
  readonly times: readonly number[];
  /** The same by the list of steps that is gone by: how many of it are at each of them or before. */
  readonly places: readonly number[];
}
