// Models staging/src/k8s.io/kubectl/pkg/cmd/auth/reconcile.go, component-helpers/auth/rbac/reconciliation (v1.36)

import { uncovered } from '../../../../api/access/policy-rules.ts';
import { equalJson } from '../../../../api/go/json.ts';
import type { KObject, StringMap } from '../../../../api/types/meta.ts';
import type { PolicyRule } from '../../../../api/types/rbac.ts';
import type { Process } from '../../../../engine/index.ts';
import { pathOf } from '../../client/discovery.ts';
import { type Manifest, readManifests } from '../../manifests/manifests.ts';
import { showTyped } from '../../print/objects.ts';
import { type Failure, failure, failureOf, isFailure, summary } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { outputProblem } from '../../writing/settled-first.ts';
import { dryRunOf, report } from '../../writing/writing.ts';
import type { AuthOptions } from './flags.ts';

interface Subject {
  readonly kind: string;
  readonly apiGroup?: string;
  readonly name: string;
  readonly namespace?: string;
}

interface RbacObject extends KObject {
  readonly rules?: readonly PolicyRule[] | null;
  readonly subjects?: readonly Subject[];
  readonly roleRef?: object;
}

/** What has to be done so that an object grants what a file wants. */
interface Plan {
  readonly operation: 'none' | 'create' | 'update' | 'recreate';
  readonly object: RbacObject;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

const ROLES: readonly string[] = ['Role', 'ClusterRole'];
const BINDINGS: readonly string[] = ['RoleBinding', 'ClusterRoleBinding'];
const AUTO_UPDATE = 'rbac.authorization.kubernetes.io/autoupdate';

/** `auth reconcile -f`: roles and bindings get what they lack; other kinds are passed over. */
export function* reconcile(
  session: Session,
  words: readonly string[],
  options: AuthOptions<'auth reconcile'>,
): Process<number | Failure> {
  showTyped(session);
  if (words.length > 0) return failure('no arguments are allowed');
  const files = options.list('filename');
  if (files.length === 0) return failure('must specify one of -f and -k');
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) {
    const told = dryRun.text.slice('error: '.length).trimEnd();
    return failure(`error accessing --dry-run flag for command reconcile: ${told}`);
  }
  if (dryRun === 'server') return failure('--dry-run=server for command reconcile is not supported yet');
  const { manifests, failures } = yield* readManifests(session, files);
  const unprintable = manifests.length === 0 ? undefined : outputProblem(session, options);
  if (unprintable !== undefined) return unprintable;
  const failed = [...failures];
  let shown = 0;
  for (const manifest of manifests) {
    const { kind } = manifest.resource;
    if (!ROLES.includes(kind) && !BINDINGS.includes(kind)) continue;
    if (shown > 0 && options.text('output') === 'yaml') session.print('---\n');
    shown += 1;
    const result = yield* reconcileOne(session, manifest, options, dryRun === 'client');
    if (result !== undefined) failed.push(result);
  }
  return summary(failed) ?? 0;
}

function* reconcileOne(
  session: Session,
  { object, resource, namespace }: Manifest,
  options: AuthOptions<'auth reconcile'>,
  isTrial: boolean,
): Process<undefined | Failure> {
  const isRole = ROLES.includes(resource.kind);
  const removes = options.is(isRole ? 'remove-extra-permissions' : 'remove-extra-subjects');
  const wanted = object as RbacObject;
  const path = pathOf(resource, namespace, wanted.metadata.name);
  const found = yield* session.call({ method: 'GET', path, accept: ACCEPT });
  if (found.code !== 200 && found.code !== 404) return failureOf(found.code, found.body);
  const existing = found.code === 200 ? (found.body as RbacObject) : undefined;
  const plan = isRole ? planForRole(wanted, existing, removes) : planForBinding(wanted, existing, removes);
  const isProtected = existing?.metadata.annotations?.[AUTO_UPDATE] === 'false';
  const written = isTrial || isProtected ? plan.object : yield* carryOut(session, plan, path, namespace, existing);
  if (isFailure(written)) return written;
  const shown = { ...written, apiVersion: wanted.apiVersion, kind: wanted.kind } as KObject;
  const wrong = report(session, options, resource, shown, 'reconciled', isTrial ? 'client' : 'none');
  if (wrong !== undefined) return wrong;
  tell(session, plan, isRole ? 'rules' : 'subjects', removes, isProtected);
  return undefined;
}

const ACCEPT = 'application/json, */*';

function tell(session: Session, plan: Plan, what: string, removes: boolean, isProtected: boolean): void {
  if (plan.operation === 'none') return;
  const caveat = isProtected ? `, but object opted out (${AUTO_UPDATE}: false)` : '';
  session.complain(`\treconciliation required ${plan.operation}${caveat}\n`);
  const list = (title: string, lines: readonly string[]): void => {
    if (lines.length === 0) return;
    session.complain(`\t${title}:\n${lines.map((line) => `\t\t${line}\n`).join('')}`);
  };
  list(`missing ${what} added`, plan.missing);
  if (removes) list(`extra ${what} removed`, plan.extra);
}

