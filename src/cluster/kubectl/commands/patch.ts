import { equalJson } from '../../../api/json.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { parseManifests } from '../../../api/yaml/index.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { pathOf } from '../discovery.ts';
import { Failure, failure, failureOf, isFailure } from '../errors.ts';
import { fileNamed } from '../manifests.ts';
import type { Session } from '../session.ts';
import { resolveTargets } from '../target.ts';
import { dryRunOf, report } from '../writing.ts';

const TYPES: { readonly [flag: string]: string } = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

/** Models staging/src/k8s.io/kubectl/pkg/cmd/patch/patch.go (v1.36) */
export function* patch(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const body = patchOf(session, options);
  if (isFailure(body)) return body;
  const contentType = TYPES[(options.text('type') ?? 'strategic').toLowerCase()];
  if (contentType === undefined) {
    return failure(`--type must be one of [json merge strategic], not "${options.text('type')}"`);
  }
  const dryRun = dryRunOf(options);
  if (isFailure(dryRun)) return dryRun;
  const targets = yield* resolveTargets(session, words);
  if (isFailure(targets)) return targets;
  for (const { resource, names } of targets) {
    if (names.length === 0) return failure('resource(s) were provided, but no name was specified');
    for (const name of names) {
      const namespace = resource.namespaced ? session.namespace : undefined;
      const path = pathOf(resource, namespace, name, options.text('subresource'));
      const before = yield* session.call({ method: 'GET', path });
      if (before.code !== 200) return failureOf(before.code, before.body);
      const response = yield* session.call({
        method: 'PATCH',
        path,
        query: [
          ...(dryRun === 'server' ? [['dryRun', 'All'] as const] : []),
          ['fieldManager', options.text('field-manager') ?? 'kubectl-patch'],
        ],
        contentType,
        body: body.value,
      });
      if (response.code === 415) return unsupported(contentType, before.body as KObject, response.body);
      if (response.code >= 300) return failureOf(response.code, response.body);
      const done = equalJson(before.body, response.body) ? 'patched (no change)' : 'patched';
      const failed = report(session, options, resource, response.body as KObject, done, dryRun);
      if (failed !== undefined) return failed;
    }
  }
  return 0;
}

function unsupported(contentType: string, { apiVersion, kind }: KObject, body: unknown): Failure {
  const { message = '' } = body as { readonly message?: string };
  return new Failure(`error: ${contentType} is not supported by ${apiVersion}, Kind=${kind}: ${message}\n`);
}

function patchOf(session: Session, options: Options): { readonly value: unknown } | Failure {
  const file = options.text('patch-file');
  const text = options.text('patch') ?? (file === undefined ? undefined : fileNamed(session, file));
  if (text === undefined) {
    return file === undefined
      ? failure('must specify --patch or --patch-file containing the contents of the patch')
      : failure(`unable to read patch file: open ${file}: no such file or directory`);
  }
  const { documents, errors } = parseManifests(text);
  const [first] = documents;
  if (first === undefined) return failure(`unable to parse "${text}": ${errors[0]?.message ?? 'no patch'}`);
  return { value: first.object };
}
