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
  if (words.length === 0)
    return failure('one or more resources must be specified as <resource> <name> or <resource>/<name>');
  const found = words.findIndex((word, at) => (at > 0 || options.has('filename')) && isChange(word));
  const first = found < 0 ? words.length : found;
  if (found < 0 && !options.is('list')) return failure(`at least one ${WORDS[field].noun} update is required`);
  if (options.is('local') && first > 0) {
    return failure('can only use local files by -f pod.yaml or --filename=pod.json when --local=true is set');
  }
  const late = words.slice(first).find((word) => !isChange(word));
  if (late !== undefined) {
    return failure(`all resources must be specified before ${WORDS[field].noun} changes: ${late}`);
  }
  const changes = parseChanges(words.slice(first));
  if (changes.size < words.length - first && contradicts(words.slice(first))) {
    const keys = [...changes].filter(([key]) => removesAndSets(words.slice(first), key)).map(([key]) => key);
    return failure(
      field === 'labels'
        ? 'can not both modify and remove a label in the same command'
        : `can not both modify and remove the following annotation(s) in the same command: ${keys.join(', ')}`,
    );
  }
  const wrong = field === 'labels' ? [...changes].find(([, value]) => !isLabelValue(value ?? '')) : undefined;
  if (wrong !== undefined) {
    return failure(`invalid label value: "${wrong[0]}=${wrong[1]}": a valid label ${LABEL_VALUE_RULE}`);
  }
  const fetched = yield* fetchTargets(session, words.slice(0, first), options);
  if (isFailure(fetched)) return fetched;
  if (options.is('list')) return list(session, fetched, field);
  for (const target of fetched) {
    const result = yield* changeOne(session, target, field, changes, options);
    if (isFailure(result)) return result;
  }
  return 0;
}

/** Those of several objects are set apart. */
function list(session: Session, fetched: readonly Fetched[], field: Field): number {
  const isOne = fetched.length === 1;
  for (const { object, resource, name } of fetched) {
    const all = Object.entries(object.metadata[field] ?? {}).sort();
    if (!isOne) session.complain(`Listing ${field} for ${resource.kind}.${resource.group}/${name}:\n`);
    for (const [key, value] of all) session.print(`${isOne ? '' : ' '}${key}=${value}\n`);
  }
  return 0;
}

const LABEL_VALUE = /^(?:(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const LABEL_VALUE_RULE =
  "must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

function isLabelValue(value: string): boolean {
  return value.length <= 63 && LABEL_VALUE.test(value);
}

function isChange(word: string): boolean {
  return /^[^/=]*\/?[^=]*=/.test(word) || /[^/]-$/.test(word);
}

function removesAndSets(words: readonly string[], key: string): boolean {
  return words.includes(`${key}-`) && words.some((word) => word.startsWith(`${key}=`));
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
  const resourceVersion = options.text('resource-version') ?? '';
  const version = resourceVersion === '' ? {} : { resourceVersion };
  const patch = { metadata: { [field]: Object.fromEntries(changes), ...version } };
  const changed: Record<string, string> = { ...present };
  for (const [key, value] of changes) {
    if (value === null) delete changed[key];
    else changed[key] = value;
  }
  const after = { ...target.object, metadata: { ...target.object.metadata, [field]: changed } };
  return yield* sendChange(session, target, { manager, done, contentType: MERGE, patch, options, after });
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
