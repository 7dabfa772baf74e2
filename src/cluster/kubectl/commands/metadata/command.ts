import { ownValue } from '../../../../base/own.ts';
import type { Process } from '../../../../engine/index.ts';
import type { Options } from '../../flags/options.ts';
import { aggregate, Failure, failure, isFailure, summary } from '../../session/errors.ts';
import { fileNamed } from '../../session/files.ts';
import type { Session } from '../../session/session.ts';
import {
  type Fetched,
  fetchPresent,
  fetchTargets,
  MERGE,
  sendChange,
  type Visit,
  visitTargets,
} from '../../writing/change.ts';
import type { DryRun } from '../../writing/dry-run.ts';
import { CHANGE_CAUSE, recorded } from '../../writing/record.ts';
import { localProblem } from '../../writing/settled-first.ts';
import { dryRunOf, report, severalDocuments } from '../../writing/writing.ts';
import type { Command } from '../declaration.ts';

const FLAGS = {
  annotate:
    '@print @files all:b A/all-namespaces:b dry-run:? field-manager field-selector list:b local:b overwrite:b resource-version l/selector record:b',
  label:
    '@print @files all:b A/all-namespaces:b dry-run:? field-manager field-selector list:b local:b overwrite:b resource-version l/selector record:b',
} as const;
type Given<Path extends keyof typeof FLAGS = keyof typeof FLAGS> = Options<(typeof FLAGS)[Path]>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'annotate',
      order: 36,
      group: 'change',
      does: 'sets or removes annotations',
      usage: '[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]',
      flags: FLAGS.annotate,
      settles: 'dry run and output',
      run: (session, words, options) => annotateOrLabel(session, words, options, 'annotations'),
    },
    {
      name: 'label',
      order: 35,
      group: 'change',
      does: 'sets or removes labels',
      usage: '[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]',
      flags: FLAGS.label,
      settles: 'dry run',
      run: (session, words, options) => annotateOrLabel(session, words, options, 'labels'),
    },
  ];
}

type Field = 'annotations' | 'labels';

/** `key=value` sets, `key-` removes: the value is then null. */
type Changes = ReadonlyMap<string, string | null>;

type Texts = { readonly [key: string]: string };

const NO_RESOURCES = 'one or more resources must be specified as <resource> <name> or <resource>/<name>';

const WORDS = {
  annotations: {
    manager: 'kubectl-annotate',
    noun: 'annotation',
    example: 'rsrc',
    set: 'annotated',
    removed: 'annotated',
    both: 'annotated',
  },
  labels: {
    manager: 'kubectl-label',
    noun: 'label',
    example: 'pod',
    set: 'labeled',
    removed: 'unlabeled',
    both: 'modified',
  },
} as const;

/** Models staging/src/k8s.io/kubectl/pkg/cmd/annotate/annotate.go and label/label.go (v1.36) */
function* annotateOrLabel(
  session: Session,
  words: readonly string[],
  options: Given,
  field: Field,
): Process<number | Failure> {
  const found = words.findIndex(isChange);
  const first = found < 0 ? words.length : found;
  const [resources, pairs] = [words.slice(0, first), words.slice(first)];
  const isAskedTwice = field === 'labels' && options.is('list') && (options.text('output') ?? '') !== '';
  const wrong =
    unclearPairs(pairs, field) ??
    (isAskedTwice ? failure(LIST_ALONE) : misdirected(session, resources, pairs, options, field));
  if (wrong !== undefined) return wrong;
  const changes = parseChanges(pairs);
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  // Only what annotates has one printer for all that it prints.
  if (field === 'annotations') severalDocuments(session);
  if (options.is('list')) return yield* list(session, resources, options, field, changes);
  const visit = (target: Fetched) => changeOne(session, target, field, changes, options, dryRun);
  if ((options.text('resource-version') ?? '') !== '') {
    return yield* visitOne(session, resources, options, visit);
  }
  return (yield* visitTargets(session, resources, options, visit)) ?? 0;
}

