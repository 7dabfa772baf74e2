import type { Anchor } from './anchor.ts';
import { isCount, isObject, isText } from './fields.ts';
import type { LinkedPlace } from './link.ts';
import { LONGEST_NOTE, type Pin } from './pin.ts';

const MOST = { word: 200, name: 700, told: 600, pins: 200 } as const;
const DIGEST = /^[0-9a-z]{7}$/;

type Check = (value: unknown) => boolean;

const ANCHOR: { readonly [name in keyof Anchor]-?: Check } = {
  seq: (value) => isCount(value, 0),
  story: (value) => isCount(value, 0),
  by: (value) => value === 'beat' || value === 'step',
  kind: (value) => isText(value, MOST.word) && value !== '',
  subject: (value) => isText(value, MOST.name),
  actor: (value) => isText(value, MOST.name),
  nth: (value) => isCount(value, 1),
  like: (value) => isCount(value, 1),
  says: (value) => isText(value, 7) && DIGEST.test(value),
  before: (value) => isText(value, 7) && DIGEST.test(value),
};

/** The first field that is missing, unknown or something else than it should be, by its name. */
function wrongInAnchor(value: unknown): string | undefined {
  if (!isObject(value)) return 'at';
  const names = new Set([...Object.keys(ANCHOR), ...Object.keys(value)]);
  return [...names].find((name) => !Object.hasOwn(ANCHOR, name) || !ANCHOR[name as keyof Anchor](value[name]));
}

/** Of links that are written here: an anchor, or the start. */
export function placeOf(at: unknown): LinkedPlace | undefined {
  if (at === 'start') return { start: true };
  return wrongInAnchor(at) === undefined ? { anchor: at as Anchor } : undefined;
}

const PIN: { readonly [name in keyof Pin]-?: Check } = {
  at: (value) => placeOf(value) !== undefined,
  told: (value) => isText(value, MOST.told),
  note: (value) => isText(value, LONGEST_NOTE),
  time: Number.isSafeInteger,
};

export function arePins(value: unknown): value is readonly Pin[] {
  return Array.isArray(value) && value.length <= MOST.pins && value.every(isPin);
}

function isPin(value: unknown): boolean {
  if (!isObject(value) || value.at === undefined) return false;
  return Object.entries(value).every(([name, field]) => Object.hasOwn(PIN, name) && PIN[name as keyof Pin](field));
}
