import { replaced } from '../../base/extend.ts';
import { pureOfValues } from '../../base/pure.ts';
import { type Fields, isEmptyFields, isFields } from '../go/json.ts';
import { containerAmounts, type QuotaPodSpec } from '../quota/pod-usage.ts';
import { fill, inField, inList } from './fill.ts';
import { defaultVolumeSources } from './volume-sources.ts';

const MODE = 0o644;
const PROBE: Fields = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
const HTTP: Fields = { path: '/', scheme: 'HTTP' };
const POD_SPEC: Fields = {
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
};
const CONTAINER_LISTS = ['containers', 'initContainers', 'ephemeralContainers'];

/** Models pkg/apis/core/v1/defaults.go SetDefaults_PodSpec and those below it (v1.36) */
function defaultPodSpec(spec: Fields): Fields {
  let result = fill(spec, POD_SPEC);
  for (const list of CONTAINER_LISTS) result = inList(result, list, defaultContainer);
  result = inList(result, 'volumes', defaultVolume);
  return sameServiceAccount(result);
}

/** The old name of the field mirrors the new one. Models pkg/apis/core/v1/conversion.go (v1.36) */
function sameServiceAccount(spec: Fields): Fields {
  const name = spec.serviceAccountName ?? spec.serviceAccount;
  if (name === undefined || (spec.serviceAccountName === name && spec.serviceAccount === name)) return spec;
  return { ...spec, serviceAccountName: name, serviceAccount: name };
}

/** What only a pod gets, not a template. Models SetDefaults_Pod (v1.36) */
export function defaultPod(pod: Fields): Fields {
  const { spec } = pod;
  if (!isFields(spec)) return pod;
  const own = defaultOwnSpec(spec);
  return own === spec ? pod : replaced(pod, { spec: own });
}

/** Pods of one template are sent with the same spec. */
const defaultOwnSpec = pureOfValues(16, (sent: Fields): Fields => {
  let spec = defaultPodSpec(sent);
  spec = inList(spec, 'containers', requestsFromLimits);
  spec = inList(spec, 'initContainers', requestsFromLimits);
  spec = fill(
    inField(spec, 'resources', (own) => requestsOfPod(own, spec)),
    { enableServiceLinks: true },
  );
  if (spec.hostNetwork !== true) return spec;
  spec = inList(spec, 'containers', hostPorts);
  return inList(spec, 'initContainers', hostPorts);
});

function requestsFromLimits(container: Fields): Fields {
  return inField(container, 'resources', (resources) => {
    const { limits, requests } = resources;
    if (!isFields(limits)) return resources;
    const filled = fill(isFields(requests) ? requests : {}, limits);
    return filled === requests || Object.keys(filled).length === 0 ? resources : { ...resources, requests: filled };
  });
}

const OF_PODS = /^(cpu|memory|hugepages-.+)$/;

/** With limits for the whole Pod, it asks for what its containers ask for, or else for as much as it may use. */
// Models defaultPodRequests (v1.36)
function requestsOfPod(own: Fields, spec: Fields): Fields {
  const { limits, requests } = own;
  if (!isFields(limits) || isEmptyFields(limits)) return own;
  const ofContainers = containerAmounts(spec as QuotaPodSpec, 'requests');
  let filled: Fields = isFields(requests) ? requests : {};
  for (const name in ofContainers) {
    if (OF_PODS.test(name) && !name.startsWith('hugepages-')) filled = fill(filled, { [name]: ofContainers[name] });
  }
  for (const name in limits) if (OF_PODS.test(name)) filled = fill(filled, { [name]: limits[name] });
  return filled === requests || isEmptyFields(filled) ? own : { ...own, requests: filled };
}

function hostPorts(container: Fields): Fields {
  return inList(container, 'ports', (port) => fill(port, { hostPort: port.containerPort }));
}

export function defaultTemplate(template: Fields): Fields {
  return inField(template, 'spec', defaultPodSpec);
}

function defaultContainer(container: Fields): Fields {
  let result = fill(container, {
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: pullPolicy(container.image),
  });
  result = inList(result, 'ports', (port) => fill(port, { protocol: 'TCP' }));
  result = inList(result, 'env', (env) => inField(env, 'valueFrom', defaultFieldRef));
  result = inField(result, 'livenessProbe', defaultProbe);
  result = inField(result, 'readinessProbe', defaultProbe);
  result = inField(result, 'startupProbe', defaultProbe);
  return inField(result, 'lifecycle', defaultLifecycle);
}

function defaultLifecycle(lifecycle: Fields): Fields {
  const hook = (handler: Fields): Fields => inField(handler, 'httpGet', (get) => fill(get, HTTP));
  return inField(inField(lifecycle, 'postStart', hook), 'preStop', hook);
}

function defaultProbe(probe: Fields): Fields {
  const filled = inField(fill(probe, PROBE), 'httpGet', (get) => fill(get, HTTP));
  return inField(filled, 'grpc', (grpc) => ({ ...grpc, service: grpc.service ?? '' }));
}

function defaultFieldRef(source: Fields): Fields {
  return inField(source, 'fieldRef', (ref) => fill(ref, { apiVersion: 'v1' }));
}

/** The tag decides: `latest` or none is pulled every time. */
function pullPolicy(image: unknown): string {
  if (typeof image !== 'string' || image === '') return 'IfNotPresent';
  const name = image.slice(image.lastIndexOf('/') + 1);
  if (name.includes('@')) return 'IfNotPresent';
  const colon = name.indexOf(':');
  return colon < 0 || name.slice(colon + 1) === 'latest' ? 'Always' : 'IfNotPresent';
}

const MODED = ['secret', 'configMap', 'downwardAPI', 'projected'];

const RARE = ['iscsi', 'rbd', 'azureDisk', 'scaleIO'];

/** What volumes of Pods and PersistentVolumes have in common. */
export function defaultSources(volume: Fields): Fields {
  const result = inField(volume, 'hostPath', (path) => fill(path, { type: '' }));
  return RARE.some((source) => volume[source] !== undefined) ? defaultVolumeSources(result) : result;
}

function defaultVolume(volume: Fields): Fields {
  let result = volume;
  if (Object.keys(volume).every((key) => key === 'name')) result = { ...volume, emptyDir: {} };
  for (const source of MODED) result = inField(result, source, (each) => fill(each, { defaultMode: MODE }));
  result = defaultSources(result);
  result = inField(result, 'downwardAPI', (each) => inList(each, 'items', defaultFieldRef));
  result = inField(result, 'projected', (each) => inList(each, 'sources', defaultProjection));
  result = inField(result, 'image', (image) => fill(image, { pullPolicy: pullPolicy(image.reference) }));
  return inField(result, 'ephemeral', (each) =>
    inField(each, 'volumeClaimTemplate', (claim) => inField(claim, 'spec', (spec) => fill(spec, FILESYSTEM))),
  );
}

export const FILESYSTEM: Fields = { volumeMode: 'Filesystem' };

function defaultProjection(source: Fields): Fields {
  const api = inField(source, 'downwardAPI', (each) => inList(each, 'items', defaultFieldRef));
  return inField(api, 'serviceAccountToken', (token) => fill(token, { expirationSeconds: 3600 }));
}
