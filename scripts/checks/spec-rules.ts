const RULE = /^\s*(?:[-*]\s+|#+\s+|\|\s*|\d+\.\s+)?(?:\*\*|`)?([A-Z]{1,6}\d{1,4}[a-z]?)(?:\*\*|`)?(?=[\s:.|—–-])/;
const ID = /[A-Z]{1,6}\d{1,4}[a-z]?/g;
const CITATION = /(['"`])((?:[A-Z]{1,6}\d{1,4}[a-z]?)(?:(?:\s*[,/&+]\s*|\s+and\s+)[A-Z]{1,6}\d{1,4}[a-z]?)*):\s/g;

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

/** The ids that the titles of a test file cite: `it('RS3: …')`, `it('RS3, RS4: …')`. */
export function citationsOf(test: string): readonly string[] {
  return [...test.matchAll(CITATION)].flatMap((match) => match[2]?.match(ID) ?? []);
}

export interface SpecSources {
  readonly specs: ReadonlyMap<string, string>;
  readonly tests: ReadonlyMap<string, string>;
}

/**
 * Rules that no test cites, citations of no rule, and rules stated twice. A test belongs to the SPEC.md files of its own
 * folder and of those above; a test that has none above (in e2e, say) may cite any rule.
 */
export function specViolations({ specs, tests }: SpecSources): readonly string[] {
  const violations: string[] = [];
  const uncited = new Map<string, Set<string>>();
  for (const [path, text] of specs) {
    const ids = rulesOf(text);
    uncited.set(path, new Set(ids));
    for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index))) {
      violations.push(`${path}: ${id} is stated twice`);
    }
  }
  const prefixes = new Set([...specs.values()].flatMap((text) => rulesOf(text).map(prefixOf)));
  for (const [path, text] of tests) {
    const above = [...specs.keys()].filter((spec) => path.startsWith(spec.slice(0, spec.lastIndexOf('/') + 1)));
    const candidates = above.length > 0 ? above : [...specs.keys()];
    for (const id of new Set(citationsOf(text))) {
      const stating = candidates.filter((spec) => rulesOf(specs.get(spec) as string).includes(id));
      for (const spec of stating) uncited.get(spec)?.delete(id);
      if (stating.length === 0 && (above.length > 0 || prefixes.has(prefixOf(id)))) {
        violations.push(`${path}: cites ${id}, which ${candidates.join(' and ')} does not state`);
      }
    }
  }
  for (const [path, ids] of uncited) for (const id of ids) violations.push(`${path}: no test title cites ${id}`);
  return violations;
}

function prefixOf(id: string): string {
  return id.replace(/\d.*$/, '');
}
