import type { Node, Pod } from '../../api/types/core.ts';
import { CACHES_TABLE } from '../../cluster/apiserver/watchcache/rows.ts';
import { HANDLER_TABLES } from '../../cluster/clientgo/rows.ts';
import { KEYS_TABLE, REVISIONS_TABLE } from '../../cluster/etcd/rows.ts';
import { KUBELETS_TABLE } from '../../cluster/kubelet/pods/rows.ts';
import { PACKETS_TABLE } from '../../cluster/network/packets/rows.ts';
import type { MapPacket } from '../../protocol/network-view.ts';
import type { LineView, NodeTile, PodTile, StageView, TicketView, VehicleView } from '../../protocol/views.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import { network } from '../../steps/network.ts';
import { familyOf, laneOf, letterOf, SERVER_ACTORS } from '../actors.ts';
import { closeUpOf } from '../close-ups/close-up.ts';
import { crowdAt } from '../crowd/crowd-at.ts';
import { subjectOfKey } from '../keys.ts';
import { lineStatus } from '../line-status.ts';
import { nodeResources } from '../node-resources.ts';
import { podTile } from '../pods/pod-tile.ts';
import type { RequestRecord } from '../request-index.ts';
import type { Snapshot } from '../snapshot.ts';
import { trunkOf } from '../stations.ts';
import { wayOf } from '../way.ts';
import { causeChain, effectsOf } from '../why.ts';
import { newest } from './etcd.ts';
import { faultsNow } from './faults-now.ts';
import { requestView } from './step.ts';

const MOST_TICKETS = 8;
/** Of more nodes than these the map shows a picture. */
const MOST_PLACED = 40;
const MOST_AGENTS = 40;
const NODE_FAMILIES: ReadonlySet<string> = new Set(['kubelet', 'proxy']);
const PODS = '/registry/pods/';
const NODES = '/registry/minions/';
const CACHED = apiserver.cached.name;
const HEARD = clientgoSteps.received.name;

/** The whole map at the cursor. */
export function stageView(snapshot: Snapshot): StageView {
  const { step, cursor, scenes } = snapshot;
  const own = step === undefined ? undefined : snapshot.requests.of(step.seq);
  const focus = own ?? nearestRequest(snapshot);
  const scene = step === undefined ? undefined : scenes.at(step.seq);
  const revisions = newest(snapshot.table(REVISIONS_TABLE), MOST_TICKETS);
  const crowd = crowdAt(snapshot);
  const isCrowd = crowd.nodeCount > MOST_PLACED;
  const faults = faultsNow(snapshot);
  const foremost = isCrowd ? crowd.foremost : undefined;
  const { nodes, pending } = foremost === undefined ? places(snapshot) : { nodes: [], pending: foremost.pending };
  return {
    scene: scene === undefined ? undefined : { number: scene.number, key: scene.key, seq: scene.seq },
    stations: trunkOf(snapshot, focus, own !== undefined),
    request: focus === undefined ? undefined : requestView(snapshot, focus, cursor.position),
    lines: lines(snapshot, isCrowd),
    vehicles: [...requestVehicles(snapshot), ...watchVehicles(snapshot)],
    tickets: revisions.map((row) => ticket(snapshot, row)).filter((one) => one !== undefined),
    nextRevision: (revisions[0]?.revision ?? 0) + 1,
    watchCacheRevision: cacheRevision(snapshot),
    nodes,
    pendingPods: pending,
    ...(foremost === undefined ? {} : { crowd: crowd.told, wrongPods: foremost.wrong }),
    closeUp: step === undefined ? undefined : closeUpOf(snapshot, own),
    way: wayOf(snapshot),
    packet: packetOf(snapshot),
    ...(faults.length === 0 ? {} : { faults }),
  };
}

/** Where the packet is that the step is about; over a wire, where it came from. */
function packetOf(snapshot: Snapshot): MapPacket | undefined {
  const { step } = snapshot;
  if (step === undefined || !step.subject.startsWith('connections/')) return undefined;
  const row = snapshot.table(PACKETS_TABLE).get(step.subject.slice('connections/'.length));
  if (row === undefined) return undefined;
  const from = step.kind === network.hop ? String(step.args.from) : row.host;
  return { from, to: row.host, label: row.what };
}

/** The request that led here: the step's own, or that of the write it follows from. */
function nearestRequest(snapshot: Snapshot): RequestRecord | undefined {
  const { step, journal, requests } = snapshot;
  if (step === undefined) return undefined;
  for (const seq of causeChain(journal, step.seq)) {
    const record = requests.of(seq);
    if (record !== undefined) return record;
  }
  return undefined;
}

function cacheRevision(snapshot: Snapshot): number {
  let revision = 0;
  for (const row of snapshot.table(CACHES_TABLE).values()) revision = Math.max(revision, row.revision);
  return revision;
}

// Lines

function lines(snapshot: Snapshot, isCrowd: boolean): readonly LineView[] {
  const { journal, cursor, traffic } = snapshot;
  const story = journal.has(cursor.position) ? journal.storyOf(cursor.position) : -1;
  // Components that every story knows are always there; the others once they ask for something.
  const shown = (actor: string) => familyOf(actor) !== 'other' || traffic.requestedBy(actor, story, cursor.position);
  // Thousands of nodes have one line: that of any of them stands for the others.
  let agents = 0;
  const isOneOfMany = (actor: string) => isCrowd && NODE_FAMILIES.has(familyOf(actor));
  return traffic.actors
    .filter((actor) => !SERVER_ACTORS.has(actor) && shown(actor))
    .filter((actor) => {
      if (!isOneOfMany(actor)) return true;
      const travels =
        traffic.requestedBy(actor, story, cursor.position) || traffic.heardBy(actor, story, cursor.position);
      if (!travels && agents > 0) return false;
      agents += 1;
      return agents <= MOST_AGENTS;
    })
    .map((actor) => ({
      actor,
      family: familyOf(actor),
      letter: letterOf(actor),
      requested: traffic.requestedBy(actor, story, cursor.position),
      heard: traffic.heardBy(actor, story, cursor.position),
      status: lineStatus(snapshot, actor),
    }));
}

