import { COMMANDS_TABLE, type CommandRow } from '../../cluster/kubectl/session/rows.ts';
import type { Step } from '../../engine/index.ts';
import type { CloseUpView } from '../../protocol/views.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { type ComponentName, componentOf } from '../../steps/index.ts';
import { outputLines } from '../output-lines.ts';
import type { RequestRecord } from '../request-index.ts';
import type { Snapshot } from '../snapshot.ts';
import { stepDiff } from '../views/step.ts';
import { admission, MUTATED } from './admission.ts';
import { decidedBy } from './decided-by.ts';
import { decoded } from './decoded.ts';
import { factsOf, titleOf } from './facts.ts';
import { fanOut } from './fan-out.ts';
import { onNode } from './on-node.ts';
import { ownedObjects } from './owned-objects.ts';
import { placing } from './placing.ts';
import { workQueue } from './work-queue.ts';
import { written } from './written.ts';

type Builder = (snapshot: Snapshot, step: Step) => CloseUpView | undefined;

/** Steps whose close-up is about more than what they changed. */
const BY_KIND: { readonly [kind: string]: Builder } = {
  [apiserver.authenticated.name]: decidedBy,
  [apiserver.unauthenticated.name]: decidedBy,
  [apiserver.authorized.name]: decidedBy,
  [apiserver.forbidden.name]: decidedBy,
  [apiserver.decoded.name]: decoded,
  [apiserver.validated.name]: written,
  [apiserver.stored.name]: written,
  [apiserver.patched.name]: written,
  [apiserver.responded.name]: written,
  [apiserver.cached.name]: fanOut,
};
/** What a component's steps look at, unless they change something of its own. */
const BY_COMPONENT: { readonly [Component in ComponentName]?: Builder } = {
  clientgo: workQueue,
  etcd: written,
  scheduler: placing,
  kubelet: onNode,
  cri: onNode,
  cni: onNode,
  deployment: ownedObjects,
  replicaset: ownedObjects,
  daemonset: ownedObjects,
  statefulset: ownedObjects,
  job: ownedObjects,
};
const BOOKKEEPING =
  /^(?:kubectl\/cache$|garbage-collector\/|network\/connections$|workqueue\/|scheduler\/|kubelet\/|cri\/|informer\/.*\/handlers$)/;

/** The inside of the loop: what the step at the cursor is about. */
export function closeUpOf(snapshot: Snapshot, record: RequestRecord | undefined): CloseUpView | undefined {
  const { step } = snapshot;
  if (step === undefined) return undefined;
  if (step.kind.name === MUTATED && record !== undefined) return admission(snapshot, record, step);
  return (
    BY_KIND[step.kind.name]?.(snapshot, step) ??
    changed(snapshot, step) ??
    BY_COMPONENT[componentOf(step.kind)]?.(snapshot, step) ??
    facts(step)
  );
}

/** Keys that wait and are taken are bookkeeping: what the step says of itself tells more than the row. */
function changed(snapshot: Snapshot, step: Step): CloseUpView | undefined {
  const [first] = snapshot.deltas;
  const component = componentOf(step.kind);
  if (component === 'apiserver' || component === 'etcd' || first === undefined) return undefined;
  const table = snapshot.tableName(first.table);
  if (BOOKKEEPING.test(table)) return undefined;
  const diff =
    table === COMMANDS_TABLE
      ? outputLines(first.before as CommandRow | undefined, first.after as CommandRow)
      : stepDiff(snapshot);
  if (diff.length === 0) return undefined;
  return { type: 'diff', title: titleOf(step), diff, writtenBy: [] };
}

function facts(step: Step): CloseUpView {
  return { type: 'facts', title: titleOf(step), rows: factsOf(step) };
}
