// Models pkg/kubelet/util/manager/watch_based_manager.go, pkg/api/v1/pod/util.go VisitPodConfigmapNames, VisitPodSecretNames (v1.36)

import { type ResourceInfo, resourceOf } from '../../../api/scheme/scheme.ts';
import type { Container, Pod } from '../../../api/types/core.ts';
import { present } from '../../../base/assert.ts';
import type { SharedInformer } from '../../clientgo/shared-informer.ts';
import type { NodeServices } from '../node/services.ts';

export type CachedKind = 'configmap' | 'secret';

const KINDS: { readonly [kind in CachedKind]: ResourceInfo } = {
  configmap: present(resourceOf('configmaps'), 'configmaps'),
  secret: present(resourceOf('secrets'), 'secrets'),
};

/** A ConfigMap or a Secret is watched alone, by its name. */
export function watchOf({ factory }: NodeServices, kind: CachedKind, namespace: string, name: string): SharedInformer {
  return factory.informer(KINDS[kind], { namespace, field: `metadata.name=${name}` });
}

/** Nobody on the node names it any more. */
export function unwatch({ factory }: NodeServices, kind: CachedKind, namespace: string, name: string): void {
  factory.drop(KINDS[kind], { namespace, field: `metadata.name=${name}` });
}

type Found = (kind: CachedKind, name: string | undefined) => void;

/** The ConfigMaps and Secrets that a pod names: in volumes, in the environment of any container, for pulling images. */
export function visitReferred({ spec }: Pod, found: Found): void {
  const { volumes, containers, initContainers, ephemeralContainers, imagePullSecrets } = spec;
  for (const { configMap, secret, projected } of volumes ?? NOTHING) {
    found('configmap', configMap?.name);
    found('secret', secret?.secretName);
    for (const source of projected?.sources ?? NOTHING) {
      found('configmap', source.configMap?.name);
      found('secret', source.secret?.name);
    }
  }
  for (const list of [containers, initContainers ?? NOTHING, ephemeralContainers ?? NOTHING])
    for (const container of list) visitEnvironment(container, found);
  for (const { name } of imagePullSecrets ?? NOTHING) found('secret', name);
}

const NOTHING: readonly never[] = [];

function visitEnvironment({ env, envFrom }: Container, found: Found): void {
  for (const { configMapRef, secretRef } of envFrom ?? NOTHING) {
    found('configmap', configMapRef?.name);
    found('secret', secretRef?.name);
  }
  for (const { valueFrom } of env ?? NOTHING) {
    found('configmap', valueFrom?.configMapKeyRef?.name);
    found('secret', valueFrom?.secretKeyRef?.name);
  }
}