/** A version is one object's. */
function* visitOne(
  session: Session,
  resources: readonly string[],
  options: Given,
  visit: Visit,
): Process<number | Failure> {
  const { fetched, missing } = yield* fetchPresent(session, resources, options);
  if (fetched.length === 0 && missing !== undefined) return missing;
  if (missing !== undefined || !isSingle(session, resources, options, fetched)) {
    return failure('--resource-version may only be used with a single resource');
  }
  const failures: Failure[] = [];
  for (const target of fetched) failures.push(...[(yield* visit(target)) ?? []].flat());
  return summary(failures) ?? 0;
}

const LIST_ALONE = '--list and --output may not be specified together';

/** What is wrong with the words from the first change on. */
function unclearPairs(pairs: readonly string[], field: Field): Failure | undefined {
  const late = pairs.find((word) => !isChange(word));
  if (late !== undefined) {
    return failure(`all resources must be specified before ${WORDS[field].noun} changes: ${late}`);
  }
  if (field === 'annotations') return undefined;
  const unclear = unclearLabel(pairs);
  if (unclear !== undefined) return unclear;
  return contradictions(pairs).length > 0
    ? failure('can not both modify and remove a label in the same command')
    : undefined;
}

/** What is wrong with whom the changes are for, and whether there are any. */
function misdirected(
  session: Session,
  resources: readonly string[],
  pairs: readonly string[],
  options: Given,
  field: Field,
): Failure | undefined {
  for (const other of ['selector', 'field-selector'] as const) {
    if (options.is('all') && options.has(other)) return failure(`cannot set --all and --${other} at the same time`);
  }
  const hasFiles = options.has('filename');
  const { example, noun } = WORDS[field];
  const files = `-f ${example}.yaml or --filename=${example}.json`;
  if (options.is('local')) {
    const untried = localProblem(session, options);
    if (untried !== undefined) return untried;
    if (resources.length > 0) return failure(`can only use local files by ${files} when --local=true is set`);
    if (!hasFiles) return failure(`one or more files must be specified as ${files}`);
  } else if (resources.length === 0 && !hasFiles) return failure(NO_RESOURCES);
  if (pairs.length === 0 && !options.is('list')) return failure(`at least one ${noun} update is required`);
  const twice = contradictions(pairs);
  return twice.length === 0
    ? undefined
    : failure(`can not both modify and remove the following annotation(s) in the same command: ${twice.join(', ')}`);
}

/** What is wrong with the first label that cannot be set as it is written. */
function unclearLabel(words: readonly string[]): Failure | undefined {
  for (const word of words.filter((each) => each.includes('='))) {
    const [, value = '', ...more] = word.split('=');
    if (more.length > 0) return failure(`invalid label spec: ${word}`);
    const problems = labelValueProblems(value);
    if (problems.length > 0) return failure(`invalid label value: ${JSON.stringify(word)}: ${problems.join(';')}`);
  }
  return undefined;
}

/** Those of several objects are set apart. */
function* list(
  session: Session,
  resources: readonly string[],
  options: Given,
  field: Field,
  changes: Changes,
): Process<number | Failure> {
  const fetched = yield* fetchTargets(session, resources, options);
  if (isFailure(fetched)) return fetched;
  const isOne = isSingle(session, resources, options, fetched);
  for (const { object, resource, name } of fetched) {
    const present = object.metadata[field] ?? {};
    const refused = refusal(field, present, changes, options);
    if (refused !== undefined) return refused;
    if (!isOne) session.print(`Listing ${field} for ${resource.kind}.${resource.group}/${name}:\n`);
    for (const [key, value] of Object.entries(changed(present, changes)).sort()) {
      session.print(`${isOne ? '' : ' '}${key}=${value}\n`);
    }
  }
  return 0;
}

