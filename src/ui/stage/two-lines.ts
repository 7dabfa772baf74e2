/** Breaks a short label into at most two lines of about `most` letters, at a space or a hyphen. */
export function twoLines(text: string, most: number): readonly string[] {
  const parts = text.match(/[^ \-：]+[-：]?|-+/g) ?? [text];
  if (lengthOf(text) <= most || parts.length === 1) return [clip(text, most)];
  let first = '';
  let at = 0;
  for (const part of parts) {
    const joined = joinedWith(first, part);
    if (first !== '' && lengthOf(joined) > most) break;
    first = joined;
    at += 1;
  }
  const rest = parts.slice(at).reduce(joinedWith, '');
  return rest === '' ? [clip(first, most)] : [clip(first, most), clip(rest, most)];
}

function joinedWith(text: string, part: string): string {
  return text === '' || /[-：]$/.test(text) ? text + part : `${text} ${part}`;
}

/** In small letters; those of Chinese are wider than two, capitals a little wider than one. */
function lengthOf(text: string): number {
  let length = 0;
  for (const letter of text) length += letter > '\u2e7f' ? 2.2 : letter >= 'A' && letter <= 'Z' ? 1.15 : 1;
  return length;
}

function clip(text: string, most: number): string {
  if (lengthOf(text) <= most + 1) return text;
  let shown = '';
  for (const letter of text) {
    if (lengthOf(shown + letter) > most - 1) break;
    shown += letter;
  }
  return `${shown}…`;
}
