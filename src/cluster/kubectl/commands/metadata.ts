import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { type Failure, failure, isFailure } from '../errors.ts';
import type { Session } from '../session.ts';
import { type Fetched, fetchTargets, MERGE, sendChange } from './change.ts';

type Field = 'annotations' | 'labels';

/** `key=value` sets, `key-` removes: the value is then null. */
type Changes = ReadonlyMap<string, string | null>;

const WORDS = {
  annotations: { manager: 'kubectl-annotate', noun: 'annotation', set: 'annotated', removed: 'annotated' },
  labels: { manager: 'kubectl-label', noun: 'label', set: 'labeled', removed: 'unlabeled' },
} as const;

/** Models staging/src/k8s.io/kubectl/pkg/cmd/annotate/annotate.go and label/label.go (v1.36) */
export function* annotateOrLabel(
  session: Session,
  words: readonly string[],
  options: Options,
  field: Field,
): Process<number | Failure> {
  const first = words.findIndex((word, at) => at > 0 && isChange(word));
  if (first < 0) return failure(`at least one ${WORDS[field].noun} update is required`);
  const late = words.slice(first).find((word) => !isChange(word));
  if (late !== undefined) {
    return failure(`all resources must be specified before ${WORDS[field].noun} changes: ${late}`);
  }
  const changes = parseChanges(words.slice(first));
  if (changes.size < words.length - first && contradicts(words.slice(first))) {
    return failure(
      `can not both modify and remove ${field === 'labels' ? 'a label' : 'an annotation'} in the same command`,
    );
  }
  const fetched = yield* fetchTargets(session, words.slice(0, first), options);
  if (isFailure(fetched)) return fetched;
  for (const target of fetched) {
    const result = yield* changeOne(session, target, field, changes, options);
    if (isFailure(result)) return result;
  }
  return 0;
}

function isChange(word: string): boolean {
  return /^[^/=]*\/?[^=]*=/.test(word) || /[^/]-$/.test(word);
}

function contradicts(words: readonly string[]): boolean {
  return words.some((word) => word.endsWith('-') && words.some((other) => other.startsWith(`${word.slice(0, -1)}=`)));
}

function parseChanges(words: readonly string[]): Changes {
  return new Map(
    words.map((word) => {
      const equals = word.indexOf('=');
      return equals < 0 ? [word.slice(0, -1), null] : [word.slice(0, equals), word.slice(equals + 1)];
    }),
  );
}

function* changeOne(
  session: Session,
  target: Fetched,
  field: Field,
  changes: Changes,
  options: Options,
): Process<undefined | Failure> {
  const { manager, set, removed } = WORDS[field];
  const present = target.object.metadata[field] ?? {};
  const clash = [...changes].find(([key, value]) => isOverwriting(present[key], value));
  if (clash !== undefined && !options.is('overwrite')) return refusal(field, clash[0], present[clash[0]] ?? '');
  if (field === 'labels') {
    for (const [key, value] of changes) {
      if (value === null && present[key] === undefined) session.print(`label "${key}" not found.\n`);
    }
    if ([...changes].every(([key, value]) => (present[key] ?? null) === value)) {
      session.print(`${target.label} not labeled\n`);
      return undefined;
    }
  }
  const done = [...changes.values()].every((value) => value === null) ? removed : set;
  const patch = { metadata: { [field]: Object.fromEntries(changes) } };
  return yield* sendChange(session, target, { manager, done, contentType: MERGE, patch });
}

function isOverwriting(before: string | undefined, after: string | null): boolean {
  return before !== undefined && after !== null && before !== after;
}

function refusal(field: Field, key: string, value: string): Failure {
  const taken = `'${key}' already has a value (${value})`;
  return failure(
    field === 'labels'
      ? `${taken}, and --overwrite is false`
      : `--overwrite is false but found the following declared annotation(s): ${taken}`,
  );
}
