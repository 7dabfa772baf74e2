import type { Namespace, Node, Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { since } from '../moments.ts';
import { type Hold, held, type Rule, wished } from '../unmet.ts';
import type { Kept, World } from '../world.ts';
import { isServing } from './nodes.ts';

/** Namespaces that are to be gone and are not. */
export const heldNamespaces: Rule = {
  name: 'heldNamespaces',
  *find(world) {
    for (const namespace of world.all<Namespace>('namespaces')) {
      if (!isLeaving(namespace)) continue;
      const name = namespace.metadata.name ?? '';
      const subject = `namespaces/${name}`;
      yield {
        subject,
        wish: wished('gone', { kind: 'Namespace', name }),
        hold: () => ({
          ...namespaceHold(world, namespace),
          since: () => since(world.at, subject, isLeaving),
        }),
      };
    }
  },
};

/** Objects that were deleted and keep a finalizer. What a Terminating namespace holds is told with the namespace. */
export const heldByFinalizer: Rule = {
  name: 'heldByFinalizer',
  *find(world) {
    const leaving = new Set(
      world
        .all<Namespace>('namespaces')
        .filter(isLeaving)
        .map(({ metadata }) => metadata.name),
    );
    for (const kept of world.leaving) {
      const { metadata, kind } = kept.object;
      const [finalizer, ...others] = metadata.finalizers ?? [];
      if (finalizer === undefined || leaving.has(metadata.namespace)) continue;
      const subject = world.subjectOf(kept);
      yield {
        subject,
        wish: wished('gone', { kind: kind ?? '', name: metadata.name ?? '' }),
        hold: () => ({
          told: held('finalizer', { finalizer, others: others.length }),
          since: () => since(world.at, subject, isLeaving),
          change: withoutFinalizers(subject),
        }),
      };
    }
  },
};

/** Pods that are to be gone, of which no kubelet says that they are. */
export const lostPods: Rule = {
  name: 'lostPods',
  *find(world) {
    for (const kept of world.leaving) {
      const { metadata, spec } = kept.object as Pod;
      const node = spec?.nodeName;
      if (!kept.key.startsWith('/registry/pods/') || node === undefined || (metadata.finalizers ?? []).length > 0)
        continue;
      if (isServing(world, world.get<Node>(`nodes/${node}`))) continue;
      const subject = world.subjectOf(kept);
      const name = metadata.name ?? '';
      yield {
        subject,
        wish: wished('gone', { kind: 'Pod', name }),
        hold: () => ({
          told: held('nodeSilent', { node }),
          held: `nodes/${node}`,
          since: () => since(world.at, subject, isLeaving),
          change: {
            type: 'command',
            line: `kubectl delete pod ${name} -n ${metadata.namespace} --force --grace-period=0`,
          },
        }),
      };
    }
  },
};

function isLeaving({ metadata }: KObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** The last resort: whoever set it had a reason. */
function withoutFinalizers(subject: string): Hold['change'] {
  const [resource = '', ...names] = subject.split('/');
  const name = names.at(-1) ?? '';
  const there = names.length > 1 ? ` -n ${names[0]}` : '';
  const line = `kubectl patch ${resource} ${name}${there} --type=merge -p {"metadata":{"finalizers":null}}`;
  return { type: 'command', line };
}

function namespaceHold(world: World, { metadata, status }: Namespace): Hold {
  const inside = world.leaving.filter(({ object }) => object.metadata.namespace === metadata.name);
  const kept = inside.filter(({ object }) => (object.metadata.finalizers ?? []).length > 0);
  const [first] = kept;
  if (first !== undefined) return keptInside(world, first, kept.length);
  const failing = (status?.conditions ?? []).find(({ type, status: is }) => is === 'True' && type.endsWith('Failure'));
  if (failing !== undefined)
    return { told: held('namespaceFails', { message: failing.message ?? failing.reason ?? '' }) };
  const [waits] = inside;
  if (waits === undefined) return { told: held('unknown', {}) };
  return { told: held('namespaceWaits', { object: short(world.subjectOf(waits)), others: inside.length - 1 }) };
}

function keptInside(world: World, kept: Kept, count: number): Hold {
  const subject = world.subjectOf(kept);
  const [finalizer = ''] = kept.object.metadata.finalizers ?? [];
  return {
    told: held('namespaceHeld', { object: short(subject), others: count - 1, finalizer }),
    held: subject,
    change: withoutFinalizers(subject),
  };
}

/** `configmaps/x/c` as `configmaps/c`: the namespace is named already. */
function short(subject: string): string {
  const parts = subject.split('/');
  return `${parts[0]}/${parts.at(-1)}`;
}
