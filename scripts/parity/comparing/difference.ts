export type Section = 'writes' | 'events' | 'objects' | 'etcd' | 'output' | 'run';
export type DifferenceKind = 'missing' | 'extra' | 'changed' | 'order';

/** One field that is not as recorded. `undefined` is absence. */
export interface FieldDifference {
  readonly path: string;
  readonly want: string | undefined;
  readonly got: string | undefined;
}

export interface Difference {
  readonly scenario: string;
  readonly section: Section;
  readonly kind: DifferenceKind;
  /** Who wrote; '' outside writes and events. */
  readonly writer: string;
  /** Verb and subresource; for output the command line. */
  readonly action: string;
  readonly object: string;
  readonly fields: readonly FieldDifference[];
  /** Where to look: places in the recording and in the run. */
  readonly where: string;
  /** Set when the difference is declared in known-differences.ts. */
  readonly known?: string;
}

export interface Tally {
  readonly matched: number;
  readonly changed: number;
  readonly missing: number;
  readonly extra: number;
}

export interface ScenarioReport {
  readonly scenario: string;
  readonly description: string;
  readonly tallies: { readonly [section in Section]: Tally };
  readonly differences: readonly Difference[];
  /** Writes that may or may not happen: conflicts that were retried, heartbeats, tokens of the components. */
  readonly optional: number;
  /** The seed it was run with; none when two recordings were compared. */
  readonly seed?: number;
}

export const NO_TALLY: Tally = { matched: 0, changed: 0, missing: 0, extra: 0 };

export function fieldDifferences(
  want: ReadonlyMap<string, string | undefined>,
  got: ReadonlyMap<string, string | undefined>,
  prefix = '',
): FieldDifference[] {
  const found: FieldDifference[] = [];
  for (const [path, value] of want) {
    const other = got.get(path);
    if (value !== other || !got.has(path))
      found.push({
        path: prefix + path,
        want: value ?? '(removed)',
        got: got.has(path) ? (other ?? '(removed)') : undefined,
      });
  }
  for (const [path, value] of got) {
    if (!want.has(path)) found.push({ path: prefix + path, want: undefined, got: value ?? '(removed)' });
  }
  return found;
}
