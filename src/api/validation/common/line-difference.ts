const CONTEXT = 3;

interface Step {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** A unified difference without file names. */
export function lineDifference(before: readonly string[], after: readonly string[]): string {
  const steps = compareLines(before, after);
  let text = '';
  let at = 0;
  while (at < steps.length) {
    const first = steps.findIndex((step, i) => i >= at && step.mark !== ' ');
    if (first < 0) break;
    const from = Math.max(at, first - CONTEXT);
    let last = first;
    for (let i = first; i < steps.length && i - last <= 2 * CONTEXT; i += 1) if (steps[i]?.mark !== ' ') last = i;
    const to = Math.min(steps.length, last + CONTEXT + 1);
    text += hunk(steps, from, to);
    at = to;
  }
  return text;
}

function hunk(steps: readonly Step[], from: number, to: number): string {
  const shown = steps.slice(from, to);
  const oldStart = steps.slice(0, from).filter((step) => step.mark !== '+').length + 1;
  const newStart = steps.slice(0, from).filter((step) => step.mark !== '-').length + 1;
  const oldCount = shown.filter((step) => step.mark !== '+').length;
  const newCount = shown.filter((step) => step.mark !== '-').length;
  const body = shown.map((step) => `${step.mark}${step.text}\n`).join('');
  return `@@ -${oldStart},${oldCount} +${newStart},${newCount} @@\n${body}`;
}

/** Removed lines come before added ones. */
function compareLines(before: readonly string[], after: readonly string[]): readonly Step[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const same = (text: string): Step => ({ mark: ' ', text });
  return [
    ...before.slice(0, start).map(same),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/** By the longest common subsequence; the middles are short. */
function middle(before: readonly string[], after: readonly string[]): readonly Step[] {
  const width = after.length + 1;
  const longest = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] =
        before[i] === after[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
    }
  }
  const steps: Step[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      steps.push({ mark: ' ', text: before[i] ?? '' });
      i += 1;
      j += 1;
    } else if (
      i < before.length &&
      (j >= after.length || (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0))
    ) {
      steps.push({ mark: '-', text: before[i] ?? '' });
      i += 1;
    } else {
      steps.push({ mark: '+', text: after[j] ?? '' });
      j += 1;
    }
  }
  return steps;
}
