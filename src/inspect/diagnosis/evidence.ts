import type { KObject } from '../../api/types/meta.ts';
import type { HoldKey } from '../../narration/unmet/args.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { cri } from '../../steps/cri.ts';
import type { KindName } from '../../steps/index.ts';
import { kubelet } from '../../steps/kubelet.ts';
import { proxy } from '../../steps/proxy.ts';
import { scheduler } from '../../steps/scheduler.ts';
import type { Instant } from './instant.ts';
import { lastMoment, momentsOf } from './moment-index.ts';
import type { Hold, Unmet } from './unmet.ts';
import type { World } from './world.ts';

const ENDED = [cri.containerExited.name, cri.oomKilled.name];
const PULL = [kubelet.imageFailed.name];
const START = [kubelet.containerFailed.name];
const MOUNT = [kubelet.mountFailed.name];
const PLACE = [scheduler.unschedulable.name];

/** Kinds of steps at which one sees it happen, about the Pod that is in the way. */
const KINDS: { readonly [key in HoldKey]?: readonly KindName[] } = {
  imageMissing: PULL,
  imageDenied: PULL,
  imagePull: PULL,
  imageNever: PULL,
  imageName: PULL,
  configMissing: START,
  keyMissing: START,
  configError: START,
  startError: START,
  crashed: ENDED,
  initFailed: ENDED,
  oomKilled: ENDED,
  hook: [kubelet.hookFailed.name],
  probe: [kubelet.probeChanged.name],
  volume: MOUNT,
  volumeMissing: MOUNT,
  sandbox: [kubelet.sandboxFailed.name],
  evicted: [kubelet.evicted.name],
  rejected: [kubelet.podRejected.name],
  preempted: [scheduler.victim.name],
  nominated: [scheduler.preempting.name],
};

/** The steps at which one sees what holds a wish up, the newest first: the failed pull, the refusal, the rule that rejects. */
export function evidenceOf(world: World, unmet: Unmet, hold: Hold): readonly number[] {
  const { at } = world;
  const found = [
    ...ofService(world, unmet.subject),
    ofPod(at, hold, unmet.subject),
    ofAnswer(at, hold),
    hold.since?.(),
  ].filter((seq) => seq !== undefined);
  return [...new Set(found)].sort((a, b) => b - a);
}

function ofPod(at: Instant, hold: Hold, subject: string): number | undefined {
  const kinds = KINDS[hold.told.key] ?? (hold.nodes === undefined ? undefined : PLACE);
  const { pod } = hold.told.args as { readonly pod?: string };
  if (kinds === undefined) return undefined;
  const named = [hold.held, subject].find((each) => each?.startsWith('pods/') === true);
  const namespace = subject.split('/')[1] ?? '';
  return lastMoment(at, kinds, pod === undefined ? named : `pods/${namespace}/${pod}`);
}

/** What a controller that may not make its Pods was answered last. */
function ofAnswer(at: Instant, { refused }: Hold): number | undefined {
  if (refused === undefined) return undefined;
  return momentsOf(at, apiserver.responded.name).findLast((seq) => {
    const reason = String(at.journal.step(seq).args.reason);
    return reason !== '' && refused.includes(reason);
  });
}

/** Where a Service leads nowhere: its empty endpoints, and the rule that turns every packet away. */
function ofService(world: World, subject: string): readonly (number | undefined)[] {
  const [resource, namespace, name] = subject.split('/');
  if (resource !== 'services') return [];
  const { at } = world;
  const port = `${namespace}/${name}`;
  const rejected = momentsOf(at, proxy.portRefused.name).findLast((seq) => {
    const of = String(at.journal.step(seq).args.port);
    return of === port || of.startsWith(`${port}:`);
  });
  const slices = world
    .all<KObject>('endpointslices.discovery.k8s.io')
    .filter(
      ({ metadata }) => metadata.namespace === namespace && metadata.labels?.['kubernetes.io/service-name'] === name,
    );
  const writes = slices.flatMap(({ metadata }) =>
    at
      .writesOf(`/registry/endpointslices/${namespace}/${metadata.name}`)
      .filter(({ seq }) => seq <= at.cursor.position && at.journal.has(seq))
      .slice(-1),
  );
  return [rejected, ...writes.map(({ seq }) => seq)];
}
