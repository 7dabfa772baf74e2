// Models pkg/volume/util/util.go GetPodVolumeNames (v1.36)

import type { Container, Pod, Volume } from '../../../api/types/core.ts';

/** The volumes that some container mounts; others are not set up. */
export function mountedVolumes(spec: Pod['spec']): readonly Volume[] {
  const { volumes = NO_VOLUMES } = spec;
  for (const volume of volumes) if (!isMounted(spec, volume)) return volumes.filter((each) => isMounted(spec, each));
  return volumes;
}

const NO_VOLUMES: readonly Volume[] = [];

function isMounted({ containers, initContainers, ephemeralContainers }: Pod['spec'], { name }: Volume): boolean {
  if (haveVolume(containers, name)) return true;
  if (initContainers !== undefined && haveVolume(initContainers, name)) return true;
  return ephemeralContainers !== undefined && haveVolume(ephemeralContainers, name);
}

function haveVolume(containers: readonly Container[], volume: string): boolean {
  for (const { volumeMounts, volumeDevices } of containers) {
    if (volumeMounts !== undefined && names(volumeMounts, volume)) return true;
    if (volumeDevices !== undefined && names(volumeDevices, volume)) return true;
  }
  return false;
}

function names(mounts: readonly { readonly name: string }[], volume: string): boolean {
  for (const { name } of mounts) if (name === volume) return true;
  return false;
}
