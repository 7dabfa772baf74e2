import { memo, type ReactElement, Suspense, useMemo, useRef } from 'react';
import { nameOf } from '../../narration/render.ts';
import type { Grain } from '../../protocol/messages.ts';
import type { StageView } from '../../protocol/views.ts';
import { type Translate, useText } from '../i18n/words.ts';
import type { Narrator } from '../narration/narrator.ts';
import { useFrameState, usePage, useView, useViewer } from '../public.ts';
import { scaleOf } from '../theme/theme.ts';
import { Bullet } from '../widgets/kit/kit.tsx';
import { late } from '../widgets/late.tsx';
import { OpensBelow } from '../widgets/line.tsx';
import { type Size, useSize } from '../widgets/use-size.ts';
import { CloseUp } from './close-up/close-up.tsx';
import { isLong, roomOf } from './close-up/room.ts';
import { Districts, PendingPods } from './districts.tsx';
import { EventVehicles } from './event-vehicles.tsx';
import { layOutLike, type PlacedLane, ROOMY_PLATES, type StageLayout } from './layout.ts';
import { MapDrawing, MapTraffic } from './map.tsx';
import { MAP_SIZE } from './map-size.ts';
import { MapParts } from './parts/map-parts.tsx';
import { OTHERS_PITCH, othersShown } from './parts/part-boxes.ts';
import { PartButtons, VehicleButtons } from './parts/part-buttons.tsx';
import { plateName, shortened } from './plate-text.ts';
import { Tickets } from './tickets.tsx';
import './stage.css';

/** Lower, its close-up would have no room; a larger stage gives it more, a smaller one shrinks it, then scrolls. */
const NATURAL = MAP_SIZE;
/** A map whose nodes are out of sight is worse than small words; a narrower one stands upright. */
const SMALLEST_SCALE = 0.7;
/** Where the nodes are out of sight even so, as in a zoomed window, one scrolls anyway, and words stay larger. */
const SCROLLED_BELOW = 400;
const SCROLLED_SCALE = 0.82;
/** Who asks for a larger page wants larger words: its map is scrolled before it shrinks by more than this. */
const ENLARGED_SCALE = 0.9;
const LARGEST_SCALE = 1.5;
/** From here on there is room enough: more of it makes words larger, for those who sit at the back. */
const COMFORTABLE = { width: 900, height: 690 };
/** Nobody needs them before something is not as wished. */
export const loadUnmetMarks = async () => (await import('./unmet-marks.tsx')).UnmetMarks;
const Marks = late(loadUnmetMarks);
/** Who wants to see objects asks for it. */
export const loadObjectMap = async () => (await import('./objects/object-map.tsx')).ObjectMap;
const ObjectMap = late(loadObjectMap);
/** Few clusters are so large. */
export const loadCrowdMap = async () => (await import('../crowd/crowd-map.tsx')).CrowdMap;
const CrowdMap = late(loadCrowdMap);
// Phones alone need it.
const Strip = late(async () => (await import('./strip.tsx')).Strip);
/** Narrower than this, the trunk stands upright. */
const STRIP_BELOW = 540;

export function Stage({ narrator }: { readonly narrator: Narrator }): ReactElement {
  const view = useView('stage');
  const map = useMapOf(view);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  return (
    <div className={size !== undefined && size.width < STRIP_BELOW ? 'stage-inner upright' : 'stage-inner'}>
      <StageHead scene={view?.scene} narrator={narrator} />
      <div className="stage-box" ref={box}>
        {map === 'nodes' ? (
          <Suspense>
            <CrowdMap />
          </Suspense>
        ) : map === 'objects' ? (
          <Suspense>
            <ObjectMap />
          </Suspense>
        ) : (
          view !== undefined && size !== undefined && <Drawn view={view} size={size} narrator={narrator} />
        )}
      </div>
      <MapParts box={box} narrator={narrator} />
    </div>
  );
}

/** The head lies over the top of the map and does not shrink with it. */
const HEAD = 36;

/** How far a smaller map is moved down, so that its signs do not come under the head. */
export function belowHead(scale: number): number {
  return Math.max(0, Math.round(HEAD * (1 - scale)));
}

/** How far the map is drawn smaller or larger than its natural size, in a page that is itself enlarged by `page`. */
export function scaleFor({ width, height }: Size, page = 1): number {
  const shrink = Math.min(width / NATURAL.width, (height - HEAD) / (NATURAL.height - HEAD));
  const smallest = height < SCROLLED_BELOW && width >= NATURAL.width * SCROLLED_SCALE ? SCROLLED_SCALE : SMALLEST_SCALE;
  if (shrink < 1) return Math.max(page > 1 ? ENLARGED_SCALE : smallest, shrink);
  const grow = Math.min(width / COMFORTABLE.width, height / COMFORTABLE.height);
  return Math.min(LARGEST_SCALE, Math.max(1, grow));
}

