import type { Container, Event, Pod, PodSpec } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { hookProblem } from '../../../narration/facts.ts';
import { kubelet } from '../../../steps/kubelet.ts';
import { momentsOf } from '../moment-index.ts';
import { deedBehind, lastValue } from '../moments.ts';
import { type Hold, held, type Rule, wished } from '../unmet.ts';
import type { World } from '../world.ts';

/** Who makes Pods of a template, and what its subjects begin with. */
const MAKERS: { readonly [kind: string]: string } = {
  Deployment: 'deployments.apps',
  ReplicaSet: 'replicasets.apps',
  StatefulSet: 'statefulsets.apps',
  DaemonSet: 'daemonsets.apps',
  ReplicationController: 'replicationcontrollers',
  Job: 'jobs.batch',
};

/** Where a hook is written that has failed: in the template of who made the Pod, or in the Pod. */
interface Written {
  readonly subject: string;
  readonly kind: string;
  readonly name: string;
  /** The path of the Pod's spec in it; undefined: it is gone and cannot be changed. */
  readonly path: string | undefined;
  readonly spec: PodSpec | undefined;
}

/**
 * Pods whose containers were stopped although their preStop hook had failed. A kubelet says it in an Event alone: it goes on
 * and stops the container. Each template is told once, until somebody changes the hook in it.
 */
export const preStopHooks: Rule = {
  name: 'preStopHooks',
  *find(world) {
    const told = new Set<string>();
    for (const event of world.all<Event>('events')) {
      if (event.reason !== 'FailedPreStopHook') continue;
      const { name = '', namespace = '', uid, fieldPath = '' } = event.involvedObject;
      const container = /\{(.+)\}$/.exec(fieldPath)?.[1] ?? '';
      const pod = podOf(world, `pods/${namespace}/${name}`, uid);
      const written = pod === undefined ? undefined : writtenIn(world, pod);
      if (pod === undefined || written === undefined || told.has(`${written.subject} ${container}`)) continue;
      if (hookOf(written.spec, container) !== hookOf(pod.spec, container)) continue;
      told.add(`${written.subject} ${container}`);
      yield {
        subject: written.subject,
        wish: wished('orderly', { kind: written.kind, name: written.name }),
        hold: () => preStopHold(world, pod, container, written, event.message ?? ''),
      };
    }
  },
};

/** The Pod that an Event is about, also where it is gone; undefined where another one has its name. */
function podOf(world: World, subject: string, uid: string | undefined): Pod | undefined {
  const pod = (world.get(subject) ?? lastValue(world.at, subject)) as Pod | undefined;
  return pod?.metadata.uid === uid ? pod : undefined;
}

function writtenIn(world: World, pod: Pod): Written {
  const { namespace, name = '' } = pod.metadata;
  const maker = makerOf(world, makerOf(world, pod)) ?? makerOf(world, pod);
  if (maker !== undefined) {
    const { kind = '', metadata, spec } = maker;
    const { template } = (spec ?? {}) as { readonly template?: { readonly spec?: PodSpec } };
    const subject = `${MAKERS[kind]}/${namespace}/${metadata.name}`;
    return { subject, kind, name: metadata.name ?? '', path: 'spec.template.spec', spec: template?.spec };
  }
  return { subject: `pods/${namespace}/${name}`, kind: 'Pod', name, path: undefined, spec: pod.spec };
}

/** Who controls an object and is still there to make others. */
function makerOf(world: World, object: KObject | undefined): KObject | undefined {
  const owner = object?.metadata.ownerReferences?.find(({ controller }) => controller === true);
  const resource = MAKERS[owner?.kind ?? ''];
  if (object === undefined || owner === undefined || resource === undefined) return undefined;
  const maker = world.get<KObject>(`${resource}/${object.metadata.namespace}/${owner.name}`);
  return maker?.metadata.uid === owner.uid && maker?.metadata.deletionTimestamp === undefined ? maker : undefined;
}

const placed = (
  spec: PodSpec | undefined,
  name: string,
): readonly [list: string, place: number, Container] | undefined => {
  for (const list of ['containers', 'initContainers'] as const) {
    const place = (spec?.[list] ?? []).findIndex((each) => each.name === name);
    const container = spec?.[list]?.[place];
    if (container !== undefined) return [list, place, container];
  }
  return undefined;
};

function hookOf(spec: PodSpec | undefined, name: string): string {
  return JSON.stringify(placed(spec, name)?.[2].lifecycle?.preStop ?? null);
}

function preStopHold(world: World, pod: Pod, container: string, written: Written, message: string): Hold {
  const { at } = world;
  const { namespace, name = '' } = pod.metadata;
  const seq = momentsOf(at, kubelet.hookFailed.name, `pods/${namespace}/${name}`).findLast((each) => {
    const { args } = at.journal.step(each);
    return args.hook === 'preStop' && args.container === container;
  });
  const problem = hookProblem(seq === undefined ? message : String(at.journal.step(seq).args.error));
  const [list = '', place = 0] = placed(written.spec, container) ?? [];
  const path = `${written.path}.${list}.${place}.lifecycle.preStop`;
  return {
    told: held('preStop', { pod: name, container, exitCode: problem.code ?? 0, message: problem.said }),
    since: () => seq,
    deed: () => deedBehind(at, seq),
    ...(written.path === undefined ? undefined : { change: { type: 'field', subject: written.subject, path } }),
  };
}
