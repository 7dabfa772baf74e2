import type { Event, Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { scheduler } from '../../../steps/scheduler.ts';
import { lastMoment } from '../moment-index.ts';
import { deedBehind, lastValue } from '../moments.ts';
import { type Hold, held, type Rule, wished } from '../unmet.ts';
import type { World } from '../world.ts';

/** A Pod that had to go for another one. */
export interface Preempted {
  readonly pod: string;
  readonly namespace: string;
  readonly node: string;
  readonly by: Pod;
}

/** Those that have gone while who took their place is still there, by what the scheduler told in Events. */
export function preempted(world: World): readonly Preempted[] {
  const found: Preempted[] = [];
  for (const { reason, message = '', involvedObject } of world.all<Event>('events')) {
    const { name: pod = '', namespace = '', uid } = involvedObject;
    const [, by = '', node = ''] = /^Preempted by pod (\S+) on node (\S+)$/.exec(message) ?? [];
    if (reason !== 'Preempted' || by === '') continue;
    const taker = world.podsOn(node).find(({ metadata }) => metadata.uid === by);
    if (taker === undefined || world.get<Pod>(`pods/${namespace}/${pod}`)?.metadata.uid === uid) continue;
    found.push({ pod, namespace, node, by: taker });
  }
  return found;
}

/** Pods of nobody, which nobody makes anew. */
export const preemptedPods: Rule = {
  name: 'preemptedPods',
  *find(world) {
    for (const one of preempted(world)) {
      const subject = `pods/${one.namespace}/${one.pod}`;
      if (world.get(subject) !== undefined) continue;
      const before = lastValue(world.at, subject) as KObject | undefined;
      if (before === undefined || (before.metadata.ownerReferences ?? []).length > 0) continue;
      yield { subject, wish: wished('stays', { name: one.pod }), hold: () => preemptedHold(world, one, before as Pod) };
    }
  },
};

/** Who took whose place, by how much it matters more. */
export function preemptedHold({ at }: World, { pod, namespace, node, by }: Preempted, before: Pod | undefined): Hold {
  const { name = '', namespace: theirs } = by.metadata;
  const seq = lastMoment(at, [scheduler.victim.name], `pods/${namespace}/${pod}`);
  return {
    told: held('preempted', {
      pod,
      by: name,
      node,
      priority: by.spec?.priority ?? 0,
      own: before?.spec?.priority ?? 0,
    }),
    held: `pods/${theirs}/${name}`,
    since: () => seq,
    deed: () => deedBehind(at, seq),
  };
}
