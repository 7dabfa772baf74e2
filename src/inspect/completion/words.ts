/** The command that is being typed: its words so far, and the one that is to be completed. */
export interface Typed {
  /** As the shell would read them, without what follows the cursor. */
  readonly words: readonly string[];
  /** The beginning of the word at the cursor. */
  readonly word: string;
  /** Where it begins in the text. */
  readonly from: number;
  /** The quote that it is in, which has to stay open. */
  readonly quote: string;
  /** It names a file: `> WORD`. */
  readonly isRedirect: boolean;
}

/** What a line is made of: text in quotes, which may lack the closing one, what a backslash stands before, space, or a character. */
const PIECE = /(["'])((?:(?!\1).)*)(\1?)|\\(.?)|[ \t]+|./gs;
const ENDS_COMMAND = /^[|;&\n(){}]$/;
/** Words of the shell that a command may stand behind. */
const BEFORE = /^(?:do|then|else|if|elif|while|until|!|time|sudo)$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** Reads a line up to the cursor as a shell does, whether it is whole or not. */
export function typedAt(text: string, at: number): Typed {
  const reading = new Reading();
  for (const { 0: piece, 1: quote, 2: quoted, 3: closed, 4: escaped, index } of text.slice(0, at).matchAll(PIECE)) {
    if (quote !== undefined) reading.add(quoted ?? '', index, closed === '' ? quote : '');
    else if (escaped !== undefined) reading.add(escaped, index);
    else if (/^[ \t]/.test(piece)) reading.endWord();
    else if (piece === '<' || piece === '>') reading.redirect();
    else if (ENDS_COMMAND.test(piece) && !(reading.isInWord && /[{}]/.test(piece))) reading.endCommand(piece);
    else reading.add(piece, index);
  }
  return reading.typedAt(at);
}

/** A command as far as it was read. */
class Reading {
  private words: string[] = [];
  private word: { readonly text: string; readonly from: number } | undefined;
  private quote = '';
  private isRedirect = false;

  get isInWord(): boolean {
    return this.word !== undefined;
  }

  add(text: string, from: number, quote = ''): void {
    this.word = this.word === undefined ? { text, from } : { ...this.word, text: this.word.text + text };
    this.quote = quote;
  }

  endWord(): void {
    if (this.word === undefined) return;
    const { text } = this.word;
    const isBeforeCommand = this.words.length === 0 && (BEFORE.test(text) || ASSIGNMENT.test(text));
    if (!this.isRedirect && !isBeforeCommand) this.words.push(text);
    this.isRedirect = false;
    this.word = undefined;
  }

  redirect(): void {
    // The number before it is no word.
    if (!/^\d$/.test(this.word?.text ?? '')) this.endWord();
    this.word = undefined;
    this.isRedirect = true;
  }

  endCommand(by: string): void {
    if (by === '&' && this.isRedirect) return;
    this.endWord();
    this.words = [];
    this.isRedirect = false;
  }

  typedAt(at: number): Typed {
    const { words, quote, isRedirect } = this;
    const { text: word, from } = this.word ?? { text: '', from: at };
    return { words, word, from, quote, isRedirect };
  }
}
