// Models editors/awk.c of busybox: what a program makes of lines (v1.36)

import { linesOf, MOST_TEXT, type Told } from '../told.ts';
import { printf } from '../word-tools.ts';
import type { Work } from '../work.ts';
import { NotModelled, parseAwk, type Rule, type Statement, type Value } from './awk-grammar.ts';
import { BadPattern, matcherOf } from './line-patterns.ts';
import type { Matcher } from './matcher.ts';

/** A text that may count as a number, as what is read does. */
interface Read {
  readonly text: string;
}
type Cell = number | string | Read;

const NOTHING: Read = { text: '' };
const NOWHERE = { start: -1, end: -2 };
/** What one step of a program comes to, and how many letters are as much work as one. */
const STEP = 50;
const LETTERS = 16;
/** What a text begins with that counts; and a text that is nothing else. */
const AMOUNT = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/;
const NUMERAL = new RegExp(`${AMOUNT.source}\\s*$`);
const KEY_SIGN = '\u001c';

type Leap = 'break' | 'continue' | 'next' | 'exit';

/** `awk PROGRAM` with its flags; undefined: it asks for more than is modelled. */
export function awk(args: readonly string[], input: string, work: Work): Told | undefined {
  try {
    const flags = args.slice(0, -1);
    return new Machine(parseAwk(args.at(-1) ?? ''), flags, work).run(linesOf(input));
  } catch (error) {
    if (error instanceof BadPattern) return { stdout: '', stderr: `awk: bad regex: ${error.message}\n`, exitCode: 1 };
    if (error instanceof TooMuch) return { stdout: '', stderr: '', exitCode: 0, bursts: true };
    if (!(error instanceof NotModelled)) throw error;
    return undefined;
  }
}

/** It holds more than any container has memory. */
class TooMuch extends Error {}

/** How much is held, in letters or fields. */
function held(amount: number): void {
  if (amount > MOST_TEXT) throw new TooMuch();
}

class Machine {
  private readonly names = new Map<string, Cell>([
    ['FS', ' '],
    ['OFS', ' '],
    ['ORS', '\n'],
    ['NR', 0],
    ['FNR', 0],
    ['SUBSEP', KEY_SIGN],
  ]);
  private readonly arrays = new Map<string, Map<string, Cell>>();
  private readonly open = new Set<Rule>();
  private line = '';
  private fields: string[] = [];
  private said = '';
  private code = 0;
  /** Expressions that were read before. */
  private readonly matchers = new Map<string, Matcher>();

  constructor(
    private readonly rules: readonly Rule[],
    flags: readonly string[],
    private readonly work: Work,
  ) {
    for (const [at, word] of flags.entries()) {
      const value = word.length > 2 ? word.slice(2) : (flags[at + 1] ?? '');
      if (word.startsWith('-F')) this.names.set('FS', value === 't' ? '\t' : value.replaceAll('\\t', '\t'));
      if (!word.startsWith('-v')) continue;
      const end = value.indexOf('=');
      this.names.set(value.slice(0, end), { text: value.slice(end + 1) });
    }
  }

  run(lines: readonly string[]): Told {
    let leap = this.all('BEGIN');
    if (leap !== 'exit' && this.rules.some(({ when }) => when !== 'BEGIN')) {
      for (const [at, line] of lines.entries()) {
        this.names.set('NR', at + 1);
        this.names.set('FNR', at + 1);
        this.take(line);
        leap = this.all('line');
        if (leap === 'exit') break;
      }
      if (this.all('END') === 'exit') leap = 'exit';
    }
    return { stdout: this.said, stderr: '', exitCode: this.code };
  }

  private all(when: Rule['when']): Leap | undefined {
    for (const rule of this.rules) {
      if (rule.when !== when || !this.isChosen(rule)) continue;
      if (rule.body === undefined) this.said += `${this.line}\n`;
      const leap = rule.body === undefined ? undefined : this.act(rule.body);
      if (leap === 'next' || leap === 'exit') return leap;
    }
    return undefined;
  }

