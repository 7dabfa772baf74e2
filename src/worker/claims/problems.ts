import type { Said } from '../../scenarios/index.ts';
import { type Claim, said } from './claim.ts';
import type { Evidence } from './evidence.ts';
import { opened } from './opens.ts';
import { unresolved } from './references.ts';

/** What of a part's sentence the run contradicts, and what of it nothing holds; empty when it is true. */
export function partProblems(evidence: Evidence, held: readonly (RegExp | Claim)[]): readonly string[] {
  const claims = held.map((each) => (each instanceof RegExp ? said(each) : each));
  const { en, zh } = evidence.part.text;
  return [
    ...opened(evidence),
    ...claims.flatMap((claim) => {
      const problem = claim.problem(evidence);
      return problem === undefined ? [] : [`${claim.text}: ${problem}`];
    }),
    ...unresolved(en, evidence, claims).map((problem) => `en: ${problem}`),
    ...unresolved(zh, evidence, claims).map((problem) => `zh: ${problem}`),
  ];
}

/** The same of the paragraph about the whole scenario: what it names must be in one of the parts. */
export function goalProblems(
  { en, zh }: Said,
  parts: readonly Evidence[],
  held: readonly (readonly (RegExp | Claim)[])[],
): readonly string[] {
  const claims = held.flat().map((each) => (each instanceof RegExp ? said(each) : each));
  return [en, zh].flatMap((goal) => {
    const [first = [], ...others] = parts.map((part) => unresolved(goal, part, claims));
    return first.filter((problem) => others.every((problems) => problems.includes(problem)));
  });
}
