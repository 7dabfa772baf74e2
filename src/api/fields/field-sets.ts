import { pureOfValues } from '../../base/pure.ts';
import { ShortList } from '../../base/short-list.ts';
import { compareText, isFields } from '../go/json.ts';
import type { FieldsV1 } from '../types/meta.ts';
import { fieldStep, itemKey, type SetVariants, type Shape } from './shape.ts';

/**
 * Sets of fields as tries of FieldsV1. `{}` is a member without members below; a member with others below carries `.`.
 * Models sigs.k8s.io/structured-merge-diff/v6/fieldpath (v1.36)
 */
export type FieldSet = FieldsV1;

export const EMPTY_SET: FieldSet = Object.freeze({});
/** One that is member itself. */
export const LEAF: FieldSet = Object.freeze({});
const SELF = '.';

type Steps = Record<string, FieldSet>;

export function isEmptySet(set: FieldSet): boolean {
  // Most empty ones are these two.
  if (set === EMPTY_SET || set === LEAF) return true;
  for (const _ in set) return false;
  return true;
}

export function isMember(node: FieldSet): boolean {
  return SELF in node || isEmptySet(node);
}

/** Field names, then keyed items, then values, then positions; each in alphabetical order; the member itself first. */
function compareSteps(a: string, b: string): number {
  const left = rank(a);
  const right = rank(b);
  return left === right ? compareText(a, b) : left - right;
}

function rank(step: string): number {
  const first = step.charCodeAt(0);
  return first === 46 ? 0 : first === 102 ? 1 : first === 107 ? 2 : first === 118 ? 3 : 4;
}

const MOST_VARIANTS = 16;

/**
 * Sets in the making, nested ones above those that they belong to; none of the arrays is made anew for a set.
 * A place of a kind has few different sets, so the one that is the same as an earlier one is that one.
 */
export class SetStack {
  private readonly steps: string[] = [];
  private readonly nodes: FieldSet[] = [];
  /** Where the next member goes. */
  depth = 0;
  /** The last set that was none of the known ones. */
  private made: FieldSet | undefined;

  /** What the one member from `base` on holds, which is taken off; undefined: there is none. */
  takeTop(base: number): FieldSet | undefined {
    if (this.depth === base) return undefined;
    this.depth = base;
    return this.nodes[base] ?? LEAF;
  }

  put(step: string, node: FieldSet): void {
    this.steps[this.depth] = step;
    this.nodes[this.depth] = node;
    this.depth += 1;
  }

  /** The set of all from `base` on, which are taken off. */
  take(base: number, place: Shape): FieldSet {
    const size = this.depth - base;
    this.depth = base;
    if (size === 0) return EMPTY_SET;
    place.variants ??= new ShortList(MOST_VARIANTS);
    // What holds a set that is new is new itself, and worth noting only once that one comes again: an address comes once.
    const isNew = this.holdsNew(base, size);
    const known = isNew ? undefined : this.knownAt(place.variants, base, size);
    if (known !== undefined) return known;
    const steps = this.steps.slice(base, base + size);
    const nodes = this.nodes.slice(base, base + size);
    this.made = isNew ? inOrder(steps, nodes) : inOrder(steps.slice(), nodes.slice());
    if (!isNew) place.variants.note({ set: this.made, steps, nodes });
    return this.made;
  }

  private holdsNew(base: number, size: number): boolean {
    for (let i = base; i < base + size; i += 1) if (this.nodes[i] === this.made) return true;
    return false;
  }

  private knownAt(variants: SetVariants, base: number, size: number): FieldSet | undefined {
    const known = variants.items;
    for (let at = 0; at < known.length; at += 1) {
      const { set, steps, nodes } = known[at] as (typeof known)[number];
      if (!this.madeOf(steps, nodes, base, size)) continue;
      variants.moveUp(at);
      return set;
    }
    return undefined;
  }

  /** Puts the set of all from `base` on below a step; a member without others below is a leaf. */
  close(base: number, place: Shape, step: string): void {
    if (this.depth === base) return;
    const only = this.depth === base + 1 && this.steps[base] === SELF;
    if (only) this.depth = base;
    this.put(step, only ? LEAF : this.take(base, place));
  }

