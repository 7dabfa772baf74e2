import type { Looks, Settings } from './contract.ts';

/** What came from outside, before anybody has looked at it. */
export type Fields = { readonly [name: string]: unknown };

/** More text than any manifest or line has would only be a mistake, or harm. */
const LONGEST = 1_000_000;
const LONGEST_NAME = 700;
/** More steps than any story has. */
const MOST_STEPS = 10_000_000;

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

export function isText(value: unknown, most = LONGEST): value is string {
  return typeof value === 'string' && value.length <= most;
}

export function isWhole(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= MOST_STEPS;
}

type Check = (value: unknown) => boolean;
type Checks<T> = { readonly [name in keyof T]-?: Check };

const oneOf =
  (...allowed: readonly unknown[]): Check =>
  (value) =>
    allowed.includes(value);

const between =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;

export const SETTINGS: Checks<Settings> = {
  grain: oneOf('scene', 'beat', 'step', 'detail'),
  scope: oneOf('story', 'everything'),
  actor: (value) => isText(value, LONGEST_NAME),
  object: (value) => isText(value, LONGEST_NAME),
  speed: between(1 / 8, 16),
  motion: oneOf('full', 'none'),
  range: (value) => value === null || isRange(value),
};

export const LOOKS: Checks<Looks> = {
  theme: oneOf('light', 'dark', 'auto'),
  lang: oneOf('en', 'zh'),
  scale: between(0.5, 3),
  panel: (value) => isText(value, 40),
};

function isRange(value: unknown): value is readonly [number, number] {
  return (
    Array.isArray(value) && value.length === 2 && isWhole(value[0], 1) && isWhole(value[1], 1) && value[0] <= value[1]
  );
}

/** The fields that are known here; undefined where one of them is not what it should be. */
export function checked<T>(fields: Fields, checks: Checks<T>): Partial<T> | undefined {
  const known = Object.entries(checks as { readonly [name: string]: Check }).flatMap(([name, isRight]) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return value === undefined ? [] : [[name, value, isRight(value)] as const];
  });
  if (known.some(([, , isRight]) => !isRight)) return undefined;
  return Object.fromEntries(known.map(([name, value]) => [name, value])) as Partial<T>;
}
