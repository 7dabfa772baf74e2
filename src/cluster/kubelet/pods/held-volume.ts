// Models pkg/kubelet/container/runtime.go VolumeInfo (v1.36)

import type { Folder } from '../../ports/folder.ts';
import type { ProjectedFile } from './rows.ts';

/** A volume that is there: a folder, or what is below some path of one. */
export interface Held {
  readonly folder: Folder;
  readonly below: string;
  readonly readOnly: boolean;
  /** Written by the kubelet, now and then anew. */
  readonly told?: readonly ProjectedFile[];
  readonly inMemory?: boolean;
  readonly bytes?: number;
}
