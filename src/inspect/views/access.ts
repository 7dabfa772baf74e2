import { qualifiedResource } from '../../api/scheme/scheme.ts';
import type { ClusterRole, Role } from '../../api/types/rbac.ts';
import { compareStrings } from '../../base/order.ts';
import { ADMISSION_TABLE } from '../../cluster/apiserver/admission/rows.ts';
import { ruleAllows } from '../../cluster/apiserver/authz/rbac.ts';
import { type RequestInfo, requestInfo } from '../../cluster/apiserver/request/request-info.ts';
import { cacheTable } from '../../cluster/apiserver/watchcache/rows.ts';
import type { Step } from '../../engine/index.ts';
import type { AccessAnswerKind, AccessRow, AccessStage, AccessView, Granted } from '../../protocol/access-view.ts';
import type { ViewParams } from '../../protocol/messages.ts';
import { apiserver } from '../../steps/apiserver.ts';
import type { RequestRecord } from '../request-index.ts';
import type { Snapshot } from '../snapshot.ts';
import { admissionDiff, requestView } from './step.ts';

type Asked = AccessView['asked'];
type StageId = AccessStage['id'];

const STAGES: readonly StageId[] = [
  'authentication',
  'impersonation',
  'flow',
  'authorization',
  'mutating',
  'storage',
  'validating',
];
const DEFAULT: Asked = { verb: 'list', resource: 'pods', namespace: 'default' };

/** Components of the cluster itself: what they ask goes on all the time, and is seldom what one looks for. */
const COMPONENT = /\/|-controller$|^kube-|^(?:garbage-collector|root-ca-cert-publisher|coredns)$/;
/** What a person starts, in a Pod, too: there the step before is one of the runtime. */
const TYPED = /^(?:curl|kubectl)\//;

/** The request at the cursor, or the last one before it of a person or a program, past everybody who may refuse it. */
export function accessView(snapshot: Snapshot, params: ViewParams): AccessView {
  const { cursor, requests, journal } = snapshot;
  const at = cursor.position;
  const own = requests.of(at);
  const record =
    own ??
    requests.all.findLast((each) => each.received <= at && !isOfComponent(snapshot, each)) ??
    requests.all.findLast(({ received }) => received <= at);
  const steps = record === undefined ? [] : requests.stepsOf(record, at).map((seq) => journal.step(seq));
  const rows = steps.flatMap((step) => rowsOf(snapshot, step));
  const asked = askedIn(params.name) ?? (steps[0] === undefined ? DEFAULT : askedBy(steps[0]));
  return {
    request: record === undefined ? undefined : requestView(snapshot, record, at),
    isEarlier: own === undefined && record !== undefined,
    stages: STAGES.map((id) => ({
      id,
      rows: rows.filter((row) => row.stage === id).map(({ stage: _, ...row }) => row),
    })),
    asked,
    granted: grantedIn(snapshot, asked),
  };
}

function isOfComponent({ journal }: Snapshot, { client, received }: RequestRecord): boolean {
  return COMPONENT.test(client) && !TYPED.test(String(journal.step(received).args.userAgent));
}

type StagedRow = AccessRow & { readonly stage: StageId };

/** What everybody answered who had a say in one step of a request. */
export function rowsOf(snapshot: Snapshot, step: Step): readonly StagedRow[] {
  const { args, seq } = step;
  const text = (name: string): string => String(args[name] ?? '');
  const row = (stage: StageId, name: string, answer: AccessAnswerKind, words: string): StagedRow => ({
    stage,
    name,
    answer,
    text: words,
    seq,
    now: seq === snapshot.cursor.position,
    diff: [],
  });
  switch (step.kind.name) {
    case apiserver.authenticated.name:
      return tried(text('tried')).map(([name, said]) =>
        row('authentication', name, answerTo(said), said === 'yes' ? text('user') : plain(said)),
      );
    case apiserver.unauthenticated.name:
      return tried(text('tried')).map(([name, said]) => row('authentication', name, answerTo(said), plain(said)));
    case apiserver.impersonated.name:
      return [row('impersonation', text('mode'), 'yes', `${text('by')} → ${text('user')}`)];
    case apiserver.classified.name:
      return [row('flow', text('schema'), 'passed', text('level'))];
    case apiserver.authorized.name:
    case apiserver.forbidden.name:
      return tried(text('tried')).map(([name, said]) =>
        row('authorization', name, verdictOf(said), said === 'allow' || said === 'deny' ? text('reason') : plain(said)),
      );
    case apiserver.mutated.name:
      return [
        {
          ...row('mutating', text('plugin'), text('changed') === '' ? 'passed' : 'changed', text('changed')),
          diff: diffAt(snapshot, seq),
        },
      ];
    case apiserver.mutationFailed.name:
      return [row('mutating', text('plugin'), 'no', text('message'))];
    case apiserver.webhookCalled.name:
      return [row('mutating', text('webhook'), text('outcome') === 'allowed' ? 'passed' : 'no', text('outcome'))];
    case apiserver.approved.name:
      return [row('validating', text('plugin'), 'passed', text('note'))];
    case apiserver.rejected.name:
      return [row(text('plugin') === 'storage' ? 'storage' : 'validating', text('plugin'), 'no', text('message'))];
    default:
      return [];
  }
}

