// Models staging/src/k8s.io/kubectl/pkg/cmd/util/editor/editoptions.go editHeader, editResults and util/helpers.go StripComments (v1.36)

import { equalJson } from '../../../../api/go/json.ts';
import { parseManifests } from '../../../../api/yaml/index.ts';
import { problemWith } from '../../manifests/manifests.ts';

/** Why a file is opened again. */
export interface Reason {
  readonly head: string;
  readonly others: readonly string[];
}

/** What stands at the head of the file: what it is, and what was wrong with it when it was saved last. */
export function headOf(first: string, reasons: readonly Reason[]): string {
  const told = reasons.map(({ head, others }) => {
    const each = others.map((other) => `# * ${hashed(other)}\n`).join('');
    return `# ${hashed(head)}${others.length > 0 ? ':' : ''}\n${each}#\n`;
  });
  return `${first}${told.join('')}`;
}

const hashed = (text: string): string => text.replace(/\n(?=[^#])/g, '\n# ');

/** Without the lines that are comments as a whole. */
export function withoutComments(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*#(?!!)/.test(line))
    .join('\n');
}

export const hasLines = (text: string): boolean => text.split('\n').some((line) => /^\s*[^\s#]/.test(line));

/** Whether two files say the same; where one cannot be read, whether they are the same text. */
export function saysTheSame(left: string, right: string): boolean {
  const both = [left, right].map((text) => parseManifests(withoutComments(text)));
  if (both.some(({ errors }) => errors.length > 0)) return withoutComments(left) === withoutComments(right);
  const [one, other] = both.map(({ documents }) => documents.map(({ object }) => object));
  return equalJson(one, other);
}

/** What is wrong with a file before anybody looks at its fields. */
export function fileProblem(text: string): string | undefined {
  const { documents, errors } = parseManifests(withoutComments(text));
  const [error] = errors;
  if (error !== undefined) return error.message.replace(/^error converting YAML to JSON: /, '');
  return problemWith(documents[0]?.object ?? null);
}
