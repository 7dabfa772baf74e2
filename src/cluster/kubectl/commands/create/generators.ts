// Models staging/src/k8s.io/kubectl/pkg/cmd/create (v1.36)

import type { KObject } from '../../../../api/types/meta.ts';
import { exactlyOneFullName, exactlyOneName, type Failure, failure } from '../../session/errors.ts';
import { randomEnding } from '../../session/random-ending.ts';
import type { Session } from '../../session/session.ts';
import type { CreateOptions } from './flags.ts';
import { makeBudget, makeConfigMap, makeIngress, makePriorityClass, makeSecret } from './object-generators.ts';
import { failedService, makeService } from './service-generators.ts';

export interface Generator {
  readonly names: readonly string[];
  readonly resource: string;
  /** Some commands wrap the server's refusal in words of their own. */
  readonly failed?: string | ((type: string) => string);
  readonly make: (words: readonly string[], options: CreateOptions, session: Session) => KObject | Failure;
}

/** Models staging/src/k8s.io/kubectl/pkg/cmd/create/create_*.go (v1.36): the kinds that the scenarios make by flags. */
export function generators(): readonly Generator[] {
  return [
    {
      names: ['deployment', 'deploy', 'dep'],
      resource: 'deployments',
      failed: 'failed to create deployment:',
      make: makeDeployment,
    },
    { names: ['cronjob', 'cj'], resource: 'cronjobs', failed: 'failed to create cronjob:', make: makeCronJob },
    { names: ['namespace', 'ns'], resource: 'namespaces', make: makeNamespace },
    { names: ['configmap', 'cm'], resource: 'configmaps', failed: 'failed to create configmap:', make: makeConfigMap },
    { names: ['secret'], resource: 'secrets', failed: 'failed to create secret', make: makeSecret },
    { names: ['service', 'svc'], resource: 'services', failed: failedService, make: makeService },
    {
      names: ['serviceaccount', 'sa'],
      resource: 'serviceaccounts',
      failed: 'failed to create serviceaccount:',
      make: makeServiceAccount,
    },
    {
      names: ['quota', 'resourcequota'],
      resource: 'resourcequotas',
      failed: 'failed to create quota:',
      make: makeQuota,
    },
    {
      names: ['rolebinding'],
      resource: 'rolebindings',
      failed: 'failed to create rolebinding:',
      make: makeBinding('RoleBinding'),
    },
    {
      names: ['clusterrolebinding'],
      resource: 'clusterrolebindings',
      failed: 'failed to create clusterrolebinding:',
      make: makeBinding('ClusterRoleBinding'),
    },
    {
      names: ['poddisruptionbudget'],
      resource: 'poddisruptionbudgets',
      failed: 'failed to create poddisruptionbudgets:',
      make: makeBudget,
    },
    {
      names: ['priorityclass'],
      resource: 'priorityclasses',
      failed: 'failed to create priorityclass:',
      make: makePriorityClass,
    },
    { names: ['ingress'], resource: 'ingresses', failed: 'failed to create ingress:', make: makeIngress },
  ];
}

function makeDeployment(words: readonly string[], options: CreateOptions, session: Session): KObject | Failure {
  const command = words.slice(1);
  const images = options.list('image');
  if (!options.has('image')) return failure('required flag(s) "image" not set');
  const name = exactlyOneName(words, options);
  if (typeof name !== 'string') return name;
  if (images.length > 1 && command.length > 0) return failure('cannot specify multiple --image options and command');
  const port = options.text('port');
  const containers = images.map((image, at) => ({
    image,
    name: containerName(image, session),
    ...(port === undefined || Number(port) < 0 || at > 0 ? {} : { ports: [{ containerPort: Number(port) }] }),
    ...(command.length === 0 ? {} : { command }),
    resources: {},
  }));
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { labels, name },
    spec: {
      replicas: Number(options.text('replicas') ?? '1'),
      selector: { matchLabels: labels },
      strategy: {},
      template: { metadata: { labels }, spec: { containers } },
    },
    status: {},
  };
}

