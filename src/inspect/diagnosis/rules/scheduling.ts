import type { Node, Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { toleratesAll } from '../../../cluster/scheduler/objects/match.ts';
import { DECISIONS_TABLE } from '../../../cluster/scheduler/objects/rows.ts';
import { scheduler } from '../../../steps/scheduler.ts';
import { lastMoment } from '../moment-index.ts';
import { deedBehind, lastChange } from '../moments.ts';
import { nearestValue } from '../nearest.ts';
import { type Hold, held } from '../unmet.ts';
import type { World } from '../world.ts';
import { freeOn, requestOf, shown } from './amounts.ts';
import { answersOf, taintText } from './node-answers.ts';
import { type Home, isLeaving, type PodReader, subjectOfPod } from './pod-facts.ts';

/** Why a Pod is on no node: it may not be placed yet, or no node takes it. */
export const schedulingHold: PodReader = (world, pod, home) => {
  if (pod.spec?.nodeName !== undefined) return undefined;
  const { name = '', namespace = '' } = pod.metadata;
  const gates = (pod.spec?.schedulingGates ?? []).map((gate) => gate.name);
  if (gates.length > 0)
    return {
      told: held('gated', { pod: name, gates: gates.join(', ') }),
      change: { type: 'field', subject: `pods/${namespace}/${name}`, path: 'spec.schedulingGates' },
    };
  const nominated = pod.status?.nominatedNodeName;
  const going = nominated === undefined ? [] : world.podsOn(nominated).filter(isLeaving);
  if (nominated !== undefined && going.length > 0) return ofNominated(world, pod, nominated, going);
  const { message = '' } = (pod.status?.conditions ?? []).find(({ type }) => type === 'PodScheduled') ?? {};
  const claims = /persistentvolumeclaim "([^"]+)" not found|unbound immediate PersistentVolumeClaims/.exec(message);
  if (claims !== null) return ofClaim(pod, claims[1]);
  const refused = ofOwnNode(pod, refusals(world, `${namespace}/${name}`));
  if (refused === undefined || refused.length === 0)
    return message === '' ? undefined : { told: held('noNode', { pod: name, message }) };
  return ofNodes(world, pod, home, refused);
};

/** Others make room for it, and have not gone yet. */
function ofNominated(world: World, { metadata, spec }: Pod, node: string, going: readonly Pod[]): Hold {
  const names = going.map(({ metadata: { name } }) => name).join(', ');
  const first = going[0];
  const priority = spec?.priority ?? 0;
  const args = { pod: metadata.name ?? '', node, victims: names, count: going.length, priority };
  return {
    told: held('nominated', args),
    held: first === undefined ? `nodes/${node}` : subjectOfPod(first),
    since: () => lastMoment(world.at, [scheduler.preempting.name], `pods/${metadata.namespace}/${metadata.name}`),
  };
}

function ofClaim({ metadata, spec }: Pod, missing: string | undefined): Hold {
  const name = metadata.name ?? '';
  const claim =
    missing ??
    spec?.volumes?.find((volume) => volume.persistentVolumeClaim !== undefined)?.persistentVolumeClaim?.claimName ??
    '';
  const subject = `persistentvolumeclaims/${metadata.namespace}/${claim}`;
  const args = { pod: name, claim };
  return missing === undefined
    ? { told: held('claimUnbound', args), held: subject }
    : { told: held('claimMissing', args), held: subject };
}

/** A Pod of a DaemonSet is for one node: that others are not it says nothing. */
function ofOwnNode({ metadata }: Pod, refused: readonly Refused[] | undefined): readonly Refused[] | undefined {
  if (metadata.ownerReferences?.[0]?.kind !== 'DaemonSet') return refused;
  const own = refused?.filter(({ plugin }) => plugin !== 'NodeAffinity');
  return own?.length === 0 ? refused : own;
}

export interface Refused {
  readonly node: string;
  readonly plugin: string;
  readonly reason: string;
}

/** What each node said at the last attempt; the first plugin that refuses a node has the word. */
function refusals({ at }: World, key: string): readonly Refused[] | undefined {
  const decision = at.table(DECISIONS_TABLE).get(key);
  if (decision === undefined || decision.phase !== 'unschedulable') return undefined;
  const found: Refused[] = [];
  for (const [place, node] of decision.nodes.entries()) {
    for (const { plugin, results } of decision.filters) {
      const result = results[place];
      if (typeof result !== 'string') continue;
      found.push({ node, plugin, reason: result });
      break;
    }
  }
  return found;
}

/** The reason of most nodes is told with its numbers; that others refuse for others is said. */
function ofNodes(world: World, pod: Pod, home: Home, refused: readonly Refused[]): Hold {
  const byPlugin = new Map<string, Refused[]>();
  for (const each of refused) byPlugin.set(each.plugin, [...(byPlugin.get(each.plugin) ?? []), each]);
  const [plugin, most] = [...byPlugin].reduce((best, each) => (each[1].length > best[1].length ? each : best));
  const counts = {
    pod: pod.metadata.name ?? '',
    count: most.length,
    others: refused.length - most.length,
  };
  const nodes = most.map(({ node }) => world.get<Node>(`nodes/${node}`)).filter((node) => node !== undefined);
  const reason = most[0]?.reason ?? '';
  const hold = PLUGINS[plugin]?.({ world, pod, home, nodes, reason, counts });
  return {
    ...(hold ?? { told: held('nodesRefuse', { ...counts, reason }) }),
    nodes: () => answersOf(world, pod, refused),
  };
}

