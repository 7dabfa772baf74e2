import type { Keepsake } from '../../base/keepsakes.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { controllersSteps } from '../../steps/controllers/controllers.ts';
import { cri } from '../../steps/cri.ts';
import { etcd } from '../../steps/etcd.ts';
import type { KindName } from '../../steps/index.ts';
import { kubelet } from '../../steps/kubelet.ts';
import { proxy } from '../../steps/proxy.ts';
import { scheduler } from '../../steps/scheduler.ts';
import type { Instant } from './instant.ts';

/** Kinds of steps that no table keeps a trace of, and that a wish may come to grief over. */
const TELLING: ReadonlySet<string> = new Set([
  etcd.alarmRaised.name,
  etcd.alarmDisarmed.name,
  apiserver.responded.name,
  scheduler.unschedulable.name,
  scheduler.preempting.name,
  scheduler.victim.name,
  kubelet.imageFailed.name,
  kubelet.containerFailed.name,
  kubelet.mountFailed.name,
  kubelet.sandboxFailed.name,
  kubelet.hookFailed.name,
  kubelet.probeChanged.name,
  kubelet.evicted.name,
  kubelet.podRejected.name,
  cri.containerExited.name,
  cri.oomKilled.name,
  proxy.portRefused.name,
  controllersSteps.endpointSlices.name,
]);
const REFUSED_FROM = 400;

interface Heard {
  upTo: number;
  readonly steps: Map<string, number[]>;
}

/** Each step of a journal is looked at once. */
const HEARD: Keepsake<Heard> = { begin: () => ({ upTo: 0, steps: new Map() }) };

/** The newest step of one of these kinds up to the cursor; about one subject, unless it is left out. */
export function lastMoment(at: Instant, kinds: readonly KindName[], subject = ''): number | undefined {
  let newest: number | undefined;
  for (const kind of kinds) {
    const found = momentsOf(at, kind, subject).at(-1);
    if (found !== undefined && found > (newest ?? -1)) newest = found;
  }
  return newest;
}

/** The same of one kind, all of them, the oldest first. */
export function momentsOf(at: Instant, kind: KindName, subject = ''): readonly number[] {
  const { journal, cursor } = at;
  const all = stepsOf(at).get(`${kind} ${subject}`) ?? [];
  const last = all.at(-1);
  const first = all[0];
  if (last === undefined || first === undefined) return all;
  if (last <= cursor.position && first >= journal.base && journal.droppedSteps === 0) return all;
  return all.filter((seq) => seq <= cursor.position && journal.has(seq));
}

function stepsOf({ journal, keepsakes }: Instant): Heard['steps'] {
  const known = keepsakes.of(HEARD);
  let seq = journal.after(known.upTo - 1);
  for (; seq < journal.end; seq = journal.after(seq)) {
    const { name } = journal.kindOf(seq);
    if (!TELLING.has(name)) continue;
    if (name === apiserver.responded.name && Number(journal.step(seq).args.code) < REFUSED_FROM) continue;
    put(known.steps, `${name} `, seq);
    put(known.steps, `${name} ${journal.subjectOf(seq)}`, seq);
  }
  known.upTo = seq;
  return known.steps;
}

function put(lists: Map<string, number[]>, key: string, seq: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [seq]);
  else list.push(seq);
}
