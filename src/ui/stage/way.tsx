import { memo, type ReactElement } from 'react';
import type { WayStop } from '../../protocol/views.ts';
import type { StageLayout } from './layout.ts';
import { laneColour } from './map-lines.tsx';
import { isTold, litParts, numberedStops } from './way-places.ts';

interface Props {
  readonly way: readonly WayStop[] | undefined;
  readonly layout: StageLayout;
}

/** The lines that the beat at the cursor travels, lit from below. */
export const WayLines = memo(function WayLines({ way = [], layout }: Props): ReactElement {
  const { bed, etcd, cache } = layout;
  return (
    <>
      {isTold(way) && <path d={`M${etcd.x} ${bed.y + bed.height + 6}V${cache.y}`} className="way-line ink" />}
      {litParts(way, layout).map(({ lane, from, to }) => (
        <g key={`${lane.id} ${from}`} className={laneColour(lane)}>
          <path d={lane.track.path(from, to)} className="way-line" />
        </g>
      ))}
    </>
  );
});

/** The places that it comes to, in their order. One alone needs no number. */
export const WayNumbers = memo(function WayNumbers({ way = [], layout }: Props): ReactElement | null {
  const stops = numberedStops(way, layout);
  if (stops.length < 2) return null;
  return (
    <g className="way-numbers">
      {stops.map(({ x, y, number, isAhead }) => (
        <g key={number} transform={`translate(${x} ${y})`} className={isAhead ? 'way-number ahead' : 'way-number'}>
          <circle r="7" />
          <text y="3.6">{number}</text>
        </g>
      ))}
    </g>
  );
});
