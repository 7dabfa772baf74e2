import { forbidden } from '../../../../api/status.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { type AdmissionPlugin, on } from '../attributes.ts';
import { violationsOf } from './pod-security-checks.ts';

const PREFIX = 'pod-security.kubernetes.io/';

interface Policy {
  readonly level: string;
  readonly version: string;
}

/** A namespace's labels say how careless its Pods may be. Without labels: privileged, anything goes. */
// Models staging/src/k8s.io/pod-security-admission/admission/admission.go (v1.36)
export const podSecurity: AdmissionPlugin = {
  name: 'PodSecurity',
  handles: on(
    [
      'pods',
      'replicationcontrollers',
      'podtemplates',
      'deployments.apps',
      'replicasets.apps',
      'statefulsets.apps',
      'daemonsets.apps',
      'jobs.batch',
      'cronjobs.batch',
    ],
    ['CREATE', 'UPDATE'],
  ),
  validate(attributes, services) {
    const { object, old, operation, resource, namespace } = attributes;
    if (object === undefined) return undefined;
    const labels = services.get('namespaces', '', namespace)?.metadata.labels ?? {};
    const isPod = resource.resource === 'pods';
    const enforce = policyOf(labels, 'enforce');
    if (isPod && operation === 'UPDATE' && old !== undefined && unimportant(object, old)) return undefined;
    const spec = specOf(object);
    if (spec === undefined) return undefined;
    const meta = metaOf(object);
    if (isPod) {
      services.annotate(`${PREFIX}enforce-policy`, `${enforce.level}:${enforce.version}`);
      const violated = violationsOf(enforce.level, spec, meta);
      if (violated.length > 0) {
        return forbidden(
          resource,
          attributes.name,
          `violates PodSecurity "${enforce.level}:${enforce.version}": ${violated.join(', ')}`,
        );
      }
    }
    const warn = policyOf(labels, 'warn');
    const warned = violationsOf(warn.level, spec, meta);
    if (warned.length > 0 && !(isPod && warn.level === enforce.level)) {
      services.warn(`would violate PodSecurity "${warn.level}:${warn.version}": ${warned.join(', ')}`);
    }
    return isPod ? `${enforce.level}:${enforce.version}` : undefined;
  },
};

function policyOf(labels: { readonly [key: string]: string }, mode: string): Policy {
  return { level: labels[PREFIX + mode] ?? 'privileged', version: labels[`${PREFIX + mode}-version`] ?? 'latest' };
}

/** Changes of metadata and of what no check looks at are not checked again. */
function unimportant(object: KObject, old: KObject): boolean {
  return object.spec === old.spec;
}

interface Templated {
  readonly template?: { readonly spec?: object; readonly metadata?: KObject['metadata'] };
  readonly jobTemplate?: { readonly spec?: Templated };
}

function specOf(object: KObject): object | undefined {
  if (object.kind === 'Pod') return object.spec as object;
  if (object.kind === 'PodTemplate') return (object as Templated).template?.spec;
  const spec = object.spec as Templated | undefined;
  return spec?.template?.spec ?? spec?.jobTemplate?.spec?.template?.spec;
}

function metaOf(object: KObject): KObject['metadata'] {
  if (object.kind === 'Pod') return object.metadata;
  return (object.spec as Templated | undefined)?.template?.metadata ?? {};
}