function diffAt(snapshot: Snapshot, seq: number): AccessRow['diff'] {
  const row = snapshot.changesOf(ADMISSION_TABLE, seq)[0]?.after;
  return row === undefined ? [] : admissionDiff(row);
}

/** `name=answer`, separated by semicolons. */
function tried(text: string): readonly (readonly [name: string, said: string])[] {
  return text
    .split(';')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, at), part.slice(at + 1)] as const;
    });
}

const plain = (said: string): string => (said === '-' ? '' : said);

function answerTo(said: string): AccessAnswerKind {
  return said === 'yes' ? 'yes' : said === '-' ? 'silent' : 'no';
}

function verdictOf(said: string): AccessAnswerKind {
  return said === 'allow' ? 'yes' : said === 'deny' ? 'no' : 'silent';
}

/** `list pods default`; the namespace may be left out. */
function askedIn(text: string | undefined): Asked | undefined {
  const [verb, resource, namespace = ''] = (text ?? '').trim().split(/\s+/);
  return verb === undefined || verb === '' || resource === undefined ? undefined : { verb, resource, namespace };
}

/** What a request asks to do, in the terms of a rule. */
export function questionOf({ args }: Step): RequestInfo {
  const [path = ''] = String(args.path ?? '').split('?');
  const info = requestInfo({
    method: String(args.method),
    path,
    query: [],
    headers: {},
    body: undefined,
    clientCertificate: undefined,
  } as Parameters<typeof requestInfo>[0]);
  return { ...info, verb: String(args.verb) };
}

function askedBy(received: Step): Asked {
  const { args } = received;
  const info = questionOf(received);
  if (!info.isResource) return { verb: String(args.verb), resource: info.path, namespace: '' };
  const subresource = info.subresource === '' ? '' : `/${info.subresource}`;
  return { verb: String(args.verb), resource: qualifiedResource(info) + subresource, namespace: info.namespace };
}

function infoFor({ verb, resource, namespace }: Asked): RequestInfo {
  const isResource = !resource.startsWith('/');
  const [qualified = '', subresource = ''] = resource.split('/');
  const dot = qualified.indexOf('.');
  return {
    isResource,
    verb,
    path: isResource ? '' : resource,
    group: dot < 0 ? '' : qualified.slice(dot + 1),
    version: '',
    namespace,
    resource: isResource ? (dot < 0 ? qualified : qualified.slice(0, dot)) : '',
    subresource: isResource ? subresource : '',
    name: '',
    rest: [],
  };
}

const RBAC = 'rbac.authorization.k8s.io';
type BindingResource = `${'clusterrolebindings' | 'rolebindings'}.${typeof RBAC}`;

/** A role as the server's cache holds it at the cursor. */
export function roleNamed(
  snapshot: Snapshot,
  kind: string,
  name: string,
  namespace: string,
): Role | ClusterRole | undefined {
  return kind === 'ClusterRole'
    ? snapshot.table(cacheTable(`clusterroles.${RBAC}`)).get(name)
    : snapshot.table(cacheTable(`roles.${RBAC}`)).get(`${namespace}/${name}`);
}

/** Everybody whom a role bound to them lets do this, by the server's own caches at the cursor. */
function grantedIn(snapshot: Snapshot, asked: Asked): readonly Granted[] {
  const info = infoFor(asked);
  const found: Granted[] = [];
  const look = (kind: string, resource: BindingResource, namespaced: boolean): void => {
    for (const binding of snapshot.table(cacheTable(resource)).values()) {
      const { name = '', namespace = '' } = binding.metadata;
      if (namespaced && namespace !== asked.namespace) continue;
      const role = roleNamed(snapshot, binding.roleRef.kind, binding.roleRef.name, namespace);
      if (role?.rules?.some((rule) => ruleAllows(rule, info)) !== true) continue;
      const place = namespaced ? `${namespace}/${name}` : name;
      for (const subject of binding.subjects ?? []) {
        const who =
          subject.kind === 'ServiceAccount' ? `${subject.namespace ?? namespace}/${subject.name}` : subject.name;
        found.push({
          subject: `${subject.kind} ${who}`,
          binding: `${kind} ${place}`,
          role: `${binding.roleRef.kind} ${binding.roleRef.name}`,
          bindingSubject: `${resource}/${namespaced ? `${namespace}/` : ''}${name}`,
        });
      }
    }
  };
  look('ClusterRoleBinding', `clusterrolebindings.${RBAC}`, false);
  if (asked.namespace !== '') look('RoleBinding', `rolebindings.${RBAC}`, true);
  return found.sort((a, b) => compareStrings(a.subject, b.subject) || compareStrings(a.binding, b.binding));
}
