const RULE = /^\s*(?:[-*]\s+|#+\s+|\|\s*|\d+\.\s+)?(?:\*\*|`)?([A-Z]{1,6}\d{1,4}[a-z]?)(?:\*\*|`)?(?=[\s:.|—–-])/;
const ID = /[A-Z]{1,6}\d{1,4}[a-z]?/g;
const LIST = String.raw`[A-Z]{1,6}\d{1,4}[a-z]?(?:(?:\s*[,/&+]\s*|\s+and\s+|\s+)[A-Z]{1,6}\d{1,4}[a-z]?)*`;
/** A title that begins with rules, or ends with some in brackets. */
const CITATION = new RegExp(`['"\`](${LIST}):\\s|\\((${LIST})\\)['"\`]`, 'g');

/** The ids of the rules that a SPEC.md states: a line, bullet, heading or table row that begins with one. */
export function rulesOf(spec: string): readonly string[] {
  const ids: string[] = [];
  let fenced = false;
  for (const line of spec.split('\n')) {
    if (/^\s*```/.test(line)) fenced = !fenced;
    const id = fenced ? undefined : RULE.exec(line)?.[1];
    if (id !== undefined) ids.push(id);
  }
  return ids;
}

/** The ids that the titles of a test file cite: `it('RS3: …')`, `it('RS3, RS4: …')`, `it('… (WQ1)')`. */
export function citationsOf(test: string): readonly string[] {
  return [...test.matchAll(CITATION)].flatMap((match) => (match[1] ?? match[2] ?? '').match(ID) ?? []);
}

/** More rules than that are found by headings only. */
const MOST_WITHOUT_HEADINGS = 20;

/** Rules that stand before one with a lower number of the same heading, and long lists without headings. */
export function specDisorder(path: string, spec: string): readonly string[] {
  const found: string[] = [];
  let last = new Map<string, number>();
  let [rules, headings] = [0, 0];
  for (const line of spec.split('\n')) {
    if (/^#{2,} /.test(line)) {
      last = new Map();
      headings += 1;
    }
    const id = RULE.exec(line)?.[1];
    if (id === undefined || !/^\s*- /.test(line)) continue;
    rules += 1;
    const [prefix, number] = [prefixOf(id), Number(/\d+/.exec(id)?.[0])];
    if (number < (last.get(prefix) ?? 0)) found.push(`${path}: ${id} stands behind ${prefix}${last.get(prefix)}`);
    last.set(prefix, number);
  }
  if (rules > MOST_WITHOUT_HEADINGS && headings === 0) found.push(`${path}: ${rules} rules, and no heading`);
  return found;
}

export interface SpecSources {
  readonly specs: ReadonlyMap<string, string>;
  readonly tests: ReadonlyMap<string, string>;
}

/**
 * Rules that no test cites, citations of no rule, and rules stated twice. A citation means the rule of a SPEC.md in the
 * test's own folder or above; when none there states it, that of any other, since a test may show a neighbour's rule too.
 */
export function specViolations({ specs, tests }: SpecSources): readonly string[] {
  const violations: string[] = [];
  const stated = new Map<string, readonly string[]>();
  const uncited = new Map<string, Set<string>>();
  for (const [path, text] of specs) {
    const ids = rulesOf(text);
    stated.set(path, ids);
    uncited.set(path, new Set(ids));
    for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index))) {
      violations.push(`${path}: ${id} is stated twice`);
    }
  }
  const prefixes = new Set([...stated.values()].flat().map(prefixOf));
  for (const [path, text] of tests) {
    for (const id of new Set(citationsOf(text))) {
      const stating = [...stated.keys()].filter((spec) => stated.get(spec)?.includes(id));
      const above = stating.filter((spec) => path.startsWith(spec.slice(0, spec.lastIndexOf('/') + 1)));
      for (const spec of above.length > 0 ? above : stating) uncited.get(spec)?.delete(id);
      // Other ids, as in `HTTP2: …`, are no citations.
      if (stating.length === 0 && prefixes.has(prefixOf(id)))
        violations.push(`${path}: cites ${id}, which no SPEC.md states`);
    }
  }
  for (const [path, ids] of uncited) for (const id of ids) violations.push(`${path}: no test title cites ${id}`);
  return violations;
}

function prefixOf(id: string): string {
  return id.replace(/\d.*$/, '');
}
