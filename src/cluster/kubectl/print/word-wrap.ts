// Models github.com/mitchellh/go-wordwrap/wordwrap.go as kubectl v1.36 has it

const SPACE = /[^\S\n\u00a0]/;

/** Breaks between words before a line is longer than `limit`. Spaces at a break fall away; a word longer than a line stays whole. */
export function wrapWords(text: string, limit: number): string {
  const line = new Line(limit);
  for (const letter of text) {
    if (letter === '\n') line.end();
    else if (SPACE.test(letter)) line.space(letter);
    else line.letter(letter);
  }
  return line.rest();
}

/** What is not certain yet to stand in this line: a word, and the spaces before it. */
class Line {
  private written = '';
  private length = 0;
  private word: string[] = [];
  private spaces: string[] = [];

  constructor(private readonly limit: number) {}

  space(letter: string): void {
    if (this.spaces.length === 0 || this.word.length > 0) this.write();
    this.spaces.push(letter);
  }

  letter(letter: string): void {
    this.word.push(letter);
    const isTooLong = this.length + this.word.length + this.spaces.length > this.limit;
    if (!isTooLong || this.word.length >= this.limit) return;
    this.written += '\n';
    this.length = 0;
    this.spaces = [];
  }

  end(): void {
    if (this.word.length === 0 && this.length + this.spaces.length > this.limit) this.spaces = [];
    this.write();
    this.written += '\n';
    this.length = 0;
  }

  rest(): string {
    if (this.word.length === 0 && this.length + this.spaces.length > this.limit) return this.written;
    this.write();
    return this.written;
  }

  private write(): void {
    this.length += this.spaces.length + this.word.length;
    this.written += this.spaces.join('') + this.word.join('');
    this.spaces = [];
    this.word = [];
  }
}
