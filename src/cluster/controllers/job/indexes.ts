/** `0,2-4,7`: what of an Indexed Job is done. Models pkg/controller/job/indexed_job_utils.go orderedIntervals (v1.36) */
export function parseIndexes(text: string | undefined, completions = Number.POSITIVE_INFINITY): Set<number> {
  const indexes = new Set<number>();
  for (const part of (text ?? '').split(',')) {
    if (part === '') continue;
    const [first = '', last = first] = part.split('-');
    const end = Math.min(Number(last), completions - 1);
    for (let index = Number(first); index <= end; index += 1) indexes.add(index);
  }
  return indexes;
}

/** Two neighbours are told apart by a comma; from three on they are a range. */
export function formatIndexes(indexes: ReadonlySet<number>): string {
  const order = [...indexes].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let at = 0; at < order.length; ) {
    const first = order[at] as number;
    let length = 1;
    while (order[at + length] === first + length) length += 1;
    if (length === 1) parts.push(String(first));
    else parts.push(`${first}${length === 2 ? ',' : '-'}${first + length - 1}`);
    at += length;
  }
  return parts.join(',');
}

export function firstMissing(taken: ReadonlySet<number>, count: number, completions: number): readonly number[] {
  const missing: number[] = [];
  for (let index = 0; index < completions && missing.length < count; index += 1) {
    if (!taken.has(index)) missing.push(index);
  }
  return missing;
}
