// Models editors/sed.c of busybox: what its scripts make of lines (v1.36)

import { fails, linesOf, MOST_TEXT, says, type Told } from '../told.ts';
import type { Work } from '../work.ts';
import type { Match, Matcher } from './matcher.ts';
import { type Address, BadScript, NotModelledHere, parseSed, type SedOrder } from './sed-grammar.ts';

/** `sed [-n] [-E] SCRIPT`, `sed -e SCRIPT -e SCRIPT`; undefined: it asks for more than is modelled. */
export function sed(args: readonly string[], input: string, work: Work): Told | undefined {
  const scripts = args.filter((_, at) => /^-\w*e$/.test(args[at - 1] ?? ''));
  const flags = args.filter((word, at) => /^-\w/.test(word) && !/^-\w*e$/.test(args[at - 1] ?? '')).join('');
  const script = scripts.length > 0 ? scripts.join('\n') : (args.at(-1) ?? '');
  try {
    const orders = parseSed(script, /[Er]/.test(flags), work);
    return new Editor(orders, flags.includes('n'), work, input).run();
  } catch (error) {
    if (error instanceof NotModelledHere) return undefined;
    if (error instanceof BadScript) return fails(`sed: ${error.message}\n`);
    if (error instanceof TooLong) return { ...says(''), bursts: true };
    throw error;
  }
}

/** It holds more than any container has memory. */
class TooLong extends Error {}

/** What an order asks for: the next round, to go on at a place, the end. */
type Leap = 'next' | 'again' | 'end' | number | undefined;

class Editor {
  private said = '';
  private space = '';
  private hold = '';
  private behind = '';
  private at = 0;
  private code = 0;
  private hasSubstituted = false;
  private last: Matcher | undefined;
  private readonly lines: readonly string[];
  private readonly hasEnd: boolean;
  private readonly labels = new Map<string, number>();
  /** Ranges that have begun, with the line that ends them where it is known. */
  private readonly begun = new Map<SedOrder, number | undefined>();

  constructor(
    private readonly orders: readonly SedOrder[],
    private readonly isQuiet: boolean,
    private readonly work: Work,
    input: string,
  ) {
    for (const [place, { name, text }] of orders.entries()) if (name === ':') this.labels.set(text, place);
    for (const { name, text } of orders) {
      if ('btT'.includes(name) && text !== '' && !this.labels.has(text))
        throw new BadScript(`can't find label for jump to '${text}'`);
    }
    this.lines = linesOf(input);
    this.hasEnd = input.endsWith('\n');
  }

  run(): Told {
    let isKept = false;
    while (isKept || this.take()) {
      const leap = this.round();
      isKept = leap === 'again';
      if (leap !== 'next' && leap !== 'again' && leap !== 'end' && !this.isQuiet) this.say(this.space);
      if (leap === 'end') break;
      this.said += this.behind;
      this.behind = '';
    }
    return says(this.said, this.code);
  }

  private get isLast(): boolean {
    return this.at >= this.lines.length;
  }

  private take(): boolean {
    const line = this.lines[this.at];
    if (line === undefined) return false;
    this.at += 1;
    this.space = line;
    this.hasSubstituted = false;
    return true;
  }

  private say(text: string): void {
    this.grown(this.said.length + text.length);
    const isOpen = this.isLast && !this.hasEnd;
    this.said += isOpen ? text : `${text}\n`;
  }

  private grown(length: number): void {
    if (length > MOST_TEXT) throw new TooLong();
  }

  private round(): Leap {
    for (let place = 0; place < this.orders.length; place += 1) {
      const order = this.orders[place] as SedOrder;
      this.work.spend(1 + (this.space.length >> 4));
      const isChosen = order.name === ':' || this.isChosen(order) !== order.isNegated;
      if (!isChosen) {
        if (order.end !== undefined) place = order.end - 1;
        continue;
      }
      const leap = this.act(order);
      if (typeof leap === 'number') place = leap;
      else if (leap !== undefined) return leap;
    }
    return undefined;
  }

  private isChosen(order: SedOrder): boolean {
    const { from, until } = order;
    if (from === undefined) return true;
    if (until === undefined) return this.isLike(from);
    if (this.begun.has(order)) {
      const end = this.begun.get(order);
      if (end === undefined ? this.isLike(until) : this.at >= end) this.begun.delete(order);
      return end === undefined || this.at <= end;
    }
    const isFromStart = from.kind === 'line' && from.number === 0 && this.at === 1;
    if (!isFromStart && !this.isLike(from)) return false;
    const end = until.kind === 'line' ? until.number : until.kind === 'more' ? this.at + until.count : undefined;
    const isOver = end === undefined ? until.kind === 'last' && this.isLast : end <= this.at;
    if (!isOver && !(isFromStart && this.isLike(until))) this.begun.set(order, end);
    return true;
  }

