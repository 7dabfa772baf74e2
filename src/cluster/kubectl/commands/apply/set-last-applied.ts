// Models staging/src/k8s.io/kubectl/pkg/cmd/apply/apply_set_last_applied.go and apply_edit_last_applied.go (v1.36)

import { equalJson } from '../../../../api/go/json.ts';
import { goJson } from '../../../../api/go/json-text.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { LAST_APPLIED } from '../../../../api/values/annotations.ts';
import type { Process } from '../../../../engine/index.ts';
import { pathOf } from '../../client/discovery.ts';
import { retrieve } from '../../client/retrieve.ts';
import { type Manifest, readManifests } from '../../manifests/manifests.ts';
import { type Failure, failure, failureOf, isFailure, summary } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { NOTHING_NAMED } from '../../targets/target.ts';
import { fetchTargets, MERGE } from '../../writing/change.ts';
import type { DryRun } from '../../writing/dry-run.ts';
import { dryRunOf, report, severalDocuments, writeQuery } from '../../writing/writing.ts';
import { editObjects, originalOf } from '../edit/editing.ts';
import type { ApplyOptions } from './flags.ts';

interface Pending {
  readonly manifest: Manifest;
  readonly path: string;
  readonly live: KObject;
  readonly text: string;
}

/** `apply set-last-applied -f`: the annotation says what the files say, and nothing else changes. */
export function* setLastApplied(
  session: Session,
  _: readonly string[],
  options: ApplyOptions<'apply set-last-applied'>,
): Process<number | Failure> {
  const files = options.list('filename');
  if (files.length === 0) return failure(NOTHING_NAMED);
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const { manifests, failures } = yield* readManifests(session, files);
  const pending: Pending[] = [];
  for (const manifest of manifests) {
    const one = yield* compared(session, manifest, options.is('create-annotation'));
    if (isFailure(one)) return one;
    if (one !== undefined) pending.push(one);
  }
  severalDocuments(session);
  const unread = summary(failures);
  if (unread !== undefined) return unread;
  for (const one of pending) {
    const written = dryRun === 'client' ? one.live : yield* write(session, one, dryRun);
    if (isFailure(written)) return written;
    const wrong = report(session, options, one.manifest.resource, written, 'configured', dryRun);
    if (wrong !== undefined) return wrong;
  }
  return 0;
}

/** What is to be written; undefined when the annotation says it already. */
function* compared(session: Session, manifest: Manifest, creates: boolean): Process<Pending | undefined | Failure> {
  const { object, resource, namespace } = manifest;
  const name = object.metadata.name ?? '';
  const path = pathOf(resource, namespace, name);
  const found = yield* retrieve(session, { path });
  if (found.code !== 200) return failureOf(found.code, found.body);
  const live = found.body as KObject;
  const before = live.metadata.annotations?.[LAST_APPLIED];
  if (before === undefined && !creates) {
    return failure(
      `no last-applied-configuration annotation found on resource: ${name}, to create the annotation, run the command with --create-annotation`,
    );
  }
  const text = `${goJson(object, { sortKeys: true })}\n`;
  if (before !== text) return { manifest, path, live, text };
  session.print(`set-last-applied ${name}: no changes required.\n`);
  return undefined;
}

function* write(session: Session, { path, text }: Pending, dryRun: DryRun): Process<KObject | Failure> {
  const response = yield* session.call({
    method: 'PATCH',
    path,
    query: dryRun === 'server' ? [['dryRun', 'All']] : [],
    contentType: MERGE,
    body: { metadata: { annotations: { [LAST_APPLIED]: text } } },
  });
  return response.code >= 300 ? failureOf(response.code, response.body) : (response.body as KObject);
}

const HEAD = `# Please edit the 'last-applied-configuration' annotations below.
# Lines beginning with a '#' will be ignored, and an empty file will abort the edit.
#
`;

// Models staging/src/k8s.io/kubectl/pkg/cmd/util/editor/editoptions.go visitToApplyEditPatch (v1.36)
export function* editLastApplied(
  session: Session,
  words: readonly string[],
  options: ApplyOptions<'apply edit-last-applied'>,
): Process<number | Failure> {
  const fetched = yield* fetchTargets(session, words, options);
  if (isFailure(fetched)) return fetched;
  const originals = fetched.flatMap(({ resource, name, object }) => {
    const before = object.metadata.annotations?.[LAST_APPLIED];
    return before === undefined ? [] : [{ resource, name, object: JSON.parse(before) as KObject }];
  });
  if (originals.length === 0) {
    return failure(
      'no last-applied-configuration annotation found on resources, to create the annotation, use command `kubectl apply set-last-applied --create-annotation`',
    );
  }
  return yield* editObjects(session, options, {
    head: HEAD,
    originals,
    *send(updated) {
      const original = originalOf(originals, updated);
      if (isFailure(original)) return original;
      if (equalJson(original.object, updated.object))
        return report(session, options, updated.resource, updated.object, 'skipped');
      const { path } = updated;
      const text = `${goJson(updated.object, { sortKeys: true })}\n`;
      const body = { metadata: { annotations: { [LAST_APPLIED]: text } } };
      const query = writeQuery(options, 'none', 'kubectl-client-side-apply');
      const answer = yield* session.call({ method: 'PATCH', path, query, contentType: MERGE, body });
      if (answer.code >= 300 || answer.code < 200) return failureOf(answer.code, answer.body);
      return report(session, options, updated.resource, updated.object, 'edited');
    },
  });
}
