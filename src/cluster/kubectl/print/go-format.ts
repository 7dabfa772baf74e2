// Models the Go standard library, fmt.Sprintf, for the verbs that templates use

import { quote } from '../../../api/go/quote.ts';
import { hexDigits } from '../../../base/bytes/hex.ts';
import { utf8 } from '../../../base/bytes/utf8.ts';
import { goValueOf, plain, typeOf, type Value } from './go-template-values.ts';

export const shown = (value: Value): string => (value === undefined ? '<nil>' : goValueOf(value));

export function formatted(format: string, values: readonly Value[]): string {
  let at = 0;
  const text = format.replace(
    /%([-+ 0#]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g,
    (_, flags: string, width: string | undefined, precision: string | undefined, verb: string) => {
      if (verb === '%') return '%';
      if (at >= values.length) return `%!${verb}(MISSING)`;
      const value = values[at];
      at += 1;
      const one = oneFormatted(plain(value), verb, precision) ?? (verb === 'T' ? typeOf(value) : undefined);
      const wide = Number(width ?? 0);
      const isNumber = typeof plain(value) === 'number';
      const widened = (short: string): string => {
        const signed = flags.includes('+') && isNumber && !short.startsWith('-') ? `+${short}` : short;
        if (flags.includes('-')) return signed.padEnd(wide);
        return signed.padStart(wide, flags.includes('0') && isNumber ? '0' : ' ');
      };
      if (one !== undefined) return widened(one);
      return value === undefined ? `%!${verb}(<nil>)` : `%!${verb}(${typeOf(value)}=${widened(goValueOf(value))})`;
    },
  );
  const extra = values.slice(at).map(typed);
  return extra.length === 0 ? text : `${text}%!(EXTRA ${extra.join(', ')})`;
}

const typed = (value: Value): string => (value === undefined ? '<nil>' : `${typeOf(value)}=${goValueOf(value)}`);

const hexOf = (byte: number): string => hexDigits(byte, 2);

/** The character of a number; what is none is shown as a character that could not be read. */
function runeOf(code: number): string {
  const isCharacter = code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

/** Between single quotes the double one needs no escape, the single one does. */
function quotedRune(rune: string): string {
  if (rune === '"') return `'"'`;
  return rune === "'" ? `'\\''` : `'${quote(rune).slice(1, -1)}'`;
}

function oneFormatted(value: Value, verb: string, precision: string | undefined): string | undefined {
  const whole = typeof value === 'number' && Number.isInteger(value);
  switch (verb) {
    case 'v':
      return shown(value);
    case 's':
      if (typeof value === 'number' || typeof value === 'boolean' || value === undefined) return undefined;
      return precision === undefined ? shown(value) : shown(value).slice(0, Number(precision));
    case 'q':
      if (whole) return quotedRune(runeOf(value));
      return typeof value === 'string' ? quote(value) : undefined;
    case 'c':
      return whole ? runeOf(value) : undefined;
    case 'd':
      return whole ? String(value) : undefined;
    case 'x':
      if (typeof value === 'string') return utf8(value).map(hexOf).join('');
      return whole ? value.toString(16) : undefined;
    case 'f':
      return typeof value === 'number' && !whole ? value.toFixed(Number(precision ?? 6)) : undefined;
    case 't':
      return typeof value === 'boolean' ? String(value) : undefined;
    default:
      return undefined;
  }
}