function makeCronJob(words: readonly string[], options: CreateOptions): KObject | Failure {
  const command = words.slice(1);
  const missing = (['image', 'schedule'] as const).filter((flag) => !options.has(flag));
  if (missing.length > 0) return failure(`required flag(s) ${missing.map((flag) => `"${flag}"`).join(', ')} not set`);
  const name = exactlyOneName(words, options);
  if (typeof name !== 'string') return name;
  const image = options.list('image')[0];
  const container = { name, image, ...(command.length === 0 ? {} : { command }), resources: {} };
  const restartPolicy = options.text('restart') ?? 'OnFailure';
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name },
    spec: {
      schedule: options.text('schedule') ?? '',
      jobTemplate: {
        metadata: { name },
        spec: { template: { metadata: {}, spec: { containers: [container], restartPolicy } } },
      },
    },
    status: {},
  };
}

/** `docker.io/library/nginx:1.27@sha256:…` → `nginx`; where a letter may not stay, the name gets an ending of its own. */
function containerName(image: string, session: Session): string {
  const base = image.split('/').at(-1) ?? image;
  const name = base.split(/[:@]/, 1)[0] ?? base;
  return /[_.]/.test(name) ? `${name.replace(/[_.]/g, '-')}-${randomEnding(session, 'create')}` : name;
}

function makeNamespace(words: readonly string[], options: CreateOptions): KObject | Failure {
  const name = exactlyOneFullName(words, options);
  return typeof name === 'string'
    ? { apiVersion: 'v1', kind: 'Namespace', metadata: { name }, spec: {}, status: {} }
    : name;
}

function makeServiceAccount(words: readonly string[], options: CreateOptions): KObject | Failure {
  const name = exactlyOneFullName(words, options);
  return typeof name === 'string' ? { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } } : name;
}

function pairs(texts: readonly string[]): { readonly [key: string]: string } {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf('=');
      return [text.slice(0, equals), text.slice(equals + 1)];
    }),
  );
}

function makeQuota(words: readonly string[], options: CreateOptions): KObject | Failure {
  const name = exactlyOneFullName(words, options);
  if (typeof name !== 'string') return name;
  const parts = (options.text('hard') ?? '').split(',').filter((one) => one !== '');
  const bad = parts.find((one) => !/^[^=]*=[^=]*$/.test(one));
  if (bad !== undefined) return failure(`Invalid argument syntax ${bad}, expected <resource>=<value>`);
  const hard = pairs(parts);
  if (Object.values(hard).some((amount) => !/^[+-]?[0-9.]+[eEinumkKMGTP]*[-+]?[0-9]*$/.test(amount)))
    return failure("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  const asked = options.text('scopes') ?? '';
  const scopes = asked === '' ? [] : asked.split(',');
  if (scopes.includes('')) return failure('invalid resource quota scope ""');
  const spec = { ...(Object.keys(hard).length === 0 ? {} : { hard }), ...(scopes.length === 0 ? {} : { scopes }) };
  return { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name }, spec, status: {} };
}

function makeBinding(kind: 'RoleBinding' | 'ClusterRoleBinding') {
  return (words: readonly string[], options: CreateOptions): KObject | Failure => {
    if (kind === 'ClusterRoleBinding' && !options.has('clusterrole'))
      return failure('required flag(s) "clusterrole" not set');
    const name = (kind === 'RoleBinding' ? exactlyOneFullName : exactlyOneName)(words, options);
    if (typeof name !== 'string') return name;
    if (kind === 'RoleBinding' && options.has('role') === options.has('clusterrole'))
      return failure('exactly one of clusterrole or role must be specified');
    if (options.list('serviceaccount').some((each) => !/^[^:]+:[^:]+$/.test(each)))
      return failure('serviceaccount must be <namespace>:<name>');
    const clusterRole = options.text('clusterrole');
    const role = options.text('role') ?? clusterRole;
    if (role === undefined) return failure('exactly one of clusterrole or role must be specified');
    const apiGroup = 'rbac.authorization.k8s.io';
    const people = (subject: 'User' | 'Group', flag: 'user' | 'group') =>
      options.list(flag).map((one) => ({ apiGroup, kind: subject, name: one }));
    const accounts = options.list('serviceaccount').map((one) => {
      const [namespace = '', account = ''] = one.split(':');
      return { kind: 'ServiceAccount', name: account, namespace };
    });
    const subjects = [...people('User', 'user'), ...people('Group', 'group'), ...accounts];
    return {
      apiVersion: `${apiGroup}/v1`,
      kind,
      metadata: { name },
      roleRef: { apiGroup, kind: clusterRole === undefined ? 'Role' : 'ClusterRole', name: role },
      ...(subjects.length === 0 ? {} : { subjects }),
    };
  };
}
