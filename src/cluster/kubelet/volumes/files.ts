// Models pkg/volume/{configmap,secret,downwardapi,projected} MakePayload (v1.36)

import type { Container, KeyToPath, Pod } from '../../../api/types/core.ts';
import { bytesFromBase64 } from '../../../base/bytes/base64.ts';
import { sortedKeys } from '../../../base/order.ts';
import { ownValue } from '../../../base/own.ts';
import type { Mount } from '../../ports/cri.ts';
import { type Folder, trimmed } from '../../ports/folder.ts';
import type { Keyed } from '../objects/object-cache.ts';
import type { Held } from '../pods/held-volume.ts';
import type { ProjectedFile } from '../pods/rows.ts';
import { isAccess } from './access-volume.ts';

/** The files that a ConfigMap or a Secret is: all of its keys, or those that are named. */
export function payloadOf(
  kind: string,
  object: Keyed,
  items: readonly KeyToPath[],
  mode?: number,
): readonly ProjectedFile[] {
  const { data = {}, binaryData = {} } = object;
  const [texts, encoded] = kind === 'secret' ? [{}, data] : [data, binaryData];
  const keys = sortedKeys([...Object.keys(texts), ...Object.keys(encoded)]);
  const wanted = items.length > 0 ? items : keys.map((key): KeyToPath => ({ key, path: key }));
  return wanted.flatMap(({ key, path, ...own }) => {
    const bytes = ownValue(encoded, key);
    const text = bytes === undefined ? ownValue(texts, key) : (bytesFromBase64(bytes) ?? '');
    return text === undefined ? [] : [{ path, text, ...modeOf(own.mode ?? mode) }];
  });
}

/** Permissions that are worth a word. */
export function modeOf(mode: number | undefined): { readonly mode: number } | undefined {
  return mode === undefined || mode === USUAL_MODE ? undefined : { mode };
}

const USUAL_MODE = 0o644;

/**
 * What a container mounts of its Pod's volumes. A part of a volume that the kubelet writes is what it is now: only who mounts
 * the whole sees what comes later. Models pkg/kubelet/kubelet_pods.go makeMounts, pkg/volume/util/subpath (v1.36)
 */
export function mountsOf(
  { volumeMounts = [] }: Pick<Container, 'volumeMounts'>,
  volumes: ReadonlyMap<string, Held>,
  expand: (text: string) => string,
): readonly Mount[] {
  const mounts: Mount[] = [];
  for (const { name, mountPath, subPath = '', subPathExpr, readOnly = false } of volumeMounts) {
    const held = volumes.get(name);
    if (held === undefined) continue;
    const part = trimmed(subPathExpr === undefined ? subPath : expand(subPathExpr));
    const below = `${held.below}${part}`;
    const folder = part !== '' && held.told !== undefined ? held.folder.copy(below) : held.folder;
    const isFile = folder.read(below) !== undefined;
    if (!isFile) makePart(folder, held.below, below);
    const mount = { path: trimmed(mountPath), folder, below, isFile, readOnly: readOnly || held.readOnly };
    const { inMemory, bytes } = held;
    mounts.push(inMemory === true ? { ...mount, inMemory, ...(bytes !== undefined && { bytes }) } : mount);
  }
  return mounts;
}

/** What is made below a volume is as open as the volume. Models pkg/volume/util/subpath/subpath_linux.go SafeMakeDir (v1.36) */
function makePart(folder: Folder, volume: string, part: string): void {
  for (let end = part.indexOf('/', volume.length + 1); ; end = part.indexOf('/', end + 1)) {
    const path = end < 0 ? part : part.slice(0, end);
    if (path !== volume && !folder.isFolder(path)) {
      folder.makeFolder(path);
      const mode = folder.modeOf(volume);
      folder.made(path, { uid: 0, gid: 0 }, true);
      if (mode !== undefined) folder.setMode(path, mode);
    }
    if (end < 0) return;
  }
}

/** Whether a Pod has volumes that tell of itself. */
export function tellsOfItself({ volumes = [] }: Pod['spec']): boolean {
  return volumes.some(
    ({ name, downwardAPI, projected }) =>
      downwardAPI !== undefined ||
      (!isAccess(name) && projected?.sources?.some((source) => source.downwardAPI !== undefined) === true),
  );
}
