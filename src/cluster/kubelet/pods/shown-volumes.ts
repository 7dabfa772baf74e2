import type { Volume } from '../../../api/types/core.ts';

/** The volumes of a Pod that are set up or mounted: all are mounted at once. */
export interface ShownVolumes {
  readonly volumes: readonly Volume[];
  /** Of ServiceAccounts: hardly any Pod has two such volumes. */
  files: readonly VolumeFiles[];
  mounted: boolean;
}

/** What the files of a ServiceAccount were made of. */
export interface VolumeFiles {
  readonly volume: Volume;
  /** In the order of the sources that asked for them. */
  readonly tokens: readonly Granted[];
  /** The root certificate, where a source names it. */
  readonly certificate: string;
}

/** What a TokenRequest is answered with. */
export interface Granted {
  readonly token: string;
}
