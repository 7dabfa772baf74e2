import { isMirror } from '../../../../api/pods/mirror.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import type { AdmissionServices } from '../attributes.ts';
import { podSpec } from './pod-fields.ts';

interface Refers {
  readonly secret?: unknown;
  readonly configMap?: unknown;
  readonly clusterTrustBundle?: unknown;
}

interface Environment {
  readonly env?: readonly {
    readonly valueFrom?: { readonly secretKeyRef?: unknown; readonly configMapKeyRef?: unknown };
  }[];
  readonly envFrom?: readonly { readonly secretRef?: unknown; readonly configMapRef?: unknown }[];
}

/** Why a kubelet may not make this Pod: it only shows what it runs by itself, on its own node, and refers to nothing. */
// Models plugin/pkg/admission/noderestriction/admission.go admitPodCreate (v1.36)
export function refuseMirror(pod: KObject, node: string, services: AdmissionServices): string | undefined {
  if (!isMirror(pod)) {
    return `pod does not have "kubernetes.io/config.mirror" annotation, node "${node}" can only create mirror pods`;
  }
  const only = `node "${node}" can only create pods with`;
  if (podSpec(pod).nodeName !== node) return `${only} spec.nodeName set to itself`;
  const owners = pod.metadata.ownerReferences ?? [];
  if (owners.length > 1) return `${only} a single owner reference set to itself`;
  const [owner] = owners;
  if (owner === undefined || owner.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node) {
    return `${only} an owner reference set to itself`;
  }
  if (owner.controller !== true) return `${only} a controller owner reference set to itself`;
  if (owner.blockOwnerDeletion === true) return `node "${node}" must not set blockOwnerDeletion on an owner reference`;
  const uid = services.get('nodes', '', node)?.metadata.uid;
  if (uid === undefined) return `error looking up node ${node} to verify uid: node "${node}" not found`;
  if (owner.uid !== uid) return `node ${node} UID mismatch: expected ${owner.uid} got ${uid}`;
  const what = referredTo(pod);
  return what === undefined ? undefined : `node "${node}" can not create pods that reference ${what}`;
}

function referredTo(pod: KObject): string | undefined {
  const spec = podSpec(pod);
  if ((spec.serviceAccountName ?? '') !== '') return 'a service account';
  const sources = (spec.volumes ?? []).flatMap((volume) => [
    volume as Refers,
    ...((volume.projected as { readonly sources?: readonly Refers[] } | undefined)?.sources ?? []),
  ]);
  const all = [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
  const environments = all as readonly Environment[];
  const values = environments.flatMap(({ env = [] }) => env.map(({ valueFrom }) => valueFrom));
  const whole = environments.flatMap(({ envFrom = [] }) => envFrom);
  const secret =
    (spec.imagePullSecrets?.length ?? 0) > 0 ||
    sources.some((source) => source.secret !== undefined) ||
    values.some((value) => value?.secretKeyRef !== undefined) ||
    whole.some(({ secretRef }) => secretRef !== undefined);
  if (secret) return 'secrets';
  const map =
    sources.some((source) => source.configMap !== undefined) ||
    values.some((value) => value?.configMapKeyRef !== undefined) ||
    whole.some(({ configMapRef }) => configMapRef !== undefined);
  if (map) return 'configmaps';
  if (sources.some(({ clusterTrustBundle }) => clusterTrustBundle !== undefined)) return 'clustertrustbundles';
  const claimed = spec.volumes?.some(({ persistentVolumeClaim: claim }) => claim !== undefined) === true;
  return claimed ? 'persistentvolumeclaims' : undefined;
}
