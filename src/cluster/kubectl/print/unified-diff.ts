/** One line of an edit script. */
interface Edit {
  readonly kind: ' ' | '-' | '+';
  readonly text: string;
}

const CONTEXT = 3;

/**
 * The hunks that `diff -u` prints for two texts, without the two lines that name the files; '' when they are equal.
 *
 * Models analyze.c and io.c of GNU diffutils, which kubectl diff runs (v1.36)
 */
export function unifiedHunks(before: string, after: string): string {
  if (before === after) return '';
  const edits = editScript(linesOf(before), linesOf(after));
  const hunks: string[] = [];
  for (const { from, to } of hunkRanges(edits)) hunks.push(hunkText(edits, from, to));
  return hunks.join('');
}

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  else lines[lines.length - 1] += '\n\\ No newline at end of file';
  return lines;
}

/** The shortest script: deletions come before insertions. */
function editScript(a: readonly string[], b: readonly string[]): readonly Edit[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1;
  const [gone, come] = changed(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const deleted = a.map((_, at) => gone[at - head] === true);
  const added = b.map((_, at) => come[at - head] === true);
  slide(a, deleted, added);
  slide(b, added, deleted);
  const edits: Edit[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    while (i < a.length && deleted[i] === true) edits.push({ kind: '-', text: a[i++] as string });
    while (j < b.length && added[j] === true) edits.push({ kind: '+', text: b[j++] as string });
    if (i >= a.length || j >= b.length) {
      if (i < a.length && deleted[i] !== true) break;
      if (j < b.length && added[j] !== true) break;
      continue;
    }
    edits.push({ kind: ' ', text: a[i++] as string });
    j += 1;
  }
  return edits;
}

/** Which lines are not in the longest common subsequence. */
function changed(a: readonly string[], b: readonly string[]): readonly [boolean[], boolean[]] {
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] =
        a[i] === b[j]
          ? (longest[(i + 1) * width + j + 1] as number) + 1
          : Math.max(longest[(i + 1) * width + j] as number, longest[i * width + j + 1] as number);
    }
  }
  const gone = a.map(() => true);
  const come = b.map(() => true);
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      gone[i] = false;
      come[j] = false;
      i += 1;
      j += 1;
    } else if ((longest[(i + 1) * width + j] as number) >= (longest[i * width + j + 1] as number)) i += 1;
    else j += 1;
  }
  return [gone, come];
}

/**
 * A run of changes may stand elsewhere when equal lines surround it. GNU diff merges it with its neighbours, then puts it
 * as far down as it can, or where the other file has changes too. `i` walks one file, `j` the other.
 */
function slide(lines: readonly string[], marks: boolean[], others: readonly boolean[]): void {
  const end = lines.length;
  let i = 0;
  let j = 0;
  for (;;) {
    while (i < end && marks[i] !== true) {
      while (others[j++] === true);
      i += 1;
    }
    if (i >= end) return;
    let start = i;
    while (marks[++i] === true);
    while (others[j] === true) j += 1;
    let beside = end;
    let length: number;
    do {
      length = i - start;
      while (start > 0 && lines[start - 1] === lines[i - 1]) {
        marks[--start] = true;
        marks[--i] = false;
        while (marks[start - 1] === true) start -= 1;
        while (others[--j] === true);
      }
      beside = others[j - 1] === true ? i : end;
      while (i !== end && lines[start] === lines[i]) {
        marks[start++] = false;
        marks[i++] = true;
        while (marks[i] === true) i += 1;
        while (others[++j] === true) beside = i;
      }
    } while (length !== i - start);
    while (beside < i) {
      marks[--start] = true;
      marks[--i] = false;
      while (others[--j] === true);
    }
  }
}

function hunkRanges(edits: readonly Edit[]): readonly { readonly from: number; readonly to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  edits.forEach(({ kind }, at) => {
    if (kind === ' ') return;
    const from = Math.max(0, at - CONTEXT);
    const to = Math.min(edits.length, at + CONTEXT + 1);
    const last = ranges[ranges.length - 1];
    if (last !== undefined && from <= last.to) last.to = to;
    else ranges.push({ from, to });
  });
  return ranges;
}

function hunkText(edits: readonly Edit[], from: number, to: number): string {
  const count = (kinds: string, upTo: number, since = 0) =>
    edits.slice(since, upTo).filter(({ kind }) => kinds.includes(kind)).length;
  const side = (kinds: string) => {
    const length = count(kinds, to, from);
    const first = count(kinds, from) + (length === 0 ? 0 : 1);
    return length === 1 ? String(first) : `${first},${length}`;
  };
  const body = edits.slice(from, to).map(({ kind, text }) => `${kind}${text}\n`);
  return `@@ -${side(' -')} +${side(' +')} @@\n${body.join('')}`;
}
