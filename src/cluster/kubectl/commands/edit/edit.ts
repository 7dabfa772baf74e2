import { equalJson } from '../../../../api/go/json.ts';
import { goJson } from '../../../../api/go/json-text.ts';
import { createMergePatch } from '../../../../api/patch/merge-patch.ts';
import { createTwoWayPatch } from '../../../../api/patch/strategic-merge-patch.ts';
import { resourceOfObject } from '../../../../api/scheme/scheme.ts';
import type { JsonObject, KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { kubectl } from '../../../../steps/kubectl.ts';
import type { Options } from '../../flags/options.ts';
import { withLastApplied } from '../../manifests/last-applied.ts';
import type { ManifestObject } from '../../manifests/manifests.ts';
import { withoutManagedFields } from '../../print/objects.ts';
import { type Failure, failure, failureOf, isFailure, messageOf } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { type Fetched, MERGE, STRATEGIC, visitTargets } from '../../writing/change.ts';
import { recorded } from '../../writing/record.ts';
import { report, validationProblem, writeQuery } from '../../writing/writing.ts';
import { editObjects, HEAD, type Original, type Outcome, originalOf, type Updated } from './editing.ts';
import type { EditOptions } from './flags.ts';

// Models staging/src/k8s.io/kubectl/pkg/cmd/util/editor/editoptions.go visitToPatch (v1.36)
export function* edit(session: Session, words: readonly string[], options: EditOptions): Process<number | Failure> {
  const unclear = validationProblem(options);
  if (unclear !== undefined) return unclear;
  const subresource = options.text('subresource') ?? '';
  if (subresource !== '' && subresource !== 'status')
    return failure(`invalid subresource value: "${subresource}". Must be one of [status]`);
  const fetched: Fetched[] = [];
  const visit = function* (target: Fetched): Process<undefined> {
    fetched.push(target);
    return undefined;
  };
  // No flag of this command: it is how all objects are asked for.
  const shared: Options = options;
  const missing = yield* visitTargets(session, words, shared.with('all', 'true'), visit, subresource);
  if (missing !== undefined) return missing;
  return yield* editObjects(session, options, {
    head: HEAD,
    originals: fetched,
    subresource,
    send: (updated, outcome) => sendPatch(session, options, fetched, updated, outcome),
  });
}

function* sendPatch(
  session: Session,
  options: EditOptions,
  originals: readonly Original[],
  updated: Updated,
  outcome: Outcome,
): Process<undefined | Failure> {
  const original = originalOf(originals, updated);
  if (isFailure(original)) return original;
  const before = withoutManagedFields(original.object) as KObject;
  const kept = options.is('save-config')
    ? (withLastApplied(updated.object as unknown as ManifestObject) as KObject)
    : updated.object;
  const after = recorded(session, kept);
  if (equalJson(before, after)) return report(session, options, updated.resource, updated.object, 'skipped');
  const isKnown = resourceOfObject(before) !== undefined;
  const patch = isKnown
    ? createTwoWayPatch(before, before, after)
    : createMergePatch({ ...before } as JsonObject, { ...after } as JsonObject);
  if (!isSameThing(before, after)) return failure('At least one of apiVersion, kind and name was changed');
  session.ctx = session.ctx.step(kubectl.patchComputed, `kubectl/${session.id}`, {
    type: isKnown ? 'strategic merge' : 'JSON merge',
    fields: Object.keys(patch).length,
  });
  if (options.is('output-patch')) session.print(`Patch: ${goJson(patch, { sortKeys: true })}\n`);
  const answer = yield* session.call({
    method: 'PATCH',
    path: updated.path,
    query: writeQuery(options, 'none', 'kubectl-edit'),
    contentType: isKnown ? STRATEGIC : MERGE,
    accept: 'application/json, */*',
    body: patch as JsonObject,
  });
  if (answer.code >= 200 && answer.code < 300)
    return report(session, options, updated.resource, answer.body as KObject, 'edited');
  const failed = failureOf(answer.code, answer.body);
  if (session.refused) return failed;
  const { reason, details, message } = (answer.body ?? {}) as Refusal;
  if (reason === 'Invalid')
    outcome.refuse(
      updated,
      (details?.causes ?? []).map((cause) => `${cause.field ?? ''}: ${cause.message}`),
    );
  else if (reason === 'NotFound') outcome.miss(updated);
  else outcome.lose(updated, message ?? messageOf(failed));
  return undefined;
}

interface Refusal {
  readonly reason?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly field?: string; readonly message?: string }[] };
}

function isSameThing(before: KObject, after: KObject): boolean {
  return (
    before.apiVersion === after.apiVersion && before.kind === after.kind && before.metadata.name === after.metadata.name
  );
}
