/** Changes a page, but for its blocks of code. */
export function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('');
}

/** Lines that end what stands before them, and lines that nothing goes on from. */
const BEGINS = /^\s*(?:$|[-*] |\d+\. |[>|#<])/;
const ENDS = /^\s*(?:$|[|#<])/;
const PUNCTUATION = '，。、；：！？（）“”《》…';
/** Between them Chinese has no space; between Chinese and Latin letters one is usual. */
const SEAM = new RegExp(`[${PUNCTUATION}]\\n|\\n[${PUNCTUATION}]|\\p{Script=Han}\\n\\p{Script=Han}`, 'u');

/** Where a line of a Chinese page ends in its source, a browser shows a space: the lines of a paragraph become one. */
export function withoutLineEnds(text: string): string {
  if (text.startsWith('---\n')) return text;
  return outsideCode(text, (part) => {
    const lines: string[] = [];
    for (const line of part.split('\n')) {
      const before = lines.at(-1);
      const goesOn = before !== undefined && !ENDS.test(before) && !BEGINS.test(line);
      if (goesOn && SEAM.test(`${before}\n${line.trimStart()}`)) lines.push(lines.pop() + line.trimStart());
      else lines.push(line);
    }
    return lines.join('\n');
  });
}

const HEADING = /^(#{1,6}) (.+)$/gm;

/** What the headings of a page are called in addresses, as on GitHub: a second one of the same name has a number. */
export function anchorsIn(text: string): readonly string[] {
  const counts = new Map<string, number>();
  const found: string[] = [];
  outsideCode(text, (part) => {
    for (const [, , heading = ''] of part.matchAll(HEADING)) {
      const anchor = heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-');
      const count = counts.get(anchor) ?? 0;
      counts.set(anchor, count + 1);
      found.push(count === 0 ? anchor : `${anchor}-${count}`);
    }
    return part;
  });
  return found;
}

/** The page with these anchors, so that a link to one leads to the same place in every language. */
export function withAnchors(text: string, anchors: readonly string[]): string {
  let place = 0;
  return outsideCode(text, (part) =>
    part.replace(HEADING, (whole) => {
      const anchor = anchors[place];
      place += 1;
      return anchor === undefined ? whole : `${whole} {#${anchor}}`;
    }),
  );
}
