import { type ReactElement, Suspense } from 'react';
import type { MapPacket } from '../protocol/network-view.ts';
import { fromRest } from './panels/load-late.ts';
import { networkParams } from './panels/network/params.ts';
import { usePage, useSubscription, useView, useViewer } from './public.ts';
import { FASTEST_TRAVEL, reducedMotion } from './stage/motion.ts';

const SchedulerCloseUp = fromRest((rest) => rest.SchedulerCloseUp);
const NetworkCloseUp = fromRest((rest) => rest.NetworkCloseUp);
const PacketOnMap = fromRest((rest) => rest.PacketOnMap);

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
