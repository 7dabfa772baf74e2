import { matchesLabels } from '../../../api/selectors/selectors.ts';
import type { Node, Pod } from '../../../api/types/core.ts';
import type { PodDisruptionBudget } from '../../../api/types/policy.ts';
import { COMMANDS_TABLE, type CommandRow } from '../../../cluster/kubectl/session/rows.ts';
import { apiserver } from '../../../steps/apiserver.ts';
import { momentsOf } from '../moment-index.ts';
import { deedBehind } from '../moments.ts';
import { type Hold, held, type Rule, wished } from '../unmet.ts';
import type { World } from '../world.ts';
import { isLeaving, isOver, subjectOfPod } from './pod-facts.ts';

const TOO_MANY = 429;
const REFUSED =
  /error when evicting pods\/"([^"]+)" -n "([^"]+)" \(will retry after 5s\): Cannot evict pod as it would violate/g;

/** Nodes that somebody wants emptied, whose Pods a budget keeps where they are. */
export const drains: Rule = {
  name: 'drains',
  *find(world) {
    const drain = [...world.at.table<CommandRow>(COMMANDS_TABLE).values()].findLast(({ argv }) => argv[1] === 'drain');
    if (drain === undefined || drain.exitCode === 0) return;
    const kept = [...drain.stderr.matchAll(REFUSED)]
      .map(([, name, namespace]) => world.get<Pod>(`pods/${namespace}/${name}`))
      .filter((pod) => pod !== undefined && !isLeaving(pod) && !isOver(pod)) as Pod[];
    const byNode = new Map<string, Map<string, Pod>>();
    for (const pod of kept) {
      const node = pod.spec?.nodeName ?? '';
      byNode.set(node, (byNode.get(node) ?? new Map()).set(subjectOfPod(pod), pod));
    }
    for (const [name, pods] of byNode) {
      const found = holder(world, pods);
      // Who has uncordoned it wishes it no more.
      if (found === undefined || !isCordoned(world, name)) continue;
      yield {
        subject: `nodes/${name}`,
        wish: wished('drain', { name, left: pods.size }),
        hold: () => budgetHold(world, name, found),
      };
    }
  },
};

function isCordoned(world: World, name: string): boolean {
  return world.get<Node>(`nodes/${name}`)?.spec?.unschedulable === true;
}

interface Kept {
  readonly pod: Pod;
  readonly budget: PodDisruptionBudget;
}

/** The first Pod whose budget still lets nobody go. */
function holder(world: World, pods: ReadonlyMap<string, Pod>): Kept | undefined {
  for (const pod of pods.values()) {
    const budget = world
      .all<PodDisruptionBudget>('poddisruptionbudgets.policy')
      .find(
        ({ metadata, spec }) =>
          metadata.namespace === pod.metadata.namespace && matchesLabels(spec.selector, pod.metadata.labels),
      );
    if (budget !== undefined && (budget.status?.disruptionsAllowed ?? 0) <= 0) return { pod, budget };
  }
  return undefined;
}

function budgetHold({ at }: World, node: string, { pod, budget }: Kept): Hold {
  const { namespace, name = '' } = budget.metadata;
  const { currentHealthy = 0, desiredHealthy = 0, expectedPods = 0 } = budget.status ?? {};
  const subject = `poddisruptionbudgets.policy/${namespace}/${name}`;
  const refused = momentsOf(at, apiserver.responded.name).findLast((seq) => {
    const { subject: of, args } = at.journal.step(seq);
    return of.startsWith(subjectOfPod(pod)) && args.code === TOO_MANY;
  });
  const field = budget.spec.minAvailable === undefined ? 'maxUnavailable' : 'minAvailable';
  return {
    told: held('budget', {
      pod: pod.metadata.name ?? '',
      budget: name,
      healthy: currentHealthy,
      desired: desiredHealthy,
      expected: expectedPods,
    }),
    held: subject,
    since: () => refused,
    deed: () => deedBehind(at, refused),
    change: { type: 'field', subject, path: `spec.${field}` },
    undo: `kubectl uncordon ${node}`,
  };
}
