import { memo, type ReactElement, useMemo, useRef } from 'react';
import type { StageView, StationView } from '../../protocol/views.ts';
import { type Translate, useText } from '../i18n/words.ts';
import type { Narrator } from '../narration/narrator.ts';
import { familyOf } from '../widgets/kit/actors.ts';
import { laneIndex } from './lanes.ts';
import { type PlacedLane, placeVehicle, ROOMY_PLATES, type StageLayout, travelled, twoLines } from './layout.ts';
import { useLight, useTravel } from './motion.ts';
import './map.css';

/** The lines themselves, all the way. */
const Quiet = memo(function Quiet({ layout }: { readonly layout: StageLayout }): ReactElement {
  return (
    <>
      {layout.lanes.map(({ id, track }) => (
        <path key={id} d={track.path()} className="line-quiet" />
      ))}
    </>
  );
});

type Request = { readonly actor: string; readonly at: string } | undefined;

/** The trunk, the lines, the stations and what travels: everything of the map that is drawn, not written. */
export const MapDrawing = memo(function MapDrawing(props: {
  readonly view: StageView;
  readonly layout: StageLayout;
  readonly narrator: Narrator;
}): ReactElement {
  const { view, layout, narrator } = props;
  const t = useText();
  const { width, height, bed, etcd, cache } = layout;
  const request = requestOnItsWay(view);
  const requestLane = view.request === undefined ? -1 : laneIndex(layout.lanes, view.request.actor);
  const cacheNow =
    view.closeUp?.type === 'fan-out' || view.stations.some(({ id, state }) => id === 'watch-cache' && state === 'now');
  const etcdNow = isEtcdNow(view);
  const told = view.lines.some(({ heard }) => heard);
  return (
    <svg
      className="map"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={describe(view, t)}
    >
      <rect x={bed.x} y={bed.y} width={bed.width} height={bed.height} rx="6" fill="var(--bed)" />
      <Quiet layout={layout} />
      <path d={`M${etcd.x} ${bed.y + bed.height + 6}V${cache.y}`} className={told ? 'line-told' : 'line-tell'} />
      {layout.lanes.map((lane, at) => (
        <Travelled
          key={lane.id}
          lane={lane}
          at={at === requestLane ? request?.at : undefined}
          bed={bed.x}
          climbY={bed.y + bed.height + 62 + 20 * layout.lanes.length}
        />
      ))}
      {layout.lanes.slice(1).map((lane) => (
        <Badge key={lane.id} lane={lane} />
      ))}
      {view.stations.map((station) => {
        const x = layout.stations.find(({ id }) => id === station.id)?.x;
        if (x === undefined) return null;
        return <Station key={station.id} station={station} x={x} layout={layout} narrator={narrator} />;
      })}
      <Terminus layout={layout} now={etcdNow} />
      <Interchange layout={layout} now={cacheNow} />
      <circle cx="40" cy={layout.lanes[0]?.y} r="8" className="stop passed" />
      <Stops layout={layout} />
      <CloseUpLink view={view} layout={layout} />
    </svg>
  );
});

/**
 * What moves, above everything that does not: the browser gives what moves, and all that is painted after it, layers
 * of their own.
 */
export const MapTraffic = memo(function MapTraffic({
  view,
  layout,
}: {
  readonly view: StageView;
  readonly layout: StageLayout;
}): ReactElement {
  const { width, height } = layout;
  return (
    <svg className="map traffic" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {view.stations
        .filter(({ state }) => state === 'now')
        .map(({ id }) => {
          const x = layout.stations.find((station) => station.id === id)?.x;
          return x === undefined ? null : <Light key={id} x={x} layout={layout} />;
        })}
      <Vehicles view={view} layout={layout} />
    </svg>
  );
});

/** The station where time stands. */
const Light = memo(function Light({ x, layout }: { readonly x: number; readonly layout: StageLayout }): ReactElement {
  const capsule = useRef<SVGRectElement>(null);
  useLight(capsule);
  const { bed } = layout;
  return (
    <rect
      ref={capsule}
      className="capsule lit"
      x={x - LIT_WIDTH / 2}
      y={bed.y + 1 - STANDS_OUT}
      width={LIT_WIDTH}
      height={bed.height - 2 + STANDS_OUT * 2}
      rx={LIT_WIDTH / 2}
    />
  );
});

const LIT_WIDTH = 24;
/** A station that is lit or refused stands out of the trunk by so much. */
const STANDS_OUT = 6;

/** The step is etcd's own: a revision is stamped, and no station of the server is lit. */
function isEtcdNow(view: StageView): boolean {
  const lit = view.stations.find(({ state }) => state === 'now');
  return (
    lit?.id === 'etcd' || (lit === undefined && view.closeUp?.type !== 'fan-out' && view.tickets.some(({ now }) => now))
  );
}

/** The shown request while it has no answer: how far it has come. */
function requestOnItsWay(view: StageView): Request {
  const { request } = view;
  if (request === undefined || request.code !== undefined) return undefined;
  const own = view.vehicles.find(({ direction, now }) => direction === 'request' && now);
  const last = view.stations.findLast(({ state }) => state === 'now' || state === 'passed');
  const at = own?.at ?? last?.id;
  return at === undefined ? undefined : { actor: request.actor, at };
}

