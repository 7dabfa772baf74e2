import type { ReactElement } from 'react';
import type { StageView, StationView, VehicleView } from '../../protocol/views.ts';
import { useText } from '../i18n/words.ts';
import type { Narrator } from '../narration/narrator.ts';
import { familyOf } from '../widgets/kit/actors.ts';
import { suffix } from '../widgets/kit/format.ts';
import { Bullet } from '../widgets/kit/kit.tsx';
import { CloseUp } from './close-up/close-up.tsx';
import { Meter, PendingPods, Tile } from './districts.tsx';
import { laneIndex, lanesOf } from './lanes.ts';
import type { StageLayout } from './layout.ts';
import { FaultMarksOf } from './marks/fault-marks.tsx';
import { stationName } from './station-name.ts';
import { StripActors, StripAgents, StripStart, StripStore, Travelling } from './strip-parts.tsx';
import { UnmetMarkOf } from './unmet-marks.tsx';
import './strip.css';

const ENDS: ReadonlySet<string> = new Set(['etcd', 'watch-cache']);

/** The map on a phone: the trunk stands upright, what is now has its close-up beside it. */
export function Strip({
  view,
  narrator,
  layout,
}: {
  readonly view: StageView;
  readonly narrator: Narrator;
  readonly layout: StageLayout;
}): ReactElement {
  const t = useText();
  const stations = view.stations.filter(({ id }) => !ENDS.has(id));
  const all = lanesOf(view.lines);
  const lanes = all.filter(({ lines, place }) => place === 'person' || lines.some(({ requested }) => requested));
  const active =
    view.request === undefined || view.request.code !== undefined ? -1 : laneIndex(lanes, view.request.actor);
  const reached = stations.findLastIndex(({ state }) => state === 'now' || state === 'passed' || state === 'refused');
  const tracks = (at: number) => (
    <span className="strip-tracks" aria-hidden="true" style={{ width: lanes.length * 8 + 14 }}>
      {lanes.map((lane, slot) => (
        <i
          key={lane.id}
          data-points-to={lane.id === 'you' ? 'actor:kubectl' : `line:${lane.id}`}
          className={`k-c-${lane.id === 'others' ? 'other' : familyOf(lane.lines[0]?.actor ?? lane.id)}${lane.lines.some(({ requested }) => requested) ? ' done' : ''}${slot === active && at > reached ? ' ahead' : ''}`}
          style={{ left: 9 + slot * 8 }}
        />
      ))}
    </span>
  );
  const closeUpAt = stations.findIndex(({ state }) => state === 'now' || state === 'refused');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="strip" aria-label={t('map.stations')} tabIndex={0}>
      {closeUpAt < 0 && (
        <div className="strip-closeup first">
          <CloseUp view={view} narrator={narrator} />
        </div>
      )}
      <StripStart view={view} />
      <ol>
        {stations.map((station, at) => (
          <li key={station.id} className={station.state} aria-current={station.state === 'now' ? 'step' : undefined}>
            {tracks(at)}
            <span className="strip-capsule" style={{ width: lanes.length * 8 + 10 }} aria-hidden="true">
              {station.state === 'now' && view.request !== undefined && <Bullet actor={view.request.actor} />}
            </span>
            <div className="strip-text">
              <StripStation
                station={station}
                narrator={narrator}
                vehicles={view.vehicles.filter(
                  ({ at: here, direction }) => direction === 'request' && here === station.id,
                )}
                number={(view.way ?? []).findIndex((stop) => stop.at === station.id) + 1}
              />
              {at === closeUpAt && (
                <div className="strip-closeup">
                  <CloseUp view={view} narrator={narrator} />
                </div>
              )}
            </div>
          </li>
        ))}
        <li className="strip-end">
          <span className="strip-terminus" style={{ width: lanes.length * 8 + 16 }} aria-hidden="true" />
          <div className="strip-text">
            <button type="button" tabIndex={-1} data-part="station:etcd" className="sign">
              etcd
            </button>{' '}
            <span className="k2">
              {t('newestRevision', { revision: view.tickets[0]?.revision ?? Math.max(0, view.nextRevision - 1) })}
            </span>
            <StripStore view={view} />
          </div>
        </li>
      </ol>
      <StripActors lanes={all} narrator={narrator} />
      <div className="strip-row">
        <PendingPods pods={view.pendingPods} layout={layout} />
        <UnmetMarkOf place="pending" view={view} />
      </div>
      <div className="strip-nodes">
        {view.nodes.slice(0, 12).map((node) => (
          <section key={node.name} aria-label={node.name}>
            <h3>
              <button type="button" tabIndex={-1} data-part={`node:${node.name}`}>
                {node.name}
              </button>{' '}
              {!node.ready && <em>{t('node.notReady')}</em>}
              <UnmetMarkOf place={node.name} view={view} />
              <FaultMarksOf place={node.name} view={view} />
            </h3>
            <StripAgents node={node} hasProxy={layout.hasProxies} />
            <div className="tiles">
              {node.pods.slice(0, 8).map((pod) => (
                <Tile key={pod.subject} pod={pod} name={`${suffix(pod.name)} ${pod.word}`} small />
              ))}
            </div>
            <Meter node={node} t={t} />
          </section>
        ))}
      </div>
    </section>
  );
}

function StripStation({
  station,
  narrator,
  vehicles,
  number,
}: {
  readonly station: StationView;
  readonly narrator: Narrator;
  readonly vehicles: readonly VehicleView[];
  /** When the beat comes here; 0 when it does not. */
  readonly number: number;
}): ReactElement {
  const t = useText();
  return (
    <p>
      <button type="button" tabIndex={-1} data-part={`station:${station.id}`}>
        {stationName(t(`station.${station.id}` as 'station.tls'))}
      </button>
      {number > 0 && <b className="strip-number">{number}</b>}
      {station.state === 'refused' && <em> {t('state.refused')}</em>}
      {station.verdict !== undefined && <span className="k2"> {narrator.phrase(station.verdict)}</span>}{' '}
      <Travelling vehicles={vehicles} />
    </p>
  );
}
