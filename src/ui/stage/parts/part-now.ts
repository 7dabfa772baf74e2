import type { Part, PartView } from '../../../protocol/part-view.ts';
import type { LineView, NodeTile, StageView, VehicleView } from '../../../protocol/views.ts';
import type { Narrator } from '../../narration/narrator.ts';
import { shortActor } from '../../widgets/kit/actors.ts';
import type { Say } from '../../widgets/kit/words.ts';
import type { PartTextKey } from './strings.ts';

type Words = Say<PartTextKey>;

/** What is to be told of a part at the cursor, line by line. */
export function nowOf(
  part: Part,
  view: StageView,
  known: PartView | undefined,
  narrator: Pick<Narrator, 'phrase'>,
  t: Words,
): readonly string[] {
  const thoughts = (known?.thoughts ?? []).map((thought) => narrator.phrase(thought));
  // What it has in mind says more than the few words of its plate.
  const said = part.sort === 'actor' && thoughts.length === 0 ? plateOf(part, view, narrator) : [];
  const lines = [...said, ...thoughts, ...ownLines(part, view, narrator, t)].map(sentence);
  return lines.length === 0 ? [t('idle')] : lines;
}

function ownLines(part: Part, view: StageView, narrator: Pick<Narrator, 'phrase'>, t: Words): readonly string[] {
  const { sort, of } = part;
  switch (sort) {
    case 'station':
      return atStation(of, view, narrator, t);
    case 'server':
      return travelling(view.vehicles, t);
    case 'told':
      return [t('store.newest', { revision: view.watchCacheRevision })];
    case 'next':
      return [t('store.next', { revision: view.nextRevision })];
    case 'line':
    case 'actor':
      return ofLines(linesOf(part, view), view, t);
    case 'request':
    case 'event':
      return travelling(
        view.vehicles.filter(({ actor, direction }) => actor === of && (direction === 'watch') === (sort === 'event')),
        t,
      );
    case 'ticket':
      return ofTicket(of, view, t);
    case 'node':
      return ofNodes(
        view.nodes.filter(({ name }) => name === of),
        t,
      );
    case 'nodes':
      return ofNodes(view.nodes, t).slice(0, 1);
    case 'pod':
      return ofPod(of, view);
    case 'pending':
      return pending(view, t);
  }
}

function atStation(id: string, view: StageView, narrator: Pick<Narrator, 'phrase'>, t: Words): readonly string[] {
  if (id === 'etcd')
    return [t('store.newest', { revision: view.nextRevision - 1 }), ...travellingAt('etcd', view.vehicles, t)];
  if (id === 'watch-cache')
    return [
      t('store.newest', { revision: view.watchCacheRevision }),
      ...travelling(
        view.vehicles.filter(({ direction }) => direction === 'watch'),
        t,
      ),
    ];
  const { request } = view;
  if (request === undefined) return [t('at.nothing')];
  const station = view.stations.find((one) => one.id === id);
  const what = t('of', { request: `${request.method} ${request.resource}`, actor: shortActor(request.actor) });
  const state = station?.state ?? 'quiet';
  const where = state !== 'quiet' ? state : request.code === undefined ? 'ahead' : 'not';
  const verdict = station?.verdict === undefined ? '' : t('verdict', { verdict: narrator.phrase(station.verdict) });
  const others = view.vehicles.filter(({ now, direction }) => !now && direction === 'request');
  return [t('at', { what, where: t(`at.${where}`), verdict }), ...travellingAt(id, others, t)];
}

function travellingAt(station: string, vehicles: readonly VehicleView[], t: Words): readonly string[] {
  const here = vehicles.filter(({ at, direction }) => at === station && direction === 'request');
  return here.length === 0 ? [] : [t('also', { what: named(here, t).join(', ') })];
}

const MOST = 5;

function travelling(vehicles: readonly VehicleView[], t: Words): readonly string[] {
  return named(vehicles, t);
}

function named(vehicles: readonly VehicleView[], t: Words): readonly string[] {
  return vehicles.slice(0, MOST).map(({ label, actor }) => t('of', { request: label, actor: shortActor(actor) }));
}

/** The clients that travel on a lane, or the one asked about. */
export function linesOf({ sort, of }: Part, view: StageView): readonly LineView[] {
  if (sort === 'actor') return view.lines.filter(({ actor }) => actor === of);
  if (of === 'you') return view.lines.filter(({ family }) => family === 'you');
  return view.lines.filter(({ actor, family }) => actor === of || family === of);
}

function plateOf(part: Part, view: StageView, narrator: Pick<Narrator, 'phrase'>): readonly string[] {
  return linesOf(part, view).flatMap(({ status }) => (status === undefined ? [] : [narrator.phrase(status)]));
}

function ofLines(lines: readonly LineView[], view: StageView, t: Words): readonly string[] {
  const asked = lines.some(({ requested }) => requested);
  const heard = lines.some(({ heard: one }) => one);
  const first = t(asked && heard ? 'line.both' : asked ? 'line.asked' : heard ? 'line.heard' : 'line.quiet');
  const actors = new Set(lines.map(({ actor }) => actor));
  const vehicles = view.vehicles.filter(({ actor }) => actors.has(actor)).slice(0, MOST);
  if (vehicles.length === 0) return [first];
  return [t('onWay', { what: vehicles.map(({ label }) => label).join(', ') }), first];
}

function ofTicket(revision: string, { tickets }: StageView, t: Words): readonly string[] {
  const ticket = tickets.find((one) => String(one.revision) === revision);
  if (ticket === undefined) return [];
  const wrote = t('ticket.write', { op: t(`op.${ticket.op}`), subject: ticket.subject });
  return ticket.actor === '' ? [wrote] : [wrote, t('ticket.by', { actor: shortActor(ticket.actor) })];
}

function ofNodes(nodes: readonly NodeTile[], t: Words): readonly string[] {
  return nodes.flatMap(({ ready, isSilent, podCount, podCapacity, cpuRequested, cpuAllocatable }) => [
    t(isSilent === true ? 'nodeSilent' : ready ? 'nodeReady' : 'nodeNotReady'),
    t('pods.count', { pods: podCount, capacity: podCapacity, used: cpuRequested, cpu: cpuAllocatable }),
  ]);
}

function ofPod(subject: string, { nodes, pendingPods }: StageView): readonly string[] {
  const pod = [...pendingPods, ...nodes.flatMap(({ pods }) => pods)].find((one) => one.subject === subject);
  return pod === undefined ? [] : [[pod.word, pod.ready, pod.ip].filter((text) => text !== undefined).join(', ')];
}

function pending({ pendingPods }: StageView, t: Words): readonly string[] {
  const names = pendingPods.slice(0, MOST).map(({ name }) => name);
  return pendingPods.length === 0 ? [] : [t('pods.pending', { count: pendingPods.length, names: names.join(', ') })];
}

/** The object that a part stands for. */
export function subjectOf({ sort, of }: Part, { tickets }: StageView): string | undefined {
  if (sort === 'pod') return of;
  if (sort === 'ticket') return tickets.find(({ revision }) => String(revision) === of)?.subject;
  return undefined;
}

/** A Chinese sentence may begin with a name, which stays as it is. */
function sentence(text: string): string {
  if (/[\u2e80-\uffef]/.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
