import type { StageView, StationView } from '../../protocol/views.ts';
import { placeApart } from '../stage/apart.ts';
import { laneIndex } from '../stage/lanes.ts';
import { type PlacedLane, type StageLayout, travelled } from '../stage/layout.ts';
import { plateName } from '../stage/plate-text.ts';
import { isTold, litParts, numberedStops } from '../stage/way-places.ts';
import { familyOf } from '../widgets/kit/actors.ts';
import { cut, wrapped } from './letters.ts';
import { at, circle, of, path, rect, type Svg, text } from './svg.ts';
import type { PosterWords } from './words.ts';

/** The trunk, the lines and what travels on them, as the map of the page has them. */
export function mapPart(view: StageView, layout: StageLayout, words: PosterWords): Svg {
  const { bed, etcd, cache, lanes } = layout;
  const way = view.way ?? [];
  const told = view.lines.some(({ heard }) => heard);
  const etcdNow = isEtcdNow(view);
  return [
    rect(bed, 'bed', 6),
    ...lanes.map(({ track }) => path(track.path(), 'lq')),
    path(`M${at(etcd.x)} ${at(bed.y + bed.height + 6)}V${at(cache.y)}`, told ? 'ld' : 'lt'),
    isTold(way) ? path(`M${at(etcd.x)} ${at(bed.y + bed.height + 6)}V${at(cache.y)}`, 'way') : '',
    ...litParts(way, layout).map(({ lane, from, to }) => of(familyIn(lane), path(lane.track.path(from, to), 'way'))),
    ...lanes.map((lane) => travelledPart(lane, view, layout)),
    ...lanes.slice(1).map(badgePart),
    linkPart(view, layout),
    ...view.stations.map((station) => stationPart(station, layout, words)),
    rect(
      { x: etcd.x - (etcdNow ? 7 : 3), y: bed.y - 6, width: etcdNow ? 16 : 8, height: bed.height + 12 },
      etcdNow ? 'lit' : 'sign',
      1.5,
    ),
    rect(cache, isCacheNow(view) ? 'lit' : 'cap', 7),
    circle(40, lanes[0]?.y ?? 0, 8, 'cap'),
    stopsPart(layout),
    numbersPart(view, layout),
    vehiclesPart(view, layout),
    signsPart(view, layout, words),
  ].join('');
}

function familyIn(lane: PlacedLane): string {
  if (lane.id === 'others') return 'other';
  return lane.id === 'kubelet' ? 'kubelet' : familyOf(lane.lines[0]?.actor ?? lane.id);
}

function isEtcdNow(view: StageView): boolean {
  const lit = view.stations.find(({ state }) => state === 'now');
  return (
    lit?.id === 'etcd' || (lit === undefined && view.closeUp?.type !== 'fan-out' && view.tickets.some(({ now }) => now))
  );
}

function isCacheNow({ closeUp, stations }: StageView): boolean {
  return closeUp?.type === 'fan-out' || stations.some(({ id, state }) => id === 'watch-cache' && state === 'now');
}

function travelledPart(lane: PlacedLane, view: StageView, { lanes }: StageLayout): Svg {
  const { request } = view;
  const isOwn = request !== undefined && request.code === undefined && lanes[laneIndex(lanes, request.actor)] === lane;
  const own = view.vehicles.find(({ direction, now }) => direction === 'request' && now);
  const last = view.stations.findLast(({ state }) => state === 'now' || state === 'passed');
  const { heard, from, to, ahead } = travelled(lane, isOwn ? (own?.at ?? last?.id) : undefined);
  const asked = from < Number.POSITIVE_INFINITY;
  return of(
    familyIn(lane),
    heard > 0 ? path(lane.track.path(0, heard), 'done') : '',
    asked ? path(lane.track.path(from, Math.max(from, to)), 'done') : '',
    asked && ahead ? path(lane.track.path(to, lane.track.length), 'ahead') : '',
  );
}

function badgePart(lane: PlacedLane): Svg {
  if (!lane.lines.some(({ requested, heard }) => requested || heard)) return '';
  const { x, y } = lane.badge;
  const short: { readonly [id: string]: string } = { kubelet: 'n', proxy: 'p', others: '…' };
  const letter = short[lane.id] ?? lane.lines[0]?.letter ?? '';
  return of(familyIn(lane), circle(x, y, 9, 'badge'), text(x, y + 4.2, letter, 'letter'));
}

/** The thin line that ties the inside of the loop to what it is about. */
function linkPart(view: StageView, { closeUp, bed, link, cache, etcd, stations }: StageLayout): Svg {
  if (view.closeUp === undefined) return '';
  const right = at(closeUp.x + closeUp.width);
  const left = `M${at(closeUp.x)} ${at(link)}`;
  if (view.closeUp.type === 'fan-out') return path(`${left}H${right}V${at(cache.y + 12)}H${at(cache.x - 5)}`, 'link');
  if (isEtcdNow(view)) return path(`${left}H${at(etcd.x)}`, 'link');
  const lit = view.stations.find(({ state }) => state === 'now' || state === 'refused')?.id;
  const x = stations.find(({ id }) => id === lit)?.x;
  return path(
    `${x === undefined ? '' : `M${at(x)} ${at(bed.y + bed.height + 6)}V${at(link)}`}${left}H${right}`,
    'link',
  );
}

