// Models pkg/kubelet/kuberuntime/security_context_others.go verifyRunAsNonRoot (v1.36)

import type { Container, Pod } from '../../../api/types/core.ts';
import type { ContainerRuntime, ProcessUser } from '../../ports/cri.ts';
import type { Waiting } from '../pods/waiting.ts';

/** Why a container that must not run as root is not started. */
export function rootProblem(
  { metadata, spec }: Pod,
  { name, image, securityContext }: Container,
  runtime: ContainerRuntime,
): Waiting | undefined {
  const own = { ...spec.securityContext, ...securityContext };
  if (own.runAsNonRoot !== true) return undefined;
  const where = `(pod: "${metadata.name}_${metadata.namespace}(${metadata.uid})", container: ${name})`;
  const refused = (why: string): Waiting => ({ reason: 'CreateContainerConfigError', message: `${why} ${where}` });
  if (own.runAsUser === 0) return refused("container's runAsUser breaks non-root policy");
  if (own.runAsUser !== undefined) return undefined;
  const user = runtime.imageUser(image ?? '');
  if (user === undefined) return refused('container has runAsNonRoot and image will run as root');
  if (/^\d+$/.test(user)) return undefined;
  return refused(`container has runAsNonRoot and image has non-numeric user (${user}), cannot verify user is non-root`);
}

/**
 * As whom its processes run; as its image says, if that names a number and nobody else does.
 * Models pkg/kubelet/kuberuntime/security_context.go (v1.36); names and groups of images are not known.
 */
export function userOf({ spec }: Pod, { securityContext }: Container, imageUser = ''): ProcessUser {
  const { fsGroup, supplementalGroups = [], ...pod } = spec.securityContext ?? {};
  const ofImage = /^\d+$/.test(imageUser) ? Number(imageUser) : 0;
  const { runAsUser = ofImage, runAsGroup = 0 } = { ...pod, ...securityContext };
  return {
    uid: runAsUser,
    gid: runAsGroup,
    groups: [...(fsGroup === undefined ? [] : [fsGroup]), ...supplementalGroups],
    ...(securityContext?.allowPrivilegeEscalation === false && { gainsNothing: true }),
  };
}
