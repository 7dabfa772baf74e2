import type { Shape } from '../../api/fields/shape.ts';
import { isFields } from '../../api/go/json.ts';
import type { Path } from '../../api/values/field-path.ts';
import { isEmpty } from '../drift.ts';

/** The same object as four say it: the text, the last apply, the cluster, and the cluster after an apply. */
export interface Four {
  readonly given: unknown;
  readonly applied: unknown;
  readonly live: unknown;
  readonly result: unknown;
}
export type Side = keyof Four;
const SIDES: readonly Side[] = ['given', 'applied', 'live', 'result'];

/** A way into an object: a field by its name, a member of a list by what tells it apart. */
export type Step = { readonly name: string } | { readonly key: string; readonly value: unknown };

/** A place where no two of the four go on alike. */
export interface Place {
  readonly steps: readonly Step[];
  readonly values: Four;
}

/** All places at which the text or the last apply meet the cluster, down to single values; what only one of both sides has is one place. */
export function placesOf(values: Four, shape: Shape, steps: readonly Step[] = []): readonly Place[] {
  // What goes as a whole is told as a whole.
  if (steps.length > 0 && values.given === undefined && values.result === undefined) return placeOf(values, steps);
  const named = isFields(values.given) || isFields(values.applied);
  const there = isFields(values.live) || isFields(values.result);
  if (named && there && !shape.patchReplace) return inFields(values, shape, steps);
  const { patchMerge, patchKey } = shape;
  if (patchMerge && patchKey !== undefined && SIDES.every((side) => isKeyed(values[side], patchKey)))
    return inMembers(values, shape, patchKey, steps);
  return placeOf(values, steps);
}

function placeOf(values: Four, steps: readonly Step[]): readonly Place[] {
  return SIDES.every((side) => isEmpty(values[side] ?? null)) ? [] : [{ steps, values }];
}

function inFields(values: Four, shape: Shape, steps: readonly Step[]): readonly Place[] {
  const names = new Set(SIDES.flatMap((side) => (isFields(values[side]) ? Object.keys(values[side]) : [])));
  const inOrder = [...names].sort((a, b) => (a < b ? -1 : 1));
  return inOrder.flatMap((name) =>
    placesOf(
      each(values, (value) => (isFields(value) ? value[name] : undefined)),
      shape.child(name),
      [...steps, { name }],
    ),
  );
}

function inMembers(values: Four, shape: Shape, key: string, steps: readonly Step[]): readonly Place[] {
  const members = SIDES.flatMap((side) => (values[side] as readonly unknown[] | undefined) ?? []);
  const keys = new Set(members.map((member) => (isFields(member) ? member[key] : undefined)));
  return [...keys].flatMap((value) => {
    const step = { key, value };
    return placesOf(
      each(values, (list) => below(list, step)),
      shape.element ?? shape,
      [...steps, step],
    );
  });
}

function isKeyed(value: unknown, key: string): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) && value.every((member) => isFields(member) && member[key] !== undefined);
}

function each(values: Four, change: (value: unknown) => unknown): Four {
  const { given, applied, live, result } = values;
  return { given: change(given), applied: change(applied), live: change(live), result: change(result) };
}

function below(value: unknown, step: Step): unknown {
  if ('name' in step) return isFields(value) ? value[step.name] : undefined;
  return Array.isArray(value) ? value.find((member) => isFields(member) && member[step.key] === step.value) : undefined;
}

/** What stands there in any version of the object. */
export function valueBy(object: unknown, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>(below, object);
}

/** As it is shown: `spec.containers[web].image`. */
export function shownPath(steps: readonly Step[]): string {
  return steps.reduce((path, step) => path + ('name' in step ? nameIn(path, step.name) : `[${step.value}]`), '');
}

function nameIn(path: string, name: string): string {
  if (/[.[\]"]/.test(name)) return `["${name}"]`;
  return path === '' ? name : `.${name}`;
}

/** With the places that members of lists have in one version of the object; behind all others where it has them not. */
export function pathIn(object: unknown, steps: readonly Step[]): Path {
  let value = object;
  return steps.map((step) => {
    const list = value;
    value = below(value, step);
    if ('name' in step) return step.name;
    if (!Array.isArray(list)) return 0;
    const at = list.indexOf(value);
    return at < 0 ? list.length : at;
  });
}

/** A path in words that the questions about fields are asked with. */
export function dotted(path: Path): string {
  return path.reduce<string>((text, part) => text + (typeof part === 'number' ? `[${part}]` : nameIn(text, part)), '');
}
