import type { PodSpec, PodTemplateSpec } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { controllerReference } from './owner.ts';

export interface PodExtras {
  readonly name?: string;
  readonly namespace?: string | undefined;
  readonly labels: { readonly [key: string]: string };
  readonly spec: PodSpec;
}

/** A pod of a template with what a controller adds. Models pkg/controller/controller_utils.go GetPodFromTemplate (v1.36) */
export function podOf(owner: KObject, kind: string, template: PodTemplateSpec, extras: PodExtras): object {
  const { annotations, finalizers } = template.metadata ?? {};
  const { name, namespace, labels, spec } = extras;
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      ...(name === undefined ? undefined : { name }),
      generateName: `${owner.metadata.name}-`,
      ...(namespace === undefined ? undefined : { namespace }),
      labels,
      ...(annotations === undefined ? undefined : { annotations }),
      ownerReferences: [controllerReference(owner, 'apps/v1', kind)],
      ...(finalizers === undefined ? undefined : { finalizers }),
    },
    spec,
    status: {},
  };
}
