import { memo, type ReactElement } from 'react';
import type { StationView } from '../../protocol/views.ts';
import { useText } from '../i18n/words.ts';
import type { Narrator } from '../narration/narrator.ts';
import { type PlacedLane, ROOMY_PLATES, type StageLayout } from './layout.ts';
import { laneColour } from './map-lines.tsx';
import { stationName } from './station-name.ts';
import { twoLines } from './two-lines.ts';

/** A station that is lit or refused stands out of the trunk by so much. */
export const STANDS_OUT = 6;

export const Station = memo(function Station(props: {
  readonly station: StationView;
  readonly x: number;
  readonly layout: StageLayout;
  readonly narrator: Narrator;
}): ReactElement {
  const { station, x, layout, narrator } = props;
  const t = useText();
  const now = station.state === 'now';
  const { bed } = layout;
  const names = t(`station.${station.id}` as 'station.tls').split('|');
  // Under the lit station runs the line to its close-up.
  const verdictText = station.verdict === undefined || now ? '' : narrator.phrase(station.verdict);
  const gap = (layout.stations[1]?.x ?? 59) - (layout.stations[0]?.x ?? 0);
  const verdict = verdictText === '' ? [] : twoLines(verdictText, Math.floor(gap / 5.7));
  const refused = station.state === 'refused';
  const tall = refused ? STANDS_OUT : 0;
  const wide = refused ? 16 : 12;
  return (
    <g className={`station ${station.state}`}>
      <rect
        className="capsule"
        x={x - wide / 2}
        y={bed.y + 1 - tall}
        width={wide}
        height={bed.height - 2 + tall * 2}
        rx={refused ? 2 : wide / 2}
      />
      {refused && <path d={`M${x - 4} ${bed.y + bed.height / 2 - 4}l8 8m0-8l-8 8`} className="cross" />}
      {names.map((name, at) => (
        <text key={name} x={x} y={bed.y - 14 - (names.length - 1 - at) * 14} className={at > 0 ? 'stn second' : 'stn'}>
          {name}
        </text>
      ))}
      <title>{`${stationName(names.join('|'))}${verdictText === '' ? '' : `: ${verdictText}`}`}</title>
      {/* Their elements stay: with every request all of them say something else. */}
      <text x={x} y={bed.y + bed.height + 20} className="ver">
        {verdict[0]}
      </text>
      <text x={x} y={bed.y + bed.height + 33.5} className="ver">
        {verdict[1]}
      </text>
    </g>
  );
});

export const Terminus = memo(function Terminus(props: {
  readonly layout: StageLayout;
  readonly now: boolean;
}): ReactElement {
  const { etcd, bed } = props.layout;
  const { now } = props;
  const extra = now ? 4 : 0;
  return (
    <rect
      x={etcd.x - 3 - extra}
      y={bed.y - 6}
      width={8 + extra * 2}
      height={bed.height + 12}
      rx="1.5"
      className={`terminus${now ? ' now' : ''}`}
    />
  );
});

export const Interchange = memo(function Interchange(props: {
  readonly layout: StageLayout;
  readonly now: boolean;
}): ReactElement {
  const { now } = props;
  const { cache } = props.layout;
  const extra = now ? 5 : 0;
  return (
    <rect
      x={cache.x - extra}
      y={cache.y - extra}
      width={cache.width + extra * 2}
      height={cache.height + extra * 2}
      rx={(cache.width + extra * 2) / 2}
      className={`interchange${now ? ' now' : ''}`}
    />
  );
});

export const Stops = memo(function Stops({ layout }: { readonly layout: StageLayout }): ReactElement {
  return (
    <>
      {layout.lanes
        .filter(({ place }) => place === 'control')
        .map((lane) => {
          const stop = lane.track.at([...lane.stops.values()][0] ?? 0);
          const active = lane.lines.some(({ requested, heard }) => requested || heard);
          if (layout.plates.length > ROOMY_PLATES)
            return <StopBullet key={lane.id} lane={lane} x={stop.x} y={stop.y} active={active} />;
          return <circle key={lane.id} cx={stop.x} cy={stop.y} r="7.5" className={`stop${active ? ' passed' : ''}`} />;
        })}
      {layout.nodes.map((node) => (
        <g key={node.name} className="k-c-kubelet">
          <NodeStop x={node.kubelet.x} y={node.kubelet.y} active={spoke(layout, `kubelet/${node.name}`)} />
          {layout.hasProxies && (
            <g className="k-c-proxy">
              <NodeStop x={node.proxy.x} y={node.proxy.y} active={spoke(layout, `kube-proxy/${node.name}`)} />
            </g>
          )}
        </g>
      ))}
    </>
  );
});

/** Where plates are narrow the stop itself carries the letter. */
function StopBullet(props: {
  readonly lane: PlacedLane;
  readonly x: number;
  readonly y: number;
  readonly active: boolean;
}): ReactElement {
  const { lane, x, y, active } = props;
  return (
    <g className={laneColour(lane)}>
      <circle cx={x} cy={y} r="9" className={active ? 'badge' : 'stop'} />
      <text x={x} y={y + 4.2} className={active ? 'badge-letter' : 'badge-letter off'}>
        {lane.id === 'others' ? '…' : lane.lines[0]?.letter}
      </text>
    </g>
  );
}

function spoke(layout: StageLayout, actor: string): boolean {
  return layout.lanes.some(({ lines }) => lines.some((line) => line.actor === actor && (line.requested || line.heard)));
}

function NodeStop({
  x,
  y,
  active,
}: {
  readonly x: number;
  readonly y: number;
  readonly active: boolean;
}): ReactElement {
  return <rect x={x - 8} y={y - 8} width="16" height="16" rx="3" className={`node-stop${active ? ' active' : ''}`} />;
}
