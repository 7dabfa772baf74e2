import { hexDigits } from '../../base/bytes/hex.ts';
import { compareText } from './json.ts';

export interface GoJsonOptions {
  /** Keys in alphabetical order, as Go writes maps; otherwise in the order they have. */
  readonly sortKeys?: boolean;
  /** Blanks a level; none writes everything on one line. */
  readonly indent?: number;
}

/** A text that is written as it is: the usual case. */
const PLAIN = /^[ !#-%'-;=?-[\]-~\u00a0-\u2027\u2030-\ud7ff]*$/;
const ESCAPED = /[<>&\u2028\u2029]/g;

/** A text as Go writes it in JSON: `<`, `>` and `&` as `\u003c` and so on. Models the Go standard library, encoding/json */
function goJsonString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(ESCAPED, (each) => `\\u${hexDigits(each.charCodeAt(0), 4)}`);
}

/** JSON as Go writes it. Fields that are undefined are left out. */
export function goJson(value: unknown, options: GoJsonOptions = {}): string {
  const writer = new Writer(options.sortKeys ?? false, options.indent ?? 0);
  writer.write(value, 0);
  return writer.text;
}

class Writer {
  text = '';
  readonly #sort: boolean;
  readonly #indent: number;

  constructor(sort: boolean, indent: number) {
    this.#sort = sort;
    this.#indent = indent;
  }

  write(value: unknown, depth: number): void {
    if (typeof value === 'string') this.text += goJsonString(value);
    else if (typeof value === 'number') this.text += String(value);
    else if (typeof value === 'boolean') this.text += value ? 'true' : 'false';
    else if (Array.isArray(value)) this.#list(value, depth);
    else if (typeof value === 'object' && value !== null) this.#object(value as Record<string, unknown>, depth);
    else this.text += 'null';
  }

  #list(list: readonly unknown[], depth: number): void {
    if (list.length === 0) {
      this.text += '[]';
      return;
    }
    for (let i = 0; i < list.length; i += 1) {
      this.text += i === 0 ? '[' : ',';
      this.#line(depth + 1);
      this.write(list[i], depth + 1);
    }
    this.#line(depth);
    this.text += ']';
  }

  #object(object: Readonly<Record<string, unknown>>, depth: number): void {
    const keys = Object.keys(object);
    if (this.#sort) keys.sort(compareText);
    let first = true;
    for (const key of keys) {
      const value = object[key];
      if (value === undefined) continue;
      this.text += first ? '{' : ',';
      first = false;
      this.#line(depth + 1);
      this.text += goJsonString(key) + (this.#indent > 0 ? ': ' : ':');
      this.write(value, depth + 1);
    }
    if (first) {
      this.text += '{}';
      return;
    }
    this.#line(depth);
    this.text += '}';
  }

  #line(depth: number): void {
    if (this.#indent > 0) this.text += `\n${' '.repeat(this.#indent * depth)}`;
  }
}
