import { memo, type ReactElement, useMemo, useRef } from 'react';
import type { StageView } from '../../protocol/views.ts';
import { type Translate, useText } from '../i18n/words.ts';
import type { Narrator } from '../narration/narrator.ts';
import { placeApart } from './apart.ts';
import { laneIndex } from './lanes.ts';
import type { StageLayout } from './layout.ts';
import { Badge, colour, Travelled } from './map-lines.tsx';
import { Interchange, STANDS_OUT, Station, Stops, Terminus } from './map-stops.tsx';
import { useLight, useTravel } from './motion.ts';
import { stationName } from './station-name.ts';
import type { Track } from './track.ts';
import { WayLines, WayNumbers } from './way.tsx';
import './map.css';

/** The lines themselves, all the way. */
const Quiet = memo(function Quiet({ layout }: { readonly layout: StageLayout }): ReactElement {
  return (
    <>
      {layout.lanes.map(({ id, track }) => (
        <g key={id}>
          <path d={track.path()} className="line-quiet" />
          <path d={track.path()} className="line-reach" data-points-to={`line:${id}`} />
        </g>
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
      <WayLines way={view.way} layout={layout} />
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
      <CloseUpLink view={view} layout={layout} />
      {view.stations.map((station) => {
        const x = layout.stations.find(({ id }) => id === station.id)?.x;
        if (x === undefined) return null;
        return <Station key={station.id} station={station} x={x} layout={layout} narrator={narrator} />;
      })}
      <Terminus layout={layout} now={etcdNow} />
      <Interchange layout={layout} now={cacheNow} />
      <circle cx="40" cy={layout.lanes[0]?.y} r="8" className="stop passed" />
      <Stops layout={layout} />
      <WayNumbers way={view.way} layout={layout} />
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
      station: stationName(t(`station.${vehicle.at}` as 'station.tls')),
    }),
  );
  const way = (view.way ?? []).map(({ at, actor }) =>
    at === 'stop' ? actor : stationName(t(`station.${at}` as 'station.tls')),
  );
  if (way.length > 1) parts.unshift(t('map.way', { stops: [...new Set(way)].join(', ') }));
  return t('map.label', { description: parts.length === 0 ? t('map.empty') : parts.join('; ') });
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
  const requests = view.vehicles.filter(({ direction }) => direction === 'request');
  return (
    <>
      {placeApart(layout, requests)
        // The one of this step lies on top.
        .sort((a, b) => Number(a.vehicle.now) - Number(b.vehicle.now))
        .map(({ vehicle, placed }) => {
          const { id, actor, now } = vehicle;
          const { lane, distance, origin } = placed;
          const letter = view.lines.find((line) => line.actor === actor)?.letter ?? actor.slice(0, 1).toUpperCase();
          return (
            <RequestBullet
              key={id}
              actor={actor}
              letter={letter}
              small={!now}
              square={lane.place !== 'control'}
              track={lane.track}
              distance={distance}
              origin={origin}
            />
          );
        })}
    </>
  );
}

/** What of a request is seen: most of them stand still while one goes on. */
const RequestBullet = memo(function RequestBullet(props: {
  readonly actor: string;
  readonly letter: string;
  readonly small: boolean;
  readonly square: boolean;
  readonly track: Track;
  readonly distance: number;
  readonly origin: number;
}): ReactElement {
  const { actor, track, distance, origin } = props;
  const element = useRef<SVGGElement>(null);
  const way = useMemo(() => ({ track, distance, origin }), [track, distance, origin]);
  useTravel(element, way);
  const { x, y } = track.at(distance);
  return (
    <g transform={`translate(${x} ${y})`} className={colour(actor)}>
      <g ref={element}>
        <Bullet square={props.square} small={props.small} letter={props.letter} />
      </g>
    </g>
  );
});

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