function Drawn({
  view,
  size,
  narrator,
}: {
  readonly view: StageView;
  readonly size: Size;
  readonly narrator: Narrator;
}): ReactElement {
  /** An audit log tells of requests, not of what the server holds. */
  const isOfLog = useFrameState(({ frame }) => frame?.run.cluster.log !== undefined);
  const hasUnmet = (useView('diagnosis')?.unmet.length ?? 0) > 0;
  const t = useText();
  const scale = scaleFor(size, scaleOf(location.search));
  const width = Math.floor(size.width / scale);
  const top = belowHead(scale);
  const height = Math.max(NATURAL.height, Math.floor((size.height - top) / scale));
  const layout = useLayout(view, width, height);
  const room = roomOf(layout.closeUp);
  if (size.width < STRIP_BELOW)
    return (
      <Suspense>
        <Strip view={view} narrator={narrator} layout={layout} />
      </Suspense>
    );
  return (
    <div
      className={isLow(scale, width) ? 'board low' : 'board'}
      style={{ width, height, top, transform: scale === 1 ? undefined : `scale(${scale})` }}
    >
      <MapDrawing view={view} layout={layout} narrator={narrator} />
      <Signs
        revision={view.nextRevision > 1 && !isOfLog ? view.watchCacheRevision : undefined}
        layout={layout}
        letters={isLow(scale, width) ? LARGER_LETTERS : 1}
        narrator={narrator}
      />
      <Tickets tickets={view.tickets} next={view.nextRevision} layout={layout} />
      <section
        className={isLong(view, room) ? 'call long' : 'call'}
        aria-label={t('closeup')}
        tabIndex={view.closeUp === undefined ? -1 : 0}
        style={{
          left: layout.closeUp.x,
          top: layout.closeUp.y,
          width: layout.closeUp.width,
          height: layout.closeUp.height,
        }}
      >
        <CloseUp view={view} narrator={narrator} room={room} />
      </section>
      <PendingPods pods={view.pendingPods} layout={layout} />
      <Districts nodes={view.nodes} crowd={view.crowd} layout={layout} />
      <MapTraffic view={view} layout={layout} />
      <Suspense>{(hasUnmet || view.faults) && <Marks view={view} layout={layout} />}</Suspense>
      <EventVehicles vehicles={view.vehicles} layout={layout} />
      {/* biome-ignore lint/a11y/useSemanticElements: not a form */}
      <div className="map-parts" role="group" aria-label={t('part.all')}>
        <PartButtons layout={layout} />
        <VehicleButtons layout={layout} vehicles={view.vehicles} />
      </div>
    </div>
  );
}

/** A map that is small because it is low has room beside its smallest words: these grow, by so much. */
const LARGER_LETTERS = 13.5 / 12;

export function isLow(scale: number, width: number): boolean {
  return scale < 0.85 && width >= NATURAL.width * 1.1;
}

/** Places change only with what stands on the map, not with what happens there. */
function useLayout(view: StageView, width: number, height: number): StageLayout {
  const last = useRef<StageLayout>(undefined);
  const { lines, nodes, stations } = view;
  return useMemo(() => {
    last.current = layOutLike(last.current, { lines, nodes, stations }, width, height);
    return last.current;
  }, [lines, nodes, stations, width, height]);
}

/** The words on the map that stand beside lines: signs, plates of the controllers, the watch cache's revision. */
const Signs = memo(function Signs({
  revision,
  layout,
  letters,
  narrator,
}: {
  /** Undefined before anything has begun. */
  readonly revision: number | undefined;
  readonly layout: StageLayout;
  readonly letters: number;
  readonly narrator: Narrator;
}): ReactElement {
  const t = useText();
  const { bed, etcd, cache } = layout;
  // A server that has stopped holds no caches, and one that begins fills them before it answers.
  const serves = revision !== 0;
  return (
    <>
      <span className={serves ? 'sign abs' : 'sign abs off'} style={{ left: bed.x, top: bed.y - 58 }}>
        kube-apiserver{!serves && ` · ${t('notServing')}`}
      </span>
      <span className="sign abs" style={{ left: etcd.x - 14, top: bed.y - 32 }}>
        etcd
      </span>
      <div className="plate" style={{ left: 14, top: bed.y + 24 }}>
        <b>kubectl</b>
        <br />
        <span className="k2">{t('you')}</span>
      </div>
      <div
        className="plate"
        style={{ left: cache.x + cache.width + 8, top: cache.y + 10, width: layout.width - cache.x - cache.width - 8 }}
      >
        <b className="tight">{t('station.watch-cache')}</b>
        <br />
        <span className="k2">{revision ? `@${revision}` : '–'}</span>
      </div>
      {layout.plates.map(({ lane, x, y, width }) => {
        const line = lane.lines[0];
        if (line === undefined) return null;
        const active = lane.lines.some(({ requested, heard }) => requested || heard);
        const status = lane.lines.length > 1 ? undefined : line.status;
        const name = lane.id === 'others' ? `+${lane.lines.length}` : plateName(line.actor);
        const text = status === undefined ? '' : narrator.phrase(status);
        return (
          <div key={lane.id} className="plate" style={{ left: x, top: y, width }}>
            <div className="h">
              {layout.plates.length <= ROOMY_PLATES && lane.id !== 'others' && (
                <Bullet actor={line.actor} quiet={!active} />
              )}
              <b title={lane.lines.map(({ actor }) => actor).join(', ')}>{name}</b>
              {lane.lines.length > 1 && (
                <span className="unseen">{lane.lines.map(({ actor }) => actor).join(', ')}</span>
              )}
            </div>
            {lane.id === 'others' ? (
              <OtherBullets lane={lane} width={width} />
            ) : (
              <span className="k2 plate-status" title={text}>
                <Shortened text={text} width={width / letters} />
              </span>
            )}
          </div>
        );
      })}
    </>
  );
});