function describe(view: StageView, t: Translate): string {
  const parts = view.vehicles.slice(0, 6).map((vehicle) =>
    t('map.request', {
      label: `${vehicle.label} (${vehicle.actor})`,
      station: t(`station.${vehicle.at}` as 'station.tls').replace('|', ' '),
    }),
  );
  return t('map.label', { description: parts.length === 0 ? t('map.empty') : parts.join('; ') });
}

function colour(actor: string): string {
  return `k-c-${familyOf(actor)}`;
}
function laneColour(lane: PlacedLane): string {
  return lane.id === 'others'
    ? 'k-c-other'
    : lane.id === 'kubelet'
      ? 'k-c-kubelet'
      : colour(lane.lines[0]?.actor ?? lane.id);
}

const Travelled = memo(function Travelled(props: {
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

function Chevron(props: { readonly x: number; readonly y: number; readonly turn: number }): ReactElement {
  return (
    <path
      className="chevron"
      d="M-1.5 -2.6 1.5 0-1.5 2.6"
      transform={`translate(${props.x} ${props.y}) rotate(${props.turn})`}
    />
  );
}

const Badge = memo(function Badge({ lane }: { readonly lane: PlacedLane }): ReactElement | null {
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

const Station = memo(function Station(props: {
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
      {verdictText !== '' && <title>{`${names.join(' ')}: ${verdictText}`}</title>}
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

function Terminus({ layout, now }: { readonly layout: StageLayout; readonly now: boolean }): ReactElement {
  const { etcd, bed } = layout;
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
}

function Interchange({ layout, now }: { readonly layout: StageLayout; readonly now: boolean }): ReactElement {
  const { cache } = layout;
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
}

const Stops = memo(function Stops({ layout }: { readonly layout: StageLayout }): ReactElement {
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

/** The thin line that ties the close-up to what it is about. */
function CloseUpLink({
  view,
  layout,
}: {
  readonly view: StageView;
  readonly layout: StageLayout;
}): ReactElement | null {
  const { closeUp, bed, link, cache } = layout;
  if (view.closeUp === undefined) return null;
  const right = closeUp.x + closeUp.width;
  if (view.closeUp.type === 'fan-out')
    return <path d={`M${closeUp.x} ${link}H${right + 8}V${cache.y + 12}H${cache.x - 5}`} className="link" />;
  if (isEtcdNow(view)) return <path d={`M${closeUp.x} ${link}H${layout.etcd.x}`} className="link" />;
  const now = view.stations.find(({ state }) => state === 'now' || state === 'refused')?.id;
  const x = now === undefined ? undefined : layout.stations.find(({ id }) => id === now)?.x;
  return (
    <path
      d={`${x === undefined ? '' : `M${x} ${bed.y + bed.height + 6}V${link}`}M${closeUp.x} ${link}H${right}`}
      className="link"
    />
  );
}

function Vehicles({ view, layout }: { readonly view: StageView; readonly layout: StageLayout }): ReactElement {
  return (
    <>
      {view.vehicles
        .filter(({ direction }) => direction === 'request')
        .map((vehicle) => (
          <RequestBullet key={vehicle.id} vehicle={vehicle} layout={layout} lines={view.lines} />
        ))}
    </>
  );
}

function RequestBullet(props: {
  readonly vehicle: StageView['vehicles'][number];
  readonly layout: StageLayout;
  readonly lines: StageView['lines'];
}): ReactElement | null {
  const { vehicle, layout, lines } = props;
  const element = useRef<SVGGElement>(null);
  const placed = placeVehicle(layout, vehicle);
  const track = placed?.lane.track;
  const distance = placed?.distance ?? 0;
  const origin = placed?.origin ?? 0;
  const way = useMemo(() => (track === undefined ? undefined : { track, distance, origin }), [track, distance, origin]);
  if (placed === undefined || way === undefined) return null;
  const { x, y } = placed.point;
  const letter = lines.find(({ actor }) => actor === vehicle.actor)?.letter ?? vehicle.actor.slice(0, 1).toUpperCase();
  return (
    <g transform={`translate(${x} ${y})`} className={colour(vehicle.actor)}>
      <TravellingGroup element={element} way={way}>
        <Bullet square={placed.lane.place !== 'control'} small={!vehicle.now} letter={letter} />
      </TravellingGroup>
    </g>
  );
}

function TravellingGroup(props: {
  readonly element: React.RefObject<SVGGElement | null>;
  readonly way: Parameters<typeof useTravel>[1];
  readonly children: ReactElement;
}): ReactElement {
  useTravel(props.element, props.way);
  return <g ref={props.element}>{props.children}</g>;
}

function Bullet({
  square,
  small,
  letter,
}: {
  readonly square: boolean;
  readonly small: boolean;
  readonly letter: string;
}): ReactElement {
  const r = small ? 6.5 : 8.5;
  return (
    <>
      {square ? (
        <rect x={-r} y={-r} width={r * 2} height={r * 2} rx="3.5" className="bullet" />
      ) : (
        <circle r={r} className="bullet" />
      )}
      <text y={small ? 3.4 : 4.2} className={`bullet-letter${small ? ' small' : ''}`}>
        {letter}
      </text>
    </>
  );
}
