// Models jq 1.6 src/builtin.c, f_format: @csv, @tsv, @base64 and the like (v1.36)

import { base64, fromBase64 } from '../../../base/bytes/base64.ts';
import { JqError, told, write } from './jq-values.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : write(value, {}));

export function formatted(name: string, value: unknown): string {
  switch (name) {
    case '@text':
      return textOf(value);
    case '@json':
      return write(value, {});
    case '@base64':
      return base64(textOf(value));
    case '@base64d':
      return fromBase64(textOf(value)) ?? '';
    case '@html':
      return textOf(value).replace(/[<>&'"]/g, (sign) => HTML.get(sign) ?? sign);
    case '@uri':
      return encodeURIComponent(textOf(value)).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      );
    case '@sh':
      return (Array.isArray(value) ? value : [value]).map(quoted).join(' ');
    case '@csv':
      return rowOf(value, 'csv')
        .map((one) => (typeof one === 'string' ? `"${one.replaceAll('"', '""')}"` : plain(one, 'csv')))
        .join(',');
    case '@tsv':
      return rowOf(value, 'tsv')
        .map((one) => (typeof one === 'string' ? escaped(one) : plain(one, 'tsv')))
        .join('\t');
    default:
      throw new JqError(`${name.slice(1)} is not a valid format`);
  }
}

const HTML: ReadonlyMap<string, string> = new Map([
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['&', '&amp;'],
  ["'", '&#39;'],
  ['"', '&quot;'],
]);

function quoted(value: unknown): string {
  if (typeof value === 'object' && value !== null) throw new JqError(`${told(value)} can not be escaped for shell`);
  return typeof value === 'string' ? `'${value.replaceAll("'", `'\\''`)}'` : write(value, {});
}

function rowOf(value: unknown, format: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new JqError(`${told(value)} cannot be ${format}-formatted, only an array can be`);
  return value;
}

function plain(value: unknown, format: string): string {
  if (value === null) return '';
  if (typeof value === 'object') throw new JqError(`${told(value)} is not valid in a ${format} row`);
  return write(value, {});
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
