/** A setting's check: what is wrong with its value, said behind its name; undefined where nothing is. */
export type Check = (value: unknown) => string | undefined;

export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

export function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && least <= (value as number) && (value as number) <= most;
}

/** The first problem of a list's elements, with its place. */
export function inEach(value: readonly unknown[], problemOf: Check): string | undefined {
  for (const [at, each] of value.entries()) {
    const problem = problemOf(each);
    if (problem !== undefined) return `[${at}]${problem}`;
  }
  return undefined;
}

/** The first problem of a thing's fields, with its name; one that nobody knows is a problem, too. */
export function inFields(
  value: { readonly [name: string]: unknown },
  checks: { readonly [name: string]: Check },
  what: string,
): string | undefined {
  for (const [name, each] of Object.entries(value)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) return `.${name} is no setting of ${what}`;
    const problem = each === undefined ? undefined : check(each);
    if (problem !== undefined) return `.${name}${problem}`;
  }
  return undefined;
}