// Vehicles

function requestVehicles(snapshot: Snapshot): readonly VehicleView[] {
  const { requests, cursor, journal } = snapshot;
  const here = cursor.position;
  const vehicles: VehicleView[] = [];
  const scope = snapshot.index.filter.scope;
  for (const record of requests.openAt(here)) {
    if (scope === 'story' && record.story < 0) continue;
    const last = requests.stepsOf(record, here).at(-1);
    if (last === undefined) continue;
    const view = requestView(snapshot, record, here);
    vehicles.push({
      id: `request-${record.received}`,
      actor: laneOf(record.client),
      label: `${view.method} ${view.resource}`,
      subject: view.subject,
      at: (journal.kindOf(last) as { readonly station?: string }).station ?? 'registry',
      direction: 'request',
      now: last === here,
    });
  }
  return vehicles;
}

/** Events on their way from the watch cache: all that one write sends out leave together. */
function watchVehicles(snapshot: Snapshot): readonly VehicleView[] {
  const { step, journal } = snapshot;
  if (step === undefined || (step.kind.name !== CACHED && step.kind.name !== HEARD)) return [];
  const source = step.kind.name === CACHED ? step.seq : journal.causeOf(step.seq);
  if (!journal.has(source) || journal.kindOf(source).name !== CACHED) return [];
  const { args, subject } = journal.step(source);
  return effectsOf(journal, source, 64)
    .filter((seq) => journal.kindOf(seq).name === HEARD && (seq >= step.seq || step.kind.name === CACHED))
    .flatMap((seq) =>
      listeners(snapshot, journal.actorOf(seq), subject).map((actor) => ({
        id: `watch-${seq}-${actor}`,
        actor,
        label: `${args.event} ${args.revision}`,
        subject,
        at: 'watch-cache',
        direction: 'watch' as const,
        now: seq === step.seq || step.kind.name === CACHED,
      })),
    );
}

/** Controllers share one informer: what it hears goes to the lines of all that listen. */
function listeners(snapshot: Snapshot, actor: string, subject: string): readonly string[] {
  const [resource = ''] = subject.split('/');
  const handlers = snapshot.table(HANDLER_TABLES.of(`${actor}/${resource}`));
  const told = [...new Set([...handlers.values()].map(({ handler }) => laneOf(handler)))];
  const drawn = told.filter((lane) => familyOf(lane) !== 'other');
  return drawn.length > 0 ? drawn : [laneOf(actor)];
}

// Tickets

function ticket(snapshot: Snapshot, row: { readonly revision: number; readonly key: string }): TicketView | undefined {
  const subject = subjectOfKey(row.key);
  const write = snapshot.writes.atRevision(row.revision);
  if (subject === undefined || write === undefined) return undefined;
  const request = snapshot.requests.of(write.seq);
  return {
    revision: row.revision,
    resource: subject.split('/', 1)[0] ?? '',
    subject,
    actor: request === undefined ? '' : laneOf(request.client),
    op: write.op,
    now: write.seq === snapshot.seq,
  };
}

// Nodes and pods

function places(snapshot: Snapshot): { readonly nodes: readonly NodeTile[]; readonly pending: readonly PodTile[] } {
  const rows = snapshot.table(KEYS_TABLE);
  const changed = snapshot.changedKeys(KEYS_TABLE);
  const podsByNode = new Map<string, Pod[]>();
  const tiles = new Map<Pod, PodTile>();
  const pending: PodTile[] = [];
  const nodes: Node[] = [];
  for (const [key, { value }] of rows) {
    if (key.startsWith(NODES)) nodes.push(value as Node);
    if (!key.startsWith(PODS)) continue;
    const pod = value as Pod;
    const tile = podTile(pod, changed.has(key));
    const node = pod.spec?.nodeName;
    if (node === undefined) pending.push(tile);
    else {
      tiles.set(pod, tile);
      podsByNode.set(node, [...(podsByNode.get(node) ?? []), pod]);
    }
  }
  return {
    pending,
    nodes: nodes
      .sort((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1))
      .map((node) => {
        const pods = podsByNode.get(node.metadata.name ?? '') ?? [];
        return nodeTile(
          snapshot,
          node,
          pods,
          pods.map((pod) => tiles.get(pod) as PodTile),
        );
      }),
  };
}

function nodeTile(snapshot: Snapshot, node: Node, pods: readonly Pod[], tiles: readonly PodTile[]): NodeTile {
  const name = node.metadata.name ?? '';
  const { addresses = [], conditions = [] } = node.status ?? {};
  return {
    name,
    ip: addresses.find(({ type }) => type === 'InternalIP')?.address ?? '',
    ready: conditions.some(({ type, status }) => type === 'Ready' && status === 'True'),
    ...(snapshot.table(KUBELETS_TABLE).has(name) ? { isSilent: true } : {}),
    pods: tiles,
    podCount: pods.length,
    ...nodeResources(node, pods),
    kubelet: lineStatus(snapshot, `kubelet/${name}`),
  };
}
