import { equalJson } from '../../../../api/go/json.ts';
import { jsonOrText, jsonSyntaxError } from '../../../../api/go/json-syntax.ts';
import { applyJsonPatch, type JsonPatchOperation } from '../../../../api/patch/json-patch.ts';
import { applyMergePatch } from '../../../../api/patch/merge-patch.ts';
import { applyStrategicMerge } from '../../../../api/patch/strategic-merge-patch.ts';
import type { JsonObject, KObject } from '../../../../api/types/meta.ts';
import { parseManifests } from '../../../../api/yaml/index.ts';
import { isDeeper, MOST_READ_LEVELS, NOT_FOLLOWED } from '../../../../base/nesting.ts';
import type { Process } from '../../../../engine/index.ts';
import type { Options } from '../../flags/options.ts';
import { isTypeKnown } from '../../print/objects.ts';
import { Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import { fileNamed } from '../../session/files.ts';
import type { Session } from '../../session/session.ts';
import { asFilesSay, type Fetched, visitTargets } from '../../writing/change.ts';
import { recordAfterwards } from '../../writing/record.ts';
import { localProblem } from '../../writing/settled-first.ts';
import { dryRunOf, report } from '../../writing/writing.ts';
import type { Command } from '../declaration.ts';

const FLAGS = '@print @files dry-run:? field-manager local:b p/patch patch-file subresource type record:b';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'patch',
      order: 31,
      group: 'change',
      does: 'changes some fields of an object',
      usage: '(-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE]',
      flags: FLAGS,
      defaults: { type: "'strategic'" },
      settles: 'dry run',
      run: patch,
    },
  ];
}

const TYPES: { readonly [flag: string]: string } = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

/** Models staging/src/k8s.io/kubectl/pkg/cmd/patch/patch.go (v1.36) */
function* patch(session: Session, words: readonly string[], options: Given): Process<number | Failure> {
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const source = sourceOf(options);
  if (isFailure(source)) return source;
  if (options.is('local')) {
    if (words.length > 0) return failure('cannot specify --local and server resources');
    const untried = localProblem(session, options);
    if (untried !== undefined) return untried;
  }
  const contentType = TYPES[(options.text('type') || 'strategic').toLowerCase()];
  if (contentType === undefined) {
    return failure(`--type must be one of [json merge strategic], not "${options.text('type')}"`);
  }
  const body = patchOf(session, source);
  if (isFailure(body)) return body;
  const subresource = options.text('subresource') ?? '';
  const isTried = options.is('local') || dryRun !== 'none';
  const visit = function* (target: Fetched): Process<undefined | Failure> {
    const patched =
      options.is('local') || dryRun === 'client'
        ? patchedLocally(target, contentType, body.value)
        : yield* send(session, options, target, contentType, body.value, dryRun === 'server');
    if (isFailure(patched)) return patched;
    const done = `patched${equalJson(target.object, patched) ? ' (no change)' : ''}`;
    const shown = isTried ? patched : yield* recordAfterwards(session, target.path, patched);
    return report(session, options, resourceShown(target, shown), shown, done);
  };
  return (yield* visitTargets(session, words, asFilesSay(options), visit, subresource)) ?? 0;
}

function* send(
  session: Session,
  options: Given,
  { path, object }: Fetched,
  contentType: string,
  body: unknown,
  isTrial: boolean,
): Process<KObject | Failure> {
  const response = yield* session.call({
    method: 'PATCH',
    path,
    query: [
      ...(isTrial ? [['dryRun', 'All'] as const] : []),
      ['fieldManager', options.text('field-manager') ?? 'kubectl-patch'],
    ],
    contentType,
    body,
  });
  if (response.code === 415) return unsupported(contentType, object, response.body);
  return response.code >= 300 ? failureOf(response.code, response.body) : (response.body as KObject);
}