  private isChosen(rule: Rule): boolean {
    const { from, until } = rule;
    if (from === undefined) return true;
    if (until === undefined) return this.isSo(from);
    if (!this.open.has(rule) && !this.isSo(from)) return false;
    this.open.add(rule);
    if (this.isSo(until)) this.open.delete(rule);
    return true;
  }

  private take(line: string): void {
    this.line = line;
    this.fields = this.parts(line, this.textOf(this.nameOf('FS')));
    this.names.set('NF', this.fields.length);
  }

  private parts(text: string, sign: string): string[] {
    if (sign === ' ') return text.trim() === '' ? [] : text.trim().split(/\s+/);
    if (text === '') return [];
    return sign.length === 1 ? text.split(sign) : splitAt(text, this.matcher(sign));
  }

  // Statements

  private act(statement: Statement): Leap | undefined {
    this.work.spend(STEP);
    switch (statement.kind) {
      case 'value':
        this.cell(statement.value);
        return undefined;
      case 'print':
        this.print(statement.values);
        return undefined;
      case 'printf':
        this.said += this.formatted(statement.values);
        return undefined;
      case 'block':
        for (const each of statement.body) {
          const leap = this.act(each);
          if (leap !== undefined) return leap;
        }
        return undefined;
      case 'if':
        if (this.isSo(statement.condition)) return this.act(statement.chosen);
        return statement.otherwise === undefined ? undefined : this.act(statement.otherwise);
      case 'loop':
        return this.loop(statement);
      case 'each':
        for (const key of [...this.array(statement.of).keys()]) {
          this.names.set(statement.name, { text: key });
          const leap = this.act(statement.body);
          if (leap === 'break') break;
          if (leap === 'next' || leap === 'exit') return leap;
        }
        return undefined;
      case 'delete':
        if (statement.keys === undefined) this.array(statement.name).clear();
        else this.array(statement.name).delete(this.keyOf(statement.keys));
        return undefined;
      case 'exit':
        if (statement.code !== undefined) this.code = this.numberOf(this.cell(statement.code)) & 255;
        return 'exit';
      default:
        return statement.kind;
    }
  }

  private loop(loop: Extract<Statement, { readonly kind: 'loop' }>): Leap | undefined {
    if (loop.first !== undefined) this.act(loop.first);
    for (let isFirst = loop.isBodyFirst === true; ; isFirst = false) {
      if (!isFirst && loop.condition !== undefined && !this.isSo(loop.condition)) return undefined;
      const leap = this.act(loop.body);
      if (leap === 'break') return undefined;
      if (leap === 'next' || leap === 'exit') return leap;
      if (loop.last !== undefined) this.act(loop.last);
    }
  }

  private print(values: readonly Value[]): void {
    const texts = values.length === 0 ? [this.line] : values.map((value) => this.text(value));
    this.said += texts.join(this.textOf(this.nameOf('OFS'))) + this.textOf(this.nameOf('ORS'));
  }

