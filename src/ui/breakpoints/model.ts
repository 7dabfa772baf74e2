import {
  asksTheSame,
  BREAKPOINT_CONDITIONS,
  type Breakpoint,
  type BreakpointCondition,
  nextId,
} from '../../protocol/breakpoint.ts';
import type { StepView } from '../../protocol/views.ts';

/** What is asked for in a line each; the expression has a line of its own. */
export const FORM = ['kind', 'actor', 'verb', 'resource', 'name', 'station', 'field', 'value'] as const;
export type Draft = Readonly<Partial<Record<BreakpointCondition, string>>>;

/** Verbs of the API as authorization knows them. */
export const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const;

/** Kinds, and for each component a name that stands for all of its kinds. */
export function withComponents(kinds: readonly string[]): readonly string[] {
  const components = new Set(kinds.map((kind) => `${kind.slice(0, kind.indexOf('.'))}.*`));
  return [...components, ...kinds];
}

export type DraftProblem = 'empty' | 'double' | 'valueAlone';

/** Adds what was typed; says why not when it would stop everywhere or is there already. */
export function added(list: readonly Breakpoint[], draft: Draft): readonly Breakpoint[] | DraftProblem {
  const given = BREAKPOINT_CONDITIONS.flatMap((condition) => {
    const value = draft[condition]?.trim() ?? '';
    return value === '' ? [] : [[condition, condition === 'field' ? value.replace(/^\./, '') : value] as const];
  });
  if (given.length === 0) return 'empty';
  const wanted: Breakpoint = { id: nextId(list), enabled: true, ...Object.fromEntries(given) };
  if (wanted.value !== undefined && wanted.field === undefined) return 'valueAlone';
  return list.some((one) => asksTheSame(one, wanted)) ? 'double' : [...list, wanted];
}

export function toggled(list: readonly Breakpoint[], id: string): readonly Breakpoint[] {
  return list.map((one) => (one.id === id ? { ...one, enabled: !one.enabled } : one));
}

export function removed(list: readonly Breakpoint[], id: string): readonly Breakpoint[] {
  return list.filter((one) => one.id !== id);
}

/** `kind apiserver.authz, name nginx` */
export function described(
  one: Breakpoint,
  word: (condition: BreakpointCondition) => string,
  time: (micros: number) => string = String,
): string {
  return BREAKPOINT_CONDITIONS.flatMap((condition) => {
    const value = one[condition];
    if (value === undefined) return [];
    return [`${word(condition)} ${condition === 'moment' ? time(Number(value)) : value}`];
  }).join(', ');
}

/** The conditions that a step itself would meet. */
export function draftOf(step: StepView): Draft {
  const [resource = ''] = step.subject.split('/');
  return { kind: step.kind, actor: step.actor, resource: resource.split('.')[0] ?? '' };
}

/** What a compiler says of an expression, without what only it knows by that name: the message, the line and a caret below the place. */
export function placed(problem: string): string {
  return problem.replace(/^ERROR: <input>:\d+:\d+: /gm, '').replace(/^ \| /gm, '');
}
