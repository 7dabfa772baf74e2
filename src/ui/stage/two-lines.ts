/** Breaks a short label into at most two lines of about `most` letters, at a space or a hyphen. */
export function twoLines(text: string, most: number): readonly string[] {
  const parts = text.match(/[^ \-：]+[-：]?|-+/g) ?? [text];
  if (lengthOf(text) <= most) return [text];
  if (parts.length === 1) return atHump(text, most) ?? [clip(text, most)];
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

/** A word like TokenRequest breaks before a capital, when both halves then have room. */
function atHump(text: string, most: number): readonly string[] | undefined {
  for (let at = text.length - 2; at > 1; at -= 1) {
    const halves = [text.slice(0, at), text.slice(at)];
    if (/[a-z][A-Z][a-z]/.test(text.slice(at - 1, at + 2)) && halves.every((half) => lengthOf(half) <= most + 1))
      return halves;
  }
  return undefined;
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
