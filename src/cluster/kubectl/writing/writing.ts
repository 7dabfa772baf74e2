// Models staging/src/k8s.io/kubectl/pkg/cmd/util and staging/src/k8s.io/cli-runtime/pkg/resource/helper.go (v1.36)

import { parseSelector } from '../../../api/selectors/selectors.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Keepsake } from '../../../base/keepsakes.ts';
import type { Process } from '../../../engine/index.ts';
import { type Discovered, kindWord, pathOf } from '../client/discovery.ts';
import type { Options } from '../flags/options.ts';
import { outputOf, printedText } from '../print/objects.ts';
import { Failure, failure, failureOf, isFailure } from '../session/errors.ts';
import type { Query, Session } from '../session/session.ts';
import type { DryRun } from './dry-run.ts';
import { olderDryRun } from './older-dry-run.ts';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/util/helpers.go GetDryRunStrategy (v1.36) */
export function dryRunOf(session: Session, options: Options): DryRun | Failure {
  const value = options.text('dry-run');
  if (value === undefined || value === 'none') return 'none';
  return value === 'client' || value === 'server' ? value : olderDryRun(session, value);
}

const VALIDATION: { readonly [flag: string]: string } = {
  strict: 'Strict',
  true: 'Strict',
  warn: 'Warn',
  ignore: 'Ignore',
  false: 'Ignore',
};

/** What is wrong with `--validate`. */
export function validationProblem(options: Options): Failure | undefined {
  const given = options.text('validate');
  return given === undefined || Object.hasOwn(VALIDATION, given)
    ? undefined
    : failure(`invalid - validate option "${given}"; must be one of: strict (or true), warn, ignore (or false)`);
}

/** The query parameters of a write, in the order in which they are sent: by name. */
export function writeQuery(options: Options, dryRun: DryRun, manager: string): Query {
  const validation = VALIDATION[options.text('validate') ?? 'strict'] ?? 'Strict';
  return [
    ...(dryRun === 'server' ? [['dryRun', 'All'] as const] : []),
    ['fieldManager', options.text('field-manager') ?? manager],
    ['fieldValidation', validation],
  ];
}

/** What is wrong with the labels by which what files name is chosen. */
export function selectorProblem(options: Options): Failure | undefined {
  const text = options.text('selector') ?? '';
  const selector = parseSelector(text);
  return 'error' in selector
    ? failure(`the provided selector ${JSON.stringify(text)} is not valid: ${selector.error}`)
    : undefined;
}

export function suffixOf(dryRun: DryRun): string {
  return dryRun === 'none' ? '' : dryRun === 'client' ? ' (dry run)' : ' (server dry run)';
}

/** Says what happened to an object, or shows it as `-o` asks. */
export function report(
  session: Session,
  options: Options,
  resource: Discovered,
  object: KObject,
  done: string,
  dryRun: DryRun = 'none',
): undefined | Failure {
  const said = options.text('output') ?? '';
  const output = said === '' && options.has('template') ? outputOf(options) : said;
  if (output === '' || output === 'name') {
    const label = `${kindWord(resource)}/${(object as Partial<KObject>).metadata?.name || '<unknown>'}`;
    session.print(output === 'name' ? `${label}\n` : `${label} ${done}${suffixOf(dryRun)}\n`);
    return undefined;
  }
  const shown = session.keepsakes.of(SHOWN);
  if (shown.waiting !== undefined) {
    shown.waiting.push(object);
    return undefined;
  }
  const text = printedText(options, [object], object, output, session);
  if (isFailure(text)) return text;
  const { documents } = shown;
  session.print(documents !== undefined && documents > 0 && /^k?yaml$/.test(output) ? `---\n${text}` : text);
  if (documents !== undefined) shown.documents = documents + 1;
  return undefined;
}

/** How many documents stand above the next, where they are divided; and the objects that wait to be shown together. */
const SHOWN: Keepsake<{ documents: number | undefined; waiting: KObject[] | undefined }> = {
  begin: () => ({ documents: undefined, waiting: undefined }),
};

/** From now on YAML that is shown is divided into documents. */
export function severalDocuments(session: Session): void {
  session.keepsakes.of(SHOWN).documents = 0;
}

/** From now on what is to be shown waits for what follows it. */
export function gather(session: Session): void {
  session.keepsakes.of(SHOWN).waiting = [];
}

/** Shows what waited: a single object, or a List of several. */
export function reportGathered(session: Session, options: Options): undefined | Failure {
  const shown = session.keepsakes.of(SHOWN);
  const objects = shown.waiting ?? [];
  shown.waiting = undefined;
  const [first] = objects;
  if (first === undefined) return undefined;
  const whole = objects.length === 1 ? first : { kind: 'List', apiVersion: 'v1', metadata: {}, items: objects };
  const text = printedText(options, objects, whole, options.text('output') ?? '', session);
  if (isFailure(text)) return text;
  session.print(text);
  return undefined;
}

export interface Creation {
  readonly resource: Discovered;
  readonly namespace: string | undefined;
  readonly object: KObject;
  readonly query: Query;
  /** Before the server's message when it refuses. */
  readonly prefix?: string;
  /** `failed to create configmap:`: how commands that make an object word a refusal. */
  readonly failed?: string;
  readonly done: string;
}

/** Posts an object and says so. */
export function* create(session: Session, options: Options, creation: Creation): Process<undefined | Failure> {
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const made = yield* createSilently(session, options, creation);
  if (isFailure(made)) return made;
  return report(session, options, creation.resource, made, creation.done, dryRun);
}

/** What is new has no version, whatever its file says. */
export function unversioned<T extends { readonly metadata: object }>(object: T): T {
  const { resourceVersion, ...metadata } = object.metadata as { readonly resourceVersion?: string };
  if (!resourceVersion) return object;
  return { ...object, metadata };
}

/** Posts an object, unless that is only tried here. */
export function* createSilently(session: Session, options: Options, creation: Creation): Process<KObject | Failure> {
  const { resource, namespace, object } = creation;
  if (dryRunOf(session, options) === 'client') return object;
  const path = pathOf(resource, namespace);
  const response = yield* session.call({ method: 'POST', path, query: creation.query, body: unversioned(object) });
  if (response.code < 300) return response.body as KObject;
  if (creation.failed === undefined) return failureOf(response.code, response.body, creation.prefix);
  return new Failure(`error: ${creation.failed} ${(response.body as { message?: string }).message ?? ''}\n`);
}
