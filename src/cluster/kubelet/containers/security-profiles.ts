// Models containerd internal/cri/server/container_create_linux.go (v1.36): profiles that a node must have

import type { Container, Pod } from '../../../api/types/core.ts';
import type { NodeServices } from '../node/services.ts';

const PROFILES = '/var/lib/kubelet/seccomp';

/** Why a container cannot be created that names a profile of its node. Nobody loads profiles for AppArmor. */
export function profileProblem(
  { disk }: NodeServices,
  { spec }: Pod,
  { securityContext }: Container,
): string | undefined {
  const of = { ...spec.securityContext, ...securityContext };
  const { appArmorProfile: armor, seccompProfile: seccomp } = of;
  if (armor?.type === 'Localhost')
    return `failed to get container spec opts: failed to generate apparmor spec opts: apparmor profile not found ${armor.localhostProfile}`;
  if (seccomp?.type !== 'Localhost') return undefined;
  const path = `${PROFILES}/${seccomp.localhostProfile}`;
  if (disk?.read(path) !== undefined) return undefined;
  return `failed to create containerd container: cannot load seccomp profile "${path}": open ${path}: no such file or directory`;
}
