import type { KObject } from '../../../api/types/meta.ts';
import type { Stores } from '../registry/stores.ts';

interface Reference {
  readonly name?: string;
  readonly namespace?: string;
}

interface Source {
  readonly secretRef?: Reference;
  readonly nodePublishSecretRef?: Reference;
  readonly nodeStageSecretRef?: Reference;
  readonly nodeExpandSecretRef?: Reference;
}

const SOURCES: readonly string[] = ['csi', 'iscsi', 'cephfs', 'rbd', 'flexVolume', 'scaleIO', 'storageos'];

/** Which claims volumes are bound to, which Secrets they need, and which node attachments and slices of devices are for: as the server's caches have it. */
// Models plugin/pkg/auth/authorizer/node/graph_populator.go, addPV, addVolumeAttachment and addResourceSlice (v1.36)
export class NodeVolumes {
  constructor(private readonly stores: Stores) {}

  /** `namespace/name` of the claim that has a volume. */
  claimOf(name: string): string | undefined {
    return claimOf(this.stores.byName('persistentvolumes')?.cacher.get('', name));
  }

  /** The claims whose volumes name a Secret. Looked for when no Pod names it itself. */
  *claimsWith(namespace: string, secret: string): Iterable<string> {
    for (const volume of this.stores.byName('persistentvolumes')?.cacher.list('') ?? []) {
      const claim = claimOf(volume);
      if (claim === undefined) continue;
      const home = claim.slice(0, claim.indexOf('/'));
      if (
        secretsOfSource(volume.spec as VolumeSources).some(
          (each) => each.name === secret && (each.namespace ?? home) === namespace,
        )
      )
        yield claim;
    }
  }

  nodeOfAttachment(name: string): string | undefined {
    const attachment = this.stores.byName('volumeattachments.storage.k8s.io')?.cacher.get('', name);
    return (attachment?.spec as { readonly nodeName?: string } | undefined)?.nodeName;
  }

  nodeOfSlice(name: string): string | undefined {
    const slice = this.stores.byName('resourceslices.resource.k8s.io')?.cacher.get('', name);
    return (slice?.spec as { readonly nodeName?: string } | undefined)?.nodeName;
  }
}

function claimOf(volume: KObject | undefined): string | undefined {
  const { claimRef } = (volume?.spec ?? {}) as { readonly claimRef?: Reference };
  return claimRef?.name === undefined ? undefined : `${claimRef.namespace}/${claimRef.name}`;
}

export interface VolumeSources {
  readonly [source: string]: Source | undefined;
}

/** The Secrets that a node needs for a volume, besides those that it shows. */
export function secretsOfSource(sources: VolumeSources): readonly Reference[] {
  let found: Reference[] | undefined;
  for (const name of SOURCES) {
    const source = sources[name];
    if (source === undefined) continue;
    const { secretRef, nodePublishSecretRef, nodeStageSecretRef, nodeExpandSecretRef } = source;
    for (const each of [secretRef, nodePublishSecretRef, nodeStageSecretRef, nodeExpandSecretRef]) {
      if (each === undefined) continue;
      found ??= [];
      found.push(each);
    }
  }
  return found ?? NO_SECRETS;
}

const NO_SECRETS: readonly Reference[] = [];