/** One that was named, or whatever one file holds. */
function isSingle(
  session: Session,
  resources: readonly string[],
  options: Given,
  fetched: readonly Fetched[],
): boolean {
  const [file, ...more] = options.list('filename');
  if (file !== undefined) return more.length === 0 && file !== '-' && fileNamed(session, file) !== undefined;
  return (resources.length > 1 || (resources[0] ?? '').includes('/')) && fetched.length === 1;
}

const LABEL_VALUE = /^(?:(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const LABEL_VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

function labelValueProblems(value: string): readonly string[] {
  return [
    ...(value.length > 63 ? ['must be no more than 63 bytes'] : []),
    ...(LABEL_VALUE.test(value) ? [] : [LABEL_VALUE_RULE]),
  ];
}

function isChange(word: string): boolean {
  return /^[^=]+=/.test(word) || /[^/]-$/.test(word);
}

/** What is to be removed and set at once. */
function contradictions(words: readonly string[]): readonly string[] {
  const removed = words.filter((word) => !word.includes('=')).map((word) => word.slice(0, -1));
  return removed.filter((key) => words.some((word) => word.startsWith(`${key}=`)));
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
  options: Given,
  dryRun: DryRun,
): Process<undefined | Failure> {
  const { manager, set, removed, both } = WORDS[field];
  const { object } = target;
  const present = object.metadata[field] ?? {};
  const isLocal = dryRun === 'client' || options.is('local');
  if (field === 'labels' && !isLocal) {
    for (const [key, value] of changes) {
      if (value === null && ownValue(present, key) === undefined) session.print(`label "${key}" not found.\n`);
    }
  }
  const refused = refusal(field, present, changes, options);
  if (refused !== undefined) return refused;
  const after = recorded(session, {
    ...object,
    metadata: { ...object.metadata, [field]: changed(present, changes) },
  });
  const real = [...changes].filter(([key, value]) => (ownValue(present, key) ?? null) !== value);
  if (field === 'labels' && real.length === 0) {
    return report(session, options, target.resource, object, 'not labeled', options.is('local') ? 'none' : dryRun);
  }
  const removals = real.filter(([, value]) => value === null).length;
  const done = removals === 0 ? set : removals === real.length ? removed : both;
  const resourceVersion = options.text('resource-version') ?? '';
  const version = resourceVersion === '' ? {} : { resourceVersion };
  // What differs is sent, be it nothing.
  const fields = { ...(real.length === 0 ? {} : { [field]: Object.fromEntries(real) }), ...version };
  const { metadata } = recorded(session, { metadata: fields });
  const patch = Object.keys(metadata).length === 0 ? {} : { metadata };
  return yield* sendChange(session, target, { manager, done, contentType: MERGE, patch, options, after });
}

function changed(present: Texts, changes: Changes): Texts {
  const after: Record<string, string> = { ...present };
  for (const [key, value] of changes) {
    if (value === null) delete after[key];
    else after[key] = value;
  }
  return after;
}

/** Models validateNoAnnotationOverwrites of cmd/annotate/annotate.go, validateNoOverwrites of cmd/label/label.go (v1.36) */
function refusal(field: Field, present: Texts, changes: Changes, options: Given): Failure | undefined {
  if (options.is('overwrite')) return undefined;
  const taken = [...changes]
    .filter(
      ([key, value]) =>
        !(field === 'annotations' && key === CHANGE_CAUSE) && isOverwriting(ownValue(present, key), value),
    )
    .map(([key]) => `'${key}' already has a value (${present[key]})`);
  if (taken.length === 0) return undefined;
  if (field === 'annotations')
    return failure(`--overwrite is false but found the following declared annotation(s): ${taken.join('; ')}`);
  const each = taken.map((text) => `${text}, and --overwrite is false`);
  // Several are told line by line when they are all there is to tell, else as one.
  return each.length === 1 ? failure(each.join()) : new Failure(`${each.join('\n')}\n`, 1, `${aggregate(each)}\n`);
}

function isOverwriting(before: string | undefined, after: string | null): boolean {
  return before !== undefined && after !== null && before !== after;
}
