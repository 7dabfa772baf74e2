import type { Container, ContainerStatus, Pod } from '../../../api/types/core.ts';
import { CONTAINER_TABLES } from '../../../cluster/cri/rows.ts';
import { hookProblem } from '../../../narration/facts.ts';
import { kubelet } from '../../../steps/kubelet.ts';
import { lastMoment } from '../moment-index.ts';
import { type Hold, held } from '../unmet.ts';
import type { World } from '../world.ts';
import { type Home, type PodReader, subjectOfPod } from './pod-facts.ts';

interface Looked {
  readonly world: World;
  readonly pod: Pod;
  readonly status: ContainerStatus;
  readonly container: Container | undefined;
  /** The path of the container in the manifest of its home. */
  readonly path: string;
  readonly home: Home;
  readonly init: boolean;
}

/** The first container that is not as it should be; those that set things up come before the others. */
export const containerHold: PodReader = (world, pod, home) => {
  const lists = [
    ['initContainers', pod.status?.initContainerStatuses ?? []],
    ['containers', pod.status?.containerStatuses ?? []],
  ] as const;
  for (const [list, statuses] of lists) {
    for (const status of statuses) {
      const place = (pod.spec?.[list] ?? []).findIndex(({ name }) => name === status.name);
      const container = pod.spec?.[list]?.[place];
      const path = `${home.path}.${list}.${place}`;
      const hold = ofContainer({ world, pod, status, container, path, home, init: list === 'initContainers' });
      if (hold !== undefined) return hold;
    }
  }
  return readinessGate(pod);
};

function ofContainer(looked: Looked): Hold | undefined {
  const { waiting, terminated, running } = looked.status.state ?? {};
  if (waiting?.reason !== undefined) return WAITING[waiting.reason]?.(looked, waiting.message ?? '');
  if (terminated !== undefined) return terminated.exitCode === 0 ? undefined : ended(looked, terminated);
  if (running === undefined || looked.status.ready || (looked.init && !isSidecar(looked))) return undefined;
  return probe(looked);
}

function isSidecar({ container }: Looked): boolean {
  return container?.restartPolicy === 'Always';
}

type ByReason = (looked: Looked, message: string) => Hold | undefined;

const WAITING: { readonly [reason: string]: ByReason | undefined } = {
  ErrImagePull: image,
  ImagePullBackOff: image,
  ErrImageNeverPull: (looked) => ofField(looked, held('imageNever', imageArgs(looked)), 'imagePullPolicy'),
  InvalidImageName: (looked) => ofField(looked, held('imageName', imageArgs(looked)), 'image'),
  CreateContainerConfigError: config,
  CreateContainerError: start,
  RunContainerError: start,
  StartError: start,
  PostStartHookError: hookFailed,
  CrashLoopBackOff: (looked) => {
    const last = looked.status.lastState?.terminated;
    return last === undefined ? undefined : ended(looked, last);
  },
};

function named({ pod, status }: Looked): { readonly pod: string; readonly container: string } {
  return { pod: pod.metadata.name ?? '', container: status.name };
}

function imageArgs(looked: Looked): { readonly pod: string; readonly container: string; readonly image: string } {
  return { ...named(looked), image: looked.container?.image ?? looked.status.image };
}

function ofField({ home, path }: Looked, told: Hold['told'], field: string): Hold {
  return { told, change: { type: 'field', subject: home.subject, path: field === '' ? path : `${path}.${field}` } };
}

/** Why an image did not come is said at the attempt, later only that nobody tries yet. */
function image(looked: Looked, message: string): Hold {
  const said = message.includes('rpc error')
    ? message
    : (looked.world.newestEvent(looked.pod, ['Failed'], ['Pulled'])?.message ?? message);
  const args = imageArgs(looked);
  if (/401|403|denied|unauthorized|authorization failed|authentication required/i.test(said))
    return ofField(looked, held('imageDenied', args), 'image');
  if (/not found|manifest unknown|does not exist/i.test(said))
    return ofField(looked, held('imageMissing', args), 'image');
  return ofField(looked, held('imagePull', { ...args, message: lastPart(said) }), 'image');
}

/** An error names what failed around it before what failed: the end tells most. */
function lastPart(message: string): string {
  const [, detail = message] = /desc = (.*)$/s.exec(message) ?? [];
  return detail
    .replace(/^failed to pull and unpack image "[^"]*": /, '')
    .replace(/^failed to resolve reference "[^"]*": /, '');
}

