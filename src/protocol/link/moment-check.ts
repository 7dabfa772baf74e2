import { isFilter } from '../filter-check.ts';
import type { Anchor } from './anchor.ts';
import { isCount, isObject, isText } from './fields.ts';
import type { LinkedPlace, Moment } from './link.ts';

const MOST = { word: 200, name: 700, told: 600, layout: 4_000, notes: 20_000 } as const;
const DIGEST = /^[0-9a-z]{7}$/;
const CHOSEN = /^[a-zA-Z]{1,20}$/;
const CLOSE_UPS: readonly unknown[] = ['scheduler', 'network'];

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

const MOMENT: { readonly [name in keyof Moment]-?: Check } = {
  kubernetes: (value) => isText(value, MOST.word),
  build: (value) => isText(value, MOST.word),
  told: (value) => isText(value, MOST.told),
  filter: (value) => isFilter(value) && value.within === undefined && isShort(value),
  isInside: (value) => typeof value === 'boolean',
  panel: (value) => isText(value, MOST.word),
  chosen: isChosen,
  language: (value) => value === 'en' || value === 'zh',
  layout: (value) => isText(value, MOST.layout),
  notes: (value) => isText(value, MOST.notes),
};

/** The first field that is missing, unknown or something else than it should be, by its name. */
function wrongInAnchor(value: unknown): string | undefined {
  if (!isObject(value)) return 'at';
  const names = new Set([...Object.keys(ANCHOR), ...Object.keys(value)]);
  return [...names].find((name) => !Object.hasOwn(ANCHOR, name) || !ANCHOR[name as keyof Anchor](value[name]));
}

export function wrongInMoment(value: { readonly [name: string]: unknown }): string | undefined {
  return Object.entries(value).find(
    ([name, field]) => field !== undefined && !(Object.hasOwn(MOMENT, name) && MOMENT[name as keyof Moment](field)),
  )?.[0];
}

/** Of links that are written here: an anchor, or the start. */
export function placeOf(at: unknown): LinkedPlace | undefined {
  if (at === 'start') return { start: true };
  return wrongInAnchor(at) === undefined ? { anchor: at as Anchor } : undefined;
}

function isChosen(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(
    ([name, text]) => CHOSEN.test(name) && isText(text, MOST.name) && (name !== 'closeUp' || CLOSE_UPS.includes(text)),
  );
}

function isShort(filter: object): boolean {
  return Object.values(filter).every((value) => isText(value, MOST.name));
}