interface Most {
  readonly world: World;
  readonly pod: Pod;
  readonly home: Home;
  readonly nodes: readonly Node[];
  readonly reason: string;
  readonly counts: { readonly pod: string; readonly count: number; readonly others: number };
}

const PLUGINS: { readonly [plugin: string]: ((most: Most) => Hold | undefined) | undefined } = {
  NodeResourcesFit: insufficient,
  TaintToleration: tainted,
  NodeUnschedulable: cordoned,
  NodeAffinity: unlike,
  NodePorts: portTaken,
};

/** What is free is what the node may give, less what the Pods on it ask for. */
function insufficient({ world, pod, home, nodes, reason, counts }: Most): Hold | undefined {
  const resource = /Insufficient ([^,;]+)/.exec(reason)?.[1];
  if (resource === undefined)
    return reason.includes('Too many pods')
      ? { told: held('fullNodes', { ...counts, room: nodes[0]?.status?.allocatable?.pods ?? '' }) }
      : undefined;
  const asked = requestOf(pod, resource);
  const best = nodes
    .map((node) => ({
      node: node.metadata.name ?? '',
      free: freeOn(world, node, resource),
    }))
    .reduce((most, each) => (each.free > most.free ? each : most));
  const place = (pod.spec?.containers ?? []).findIndex(
    ({ resources }) => resources?.requests?.[resource] !== undefined,
  );
  return {
    told: held('insufficient', {
      ...counts,
      resource,
      asked: shown(asked, resource),
      free: shown(Math.max(0, best.free), resource),
      short: shown(asked - Math.max(0, best.free), resource),
      node: best.node,
    }),
    change: {
      type: 'field',
      subject: home.subject,
      path: `${home.path}.containers.${Math.max(0, place)}.resources.requests`,
    },
  };
}

function tainted({ world, pod, nodes, counts }: Most): Hold | undefined {
  const node = nodes[0];
  const taint = node?.spec?.taints?.find(
    (each) => each.effect !== 'PreferNoSchedule' && !toleratesAll(pod.spec?.tolerations ?? [], each),
  );
  if (node === undefined || taint === undefined) return undefined;
  const name = node.metadata.name ?? '';
  const subject = `nodes/${name}`;
  const changed = lastChange(world.at, subject, ({ spec }: KObject & { spec?: Node['spec'] }) => spec?.taints);
  const byHand = !taint.key.startsWith('node.kubernetes.io/');
  return {
    told: held('tainted', { ...counts, taint: taintText(taint), node: name }),
    held: subject,
    deed: () => deedBehind(world.at, changed),
    undo: byHand ? `kubectl taint nodes ${name} ${taint.key}:${taint.effect}-` : undefined,
  };
}

function cordoned({ world, nodes, counts }: Most): Hold | undefined {
  const name = nodes[0]?.metadata.name;
  if (name === undefined) return undefined;
  const subject = `nodes/${name}`;
  const isCordoned = ({ spec }: KObject & { spec?: Node['spec'] }) => spec?.unschedulable === true;
  return {
    told: held('cordoned', { ...counts, node: name }),
    held: subject,
    deed: () => deedBehind(world.at, lastChange(world.at, subject, isCordoned)),
    undo: `kubectl uncordon ${name}`,
  };
}

function unlike({ pod, home, nodes, counts }: Most): Hold | undefined {
  const selector = pod.spec?.nodeSelector;
  const change = { type: 'field', subject: home.subject, path: `${home.path}.nodeSelector` } as const;
  for (const [key, wanted] of Object.entries(selector ?? {})) {
    const values = nodes.map(({ metadata }) => metadata.labels?.[key]).filter((each) => each !== undefined);
    if (values.includes(wanted)) continue;
    const label = `${key}=${wanted}`;
    const near = nearestValue(wanted, values);
    if (near === undefined) return { told: held('noSuchNode', { ...counts, label }), change };
    const node = nodes.find(({ metadata }) => metadata.labels?.[key] === near)?.metadata.name ?? '';
    return { told: held('nearNode', { ...counts, label, near: `${key}=${near}`, node }), change };
  }
  return undefined;
}

function portTaken({ pod, home, counts }: Most): Hold | undefined {
  const ports = (pod.spec?.containers ?? []).flatMap(({ ports: all }) => all ?? []);
  const port = ports.find(({ hostPort }) => hostPort !== undefined)?.hostPort;
  if (port === undefined) return undefined;
  return {
    told: held('portTaken', { ...counts, port }),
    change: { type: 'field', subject: home.subject, path: `${home.path}.containers` },
  };
}