function config(looked: Looked, message: string): Hold {
  const { namespace = '' } = looked.pod.metadata;
  const [, kind, missing] = /^(secret|configmap) "([^"]+)" not found/.exec(message) ?? [];
  if (missing !== undefined) {
    const plural = kind === 'secret' ? 'secrets' : 'configmaps';
    const told = held('configMissing', { ...named(looked), kind: kind === 'secret' ? 'Secret' : 'ConfigMap', missing });
    return { ...ofField(looked, told, sourcePath(looked, kind, missing)), held: `${plural}/${namespace}/${missing}` };
  }
  const [, key, of, name] = /couldn't find key (\S+) in (ConfigMap|Secret) [^/]+\/(\S+)/.exec(message) ?? [];
  if (key !== undefined)
    return ofField(
      looked,
      held('keyMissing', { ...named(looked), key, kind: of ?? '', missing: name ?? '' }),
      sourcePath(looked, (of ?? '').toLowerCase(), name ?? '', key),
    );
  return ofField(
    looked,
    held('configError', { ...named(looked), message: message.replace(/ \(pod: "[^)]*\)[^)]*\)$/, '') }),
    'securityContext',
  );
}

/** The line of the container that asks for a ConfigMap or a Secret, or for a key of it. The kubelet looks at `envFrom` first. */
function sourcePath({ container }: Looked, kind: string | undefined, name: string, key?: string): string {
  const whole = container?.envFrom?.findIndex((from) => {
    const source = kind === 'secret' ? from.secretRef : from.configMapRef;
    return source?.name === name && source.optional !== true;
  });
  if (key === undefined && whole !== undefined && whole >= 0) return `envFrom.${whole}`;
  const one = container?.env?.findIndex(({ valueFrom }) => {
    const source = kind === 'secret' ? valueFrom?.secretKeyRef : valueFrom?.configMapKeyRef;
    return source?.name === name && (key === undefined || source.key === key) && source.optional !== true;
  });
  return one !== undefined && one >= 0 ? `env.${one}` : 'env';
}

function start(looked: Looked, message: string): Hold {
  const [, detail = message] = /(exec: "[^"]*": .*?)(?:: unknown)?$/s.exec(message) ?? [];
  return ofField(looked, held('startError', { ...named(looked), message: detail }), 'command');
}

type Ended = NonNullable<NonNullable<ContainerStatus['state']>['terminated']>;

function ended(looked: Looked, { reason = '', exitCode, message = '', containerID = '' }: Ended): Hold {
  const { world, pod, status, container, init } = looked;
  const args = { ...named(looked), restarts: status.restartCount };
  if (reason === 'OOMKilled')
    return ofField(
      looked,
      held('oomKilled', { ...args, limit: container?.resources?.limits?.memory ?? '' }),
      'resources.limits.memory',
    );
  if (reason === 'StartError' || reason === 'ContainerCannotRun') return start(looked, message);
  const hook = world.newestEvent(pod, ['FailedPostStartHook'], ['Started']);
  if (hook !== undefined) return hookFailed(looked, hook.message ?? '');
  const killed = world.newestEvent(pod, ['Unhealthy'], ['Started']) ?? world.newestEvent(pod, ['Unhealthy'], []);
  if (killed !== undefined && /^(Liveness|Startup) probe/.test(killed.message ?? '') && status.restartCount > 0)
    return probeTold(looked, killed.message ?? '');
  const { namespace } = pod.metadata;
  const line = `kubectl logs ${pod.metadata.name} -n ${namespace} -c ${status.name}${status.state?.terminated === undefined ? ' --previous' : ''}`;
  const told = { ...args, exitCode, said: lastLines(message.trim() || wrote(looked, containerID)) };
  return { told: init ? held('initFailed', told) : held('crashed', told), change: { type: 'command', line } };
}

/** What the hook itself came to is told in no object. */
function hookFailed(looked: Looked, message: string): Hold {
  const { at } = looked.world;
  const seq = lastMoment(at, [kubelet.hookFailed.name], subjectOfPod(looked.pod));
  const problem = hookProblem(seq === undefined ? message : String(at.journal.step(seq).args.error));
  return ofField(
    looked,
    held('hook', { ...named(looked), exitCode: problem.code ?? 0, message: problem.said }),
    'lifecycle',
  );
}

/** What is left of its log on its node. */
function wrote({ world, pod }: Looked, containerID: string): string {
  const rows = world.at.table(CONTAINER_TABLES.of(pod.spec?.nodeName ?? ''));
  return rows.get(containerID.replace(/^\w+:\/\//, ''))?.wrote ?? '';
}

/** A sentence has room for few lines. */
function lastLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-MOST_SAID).join(' ⏎ ');
}

const MOST_SAID = 3;

/** It runs and is not ready: a probe says so, or has not been asked yet. */
function probe(looked: Looked): Hold | undefined {
  const { world, pod, container } = looked;
  const event = world.newestEvent(pod, ['Unhealthy'], []);
  if (event !== undefined) return probeTold(looked, event.message ?? '');
  const due = container?.startupProbe ?? container?.readinessProbe;
  if (due === undefined) return undefined;
  const told = held('probeDue', {
    ...named(looked),
    probe: container?.startupProbe === undefined ? 'readiness' : 'startup',
    delay: due.initialDelaySeconds ?? 0,
  });
  return ofField(looked, told, container?.startupProbe === undefined ? 'readinessProbe' : 'startupProbe');
}

function probeTold(looked: Looked, message: string): Hold {
  const [, sort = 'Readiness', why = message] = /^(\w+) probe (?:failed|errored)[^:]*: (.*)$/s.exec(message) ?? [];
  const probe = sort.toLowerCase();
  return ofField(looked, held('probe', { ...named(looked), probe, message: why.trim() }), `${probe}Probe`);
}

function readinessGate({ metadata, spec, status }: Pod): Hold | undefined {
  const conditions = status?.conditions ?? [];
  const open = (spec?.readinessGates ?? []).find(
    ({ conditionType }) => !conditions.some(({ type, status: is }) => type === conditionType && is === 'True'),
  );
  return open && { told: held('readinessGate', { pod: metadata.name ?? '', condition: open.conditionType }) };
}
