// Models pkg/kubelet/config/common.go tryDecodeSinglePod and applyDefaults (v1.36)
// Deviation: a file holds one Pod, not a list, and its hash is another function of the same text.

import { decodeStrict } from '../../../api/decoding/decode.ts';
import { defaultPod } from '../../../api/defaults/pod.ts';
import { errorText } from '../../../api/errors/field-error.ts';
import { type Fields, isFields } from '../../../api/go/json.ts';
import type { Pod, Toleration } from '../../../api/types/core.ts';
import { validatePodSpec } from '../../../api/validation/pods/pod.ts';
import { rfc3339Micro } from '../../../api/values/time.ts';
import { parseManifests } from '../../../api/yaml/index.ts';
import { fnv128a } from '../../../base/bytes/fnv128.ts';
import type { NodeSpec } from '../node/spec.ts';

export const HASH = 'kubernetes.io/config.hash';
const POD = { group: '', version: 'v1', kind: 'Pod' };
const STAYS: Toleration = { operator: 'Exists', effect: 'NoExecute' };

/** The Pod of a file, named after its node, or what is wrong with it. */
export function podOfFile(path: string, text: string, { name: node }: NodeSpec, now: number): Pod | string {
  const { documents, errors } = parseManifests(text);
  const [given] = documents;
  const problem = errors[0]?.message;
  if (problem !== undefined) return problem;
  const { object, error } = decodeStrict<Fields>(POD, given?.object, { strict: false });
  if (error !== undefined || object.kind !== POD.kind || object.apiVersion !== POD.version || !isFields(object.spec))
    return "couldn't parse as pod";
  const metadata = isFields(object.metadata) ? object.metadata : {};
  const own = textOf(metadata.name);
  if (own === '') return 'invalid pod: name is required';
  const uid = textOf(metadata.uid) || fnv128a(`host:${node} file:${path} ${text}`);
  const pod: Fields = {
    ...object,
    metadata: {
      ...metadata,
      name: `${own}-${node.toLowerCase()}`,
      namespace: textOf(metadata.namespace) || 'default',
      uid,
      annotations: {
        ...(isFields(metadata.annotations) ? metadata.annotations : {}),
        [HASH]: uid,
        'kubernetes.io/config.seen': rfc3339Micro(now),
        'kubernetes.io/config.source': 'file',
      },
    },
    spec: { ...object.spec, nodeName: node, tolerations: toleratingAll(object.spec.tolerations) },
    status: { phase: 'Pending' },
  };
  const whole = defaultPod(pod) as unknown as Pod;
  const wrong: Parameters<typeof validatePodSpec>[0] = [];
  validatePodSpec(wrong, whole.spec as unknown as Fields, 'spec', own);
  if (wrong.length > 0) return `invalid pod: [${wrong.map(errorText).join(', ')}]`;
  const reference = referenceOf(whole.spec);
  return reference === undefined ? whole : `static pods may not reference ${reference}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function toleratingAll(given: unknown): readonly unknown[] {
  return [...(Array.isArray(given) ? given : []), STAYS];
}

/** What a node cannot know without the API server. Models pkg/api/v1/pod/util.go HasAPIObjectReference (v1.36) */
function referenceOf({ containers, initContainers = [], volumes = [], ...spec }: Pod['spec']): string | undefined {
  if ((spec.serviceAccountName ?? '') !== '') return 'serviceaccounts';
  if ((spec.imagePullSecrets ?? []).length > 0) return 'secrets';
  if ((spec.resourceClaims ?? []).length > 0) return 'resourceclaims';
  for (const { secret, configMap, persistentVolumeClaim, projected } of volumes) {
    if (secret !== undefined || projected?.sources?.some((source) => source.secret !== undefined)) return 'secrets';
    if (configMap !== undefined || projected?.sources?.some((source) => source.configMap !== undefined))
      return 'configmaps';
    if (persistentVolumeClaim !== undefined) return 'persistentvolumeclaims';
    if (projected?.sources?.some((source) => source.serviceAccountToken !== undefined)) return 'serviceaccounts';
  }
  for (const { env = [], envFrom = [] } of [...containers, ...initContainers]) {
    const all = [...envFrom, ...env.map(({ valueFrom = {} }) => valueFrom)];
    if (all.some((each) => 'configMapRef' in each || 'configMapKeyRef' in each)) return 'configmaps';
    if (all.some((each) => 'secretRef' in each || 'secretKeyRef' in each)) return 'secrets';
  }
  return undefined;
}
