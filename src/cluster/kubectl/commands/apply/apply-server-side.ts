import { goJson } from '../../../../api/go/json-text.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { LAST_APPLIED } from '../../../../api/values/annotations.ts';
import type { Process } from '../../../../engine/index.ts';
import { pathOf } from '../../client/discovery.ts';
import type { Manifest, ManifestObject } from '../../manifests/manifests.ts';
import { Failure, failureOf } from '../../session/errors.ts';
import type { Query, Session } from '../../session/session.ts';
import type { DryRun } from '../../writing/dry-run.ts';
import { report, writeQuery } from '../../writing/writing.ts';
import type { ApplyOptions } from './flags.ts';
import { movedToApply, ownsLastApplied } from './managed-fields-migration.ts';

const APPLY = 'application/apply-patch+yaml';
const MANAGER = 'kubectl';

const CONFLICT_HINT = `
Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts
`;

/** Models staging/src/k8s.io/kubectl/pkg/cmd/apply/apply.go applyOneObject with --server-side (v1.36) */
export function* applyOnServer(
  session: Session,
  manifest: Manifest,
  options: ApplyOptions,
  dryRun: DryRun,
): Process<undefined | Failure> {
  const { object, resource, namespace } = manifest;
  const subresource = options.text('subresource') ?? '';
  const path = pathOf(resource, namespace, object.metadata.name, subresource === '' ? undefined : subresource);
  const plain = writeQuery(options, dryRun, MANAGER);
  const query = [...plain, ['force', options.is('force-conflicts') ? 'true' : 'false'] as const];
  const response = yield* session.call({ method: 'PATCH', path, query, contentType: APPLY, body: object });
  if (response.code === 409) {
    const { message = '' } = response.body as { readonly message?: string };
    return new Failure(`error: ${message}${CONFLICT_HINT}`);
  }
  if (response.code >= 300) return failureOf(response.code, response.body);
  const applied = response.body as KObject;
  const moved = subresource === '' ? yield* migrate(session, path, object, applied, plain, query, options) : undefined;
  return report(session, options, resource, moved ?? applied, 'serverside-applied', dryRun);
}

/** What client-side apply has owned until now becomes this one's; also where the server only tries, which then knows nothing of the step before. */
function* migrate(
  session: Session,
  path: string,
  object: ManifestObject,
  applied: KObject,
  plain: Query,
  query: Query,
  options: ApplyOptions,
): Process<KObject | undefined> {
  const manager = options.text('field-manager') ?? MANAGER;
  const isKept = manager === MANAGER && isOnlyOfClient(applied);
  const annotated = isKept ? yield* writeLastApplied(session, path, object, plain) : applied;
  if (annotated === undefined || !(yield* moveFields(session, path, annotated, manager, plain))) return undefined;
  const again = yield* session.call({ method: 'PATCH', path, query, contentType: APPLY, body: object });
  if (again.code < 300) return again.body as KObject;
  warnOf(session, 'failed to re-apply configuration after performing Server-Side Apply migration', again.body);
  return undefined;
}

/** Gives the fields over, against the newest version; false where there is nothing to give, or it is refused. */
function* moveFields(session: Session, path: string, first: KObject, manager: string, query: Query): Process<boolean> {
  let current = first;
  for (let attempt = 1; ; attempt += 1) {
    const patch = movedToApply(current, manager);
    if (patch === undefined) return false;
    const contentType = 'application/json-patch+json';
    const moved = yield* session.call({ method: 'PATCH', path, query, contentType, body: patch });
    if (moved.code < 300) return true;
    const again = moved.code === 409 ? yield* session.call({ method: 'GET', path }) : moved;
    if (again.code < 300 && attempt < MOST_ATTEMPTS) {
      current = again.body as KObject;
      continue;
    }
    const { body } = again.code < 300 ? moved : again;
    warnOf(session, 'server rejected managed fields migration to Server-Side Apply', body);
    return false;
  }
}

const MOST_ATTEMPTS = 5;

function warnOf(session: Session, what: string, body: unknown): void {
  const { message = '' } = body as { readonly message?: string };
  session.complain(`Warning: ${what}. This is non-fatal and will be retried next time you apply. Error: ${message}\n`);
}

/** The annotation is there, and no server-side apply has written it. */
function isOnlyOfClient({ metadata }: KObject): boolean {
  if (metadata.annotations?.[LAST_APPLIED] === undefined) return false;
  return !(metadata.managedFields ?? []).some((entry) => entry.operation === 'Apply' && ownsLastApplied(entry));
}

/** An object that client-side apply has made keeps its annotation up to date. */
function* writeLastApplied(
  session: Session,
  path: string,
  object: ManifestObject,
  plain: Query,
): Process<KObject | undefined> {
  const text = `${goJson(object, { sortKeys: true })}\n`;
  const { name, namespace } = object.metadata;
  const response = yield* session.call({
    method: 'PATCH',
    path,
    query: plain.map(([name, value]) => [name, name === 'fieldManager' ? 'kubectl-last-applied' : value] as const),
    contentType: APPLY,
    body: {
      apiVersion: object.apiVersion,
      kind: object.kind,
      metadata: {
        annotations: { [LAST_APPLIED]: text },
        name,
        ...(namespace === undefined ? {} : { namespace }),
      },
    },
  });
  if (response.code < 300) return response.body as KObject;
  warnOf(session, `failed to migrate ${LAST_APPLIED} for Server-Side Apply`, response.body);
  return undefined;
}