/** Who shares the last line: a place for each, as far as there is room. */
function OtherBullets({ lane, width }: { readonly lane: PlacedLane; readonly width: number }): ReactElement {
  const shown = lane.lines.slice(0, othersShown(lane.lines.length, width));
  return (
    <span className="plate-others" aria-hidden="true" style={{ columnGap: OTHERS_PITCH - 16 }}>
      {shown.map(({ actor, requested, heard }) => (
        <Bullet key={actor} actor={actor} quiet={!requested && !heard} />
      ))}
    </span>
  );
}

/** What the eye gets short, a reader's voice gets whole. */
function Shortened({ text, width }: { readonly text: string; readonly width: number }) {
  const shown = shortened(text, width);
  if (shown === text) return text;
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span className="unseen">{text}</span>
    </>
  );
}

/** The most general titles say of which command or object they are: after many commands they would all be the same. */
function titleOf(key: string, of: string | undefined, narrator: Narrator, t: Translate): string {
  if (of === undefined) return narrator.scene(key);
  if (key === 'enter') return t('scene.typed', { line: of });
  return key === 'objectStored' ? t('scene.stored', { name: nameOf(of) }) : narrator.scene(key);
}

const MAPS = ['plane', 'nodes', 'objects'] as const;

/** Of nodes that have no places of their own there is a picture, which comes first. */
function useMapOf(view: StageView | undefined): (typeof MAPS)[number] {
  const asObjects = useViewer(({ asObjects }) => asObjects === true);
  const asPlane = useViewer(({ asPlane }) => asPlane === true);
  if (asObjects) return 'objects';
  return view?.crowd !== undefined && !asPlane ? 'nodes' : 'plane';
}

/** The control plane, or the objects in it; or very many nodes. */
function MapOf(): ReactElement {
  const t = useText();
  const { viewer } = usePage();
  const shown = useMapOf(useView('stage'));
  const hasNodes = useView('stage')?.crowd !== undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: two toggles, not a form
    <span className="seg" role="group" aria-label={t('mapOf')}>
      {MAPS.filter((one) => one !== 'nodes' || hasNodes).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={shown === one}
          title={t(`mapOf.${one}.long`)}
          onClick={() => viewer.setState({ asObjects: one === 'objects', asPlane: one === 'plane' })}
        >
          {t(`mapOf.${one}`)}
        </button>
      ))}
    </span>
  );
}

const GRAINS: readonly Grain[] = ['scene', 'beat', 'step', 'detail'];

const StageHead = memo(function StageHead({
  scene,
  narrator,
}: {
  readonly scene: StageView['scene'];
  readonly narrator: Narrator;
}): ReactElement {
  const t = useText();
  const { controls } = usePage();
  const filter = useViewer((viewer) => viewer.filter);
  const of = useFrameState(({ views }) =>
    scene === undefined
      ? undefined
      : views.timeline?.marks.findLast(({ key, seq }) => key === scene.key && seq === scene.seq)?.text,
  );
  const title = scene && t('scene', { number: scene.number, title: titleOf(scene.key, of, narrator, t) });
  return (
    <div className="sthead">
      {title === undefined ? <span /> : <h2 title={title}>{title}</h2>}
      <span className="grow" />
      <MapOf />
      {/* biome-ignore lint/a11y/useSemanticElements: two toggles, not a form */}
      <span className="seg" role="group" aria-label={t('scope')}>
        {(['story', 'everything'] as const).map((scope) => (
          <button
            key={scope}
            type="button"
            aria-pressed={filter.scope === scope}
            title={t(`scope.${scope}.long`)}
            onClick={() => controls.setFilter({ ...filter, scope })}
          >
            {t(`scope.${scope}`)}
          </button>
        ))}
      </span>
      <label className="grain">
        {t('grain')}:{' '}
        <span className="pick">
          <select
            title={t('grain.long')}
            value={filter.grain}
            onChange={(event) => controls.setFilter({ ...filter, grain: event.currentTarget.value as Grain })}
          >
            {GRAINS.map((grain) => (
              <option key={grain} value={grain}>
                {t(`grain.${grain}`)}
              </option>
            ))}
          </select>
          <OpensBelow />
        </span>
      </label>
    </div>
  );
});
