import { memo, type ReactElement } from 'react';
import { familyOf } from '../widgets/kit/actors.ts';
import { type PlacedLane, travelled } from './layout.ts';

export function colour(actor: string): string {
  return `k-c-${familyOf(actor)}`;
}
export function laneColour(lane: PlacedLane): string {
  return lane.id === 'others'
    ? 'k-c-other'
    : lane.id === 'kubelet'
      ? 'k-c-kubelet'
      : colour(lane.lines[0]?.actor ?? lane.id);
}

export const Travelled = memo(function Travelled(props: {
  readonly lane: PlacedLane;
  readonly at: string | undefined;
  readonly bed: number;
  readonly climbY: number;
}): ReactElement {
  const { lane, at, bed, climbY } = props;
  const { heard, from, to, ahead } = travelled(lane, at);
  const { track } = lane;
  const asked = from < Number.POSITIVE_INFINITY;
  const end = track.at(track.length);
  return (
    <g className={laneColour(lane)}>
      {heard > 0 && <path d={track.path(0, heard)} className="line-done" />}
      {asked && <path d={track.path(from, Math.max(from, to))} className="line-done" />}
      {asked && ahead && <path d={track.path(to, track.length)} className="line-ahead" />}
      {asked && <Chevron x={bed + 6} y={lane.y} turn={0} />}
      {asked && !ahead && <Chevron x={end.x - 34} y={lane.y} turn={0} />}
      {asked && lane.place !== 'person' && <Chevron x={lane.badge.x} y={climbY} turn={-90} />}
      {heard > 40 && lane.place === 'control' && <Chevron x={end.x - 76} y={track.at(0).y} turn={180} />}
    </g>
  );
});

const Chevron = memo(function Chevron(props: {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
}): ReactElement {
  return (
    <path
      className="chevron"
      d="M-1.5 -2.6 1.5 0-1.5 2.6"
      transform={`translate(${props.x} ${props.y}) rotate(${props.turn})`}
    />
  );
});

export const Badge = memo(function Badge({ lane }: { readonly lane: PlacedLane }): ReactElement | null {
  const { x, y } = lane.badge;
  const active = lane.lines.some(({ requested, heard }) => requested || heard);
  if (!active) return null;
  const square = lane.place === 'node';
  const letter =
    lane.id === 'kubelet' ? 'n' : lane.id === 'proxy' ? 'p' : lane.id === 'others' ? '…' : lane.lines[0]?.letter;
  return (
    <g className={laneColour(lane)}>
      {square ? (
        <rect x={x - 8.5} y={y - 8.5} width="17" height="17" rx="3.5" className="badge" />
      ) : (
        <circle cx={x} cy={y} r="9" className="badge" />
      )}
      <text x={x} y={y + 4.2} className="badge-letter">
        {letter}
      </text>
    </g>
  );
});
