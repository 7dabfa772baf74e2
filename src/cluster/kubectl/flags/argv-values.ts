// Models github.com/spf13/pflag and strconv as kubectl reads the values of flags (v1.36)

import { readGoDuration } from '../../../api/values/duration.ts';

/** `whole` numbers have 64 bits, `short` ones 32, those of a `level` besides no base but ten. */
export type Form = 'whole' | 'short' | 'level' | 'duration' | 'switch';

/** What is wrong with a value, in pflag's words. A flag that takes nothing is a switch. */
export function valueProblem(
  { name, letter, is = 'switch' }: { readonly name: string; readonly letter?: string; readonly is?: Form },
  value: string,
): string | undefined {
  const wrong = problemOf(value, is);
  if (wrong === undefined) return undefined;
  const shown = letter === undefined ? `--${name}` : `-${letter}, --${name}`;
  return `invalid argument ${goQuote(value)} for "${shown}" flag: ${wrong}`;
}

/** A number as everybody writes it; other values as they are. */
export function normalValue(text: string, form: Form): string {
  return isWhole(form) ? String(wholeNumber(text, form)) : text;
}

export function isTrue(text: string): boolean {
  return TRUTHS.includes(text);
}

const TRUTHS: readonly string[] = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const FALSEHOODS: readonly string[] = ['0', 'f', 'F', 'FALSE', 'false', 'False'];

type Whole = 'whole' | 'short' | 'level';

const isWhole = (form: Form): form is Whole => form === 'whole' || form === 'short' || form === 'level';

const DECIMAL = /^[-+]?\d+$/;
/** Digits may be kept apart by `_`; a first zero means base eight. */
const ANY_BASE =
  /^[-+]?(?:0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?[0-7])*|[1-9](?:_?[0-9])*)$/;

/** Models strconv.ParseInt; undefined where the text is no number. */
function wholeNumber(text: string, form: Whole): bigint | undefined {
  if (!(form === 'level' ? DECIMAL : ANY_BASE).test(text)) return undefined;
  const digits = text.replace(/^[-+]/, '').replaceAll('_', '');
  const isOctal = form !== 'level' && /^0\d/.test(digits);
  const size = BigInt(isOctal ? `0o${digits.slice(1)}` : digits);
  return text.startsWith('-') ? -size : size;
}

/** Models strconv.ParseInt and time.ParseDuration as pflag reports them. */
function problemOf(text: string, is: Form): string | undefined {
  if (is === 'switch') {
    const known = TRUTHS.includes(text) || FALSEHOODS.includes(text);
    return known ? undefined : `strconv.ParseBool: parsing ${goQuote(text)}: invalid syntax`;
  }
  if (is === 'duration') {
    const read = readGoDuration(text);
    return typeof read === 'string' ? read : undefined;
  }
  const value = wholeNumber(text, is);
  if (value === undefined) return `strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`;
  return value === BigInt.asIntN(is === 'whole' ? 64 : 32, value)
    ? undefined
    : `strconv.ParseInt: parsing ${goQuote(text)}: value out of range`;
}

function goQuote(text: string): string {
  return JSON.stringify(text);
}