function planForRole(wanted: RbacObject, existing: RbacObject | undefined, removes: boolean): Plan {
  const rules = wanted.rules ?? [];
  if (existing === undefined) return { operation: 'create', object: wanted, missing: rules.map(ruleText), extra: [] };
  const own = existing.rules ?? [];
  const missing = uncovered(own, rules);
  const extra = uncovered(rules, own);
  const changes = missing.length > 0 || (removes && extra.length > 0);
  const after = changes ? { rules: removes ? rules : [...own, ...missing] } : {};
  return planOf(wanted, existing, after, missing.map(ruleText), extra.map(ruleText));
}

function planForBinding(wanted: RbacObject, existing: RbacObject | undefined, removes: boolean): Plan {
  const subjects = wanted.subjects ?? [];
  if (existing === undefined) {
    return { operation: 'create', object: wanted, missing: subjects.map(subjectText), extra: [] };
  }
  if (!equalJson(wanted.roleRef, existing.roleRef)) {
    return { operation: 'recreate', object: wanted, missing: [], extra: [] };
  }
  const own = existing.subjects ?? [];
  const lacking = (from: readonly Subject[], all: readonly Subject[]): readonly Subject[] =>
    all.filter((one) => !from.some((other) => subjectText(other) === subjectText(one)));
  const missing = lacking(own, subjects);
  const extra = lacking(subjects, own);
  const changes = missing.length > 0 || (removes && extra.length > 0);
  const after = changes ? { subjects: removes ? subjects : [...own, ...missing] } : {};
  return planOf(wanted, existing, after, missing.map(subjectText), extra.map(subjectText));
}

/** Labels and annotations that are there stay as they are. */
function planOf(
  wanted: RbacObject,
  existing: RbacObject,
  after: Partial<RbacObject>,
  missing: readonly string[],
  extra: readonly string[],
): Plan {
  const labels = merged(wanted.metadata.labels, existing.metadata.labels);
  const annotations = merged(wanted.metadata.annotations, existing.metadata.annotations);
  const metadata = { ...existing.metadata, ...labels.field('labels'), ...annotations.field('annotations') };
  const changes = labels.added || annotations.added || Object.keys(after).length > 0;
  return { operation: changes ? 'update' : 'none', object: { ...existing, metadata, ...after }, missing, extra };
}

function merged(wanted: StringMap = {}, own: StringMap = {}) {
  const all = { ...wanted, ...own };
  return {
    added: Object.keys(all).length > Object.keys(own).length,
    field: (name: string): object => (Object.keys(all).length === 0 ? {} : { [name]: all }),
  };
}

/** As Go's `%+v` has a rule. */
function ruleText({
  verbs,
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: PolicyRule): string {
  const list = (values: readonly string[]): string => `[${values.join(' ')}]`;
  return `{Verbs:${list(verbs)} APIGroups:${list(apiGroups)} Resources:${list(resources)} ResourceNames:${list(resourceNames)} NonResourceURLs:${list(nonResourceURLs)}}`;
}

function subjectText({ kind, apiGroup = '', name, namespace = '' }: Subject): string {
  return `{Kind:${kind} APIGroup:${apiGroup} Name:${name} Namespace:${namespace}}`;
}

function* carryOut(
  session: Session,
  { operation, object }: Plan,
  path: string,
  namespace: string | undefined,
  existing: RbacObject | undefined,
): Process<KObject | Failure> {
  if (operation === 'none') return object;
  if (operation === 'update') {
    const updated = yield* session.call({ method: 'PUT', path, body: object });
    return updated.code >= 300 ? failureOf(updated.code, updated.body) : (updated.body as KObject);
  }
  if (operation === 'recreate') {
    const body = {
      kind: 'DeleteOptions',
      apiVersion: 'rbac.authorization.k8s.io/v1',
      preconditions: { uid: existing?.metadata.uid },
    };
    const gone = yield* session.call({ method: 'DELETE', path, body });
    if (gone.code >= 300 && gone.code !== 404) return failureOf(gone.code, gone.body);
  }
  if (namespace !== undefined) {
    const wrong = yield* ensureNamespace(session, namespace);
    if (wrong !== undefined) return wrong;
  }
  const response = yield* session.call({ method: 'POST', path: path.slice(0, path.lastIndexOf('/')), body: object });
  return response.code >= 300 ? failureOf(response.code, response.body) : (response.body as KObject);
}

/** A namespace that is not there is made; that one may not ask for it is no hindrance. */
function* ensureNamespace(session: Session, name: string): Process<undefined | Failure> {
  const found = yield* session.call({ method: 'GET', path: `/api/v1/namespaces/${name}`, accept: ACCEPT });
  if (found.code === 200) return undefined;
  if (found.code !== 404 && found.code !== 403) return failureOf(found.code, found.body);
  const body = { kind: 'Namespace', apiVersion: 'v1', metadata: { name }, spec: {}, status: {} };
  const made = yield* session.call({ method: 'POST', path: '/api/v1/namespaces', body });
  const isFine = made.code < 300 || made.code === 409 || made.code === 403;
  return isFine ? undefined : failureOf(made.code, made.body);
}