  private isLike(address: Address): boolean {
    switch (address.kind) {
      case 'line':
        return this.at === address.number;
      case 'last':
        return this.isLast;
      case 'every':
        return address.step === 0
          ? this.at === address.first
          : this.at >= address.first && (this.at - address.first) % address.step === 0;
      case 'like':
        return this.used(address.matcher).test(this.space);
      default:
        return false;
    }
  }

  private used(matcher: Matcher | undefined): Matcher {
    this.last = matcher ?? this.last;
    if (this.last === undefined) throw new BadScript('no previous regexp');
    return this.last;
  }

  private act(order: SedOrder): Leap {
    const { name, text } = order;
    switch (name) {
      case '=':
        this.said += `${this.at}\n`;
        return undefined;
      case 'p':
        this.say(this.space);
        return undefined;
      case 'P':
        this.said += `${this.space.split('\n', 1)[0]}\n`;
        return undefined;
      case 'd':
        return 'next';
      case 'D': {
        const end = this.space.indexOf('\n');
        if (end < 0) return 'next';
        this.space = this.space.slice(end + 1);
        return 'again';
      }
      case 'n':
      case 'N':
        return this.more(name === 'N');
      case 'q':
      case 'Q':
        if (name === 'q' && !this.isQuiet) this.say(this.space);
        this.said += this.behind;
        this.code = Number(text) & 255;
        return 'end';
      case 'a':
        this.behind += text;
        return undefined;
      case 'i':
        this.said += text;
        return undefined;
      case 'c':
        if (order.until === undefined || order.isNegated || !this.begun.has(order)) this.said += text;
        return 'next';
      case 's':
        return this.substitute(order);
      case 'y':
        this.space = [...this.space].map((letter) => order.letters?.get(letter) ?? letter).join('');
        return undefined;
      case 'b':
        return this.leapTo(text);
      case 't':
      case 'T': {
        const leaps = this.hasSubstituted === (name === 't');
        this.hasSubstituted = false;
        return leaps ? this.leapTo(text) : undefined;
      }
      default:
        this.shift(name);
        return undefined;
    }
  }

  private leapTo(label: string): number {
    return label === '' ? this.orders.length : (this.labels.get(label) ?? this.orders.length);
  }

  /** What is exchanged with the space that is held. */
  private shift(name: string): void {
    const { space, hold } = this;
    if (name === 'g') this.space = hold;
    else if (name === 'G') this.space = `${space}\n${hold}`;
    else if (name === 'h') this.hold = space;
    else if (name === 'H') this.hold = `${hold}\n${space}`;
    else if (name === 'x') Object.assign(this, { space: hold, hold: space });
    else if (name === 'z') this.space = '';
    else if (name === 'l') throw new NotModelledHere();
    this.grown(this.space.length + this.hold.length);
  }

  /** The next line, in place of this one or behind it. */
  private more(isAdded: boolean): Leap {
    if (this.isLast) {
      // Of N the last line is shown, of n it is shown by the end of the round.
      if (!this.isQuiet) this.say(this.space);
      this.said += this.behind;
      return 'end';
    }
    if (!isAdded && !this.isQuiet) this.say(this.space);
    this.said += this.behind;
    this.behind = '';
    const { space, hasSubstituted } = this;
    this.take();
    this.hasSubstituted = hasSubstituted;
    if (isAdded) this.space = `${space}\n${this.space}`;
    return undefined;
  }

  private substitute({ substitution }: SedOrder): Leap {
    if (substitution === undefined) return undefined;
    const { instead, which, isAll, isPrinted } = substitution;
    const matcher = this.used(substitution.matcher);
    let next = '';
    let from = 0;
    let count = 0;
    for (const match of matcher.all(this.space)) {
      count += 1;
      if (count < which) continue;
      next += this.space.slice(from, match.start) + putIn(instead, this.space, match);
      this.grown(next.length);
      from = match.end;
      if (!isAll) break;
    }
    if (count < which) return undefined;
    next += this.space.slice(from);
    this.grown(next.length);
    this.space = next;
    this.hasSubstituted = true;
    if (isPrinted) this.say(next);
    return undefined;
  }
}

/** `&` is what was found, `\1` what the first group holds. */
function putIn(instead: string, text: string, match: Match): string {
  const found = text.slice(match.start, match.end);
  return instead.replace(/\\([\s\S])|&/g, (_, letter = '0') => {
    if (letter === '0') return found;
    if (/\d/.test(letter)) return match.groups[Number(letter) - 1] ?? '';
    return letter === 'n' ? '\n' : letter === 't' ? '\t' : letter;
  });
}
