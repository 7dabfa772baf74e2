// Models jq 1.6 src/jv_parse.c, as far as it says what is wrong with a text (v1.36)

type Slip = { readonly message: string; readonly end: number; readonly isAtEnd?: true };

/** What stands open: an array or object and how many members it has, or a key that waits for its value. */
type Open = { readonly of: 'array' | 'object' | 'key'; members: number };

const NAMED: ReadonlyMap<string, string> = new Map([
  ['t', 'true'],
  ['f', 'false'],
  ['n', 'null'],
]);

/** A word outside of quotes; undefined: it is a value. */
function wrongWord(word: string): string | undefined {
  const name = NAMED.get(word.charAt(0));
  if (name !== undefined) return word === name ? undefined : 'Invalid literal';
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(word) ? undefined : 'Invalid numeric literal';
}

/** The first thing that is wrong with the value that begins at `from`, and behind which sign that is known. */
export function slipIn(text: string, from: number): Slip | undefined {
  const reading = new Reading();
  for (let at = from; at < text.length; at += 1) {
    const message = reading.take(text.charAt(at));
    if (message !== undefined) return { message, end: at + 1 };
    if (reading.isDone) return undefined;
  }
  const message = reading.end();
  return message === undefined ? undefined : { message, end: text.length, isAtEnd: true };
}

class Reading {
  private word = '';
  private inText: 'no' | 'yes' | 'escaped' = 'no';
  private readonly open: Open[] = [];
  /** A value stands before what comes next. */
  private next: 'nothing' | 'text' | 'value' = 'nothing';

  get isDone(): boolean {
    return this.open.length === 0 && this.next !== 'nothing';
  }

  take(char: string): string | undefined {
    if (this.inText !== 'no') return this.inside(char);
    if (!/[\s"[{:,\]}]/.test(char)) {
      this.word += char;
      return undefined;
    }
    const wrong = this.endWord();
    if (wrong !== undefined) return wrong;
    if (char === '"') this.inText = 'yes';
    else if (!/\s/.test(char)) {
      // What was whole has been handed on by then.
      if (this.open.length === 0) this.next = 'nothing';
      return this.sign(char);
    }
    return undefined;
  }

  end(): string | undefined {
    if (this.inText !== 'no') return 'Unfinished string';
    return this.endWord() ?? (this.open.length > 0 ? 'Unfinished JSON term' : undefined);
  }

  private inside(char: string): string | undefined {
    if (this.inText === 'escaped') this.inText = 'yes';
    else if (char === '\\') this.inText = 'escaped';
    else if (char === '"') {
      this.inText = 'no';
      return this.value('text');
    }
    return undefined;
  }

  private endWord(): string | undefined {
    const { word } = this;
    this.word = '';
    return word === '' ? undefined : (wrongWord(word) ?? this.value('value'));
  }

  private value(next: 'text' | 'value'): string | undefined {
    if (this.next !== 'nothing') return 'Expected separator between values';
    this.next = next;
    return undefined;
  }

  private sign(char: string): string | undefined {
    const top = this.open.at(-1);
    switch (char) {
      case '[':
      case '{':
        if (this.next !== 'nothing') return 'Expected separator between values';
        this.open.push({ of: char === '[' ? 'array' : 'object', members: 0 });
        return undefined;
      case ':':
        if (this.next === 'nothing') return "Expected string key before ':'";
        if (top?.of !== 'object') return "':' not as part of an object";
        if (this.next !== 'text') return 'Object keys must be strings';
        this.next = 'nothing';
        this.open.push({ of: 'key', members: 0 });
        return undefined;
      case ',':
        if (this.next === 'nothing') return "Expected value before ','";
        return top?.of === 'object' ? 'Objects must consist of key:value pairs' : this.member();
      case ']':
        if (top?.of !== 'array') return "Unmatched ']'";
        if (this.next === 'nothing' && top.members > 0) return 'Expected another array element';
        return this.close();
      default:
        if (this.next !== 'nothing')
          return top?.of === 'key' ? this.closeAll() : 'Objects must consist of key:value pairs';
        if (top?.of !== 'object') return "Unmatched '}'";
        return top.members > 0 ? 'Expected another key-value pair' : this.close();
    }
  }

  /** What stands before a comma is a member of what is open. */
  private member(): undefined {
    this.next = 'nothing';
    if (this.open.at(-1)?.of === 'key') this.open.pop();
    const whole = this.open.at(-1);
    if (whole !== undefined) whole.members += 1;
  }

  private closeAll(): undefined {
    this.open.pop();
    return this.close();
  }

  private close(): undefined {
    this.open.pop();
    this.next = 'value';
  }
}
