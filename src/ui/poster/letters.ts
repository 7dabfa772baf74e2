/** How wide a text is, in units of its letters' size: no browser is asked, the poster is made where there is none. */
export function widthOf(words: string, size: number): number {
  let width = 0;
  for (const letter of words) width += letterWidth(letter);
  return width * size;
}

function letterWidth(letter: string): number {
  if (letter > '\u2e7f') return 1;
  if (/[ijl .,:;'|!]/.test(letter)) return 0.3;
  if (/[frtI\-()/]/.test(letter)) return 0.4;
  return /[A-Zmw@—…]/.test(letter) ? 0.72 : 0.56;
}

/** Lines of at most so many pixels; what has no room on the last one ends in dots. */
export function wrapped(words: string, size: number, width: number, most: number): readonly string[] {
  const lines: string[] = [''];
  // Chinese breaks between any two letters, other scripts at spaces.
  for (const word of words.match(/[\u2e80-\uffff][，。：；、）”]?|[^\s\u2e80-\uffff]+\s*|\s+/g) ?? []) {
    const line = (lines.at(-1) ?? '') + word;
    if (lines.at(-1) === '' || widthOf(line.trimEnd(), size) <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  const shown = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (shown.length <= most) return shown;
  return [...shown.slice(0, most - 1), cut(shown.slice(most - 1).join(' '), size, width)];
}

export function cut(words: string, size: number, width: number): string {
  if (widthOf(words, size) <= width) return words;
  let shown = words;
  while (shown !== '' && widthOf(`${shown}…`, size) > width) shown = shown.slice(0, -1);
  return `${shown.trimEnd()}…`;
}
