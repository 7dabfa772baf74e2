// Models pkg/apis/core/annotation_key_constants.go MirrorPodAnnotationKey (v1.36)

/** On a Pod that stands for one which a kubelet runs by itself: the hash of that one. */
export const MIRROR = 'kubernetes.io/config.mirror';

interface Annotated {
  readonly metadata: { readonly annotations?: { readonly [name: string]: string } };
}

export function isMirror({ metadata }: Annotated): boolean {
  return metadata.annotations?.[MIRROR] !== undefined;
}
