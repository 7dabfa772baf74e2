// Models staging/src/k8s.io/kubectl/pkg/cmd/certificates/certificates.go (v1.36)

import type { KObject } from '../../../../api/types/meta.ts';
import { rfc3339 } from '../../../../api/values/time.ts';
import type { Process } from '../../../../engine/index.ts';
import type { Options } from '../../flags/options.ts';
import { readManifests } from '../../manifests/manifests.ts';
import { readTyped } from '../../print/objects.ts';
import { type Failure, failure, failureOf, isFailure, summary } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { resolveTargets } from '../../targets/target.ts';
import { fetchPresent } from '../../writing/change.ts';
import { report } from '../../writing/writing.ts';
import type { Command } from '../declaration.ts';

const FLAGS = { 'certificate approve': '@print @files force:b', 'certificate deny': '@print @files force:b' } as const;
type Given<Path extends keyof typeof FLAGS = keyof typeof FLAGS> = Options<(typeof FLAGS)[Path]>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'certificate',
      order: 12,
      group: 'nodes',
      does: 'approves or denies requests for certificates',
      usage: 'SUBCOMMAND',
      flags: '',
      alone: 'helps',
      run: certificate,
    },
    {
      name: 'certificate approve',
      usage: '(-f FILENAME | NAME)',
      flags: FLAGS['certificate approve'],
      settles: 'output',
    },
    { name: 'certificate deny', usage: '(-f FILENAME | NAME)', flags: FLAGS['certificate deny'], settles: 'output' },
  ];
}

interface Condition {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Requests live in no namespace, so whatever does is in none that is known here. */
function* withoutNamespace(session: Session, words: readonly string[], options: Given): Process<Failure | undefined> {
  const files = options.list('filename');
  if (files.length === 0) {
    const targets = yield* resolveTargets(session, words);
    if (isFailure(targets)) return targets;
    const isLost = targets.some(({ resource }) => resource.namespaced);
    return isLost ? failure('namespace may not be empty when retrieving a resource by name') : undefined;
  }
  const { manifests } = yield* readManifests(session, files);
  const told = manifests
    .filter(({ resource, saidNamespace }) => resource.namespaced && saidNamespace === undefined)
    .map(({ resource, object }) => {
      const { group, version, resource: name } = resource;
      return failure(
        `no namespace set on resource ${group}/${version}, Resource=${name} "${object.metadata.name ?? ''}"`,
      );
    });
  return summary(told);
}

/** `kubectl certificate approve|deny NAME`: adds a condition through the subresource `approval`. */
function* certificate(
  session: Session,
  [what = '', ...names]: readonly string[],
  options: Given,
): Process<number | Failure> {
  readTyped(session);
  if (names.length === 0 && options.list('filename').length === 0) {
    return failure('one or more CSRs must be specified as <name> or -f <filename>');
  }
  const approves = what === 'approve';
  const type = approves ? 'Approved' : 'Denied';
  const isPair = (name: string): boolean => name.includes('/');
  const words =
    options.has('filename') || names.some(isPair)
      ? names.map((name) => (isPair(name) ? name : `certificatesigningrequests/${name}`))
      : ['certificatesigningrequests', ...names];
  const homeless =
    names.length > 0 && !names.some(isPair) ? undefined : yield* withoutNamespace(session, words, options);
  if (homeless !== undefined) return homeless;
  const { fetched, missing } = yield* fetchPresent(session, words, options);
  for (const target of fetched) {
    // What is found is asked for once more before it is changed.
    const again = yield* session.call({ method: 'GET', path: target.path, accept: 'application/json, */*' });
    if (again.code !== 200) return failureOf(again.code, again.body);
    const csr = again.body as KObject & { readonly status?: { readonly conditions?: readonly Condition[] } };
    const conditions = csr.status?.conditions ?? [];
    const done = approves ? 'approved' : 'denied';
    const decided = conditions.find((one) => ['Approved', 'Denied'].includes(one.type) && one.type !== type);
    if (decided !== undefined) {
      return failure(`certificate signing request ${JSON.stringify(target.name)} is already ${decided.type}`);
    }
    let after: KObject = csr;
    const isNew = !conditions.some((one) => one.type === type);
    if (options.is('force') || isNew) {
      const time = rfc3339(session.now);
      const condition = {
        lastTransitionTime: null,
        lastUpdateTime: time,
        message: `This CSR was ${done} by kubectl certificate ${what}.`,
        reason: `Kubectl${approves ? 'Approve' : 'Deny'}`,
        status: 'True',
        type,
      };
      const body = isNew ? { ...csr, status: { ...csr.status, conditions: [...conditions, condition] } } : csr;
      const response = yield* session.call({
        method: 'PUT',
        path: `${target.path}/approval`,
        body,
        accept: 'application/json, */*',
      });
      if (response.code >= 300) return failureOf(response.code, response.body);
      after = response.body as KObject;
    }
    const wrong = report(session, options, target.resource, after, done);
    if (wrong !== undefined) return wrong;
  }
  return missing ?? 0;
}
