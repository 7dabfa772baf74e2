import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { formatWarnings } from '../definitions/format-warnings.ts';
import { capacityWarnings, claimSpecWarnings, claimWarnings, volumeWarnings } from './storage-warnings.ts';
import { type Fields, fieldsOf, itemsOf, oldLabelsAmong } from './warning-parts.ts';

/** What is said to whoever writes something that is allowed and seldom meant. */
// Models pkg/api/pod/warnings.go and the WarningsOnCreate of each strategy (v1.36)
export function warningsOf(info: ResourceInfo, object: KObject, old: KObject | undefined): readonly string[] {
  const found: string[] = [];
  const place = TEMPLATES[info.resource];
  if (place !== undefined) {
    const template = at(object, place);
    const before = old === undefined ? undefined : at(old, place);
    const unchanged = info.resource === 'pods' ? old !== undefined : before === template;
    if (template !== undefined && !unchanged)
      podWarnings(found, template, place.length === 0 ? '' : `${place.join('.')}.`);
  }
  OTHERS[info.resource]?.(found, object, old);
  return found;
}

const TEMPLATES: { readonly [resource: string]: readonly string[] | undefined } = {
  pods: [],
  podtemplates: ['template'],
  replicationcontrollers: ['spec', 'template'],
  deployments: ['spec', 'template'],
  replicasets: ['spec', 'template'],
  daemonsets: ['spec', 'template'],
  statefulsets: ['spec', 'template'],
  jobs: ['spec', 'template'],
  cronjobs: ['spec', 'jobTemplate', 'spec', 'template'],
};

function at(object: unknown, path: readonly string[]): Fields | undefined {
  let value: unknown = object;
  for (const key of path) value = (value as Fields | undefined)?.[key];
  return value as Fields | undefined;
}

const GONE_VOLUMES: { readonly [source: string]: string | undefined } = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

