// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go getImageVolumes, toKubeContainerImageVolumes (v1.36)

import type { Container, Pod } from '../../../api/types/core.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { PodState } from '../pods/pod-state.ts';
import type { Waiting } from '../pods/waiting.ts';
import { fieldPathOf, type ImagePuller } from './image-puller.ts';

type ImageSource = NonNullable<NonNullable<Pod['spec']['volumes']>[number]['image']>;

/** The images that a container mounts. */
export function imagesMounted({ spec }: Pod, { volumeMounts = [] }: Container): readonly ImageSource[] {
  const images: ImageSource[] = [];
  for (const { name, image } of spec.volumes ?? [])
    if (image !== undefined && volumeMounts.some((mount) => mount.name === name)) images.push(image);
  return images;
}

/** Each must be on the node; why the container waits if one is not. */
export function* ensureMounted(
  ctx: Context,
  images: ImagePuller,
  state: PodState,
  container: Container,
): Process<Waiting | undefined> {
  const about = { fieldPath: fieldPathOf(state, container.name) };
  for (const image of imagesMounted(state.pod, container)) {
    const missing = yield* images.ensure(ctx, state, container, about, image);
    if (missing !== undefined) return missing;
  }
  return undefined;
}