function stationPart(station: StationView, { stations, bed }: StageLayout, words: PosterWords): Svg {
  const x = stations.find(({ id }) => id === station.id)?.x;
  if (x === undefined) return '';
  const { state } = station;
  const names = words.page(`station.${station.id}`).split('|');
  const stands = state === 'now' || state === 'refused';
  const width = state === 'now' ? 24 : state === 'refused' ? 16 : 12;
  const tall = stands ? 6 : 0;
  const box = { x: x - width / 2, y: bed.y + 1 - tall, width, height: bed.height - 2 + tall * 2 };
  const gap = (stations[1]?.x ?? 59) - (stations[0]?.x ?? 0);
  const verdict = station.verdict === undefined || state === 'now' ? '' : words.phrase(station.verdict);
  return [
    rect(box, { now: 'lit', refused: 'bad', quiet: 'cq', passed: 'cap' }[state], width / 2),
    ...names.map((name, line) =>
      text(
        x,
        bed.y - 14 - (names.length - 1 - line) * 14,
        name,
        `c ${state === 'quiet' ? 'q' : stands ? 'b' : ''}`.trim(),
      ),
    ),
    ...wrapped(verdict, 11.5, gap + 6, 2).map((line, row) =>
      text(x, bed.y + bed.height + 20 + row * 13.5, line, state === 'refused' ? 'c badt' : 'c s'),
    ),
  ].join('');
}

function stopsPart({ lanes, nodes, hasProxies }: StageLayout): Svg {
  const controls = lanes
    .filter(({ place }) => place === 'control')
    .map((lane) => {
      const stop = lane.track.at([...lane.stops.values()][0] ?? 0);
      const isActive = lane.lines.some(({ requested, heard }) => requested || heard);
      return of(
        familyIn(lane),
        circle(stop.x, stop.y, 9, isActive ? 'badge' : 'stop'),
        text(stop.x, stop.y + 4.2, lane.lines[0]?.letter ?? '', isActive ? 'letter' : 'c q'),
      );
    });
  const square = (x: number, y: number) => rect({ x: x - 8, y: y - 8, width: 16, height: 16 }, 'stop', 3);
  return [
    ...controls,
    ...nodes.map(({ kubelet, proxy }) => square(kubelet.x, kubelet.y) + (hasProxies ? square(proxy.x, proxy.y) : '')),
  ].join('');
}

function numbersPart(view: StageView, layout: StageLayout): Svg {
  const stops = numberedStops(view.way ?? [], layout);
  if (stops.length < 2) return '';
  return stops.map(({ x, y, number }) => circle(x, y, 7, 'num') + text(x, y + 3.6, String(number), 'numt')).join('');
}

function vehiclesPart(view: StageView, layout: StageLayout): Svg {
  const requests = view.vehicles.filter(({ direction }) => direction === 'request');
  return placeApart(layout, requests)
    .toSorted((a, b) => Number(a.vehicle.now) - Number(b.vehicle.now))
    .map(({ vehicle: { actor, now }, placed: { lane, point } }) => {
      const radius = now ? 8.5 : 6.5;
      const letter = view.lines.find((line) => line.actor === actor)?.letter ?? '';
      const box = { x: point.x - radius, y: point.y - radius, width: radius * 2, height: radius * 2 };
      const body = lane.place === 'control' ? circle(point.x, point.y, radius, 'badge') : rect(box, 'badge', 3.5);
      return of(familyOf(actor), body, text(point.x, point.y + 4, letter, 'letter'));
    })
    .join('');
}

function signsPart(view: StageView, layout: StageLayout, words: PosterWords): Svg {
  const { bed, etcd, cache } = layout;
  const sign = (x: number, y: number, name: string) =>
    rect({ x, y, width: name.length * 6.2 + 14, height: 20 }, 'sign', 3) + text(x + 7, y + 14, name, 'on');
  return [
    sign(bed.x, bed.y - 58, 'kube-apiserver'),
    sign(etcd.x - 14, bed.y - 32, 'etcd'),
    text(14, bed.y + 38, 'kubectl', 'b'),
    text(14, bed.y + 52, words.page('you'), 's'),
    // At the side there is no room for what a wider font makes of it.
    text(layout.width - 4, cache.y + 21, words.page('station.watch-cache'), 'b e'),
    text(layout.width - 4, cache.y + 35, `@${view.watchCacheRevision}`, 's e'),
    ...layout.plates.map(({ lane, x, y, width }) => {
      const [line] = lane.lines;
      const name = lane.id === 'others' ? `+${lane.lines.length}` : plateName(line?.actor ?? '');
      const status = lane.lines.length > 1 || line?.status === undefined ? '' : words.phrase(line.status);
      return text(x, y + 12, cut(name, 12, width + 4), 'b') + text(x, y + 27, cut(status, 11.5, width + 4), 's');
    }),
  ].join('');
}
