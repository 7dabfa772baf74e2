// Models staging/src/k8s.io/kubectl/pkg/cmd/apply/patcher.go, deleteAndCreate (v1.36)

import { goJson } from '../../../../api/go/json-text.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { SECOND } from '../../../../base/time/units.ts';
import type { Process } from '../../../../engine/index.ts';
import { pathOf } from '../../client/discovery.ts';
import { withLastApplied } from '../../manifests/last-applied.ts';
import type { Manifest } from '../../manifests/manifests.ts';
import { type Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import type { Query, Session } from '../../session/session.ts';
import { report, unversioned } from '../../writing/writing.ts';
import { propagationOf, warnOfCascade } from '../delete/delete.ts';
import type { ApplyOptions } from './flags.ts';

/** What is wrong with `--cascade`. */
export function cascadeProblem(session: Session, options: ApplyOptions): Failure | undefined {
  warnOfCascade(session, options);
  const propagation = propagationOf(options);
  return isFailure(propagation) ? propagation : undefined;
}

const POLL_MICROS = SECOND;

/** What cannot be changed as it is wanted goes, and is made anew; what was there comes back when that is refused. */
export function* replaceByForce(
  session: Session,
  manifest: Manifest,
  current: KObject,
  options: ApplyOptions,
  query: Query,
  about: string,
): Process<undefined | Failure> {
  const { object, resource, namespace, file } = manifest;
  const wanted = withLastApplied(object);
  // What was encoded as a whole ends its line; a patch does not.
  const place = `error when applying patch:\n${goJson(wanted, { sortKeys: true })}\n\nto:\n${about}\nfor: "${file}": `;
  const path = pathOf(resource, namespace, object.metadata.name);
  const propagationPolicy = propagationOf(options);
  if (isFailure(propagationPolicy)) return propagationPolicy;
  const grace = Number(options.text('grace-period') ?? '-1');
  const body = grace < 0 ? { propagationPolicy } : { gracePeriodSeconds: grace, propagationPolicy };
  const deleted = yield* session.call({ method: 'DELETE', path, body });
  if (deleted.code >= 300) return failureOf(deleted.code, deleted.body, place);
  const here = yield* untilGone(session, path, options.micros('timeout') ?? 0, place);
  if (here !== undefined) return here;
  const into = { method: 'POST', path: pathOf(resource, namespace), query } as const;
  const created = yield* session.call({ ...into, body: wanted });
  if (created.code < 300) return report(session, options, resource, created.body as KObject, 'configured');
  const restored = yield* session.call({ ...into, body: unversioned(current) });
  if (restored.code < 300) return failureOf(created.code, created.body, place);
  const [first, second] = [created, restored].map(({ body: said }) => (said as { message?: string }).message ?? '');
  return failure(
    `${place}An error occurred force-replacing the existing object with the newly provided one:\n\n${first}.\n\nAdditionally, an error occurred attempting to restore the original object:\n\n${second}`,
  );
}

/** Without any time to wait it is looked for once. */
function* untilGone(session: Session, path: string, limit: number, place: string): Process<undefined | Failure> {
  const end = session.now + limit;
  for (;;) {
    const { code, body } = yield* session.call({ method: 'GET', path });
    if (code === 404) return undefined;
    if (code !== 200) return failureOf(code, body, place);
    if (session.interrupted || session.now + POLL_MICROS > end) return failure(`${place}context deadline exceeded`);
    yield session.ctx.sleep(POLL_MICROS);
  }
}
