// Models staging/src/k8s.io/kubectl/pkg/polymorphichelpers/{history,rollback}.go for DaemonSets and StatefulSets (v1.36)

import { equalJson } from '../../../../api/go/json.ts';
import { applyStrategicMerge } from '../../../../api/patch/strategic-merge-patch.ts';
import { formatSelector } from '../../../../api/selectors/selectors.ts';
import type { ControllerRevision, DaemonSet } from '../../../../api/types/apps.ts';
import type { PodTemplateSpec } from '../../../../api/types/core.ts';
import type { JsonObject, KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { controllerOf } from '../../pods/pod-owners.ts';
import { podTemplateText } from '../../print/describe/pod-template.ts';
import { DESCRIBE_OPTIONS, TabWriter } from '../../print/tabwriter.ts';
import { type Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { type Fetched, STRATEGIC } from '../../writing/change.ts';
import { CHANGE_CAUSE } from '../../writing/record.ts';
import { dryRunOf, report } from '../../writing/writing.ts';
import type { RolloutOptions } from './flags.ts';

interface RevisionData {
  readonly spec?: { readonly template?: PodTemplateSpec & { readonly $patch?: string } };
}

/** An object is shown in the place of its history. */
export const isShown = (options: RolloutOptions): boolean => options.has('output') || options.has('template');

/** The object's ControllerRevisions, oldest first. */
function* revisionsOf(session: Session, target: Fetched): Process<readonly ControllerRevision[] | Failure> {
  const again = yield* session.call({ method: 'GET', path: target.path });
  if (again.code !== 200) return failureOf(again.code, again.body);
  const { spec, metadata } = again.body as DaemonSet;
  const path = `/apis/apps/v1/namespaces/${session.namespace}/controllerrevisions`;
  const query = [['labelSelector', formatSelector(spec.selector)]] as const;
  const listed = yield* session.call({ method: 'GET', path, query });
  if (listed.code !== 200) return failureOf(listed.code, listed.body);
  const { items = [] } = listed.body as { readonly items?: readonly ControllerRevision[] };
  return items
    .filter((revision) => controllerOf(revision) === metadata.uid)
    .sort((a, b) => Number(a.revision) - Number(b.revision));
}

function templateOf(revision: ControllerRevision): PodTemplateSpec | undefined {
  const template = (revision.data as RevisionData | undefined)?.spec?.template;
  if (template === undefined) return undefined;
  const { $patch: _, ...rest } = template;
  return rest as PodTemplateSpec;
}

/** The object as it was then. */
function showAs(
  session: Session,
  options: RolloutOptions,
  { object, resource }: Fetched,
  { data }: ControllerRevision,
): undefined | Failure {
  const known = object as KObject & { readonly apiVersion: string; readonly kind: string };
  const then = applyStrategicMerge(known, object, data as JsonObject);
  return 'error' in then ? failure(then.error) : report(session, options, resource, then.object, '');
}

export function* revisionHistory(
  session: Session,
  target: Fetched,
  options: RolloutOptions,
): Process<undefined | Failure> {
  const revisions = yield* revisionsOf(session, target);
  if (isFailure(revisions)) return revisions;
  const wanted = Number(options.text('revision') ?? '0');
  if (wanted > 0) {
    const found = revisions.find(({ revision }) => Number(revision) === wanted);
    const template = found === undefined ? undefined : templateOf(found);
    if (found === undefined || template === undefined) return failure('unable to find the specified revision');
    if (isShown(options)) return showAs(session, options, target, found);
    session.print(`${target.label} with revision #${wanted}\n${podTemplateText(template)}\n`);
    return undefined;
  }
  if (isShown(options)) {
    for (const revision of revisions) {
      const wrong = showAs(session, options, target, revision);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }
  const writer = new TabWriter(DESCRIBE_OPTIONS);
  writer.write('REVISION\tCHANGE-CAUSE\n');
  for (const { revision, metadata } of revisions) {
    const cause = metadata.annotations?.[CHANGE_CAUSE];
    writer.write(`${revision}\t${cause === undefined || cause === '' ? '<none>' : cause}\n`);
  }
  session.print(`${target.label} \n${writer.flush()}\n`);
  return undefined;
}

export function* revisionUndo(
  session: Session,
  target: Fetched,
  options: RolloutOptions,
): Process<undefined | Failure> {
  const revisions = yield* revisionsOf(session, target);
  if (isFailure(revisions)) return revisions;
  const wanted = Number(options.text('to-revision') ?? '0');
  if (wanted === 0 && revisions.length < 2) return failure('no last revision to roll back to');
  const found = wanted === 0 ? revisions.at(-2) : revisions.find(({ revision }) => Number(revision) === wanted);
  if (found === undefined) return failure(`unable to find specified revision ${wanted} in history`);
  const template = templateOf(found);
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const told = (what: string) => report(session, options, target.resource, target.object, what, dryRun);
  if (dryRun === 'client') {
    return told(`will roll back to ${template === undefined ? '' : podTemplateText(template)}`);
  }
  if (equalJson(template, (target.object as DaemonSet).spec.template)) {
    return told(`skipped rollback (current template already matches revision ${wanted})`);
  }
  const response = yield* session.call({
    method: 'PATCH',
    path: target.path,
    query: dryRun === 'server' ? [['dryRun', 'All']] : [],
    contentType: STRATEGIC,
    body: found.data,
  });
  if (response.code >= 300) return failureOf(response.code, response.body, 'failed restoring revision: ');
  return told('rolled back');
}