function podWarnings(found: string[], template: Fields, prefix: string): void {
  const spec = fieldsOf(template, 'spec');
  const path = `${prefix}spec`;
  const selector = fieldsOf(spec, 'nodeSelector');
  for (const [old, why] of oldLabelsAmong(Object.keys(selector))) found.push(`${path}.nodeSelector[${old}]: ${why}`);
  affinityWarnings(found, spec, path);
  itemsOf(spec, 'topologySpreadConstraints').forEach((constraint, i) => {
    const own = `${path}.topologySpreadConstraints[${i}]`;
    for (const [old, why] of oldLabelsAmong([constraint.topologyKey]))
      found.push(`${own}.topologyKey: ${old} is ${why}`);
    if (constraint.labelSelector === undefined) {
      found.push(`${own}.labelSelector: a null labelSelector results in matching no pod`);
    }
  });
  annotationWarnings(found, fieldsOf(fieldsOf(template, 'metadata'), 'annotations'), `${prefix}metadata.annotations`);
  duplicates(
    found,
    itemsOf(spec, 'hostAliases'),
    'ip',
    (i, ip) => `${path}.hostAliases[${i}].ip: duplicate ip "${ip}"`,
  );
  itemsOf(spec, 'volumes').forEach((volume, i) => {
    for (const source in GONE_VOLUMES) {
      if (volume[source] !== undefined) found.push(`${path}.volumes[${i}].${source}: ${GONE_VOLUMES[source]}`);
    }
    const size = fieldsOf(volume, 'emptyDir').sizeLimit;
    if (isFractional(size)) {
      found.push(
        `${path}.volumes[${i}].emptyDir.sizeLimit: fractional byte value "${size}" is invalid, must be an integer`,
      );
    }
  });
  const secrets = itemsOf(spec, 'imagePullSecrets');
  secrets.forEach(({ name = '' }, i) => {
    if (name === '') found.push(`${path}.imagePullSecrets[${i}].name: invalid empty name ""`);
  });
  duplicates(found, secrets, 'name', (i, name) => `${path}.imagePullSecrets[${i}].name: duplicate name "${name}"`);
  if (spec.terminationGracePeriodSeconds !== undefined && (spec.terminationGracePeriodSeconds as number) < 0) {
    found.push(
      `${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
    );
  }
  for (const kind of ['initContainers', 'containers']) {
    for (const [i, container] of itemsOf(spec, kind).entries()) {
      containerWarnings(found, container, `${path}.${kind}[${i}]`);
    }
  }
}

function affinityWarnings(found: string[], spec: Fields, path: string): void {
  const node = fieldsOf(fieldsOf(spec, 'affinity'), 'nodeAffinity');
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  const look = (term: Fields, own: string): void => {
    itemsOf(term, 'matchExpressions').forEach((each, i) => {
      for (const [old, why] of oldLabelsAmong([each.key]))
        found.push(`${own}.matchExpressions[${i}].key: ${old} is ${why}`);
    });
  };
  const base = `${path}.affinity.nodeAffinity`;
  for (const [i, term] of itemsOf(fieldsOf(node, required), 'nodeSelectorTerms').entries()) {
    look(term, `${base}.${required}.nodeSelectorTerms[${i}]`);
  }
  for (const [i, term] of itemsOf(node, preferred).entries()) {
    look(fieldsOf(term, 'preference'), `${base}.${preferred}[${i}].preference`);
  }
  for (const kind of ['podAffinity', 'podAntiAffinity']) {
    const terms = fieldsOf(fieldsOf(spec, 'affinity'), kind);
    itemsOf(terms, required).forEach((term, i) => {
      if (term.labelSelector !== undefined) return;
      found.push(
        `${path}.affinity.${kind}.${required}[${i}].labelSelector: a null labelSelector results in matching no pod`,
      );
    });
    itemsOf(terms, preferred).forEach((term, i) => {
      if (fieldsOf(term, 'podAffinityTerm').labelSelector !== undefined) return;
      found.push(
        `${path}.affinity.${kind}.${preferred}[${i}].podAffinityTerm.labelSelector: a null labelSelector results in matching no pod`,
      );
    });
  }
}

function annotationWarnings(found: string[], annotations: Fields, path: string): void {
  const seccomp = 'seccomp.security.alpha.kubernetes.io/pod';
  const replaced = 'non-functional in v1.27+; use the "seccompProfile" field instead';
  if (seccomp in annotations) found.push(`${path}[${seccomp}]: ${replaced}`);
  for (const key in annotations) {
    if (key.startsWith('container.seccomp.security.alpha.kubernetes.io/')) found.push(`${path}[${key}]: ${replaced}`);
    if (key.startsWith('container.apparmor.security.beta.kubernetes.io/')) {
      found.push(`${path}[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`);
    }
  }
  const critical = 'scheduler.alpha.kubernetes.io/critical-pod';
  if (critical in annotations) {
    found.push(`${path}[${critical}]: non-functional in v1.16+; use the "priorityClassName" field instead`);
  }
}

/** Of memory, which comes in bytes. */
function isFractional(amount: unknown): boolean {
  if (typeof amount === 'number') return !Number.isInteger(amount);
  if (typeof amount !== 'string') return false;
  if (!amount.endsWith('m')) return /^\d*\.\d*[1-9]\d*$/.test(amount);
  return Number(amount.slice(0, -1)) % 1000 !== 0;
}

function containerWarnings(found: string[], container: Fields, path: string): void {
  const resources = fieldsOf(container, 'resources');
  for (const kind of ['limits', 'requests']) {
    const list = fieldsOf(resources, kind);
    for (const name of ['memory', 'ephemeral-storage']) {
      if (!isFractional(list[name])) continue;
      found.push(
        `${path}.resources.${kind}[${name}]: fractional byte value "${list[name]}" is invalid, must be an integer`,
      );
    }
  }
  const env = itemsOf(container, 'env');
  if (env.length > 1) {
    duplicates(
      found,
      env,
      'name',
      (i, name) => `${path}.env[${i}]: hides previous definition of "${name}", which may be dropped when using apply`,
    );
  }
  const ports = itemsOf(container, 'ports');
  ports.forEach((port, i) => {
    const first = ports.findIndex((other, j) => j < i && samePort(port, other));
    if (first >= 0) found.push(`${path}.ports[${i}]: duplicate port definition with ${path}.ports[${first}]`);
  });
}

const samePort = (a: Fields, b: Fields): boolean =>
  a.containerPort === b.containerPort &&
  a.protocol === b.protocol &&
  a.hostIP === b.hostIP &&
  a.hostPort === b.hostPort;

function duplicates(
  found: string[],
  list: readonly Fields[],
  key: string,
  say: (index: number, value: string) => string,
): void {
  const seen = new Set<unknown>();
  list.forEach((each, i) => {
    const value = each[key];
    if (value !== undefined && value !== '' && seen.has(value)) found.push(say(i, String(value)));
    seen.add(value);
  });
}

type Warn = (found: string[], object: KObject, old: KObject | undefined) => void;

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

const OTHERS: { readonly [resource: string]: Warn | undefined } = {
  pods(found, { metadata: { name = '' } }, old) {
    if (old !== undefined || name === '' || (name.length <= 63 && LABEL.test(name))) return;
    const why = LABEL.test(name)
      ? 'must be no more than 63 characters'
      : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
    found.push(
      `metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [${why}]`,
    );
  },
  deployments: dottedName,
  statefulsets(found, object, old) {
    dottedName(found, object, old);
    itemsOf(fieldsOf(object as Fields, 'spec'), 'volumeClaimTemplates').forEach((claim, i) => {
      claimSpecWarnings(found, fieldsOf(claim, 'spec'), `spec.volumeClaimTemplates[${i}]`);
    });
  },
  persistentvolumes: (found, object) => volumeWarnings(found, object as Fields),
  persistentvolumeclaims: (found, object) => claimWarnings(found, object as Fields),
  csistoragecapacities: (found, object) => capacityWarnings(found, object as Fields),
  customresourcedefinitions: formatWarnings,
  ingresses(found, { metadata }, old) {
    const key = 'kubernetes.io/ingress.class';
    if (old !== undefined || metadata.annotations?.[key] === undefined) return;
    found.push(`annotation "${key}" is deprecated, please use 'spec.ingressClassName' instead`);
  },
  services(found, object) {
    const spec = fieldsOf(object as Fields, 'spec');
    const hasExternal = Array.isArray(spec.externalIPs) && spec.externalIPs.length > 0;
    const [first] = (spec.clusterIPs ?? []) as readonly string[];
    if (first === 'None' && spec.type !== 'ExternalName') {
      if (spec.loadBalancerIP !== undefined && spec.loadBalancerIP !== '') {
        found.push('spec.loadBalancerIP is ignored for headless services');
      }
      if (hasExternal) found.push('spec.externalIPs is ignored for headless services');
      if (spec.sessionAffinity === 'ClientIP') found.push('spec.SessionAffinity is ignored for headless services');
    }
    if (hasExternal) found.push('spec.externalIPs is deprecated');
  },
  storageclasses(found, object) {
    const topologies = itemsOf(object as Fields, 'allowedTopologies');
    topologies.forEach((topology, i) => {
      itemsOf(topology, 'matchLabelExpressions').forEach((each, j) => {
        const path = `allowedTopologies[${i}].matchLabelExpressions[${j}].key`;
        for (const [old, why] of oldLabelsAmong([each.key])) found.push(`${path}: ${old} is ${why}`);
      });
    });
  },
  serviceaccounts(found, { metadata }) {
    const key = 'kubernetes.io/enforce-mountable-secrets';
    if (metadata.annotations?.[key] === undefined) return;
    const why = 'prefer separate namespaces to isolate access to mounted secrets';
    found.push(`metadata.annotations[${key}]: deprecated in v1.32+; ${why}`);
  },
};

/** A name with dots becomes the host name of Pods. */
function dottedName(found: string[], object: KObject, old: KObject | undefined): void {
  const { name = '' } = object.metadata;
  if (old !== undefined || LABEL.test(name) || name === '') return;
  const why =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
  found.push(
    `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${why}]`,
  );
}