  private formatted(values: readonly Value[]): string {
    const [format = '', ...given] = values.map((value) => this.cell(value));
    const places = this.textOf(format).match(/%[-0+ #]*\d*(?:\.\d+)?[a-zA-Z]/g) ?? [];
    const texts = places.map((place, at) => {
      const cell = given[at] ?? NOTHING;
      if (place.endsWith('c')) return typeof cell === 'number' ? String.fromCharCode(cell) : this.textOf(cell);
      return place.endsWith('s') ? this.textOf(cell) : String(this.numberOf(cell));
    });
    return printf([this.textOf(format).replaceAll('\\', '\\\\'), ...texts]).stdout;
  }

  // Values

  private isSo(value: Value): boolean {
    if (value.kind === 'pattern') return this.matcher(value.text).test(this.line);
    const cell = this.cell(value);
    if (typeof cell === 'number') return cell !== 0;
    if (typeof cell === 'string') return cell !== '';
    return NUMERAL.test(cell.text) ? Number(cell.text) !== 0 : cell.text !== '';
  }

  private text(value: Value): string {
    return this.textOf(this.cell(value));
  }

  private textOf(cell: Cell): string {
    if (typeof cell === 'string') return cell;
    if (typeof cell !== 'number') return cell.text;
    return Number.isInteger(cell) ? String(cell) : String(Number(cell.toPrecision(6)));
  }

  private numberOf(cell: Cell): number {
    if (typeof cell === 'number') return cell;
    const text = typeof cell === 'string' ? cell : cell.text;
    return Number(AMOUNT.exec(text)?.[0] ?? 0);
  }

  private nameOf(name: string): Cell {
    return this.names.get(name) ?? NOTHING;
  }

  private array(name: string): Map<string, Cell> {
    let found = this.arrays.get(name);
    if (found === undefined) {
      found = new Map();
      this.arrays.set(name, found);
    }
    return found;
  }

  private keyOf(keys: readonly Value[]): string {
    return keys.map((key) => this.text(key)).join(KEY_SIGN);
  }

  private cell(value: Value): Cell {
    switch (value.kind) {
      case 'number':
        return value.number;
      case 'text':
        return value.text;
      case 'pattern':
        return Number(this.matcher(value.text).test(this.line));
      case 'name':
        return this.nameOf(value.name);
      case 'element': {
        const array = this.array(value.name);
        const key = this.keyOf(value.keys);
        const found = array.get(key);
        if (found === undefined) array.set(key, NOTHING);
        return found ?? NOTHING;
      }
      case 'field':
        return this.field(this.numberOf(this.cell(value.of)));
      case 'has':
        return Number(this.array(value.name).has(this.keyOf(value.keys)));
      case 'unary':
        if (value.sign === '(') return this.cell(value.of);
        if (value.sign === '!') return Number(!this.isSo(value.of));
        return this.numberOf(this.cell(value.of)) * (value.sign === '-' ? -1 : 1);
      case 'binary':
        return this.binary(value.sign, value.left, value.right);
      case 'choice':
        return this.cell(this.isSo(value.condition) ? value.chosen : value.otherwise);
      case 'assign': {
        const right = this.cell(value.value);
        if (value.sign === '') return this.put(value.to, right);
        return this.put(value.to, counted(value.sign, this.numberOf(this.cell(value.to)), this.numberOf(right)));
      }
      case 'step': {
        const before = this.numberOf(this.cell(value.of));
        this.put(value.of, before + value.by);
        return value.isAfter ? before : before + value.by;
      }
      case 'call':
        return this.call(value.name, value.values);
    }
  }

  private field(at: number): Cell {
    return { text: at === 0 ? this.line : (this.fields[at - 1] ?? '') };
  }

  private put(to: Value, cell: Cell): Cell {
    if (to.kind === 'element') this.array(to.name).set(this.keyOf(to.keys), cell);
    else if (to.kind === 'field') this.putField(this.numberOf(this.cell(to.of)), this.textOf(cell));
    else if (to.kind === 'name') {
      this.names.set(to.name, cell);
      if (to.name === 'NF') this.resize(this.numberOf(cell));
    }
    return cell;
  }

  private putField(at: number, text: string): void {
    if (at === 0) return this.take(text);
    held(at);
    while (this.fields.length < at) this.fields.push('');
    this.fields[at - 1] = text;
    this.resize(this.fields.length);
  }

  private resize(count: number): void {
    held(count);
    this.fields = Array.from({ length: count }, (_, at) => this.fields[at] ?? '');
    this.names.set('NF', count);
    this.line = this.fields.join(this.textOf(this.nameOf('OFS')));
  }

  private binary(sign: string, left: Value, right: Value): Cell {
    if (sign === '&&') return Number(this.isSo(left) && this.isSo(right));
    if (sign === '||') return Number(this.isSo(left) || this.isSo(right));
    if (sign === '~' || sign === '!~') return Number(this.pattern(right).test(this.text(left)) === (sign === '~'));
    const [one, two] = [this.cell(left), this.cell(right)];
    if (sign === '') {
      const whole = this.textOf(one) + this.textOf(two);
      held(whole.length);
      return whole;
    }
    if (!/^[<>=!]/.test(sign)) return counted(sign, this.numberOf(one), this.numberOf(two));
    const order =
      isNumeric(one) && isNumeric(two)
        ? this.numberOf(one) - this.numberOf(two)
        : compared(this.textOf(one), this.textOf(two));
    const isSo = { '<': order < 0, '<=': order <= 0, '==': order === 0, '!=': order !== 0, '>': order > 0 }[sign];
    return Number(isSo ?? order >= 0);
  }

  private pattern(value: Value | undefined): Matcher {
    if (value === undefined) throw new NotModelled();
    return this.matcher(value.kind === 'pattern' ? value.text : this.text(value));
  }

  private matcher(text: string): Matcher {
    let found = this.matchers.get(text);
    if (found === undefined) {
      found = matcherOf([text], { isExtended: true, work: this.work });
      this.matchers.set(text, found);
    }
    return found;
  }

  private call(name: string, values: readonly Value[]): Cell {
    const [first, second, third] = values;
    const text = (value: Value | undefined): string => {
      const whole = value === undefined ? this.line : this.text(value);
      this.work.spend(whole.length / LETTERS);
      return whole;
    };
    switch (name) {
      case 'length':
        return first?.kind === 'name' && this.arrays.has(first.name) ? this.array(first.name).size : text(first).length;
      case 'toupper':
        return text(first).toUpperCase();
      case 'tolower':
        return text(first).toLowerCase();
      case 'int':
        return Math.trunc(this.numberOf(first === undefined ? this.field(0) : this.cell(first)));
      case 'index':
        return text(first).indexOf(text(second)) + 1;
      case 'sprintf':
        return this.formatted(values);
      case 'substr': {
        const from = second === undefined ? 1 : Math.round(this.numberOf(this.cell(second)));
        const end = third === undefined ? Number.POSITIVE_INFINITY : from + Math.round(this.numberOf(this.cell(third)));
        return text(first).slice(Math.max(0, from - 1), Math.max(0, end - 1));
      }
      case 'match': {
        const { start, end } = this.pattern(second).find(text(first)) ?? NOWHERE;
        this.names.set('RSTART', start + 1);
        this.names.set('RLENGTH', end - start);
        return start + 1;
      }
      case 'split':
        return this.split(text(first), second, third);
      default:
        return this.substitute(name === 'gsub', values);
    }
  }

  private split(text: string, into: Value | undefined, sign: Value | undefined): number {
    if (into?.kind !== 'name') throw new NotModelled();
    const by =
      sign?.kind === 'pattern' ? undefined : sign === undefined ? this.textOf(this.nameOf('FS')) : this.text(sign);
    const parts = by === undefined ? splitAt(text, this.pattern(sign)) : this.parts(text, by);
    const array = this.array(into.name);
    array.clear();
    for (const [at, part] of parts.entries()) array.set(String(at + 1), { text: part });
    return parts.length;
  }

  private substitute(isAll: boolean, [pattern, put, into]: readonly Value[]): number {
    const to: Value = into ?? { kind: 'field', of: { kind: 'number', number: 0 } };
    const text = this.text(to);
    const instead = put === undefined ? '' : this.text(put);
    let count = 0;
    let from = 0;
    let next = '';
    for (const { start, end } of this.pattern(pattern).all(text)) {
      count += 1;
      held(text.length + next.length + instead.length);
      const found = text.slice(start, end);
      next += text.slice(from, start) + instead.replace(/\\&|&/g, (sign) => (sign === '&' ? found : '&'));
      from = end;
      if (!isAll) break;
    }
    next += text.slice(from);
    if (count > 0) this.put(to, next);
    return count;
  }
}

/** The parts between what is like an expression. */
function splitAt(text: string, matcher: Matcher): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of matcher.all(text)) {
    if (end === start) continue;
    parts.push(text.slice(from, start));
    from = end;
  }
  return [...parts, text.slice(from)];
}

const isNumeric = (cell: Cell): boolean =>
  typeof cell === 'number' ||
  (typeof cell === 'object' && (cell.text === '' ? cell === NOTHING : NUMERAL.test(cell.text)));

const compared = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

function counted(sign: string, left: number, right: number): number {
  switch (sign) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
    case '%':
      if (right === 0) throw new NotModelled();
      return sign === '/' ? left / right : left % right;
    default: {
      if (!Number.isInteger(right) || right < 0 || right > 1024) throw new NotModelled();
      let value = 1;
      for (let times = 0; times < right; times += 1) value *= left;
      return value;
    }
  }
}
