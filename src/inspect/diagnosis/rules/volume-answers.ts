import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '../../../api/types/core.ts';
import type { CSINode } from '../../../api/types/storage.ts';
import type { NodeAnswer } from '../../../protocol/diagnosis-view.ts';
import type { World } from '../world.ts';

type Numbers = Pick<NodeAnswer, 'asked' | 'has' | 'short'>;

interface Asked {
  readonly world: World;
  readonly pod: Pod;
  readonly node: Node;
}

function claimsOf(world: World, { metadata, spec }: Pod): readonly PersistentVolumeClaim[] {
  return (spec?.volumes ?? []).flatMap(({ persistentVolumeClaim }) => {
    const name = persistentVolumeClaim?.claimName;
    const found =
      name === undefined
        ? undefined
        : world.get<PersistentVolumeClaim>(`persistentvolumeclaims/${metadata.namespace}/${name}`);
    return found === undefined ? [] : [found];
  });
}

function volumeOf(world: World, { spec }: PersistentVolumeClaim): PersistentVolume | undefined {
  const name = spec?.volumeName ?? '';
  return name === '' ? undefined : world.get<PersistentVolume>(`persistentvolumes/${name}`);
}

/** Of a claim that has a volume, where that may be used; of one that has none, what it asks for. */
export function bindingAnswers({ world, pod }: Asked): readonly Numbers[] {
  return claimsOf(world, pod).flatMap((claim) => {
    const name = claim.metadata.name ?? '';
    const volume = volumeOf(world, claim);
    const terms = volume?.spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
    if (volume === undefined) {
      const size = claim.spec?.resources?.requests?.storage ?? '';
      return [{ asked: `${name}: ${size}`, has: '', short: String(size) }];
    }
    const places = terms.flatMap(({ matchExpressions = [] }) =>
      matchExpressions.map(({ key, operator, values = [] }) => `${key} ${operator} ${values.join(', ')}`.trim()),
    );
    return places.length === 0 ? [] : [{ asked: places.join('; '), has: '', short: '' }];
  });
}

/** How many volumes a node's driver attaches at most, and how many are. */
export function limitAnswers({ world, pod, node }: Asked): readonly Numbers[] {
  const driverOf = (claim: PersistentVolumeClaim) => volumeOf(world, claim)?.spec?.csi?.driver;
  const name = node.metadata.name ?? '';
  const limits = world.get<CSINode>(`csinodes.storage.k8s.io/${name}`)?.spec.drivers ?? [];
  const there = world.podsOn(name).flatMap((each) => claimsOf(world, each).map(driverOf));
  const asked = claimsOf(world, pod).map(driverOf);
  return limits.flatMap(({ name: driver, allocatable }) => {
    const most = allocatable?.count;
    const wants = asked.filter((each) => each === driver).length;
    if (most === undefined || most === null || wants === 0) return [];
    const used = there.filter((each) => each === driver).length;
    const short = used + wants - most;
    return short <= 0 ? [] : [volumes(wants, most - used, short)];
  });
}

function volumes(asked: number, has: number, short: number): Numbers {
  return { asked: `${asked} volumes`, has: `${Math.max(0, has)} volumes`, short: `${short} volumes` };
}