  private madeOf(steps: readonly string[], nodes: readonly FieldSet[], base: number, size: number): boolean {
    if (steps.length !== size) return false;
    for (let i = 0; i < size; i += 1) {
      if (nodes[i] !== this.nodes[base + i] || steps[i] !== this.steps[base + i]) return false;
    }
    return true;
  }
}

/**
 * A set that begins. Items are named by what is in them, so that there is no end to their names: such a set is a dictionary,
 * which an object without a prototype is from the start. Others are alike, and share a hidden class.
 */
function setFor(step: string | undefined): Steps {
  return step !== undefined && step.charCodeAt(1) === COLON && step.charCodeAt(0) !== FIELD
    ? (Object.create(null) as Steps)
    : {};
}

const COLON = ':'.charCodeAt(0);
const FIELD = 'f'.charCodeAt(0);

/** A set of what may be in any order, which is put in order in place. By insertion: sets are small and nearly in order. */
function inOrder(keys: string[], sets: FieldSet[]): FieldSet {
  for (let i = 1; i < keys.length; i += 1) {
    const key = keys[i] as string;
    const set = sets[i] as FieldSet;
    let at = i;
    for (; at > 0 && compareSteps(keys[at - 1] as string, key) > 0; at -= 1) {
      keys[at] = keys[at - 1] as string;
      sets[at] = sets[at - 1] as FieldSet;
    }
    keys[at] = key;
    sets[at] = set;
  }
  const made = setFor(keys[keys.length - 1]);
  for (let i = 0; i < keys.length; i += 1) made[keys[i] as string] = sets[i] as FieldSet;
  return made;
}

/** Steps in the order in which they are written. */
export function sorted(set: Steps): FieldSet {
  const keys = Object.keys(set);
  for (let i = 1; i < keys.length; i += 1) {
    if (compareSteps(keys[i - 1] as string, keys[i] as string) > 0)
      return inOrder(
        keys,
        keys.map((key) => set[key] ?? LEAF),
      );
  }
  return set;
}

/**
 * What one Pod's next write adds to its first, or takes from it, is what another's does. By what is added or taken: it differs
 * more often than what it is added to. Unions of sets that are not empty.
 */
const unionAfter = pureOfValues(16, (b: FieldSet, a: FieldSet): FieldSet => unionOf(a, b));
const differenceAfter = pureOfValues(16, (b: FieldSet, a: FieldSet) => (isEmptySet(b) ? a : differenceOf(a, b)));

/** Members of either. Gives back `a` when `b` adds nothing. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || b === EMPTY_SET) return a;
  if (isEmptySet(b)) return a;
  return isEmptySet(a) ? b : unionAfter(b, a);
}

function unionOf(a: FieldSet, b: FieldSet): FieldSet {
  const steps: string[] = [];
  const nodes: FieldSet[] = [];
  let isOther = false;
  for (const step in a) {
    const left = a[step] ?? LEAF;
    const right = b[step];
    const both = right === undefined ? left : unionNodes(left, right);
    if (both !== left) isOther = true;
    steps.push(step);
    nodes.push(both);
  }
  for (const step in b) {
    if (a[step] !== undefined) continue;
    isOther = true;
    steps.push(step);
    nodes.push(b[step] ?? LEAF);
  }
  return isOther ? inOrder(steps, nodes) : a;
}

function unionNodes(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  if (isEmptySet(a)) return isEmptySet(b) ? a : withSelf(b);
  return isEmptySet(b) ? withSelf(a) : unionAfter(b, a);
}

function withSelf(node: FieldSet): FieldSet {
  return SELF in node ? node : { [SELF]: LEAF, ...node };
}

/** Members of `a` that are not members of `b`. Gives back `a` when there are no others. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return EMPTY_SET;
  if (b === EMPTY_SET) return a;
  return differenceAfter(b, a);
}

function differenceOf(a: FieldSet, b: FieldSet): FieldSet {
  let made: Steps | undefined;
  for (const step in a) {
    const left = a[step] ?? LEAF;
    const right = b[step];
    const rest = right === undefined ? left : differenceNodes(left, right);
    if (rest !== left) made ??= stepsBefore(a, step);
    if (made !== undefined && rest !== undefined) made[step] = rest;
  }
  return made ?? a;
}

function stepsBefore(set: FieldSet, end: string): Steps {
  const made = setFor(end);
  for (const step in set) {
    if (step === end) break;
    made[step] = set[step] ?? LEAF;
  }
  return made;
}

/** Undefined when nothing is left. */
function differenceNodes(a: FieldSet, b: FieldSet): FieldSet | undefined {
  const removesSelf = isMember(b);
  if (isEmptySet(a)) return removesSelf ? undefined : a;
  let rest: FieldSet = a;
  if (!isEmptySet(b)) rest = difference(a, b);
  if (removesSelf && SELF in rest) {
    const { [SELF]: _, ...others } = rest;
    rest = others;
  }
  if (isEmptySet(rest)) return undefined;
  // Only the member itself is left.
  return SELF in rest && Object.keys(rest).length === 1 ? LEAF : rest;
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  const made: Steps = {};
  for (const step in a) {
    const right = b[step];
    if (right === undefined) continue;
    const both = intersectNodes(a[step] ?? LEAF, right);
    if (both !== undefined) made[step] = both;
  }
  return made;
}

