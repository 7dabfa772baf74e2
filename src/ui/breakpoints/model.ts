import type { Breakpoint } from '../../protocol/breakpoint.ts';
import type { StepView } from '../../protocol/views.ts';

export const CONDITIONS = ['kind', 'actor', 'verb', 'resource', 'name', 'station'] as const;
export type Condition = (typeof CONDITIONS)[number];
export type Draft = Readonly<Partial<Record<Condition, string>>>;

/** Verbs of the API as authorization knows them. */
export const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const;

/** Kinds, and for each component a name that stands for all of its kinds. */
export function withComponents(kinds: readonly string[]): readonly string[] {
  const components = new Set(kinds.map((kind) => `${kind.slice(0, kind.indexOf('.'))}.*`));
  return [...components, ...kinds];
}

/** Adds what was typed; says why not when it would stop everywhere or is there already. */
export function added(list: readonly Breakpoint[], draft: Draft): readonly Breakpoint[] | 'empty' | 'double' {
  const given = CONDITIONS.flatMap((condition) => {
    const value = draft[condition]?.trim() ?? '';
    return value === '' ? [] : [[condition, value] as const];
  });
  if (given.length === 0) return 'empty';
  const wanted: Breakpoint = { id: nextId(list), enabled: true, ...Object.fromEntries(given) };
  return list.some((one) => CONDITIONS.every((condition) => one[condition] === wanted[condition]))
    ? 'double'
    : [...list, wanted];
}

export function toggled(list: readonly Breakpoint[], id: string): readonly Breakpoint[] {
  return list.map((one) => (one.id === id ? { ...one, enabled: !one.enabled } : one));
}

export function removed(list: readonly Breakpoint[], id: string): readonly Breakpoint[] {
  return list.filter((one) => one.id !== id);
}

/** `kind apiserver.authz, name nginx` */
export function described(one: Breakpoint, word: (condition: Condition) => string): string {
  return CONDITIONS.flatMap((condition) => {
    const value = one[condition];
    return value === undefined ? [] : [`${word(condition)} ${value}`];
  }).join(', ');
}

/** The conditions that a step itself would meet. */
export function draftOf(step: StepView): Draft {
  const [resource = ''] = step.subject.split('/');
  return { kind: step.kind, actor: step.actor, resource: resource.split('.')[0] ?? '' };
}

function nextId(list: readonly Breakpoint[]): string {
  return `b${Math.max(0, ...list.map(({ id }) => Number(id.slice(1)) || 0)) + 1}`;
}
