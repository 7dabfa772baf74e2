import type { Node } from '../../../api/types/core.ts';
import { SECOND } from '../../../base/time/units.ts';
import { KUBELETS_TABLE } from '../../../cluster/kubelet/pods/rows.ts';
import { apiserver } from '../../../steps/apiserver.ts';
import { kubelet } from '../../../steps/kubelet.ts';
import { lastFault, since } from '../moments.ts';
import { type Hold, held, type Rule, type Unmet, wished } from '../unmet.ts';
import type { World } from '../world.ts';

/** What its kubelet says, while there is one. */
export function isServing({ at }: World, node: Node | undefined): boolean {
  return node === undefined || (isReady(node) && !at.table(KUBELETS_TABLE).has(node.metadata.name ?? ''));
}

function isReady(node: Node): boolean {
  return (node.status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True');
}

/** Nodes that are not ready, and nodes that only seem to be because nobody has missed their kubelet yet. */
export const nodes: Rule = {
  name: 'nodes',
  *find(world) {
    const stopped = world.at.table(KUBELETS_TABLE);
    for (const node of world.all<Node>('nodes')) {
      const name = node.metadata.name ?? '';
      const ready = isReady(node);
      if (ready && !stopped.has(name)) continue;
      yield stopped.has(name) ? withoutKubelet(world, name, ready) : notReady(world, node);
    }
  },
};

function withoutKubelet(world: World, name: string, ready: boolean): Unmet {
  const { at } = world;
  return {
    subject: `nodes/${name}`,
    wish: ready ? wished('nodeSeems', { name }) : wished('node', { name }),
    hold: () => ({
      told: held('kubeletStopped', { node: name, pods: world.podsOn(name).length }),
      since: () => lastFault(at, kubelet.fault.name, { subject: `nodes/${name}`, state: 'stopped' }),
      change: { type: 'start', what: 'kubelet', name },
    }),
  };
}

function notReady(world: World, node: Node): Unmet {
  const name = node.metadata.name ?? '';
  const subject = `nodes/${name}`;
  return {
    subject,
    wish: wished('node', { name }),
    hold: (): Hold => {
      const silent = since(world.at, subject, (object) => !isReady(object as Node));
      const fault = firstTurnedAway(world, name, silent);
      if (fault !== undefined) return fault;
      const { reason = '', message = '' } = node.status?.conditions?.find(({ type }) => type === 'Ready') ?? {};
      return {
        told: held('nodeNotReady', { reason, message }),
        since: () => silent,
      };
    },
  };
}

/** So long a node may be silent before it is missed, and a look of who misses it. */
const GRACE = 55 * SECOND;

/** A node whose signs of life the run itself made fail was not left by its kubelet: since the first of those that it was missed for. */
function firstTurnedAway({ at }: World, node: string, silent: number | undefined): Hold | undefined {
  if (silent === undefined) return undefined;
  const { journal } = at;
  const subjects = [`nodes/${node}`, `leases.coordination.k8s.io/kube-node-lease/${node}`];
  const from = journal.timeOf(silent) - GRACE;
  let first: Hold | undefined;
  for (let seq = silent; seq >= journal.base && journal.timeOf(seq) >= from; seq = journal.momentAt(seq - 1)) {
    if (journal.kindOf(seq) !== apiserver.turnedAway) continue;
    const { subject, args } = journal.step(seq);
    if (!subjects.includes(subject)) continue;
    const begun = seq;
    first = { told: held('turnedAway', { node, perMille: Number(args.perMille) }), since: () => begun };
  }
  return first;
}
