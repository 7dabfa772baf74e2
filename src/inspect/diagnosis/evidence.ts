import type { HoldKey } from '../../narration/unmet/args.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { controllersSteps } from '../../steps/controllers/controllers.ts';
import { cri } from '../../steps/cri.ts';
import type { KindName } from '../../steps/index.ts';
import { kubelet } from '../../steps/kubelet.ts';
import { proxy } from '../../steps/proxy.ts';
import { scheduler } from '../../steps/scheduler.ts';
import type { Instant } from './instant.ts';
import { lastMoment, momentsOf } from './moment-index.ts';
import type { Hold, Unmet } from './unmet.ts';

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
  preStop: [kubelet.hookFailed.name],
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
export function evidenceOf(at: Instant, unmet: Unmet, hold: Hold): readonly number[] {
  const found = [
    ...ofService(at, unmet.subject),
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
  const whose = pod === undefined ? named : `pods/${namespace}/${pod}`;
  // That it waits before it pulls again says less than why it has to.
  if (kinds === PULL)
    return momentsOf(at, kubelet.imageFailed.name, whose).findLast(
      (seq) => at.journal.step(seq).args.reason !== 'ImagePullBackOff',
    );
  return lastMoment(at, kinds, whose);
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
function ofService(at: Instant, subject: string): readonly (number | undefined)[] {
  const [resource, namespace, name] = subject.split('/');
  if (resource !== 'services') return [];
  const port = `${namespace}/${name}`;
  const rejected = momentsOf(at, proxy.portRefused.name).findLast((seq) => {
    const of = String(at.journal.step(seq).args.port);
    return of === port || of.startsWith(`${port}:`);
  });
  return [rejected, lastMoment(at, [controllersSteps.endpointSlices.name], subject)];
}