function patchedLocally({ object }: Fetched, contentType: string, body: unknown): KObject | Failure {
  const { apiVersion = '', kind = '' } = object;
  if (contentType === TYPES.strategic && !isTypeKnown(kind, apiVersion)) {
    return failure(`strategic merge patch is not supported for ${apiVersion}, Kind=${kind} locally, try --type merge`);
  }
  const wrong = contentType === TYPES.json ? notOperations(body) : notFields(body, contentType === TYPES.merge);
  if (wrong !== undefined) return failure(wrong);
  if (isDeeper(body, MOST_READ_LEVELS)) return failure(NOT_FOLLOWED);
  if (contentType === TYPES.merge) return applyMergePatch(object, body);
  const done =
    contentType === TYPES.json
      ? applyJsonPatch(object, (body ?? []) as readonly JsonPatchOperation[])
      : applyStrategicMerge(
          object as KObject & { readonly apiVersion: string; readonly kind: string },
          object,
          (body ?? {}) as JsonObject,
        );
  return 'error' in done ? failure(missingField(done.error)) : done.object;
}

/** What JSON of this kind is called in Go. */
const goKind = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : value === null ? 'null' : typeof value;

function notOperations(body: unknown): string | undefined {
  const unreadable = (value: unknown, type: string): string =>
    `json: cannot unmarshal ${goKind(value)} into Go value of type jsonpatch.${type}`;
  if (body === null) return undefined;
  // What begins like an object and is none was kept as it was typed.
  if (typeof body === 'string' && body.trimStart().startsWith('{')) return jsonSyntaxError(body);
  if (!Array.isArray(body)) return unreadable(body, 'Patch');
  const odd = body.find((one) => one !== null && goKind(one) !== 'object');
  return odd === undefined ? undefined : unreadable(odd, 'Operation');
}

function notFields(body: unknown, isMerge: boolean): string | undefined {
  const kind = goKind(body);
  if (kind === 'object') return undefined;
  if (!isMerge) return kind === 'null' ? undefined : 'invalid JSON document';
  return kind === 'array'
    ? 'json: cannot unmarshal array into Go value of type unstructured.detector'
    : 'Invalid JSON Patch';
}

function missingField(error: string): string {
  const [, field] = error.split('doc is missing key: ');
  return field === undefined ? error : `Object to be patched is missing field (${field})`;
}

/** A subresource is of a kind of its own. */
function resourceShown({ resource }: Fetched, { apiVersion = '', kind = resource.kind }: KObject): Fetched['resource'] {
  const slash = apiVersion.indexOf('/');
  return { ...resource, kind, group: slash < 0 ? '' : apiVersion.slice(0, slash) };
}

function unsupported(contentType: string, { apiVersion, kind }: KObject, body: unknown): Failure {
  const { message = '' } = body as { readonly message?: string };
  return new Failure(`error: ${contentType} is not supported by ${apiVersion}, Kind=${kind}: ${message}\n`);
}

/** The patch itself, or the file that it is in. */
interface Source {
  readonly given: string | undefined;
  readonly file: string;
}

function sourceOf(options: Given): Source | Failure {
  const file = options.text('patch-file') ?? '';
  const given = options.text('patch') || undefined;
  if (given !== undefined && file !== '') return failure('cannot specify --patch and --patch-file together');
  if (given !== undefined || file !== '') return { given, file };
  return failure('must specify --patch or --patch-file containing the contents of the patch');
}

function patchOf(session: Session, { given, file }: Source): { readonly value: unknown } | Failure {
  const text = given ?? fileNamed(session, file);
  if (text === undefined) return failure(`unable to read patch file: open ${file}: no such file or directory`);
  // What begins like JSON is sent as it is: the server says what is wrong with it.
  if (text.trimStart().startsWith('{')) return { value: jsonOrText(text) };
  const { documents, errors } = parseManifests(text);
  const [first] = documents;
  if (first === undefined) return failure(`unable to parse "${text}": ${errors[0]?.message ?? 'no patch'}`);
  const { object } = first;
  return { value: typeof object === 'string' ? JSON.stringify(object) : object };
}