function intersectNodes(a: FieldSet, b: FieldSet): FieldSet | undefined {
  const self = isMember(a) && isMember(b);
  const below = intersection(a, b);
  const { [SELF]: _, ...children } = below;
  if (isEmptySet(children)) return self ? LEAF : undefined;
  return self ? { [SELF]: LEAF, ...children } : children;
}

/** Every member as a path of steps. */
export function members(set: FieldSet): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  collect(set, [], found);
  return found;
}

function collect(set: FieldSet, path: readonly string[], found: (readonly string[])[]): void {
  for (const step in set) {
    if (step === SELF) continue;
    const node = set[step] ?? LEAF;
    const here = [...path, step];
    if (isMember(node)) found.push(here);
    collect(node, here, found);
  }
}

/** All fields of a configuration, as apply owns them. Models typed.ToFieldSet (v1.36) */
export const fieldSetOf = pureOfValues(16, (shape: Shape, object: object): FieldSet => {
  const made: Steps = {};
  addFields(made, shape, object as Record<string, unknown>);
  return sorted(made);
});

function addFields(into: Steps, shape: Shape, object: Readonly<Record<string, unknown>>): void {
  for (const key in object) {
    const value = object[key];
    if (value === undefined) continue;
    const child = shape.child(key);
    const below = nodeOf(child, value);
    if (isEmptySet(below)) {
      if (isLeaf(child, value) || !shape.declares(key) || value === null) into[fieldStep(key)] = LEAF;
    } else into[fieldStep(key)] = shape.declares(key) || shape.kind === 'deduced' ? below : withSelf(below);
  }
}

/** Whether a value without members below is a member itself; an empty list is not. */
function isLeaf(shape: Shape, value: unknown): boolean {
  return !(Array.isArray(value) && !shape.atomic && shape.kind === 'list' && value.length === 0);
}

function nodeOf(shape: Shape, value: unknown): FieldSet {
  if (value === null || shape.atomic || shape.kind === 'scalar') return LEAF;
  const made: Steps = {};
  if (isFields(value)) addFields(made, shape, value);
  else if (Array.isArray(value) && shape.kind === 'list') {
    for (const item of value) {
      const step = stepOf(shape, item);
      if (step !== undefined) made[step] = itemNode(shape, item);
    }
  }
  return sorted(made);
}

function itemNode(shape: Shape, item: unknown): FieldSet {
  if (shape.keys.length === 0 || shape.element === undefined) return LEAF;
  const below = nodeOf(shape.element, item);
  return isEmptySet(below) ? LEAF : withSelf(below);
}

/** How a field set names an item of a keyed list or a set. */
export function stepOf(shape: Shape, item: unknown): string | undefined {
  return shape.keys.length === 0 ? `v:${JSON.stringify(item)}` : itemKey(shape.keys, item);
}
