import { isStatus, type Status } from '../../../../api/errors/status.ts';
import { isMirror } from '../../../../api/pods/mirror.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { randomSuffix } from '../../../../api/values/names.ts';
import { appended } from '../../../../base/appended.ts';
import { extend, growingCopy } from '../../../../base/extend.ts';
import { pureOfValues } from '../../../../base/pure.ts';
import type { Writable } from '../../../../base/writable.ts';
import type { Context, Process } from '../../../../engine/index.ts';
import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  type AdmissionServices,
  on,
  refusedBecause,
} from '../attributes.ts';
import { type ContainerView, type PodSpecView, podSpec, type VolumeView, withPodSpec } from './pod-fields.ts';

const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
const VOLUME_PREFIX = 'kube-api-access-';
const TOKEN_SECONDS = 3607;
const ATTEMPTS = 10;

interface ServiceAccountView extends KObject {
  readonly automountServiceAccountToken?: boolean;
  readonly imagePullSecrets?: readonly unknown[];
}

/** Every Pod runs as a ServiceAccount, and gets its token, the CA and the namespace as a volume. */
// Models plugin/pkg/admission/serviceaccount/admission.go (v1.36)
export const serviceAccount: AdmissionPlugin = {
  name: 'ServiceAccount',
  handles: on(['pods'], ['CREATE']),
  admit(attributes, object, services) {
    if (isMirror(object)) return refusedMirror(attributes, object) ?? object;
    const account = services.get('serviceaccounts', attributes.namespace, accountOf(object));
    return account === undefined ? undefined : withAccount(object, account, services);
  },
  *admitLater(ctx, attributes, object, services) {
    const account = yield* find(ctx, attributes, accountOf(object), services);
    return isStatus(account) ? account : withAccount(object, account, services);
  },
  describe: (_before, after) => `runs as ${podSpec(after).serviceAccountName}, token volume mounted`,
};

/** What a kubelet runs by itself has no account. */
function refusedMirror(attributes: AdmissionAttributes, pod: KObject): Status | undefined {
  const { serviceAccountName = '' } = podSpec(pod);
  if (serviceAccountName === '') return undefined;
  return refusedBecause(attributes, 'a mirror pod may not reference service accounts');
}

/** The account `default` of a new namespace is about to be made: it is worth waiting for. */
function* find(
  ctx: Context,
  attributes: AdmissionAttributes,
  name: string,
  services: AdmissionServices,
): Process<KObject | Status> {
  const { namespace } = attributes;
  const attempts = name === 'default' ? ATTEMPTS : 1;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) yield ctx.sleep(100_000 + services.random.below(100_000));
    const cached = services.get('serviceaccounts', namespace, name);
    if (cached !== undefined) return cached;
    const live = yield* services.liveGet(ctx, 'serviceaccounts', namespace, name);
    if (!isStatus(live)) return live;
  }
  const who = `error looking up service account ${namespace}/${name}: serviceaccount "${name}" not found`;
  return refusedBecause(attributes, who);
}

function accountOf(pod: KObject): string {
  const { serviceAccountName = '' } = podSpec(pod);
  return serviceAccountName === '' ? 'default' : serviceAccountName;
}

function withAccount(pod: KObject, account: ServiceAccountView, services: AdmissionServices): KObject {
  const spec = podSpec(pod);
  const named = withName(spec, accountOf(pod), account);
  const automount = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
  return withPodSpec(pod, automount ? withToken(named, services) : named);
}

/** Pods of one template are sent with the same spec. */
const withName = pureOfValues(16, (spec: PodSpecView, name: string, account: ServiceAccountView): PodSpecView => {
  const named = { serviceAccountName: name, serviceAccount: name };
  const imagePullSecrets = account.imagePullSecrets ?? [];
  const pulls = (spec.imagePullSecrets ?? []).length === 0 && imagePullSecrets.length > 0;
  return extend(spec, pulls ? { ...named, imagePullSecrets } : named);
});

function withToken(spec: PodSpecView, services: AdmissionServices): PodSpecView {
  const volumes = spec.volumes ?? [];
  const existing = volumes.find((volume) => volume.name.startsWith(VOLUME_PREFIX));
  const name = existing?.name ?? VOLUME_PREFIX + randomSuffix(services.random);
  const mount = { name, readOnly: true, mountPath: MOUNT_PATH };
  let mounted = false;
  const mountIn = (container: ContainerView): ContainerView => {
    const mounts = container.volumeMounts ?? [];
    if (mounts.some((each) => each.mountPath === MOUNT_PATH)) return container;
    mounted = true;
    return extend(container, { volumeMounts: appended(mounts, mount) });
  };
  const containers = spec.containers?.map(mountIn);
  const initContainers = spec.initContainers?.map(mountIn);
  if (!mounted) return spec;
  const copy: Writable<PodSpecView> = growingCopy(spec);
  copy.volumes = existing === undefined ? appended(volumes, tokenVolume(name)) : volumes;
  if (containers !== undefined) copy.containers = containers;
  if (initContainers !== undefined) copy.initContainers = initContainers;
  return copy;
}

const SOURCES = [
  { serviceAccountToken: { expirationSeconds: TOKEN_SECONDS, path: 'token' } },
  { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
  {
    downwardAPI: {
      items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
    },
  },
];

function tokenVolume(name: string): VolumeView {
  return { name, projected: { sources: SOURCES, defaultMode: 420 } };
}
