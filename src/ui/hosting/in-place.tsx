import { type ReactElement, Suspense } from 'react';
import type { MapPacket } from '../../protocol/network-view.ts';
import { networkParams } from '../panels/network/params.ts';
import { usePage, useSubscription, useView, useViewer } from '../public.ts';
import { FASTEST_TRAVEL, reducedMotion } from '../stage/motion.ts';
import { late } from '../widgets/late.tsx';

const SchedulerCloseUp = late(async () => (await import('../panels/scheduler/close-up.tsx')).SchedulerCloseUp);
const NetworkCloseUp = late(async () => (await import('../panels/network/close-up.tsx')).NetworkCloseUp);
const PacketOnMap = late(async () => (await import('../panels/network/packet-on-map.tsx')).PacketOnMap);

type Back = { readonly onBack: () => void };

/** A station of the map from the inside, in the map's place. */
export function InPlace({ onBack }: Back): ReactElement {
  const network = useViewer((state) => state.chosen.closeUp === 'network');
  return <Suspense>{network ? <NetworkInPlace onBack={onBack} /> : <SchedulerInPlace onBack={onBack} />}</Suspense>;
}

/** The whole decision of the scheduler. */
function SchedulerInPlace({ onBack }: Back): ReactElement {
  const decision = useViewer((state) => state.chosen.decision);
  useSubscription('scheduler', decision === undefined ? {} : { name: decision });
  return <SchedulerCloseUp decision={useView('scheduler')?.decision} onBack={onBack} />;
}

/** One packet in the chains of a node. */
function NetworkInPlace({ onBack }: Back): ReactElement {
  const { controls } = usePage();
  const filter = useViewer((state) => state.filter);
  const chosen = useViewer((state) => state.chosen);
  useSubscription('network', networkParams(chosen));
  return (
    <NetworkCloseUp
      view={useView('network')}
      onBack={onBack}
      grain={filter.grain}
      onGrain={(grain) => controls.setFilter({ ...filter, grain })}
    />
  );
}

/** A packet over the map. */
export function PacketInPlace({ packet }: { readonly packet: MapPacket }): ReactElement {
  const speed = useViewer((state) => state.speed);
  return (
    <Suspense>
      <PacketOnMap packet={packet} speed={speed > FASTEST_TRAVEL || reducedMotion() ? 0 : speed} />
    </Suspense>
  );
}
