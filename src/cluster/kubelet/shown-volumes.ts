import type { Volume } from '../../api/types/core.ts';
import type { ProjectedFile } from './rows.ts';

/** The volumes of a Pod that are set up or mounted: all are mounted at once. */
export interface ShownVolumes {
  readonly volumes: readonly Volume[];
  /** Of ServiceAccounts: hardly any Pod has two such volumes. */
  files: readonly VolumeFiles[];
  mounted: boolean;
}

export interface VolumeFiles {
  readonly volume: string;
  readonly files: readonly Projected[];
}

/** What a TokenRequest is answered with. */
export interface Granted {
  readonly token: string;
}

/** A file of a ServiceAccount: its text, or the token that is its text. */
export interface Projected extends ProjectedFile {
  readonly granted: Granted | undefined;
}
