// Models pkg/volume/csi/csi_attacher.go getAttachmentName (v1.36)

import type { KObject } from '../../api/types/meta.ts';
import { hexOfBytes } from '../../base/bytes/hex.ts';
import { sha256 } from '../../base/bytes/sha256.ts';

export interface VolumeAttachment extends KObject {
  readonly spec: {
    readonly attacher: string;
    readonly nodeName: string;
    readonly source: { readonly persistentVolumeName?: string };
  };
  readonly status?: { readonly attached?: boolean; readonly attachError?: { readonly message?: string } };
}

/** How a volume of a driver is called in the status of Nodes. Models pkg/volume/util/util.go GetUniqueVolumeNameFromSpec (v1.36) */
export function attachedName(driver: string, handle: string): string {
  return `kubernetes.io/csi/${driver}^${handle}`;
}

/** The one attachment of a volume to a node: who asks for it and who waits for it know its name. */
export function attachmentName(driver: string, handle: string, node: string): string {
  return `csi-${hexOfBytes(sha256(`${handle}${driver}${node}`))}`;
}
