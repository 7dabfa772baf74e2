import { isFilter } from '../filter-check.ts';
import { isObject, isText } from './fields.ts';
import type { Moment } from './link.ts';
import { arePins } from './pin-check.ts';

const MOST = { word: 200, name: 700, told: 600, layout: 4_000, notes: 20_000 } as const;
const CHOSEN = /^[a-zA-Z]{1,20}$/;
const CLOSE_UPS: readonly unknown[] = ['scheduler', 'network'];

type Check = (value: unknown) => boolean;

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
  pins: arePins,
};

export function wrongInMoment(value: { readonly [name: string]: unknown }): string | undefined {
  return Object.entries(value).find(
    ([name, field]) => field !== undefined && !(Object.hasOwn(MOMENT, name) && MOMENT[name as keyof Moment](field)),
  )?.[0];
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
