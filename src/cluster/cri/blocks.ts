// Models the compound commands of a shell: if, for, while, until (v1.36)

import type { ScriptCommand } from '../images/script.ts';

export type Block =
  | { readonly kind: 'pipe'; readonly commands: readonly ScriptCommand[] }
  | { readonly kind: 'while' | 'until'; readonly condition: readonly Chained[]; readonly body: readonly Chained[] }
  | {
      readonly kind: 'for';
      readonly name: string;
      readonly values: readonly string[];
      readonly body: readonly Chained[];
    }
  | {
      readonly kind: 'if';
      readonly condition: readonly Chained[];
      readonly chosen: readonly Chained[];
      readonly otherwise: readonly Chained[];
    };

/** A block and what stands before it. */
export interface Chained {
  readonly after: ScriptCommand['after'];
  readonly block: Block;
}

const NOTHING: ReadonlySet<string> = new Set();
const DO = new Set(['do']);
const DONE = new Set(['done']);
const THEN = new Set(['then']);
const BRANCHES = new Set(['elif', 'else', 'fi']);
const FI = new Set(['fi']);

/** Simple commands put together to blocks; what does not fit is left as it is. */
export function blocks(commands: readonly ScriptCommand[]): readonly Chained[] {
  return new Builder(commands).list(NOTHING);
}

class Builder {
  private readonly rest: ScriptCommand[];

  constructor(commands: readonly ScriptCommand[]) {
    this.rest = [...commands];
  }

  /** Until a command begins with one of these words, which stays; or to the end. */
  list(ends: ReadonlySet<string>): readonly Chained[] {
    const items: Chained[] = [];
    for (;;) {
      const next = this.rest[0];
      if (next === undefined || ends.has(next.words[0] ?? '')) return items;
      items.push({ after: next.after, block: this.block(next) });
    }
  }

  private block(next: ScriptCommand): Block {
    const [word = '', name = '', , ...values] = next.words;
    switch (word) {
      case 'while':
      case 'until': {
        this.strip();
        const isNegated = this.takeNot();
        const kind = isNegated === (word === 'while') ? 'until' : 'while';
        const condition = this.list(DO);
        return { kind, condition, body: this.body() };
      }
      case 'for':
        this.rest.shift();
        return { kind: 'for', name, values, body: this.body() };
      case 'if':
        this.strip();
        return this.branches();
      case '{':
      case '}':
        this.strip();
        return this.rest[0] === undefined ? { kind: 'pipe', commands: [] } : this.block(this.rest[0]);
      default:
        return this.pipe();
    }
  }

  private branches(): Block {
    const isNegated = this.takeNot();
    const condition = this.list(THEN);
    this.strip();
    const first = this.list(BRANCHES);
    let second: readonly Chained[] = [];
    const word = this.rest[0]?.words[0];
    this.strip();
    if (word === 'elif') second = [{ after: ';', block: this.branches() }];
    else if (word === 'else') {
      second = this.list(FI);
      this.strip();
    }
    return { kind: 'if', condition, chosen: isNegated ? second : first, otherwise: isNegated ? first : second };
  }

  private body(): readonly Chained[] {
    this.strip();
    const body = this.list(DONE);
    this.rest.shift();
    return body;
  }

  private pipe(): Block {
    const commands: ScriptCommand[] = [];
    do commands.push(this.rest.shift() as ScriptCommand);
    while (this.rest[0]?.after === '|');
    return { kind: 'pipe', commands };
  }

  private takeNot(): boolean {
    const isNegated = this.rest[0]?.words[0] === '!';
    if (isNegated) this.strip();
    return isNegated;
  }

  /** Takes the keyword off the next command. */
  private strip(): void {
    const next = this.rest[0];
    if (next === undefined) return;
    if (next.words.length < 2) this.rest.shift();
    else this.rest[0] = { ...next, after: ';', words: next.words.slice(1) };
  }
}
