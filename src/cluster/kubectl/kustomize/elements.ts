// Models sigs.k8s.io/kustomize/kyaml/yaml/fns.go (ElementMatcher, ElementSetter) and walk/associative_sequence.go (v5.8)

import { isFields } from '../../../api/go/json.ts';

type Texts = readonly string[];

/** A value as its YAML has it. */
export const textOf = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'object' || value === undefined ? '' : String(value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (isFields(value) && Object.keys(value).length === 0);

/** The first element whose keys have these values; an empty key stands for the element itself. */
export function matchedElement(list: readonly unknown[], keys: Texts, values: Texts): unknown {
  if (keys[0] === '') return list.find((each) => textOf(each) === values[0]);
  return list.find(
    (each) =>
      isFields(each) &&
      keys.every((key, at) => Object.hasOwn(each, key) && textOf((each as never)[key]) === values[at]),
  );
}

/** Puts an element in the place of all those that have the values, or behind all; without an element those go. No value stands for any. */
export function elementSet(list: unknown[], element: unknown, keys: Texts, values: Texts): void {
  const kept: unknown[] = [];
  let isFound = false;
  for (const each of list) {
    if (isEmpty(each)) continue;
    if (!hasAll(each, keys, values)) {
      // Nobody knows what was asked for: kustomize lets go of all.
      if (values.length > 0) kept.push(each);
      continue;
    }
    isFound = true;
    if (element !== undefined) kept.push(element);
  }
  if (!isFound && element !== undefined) kept.push(element);
  list.splice(0, list.length, ...kept);
}

function hasAll(each: unknown, keys: Texts, values: Texts): boolean {
  let isFound = false;
  for (const [at, key] of keys.entries()) {
    const value = values[at];
    if (value !== undefined) {
      if (key === '') isFound = !isFields(each) && textOf(each) === value;
      else
        isFound =
          isFields(each) && Object.hasOwn(each, key) && (value === '' || textOf((each as never)[key]) === value);
    }
    if (!isFound) return false;
  }
  return isFound;
}

/** The keys that any of the elements has, with the values of one. */
export function valid(all: readonly Texts[], values: Texts, keys: Texts): readonly [Texts, Texts] {
  const isUsed = keys.map((_, at) => all.some((each) => (each[at] ?? '') !== ''));
  if (!isUsed.includes(true)) return [keys, values];
  return [keys.filter((_, at) => isUsed[at]), values.filter((_, at) => isUsed[at])];
}

/** Values that differ in what one of them lacks alone are the same: a port without a protocol is that with one. */
export function joinedValues(all: readonly Texts[]): readonly Texts[] {
  const joined = [...all];
  for (let i = 0; i < joined.length; i += 1) {
    for (let j = 0; j < joined.length; j += 1) {
      const both = joinedPair(joined[i] as Texts, joined[j] as Texts);
      if (both !== undefined) {
        joined[i] = both;
        joined[j] = both;
      }
    }
  }
  return joined;
}

function joinedPair(a: Texts, b: Texts): Texts | undefined {
  const isSame = a.some((text, at) => text === b[at]);
  const isApart = a.some((text, at) => text !== b[at] && text !== '' && b[at] !== '');
  return isSame && !isApart ? a.map((text, at) => text || (b[at] ?? '')) : undefined;
}
