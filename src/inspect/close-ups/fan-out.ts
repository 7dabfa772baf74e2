import { WATCHES_TABLE } from '../../cluster/apiserver/watchcache/rows.ts';
import type { Step } from '../../engine/index.ts';
import type { CloseUpView } from '../../protocol/views.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import type { Snapshot } from '../snapshot.ts';
import { effectsOf } from '../why.ts';

const RECEIVED_EVENT = clientgoSteps.received.name;

/** One revision and every watch of its resource: who hears of it, who does not. */
export function fanOut(snapshot: Snapshot, step: Step): CloseUpView {
  const { journal } = snapshot;
  const [resource = ''] = step.subject.split('/');
  const heard = new Set(
    effectsOf(journal, step.seq, 64)
      .filter((seq) => journal.kindOf(seq).name === RECEIVED_EVENT)
      .map((seq) => journal.actorOf(seq)),
  );
  const watches = [...snapshot.table(WATCHES_TABLE).values()].filter((row) => row.resource === resource);
  const rows = watches.map(({ user, fieldSelector, labelSelector, namespace }) => {
    const holder = holderOf(user);
    const selector = [namespace === '' ? '' : `namespace ${namespace}`, fieldSelector, labelSelector].filter(
      (part) => part !== '',
    );
    return { holder, selector: selector.join(', '), sent: heard.has(holder) };
  });
  return {
    type: 'fan-out',
    event: String(step.args.event ?? ''),
    subject: step.subject,
    revision: Number(step.args.revision ?? 0),
    rows,
  };
}

/** The actor behind a user name. */
function holderOf(user: string): string {
  if (user.startsWith('system:node:')) return `kubelet/${user.slice('system:node:'.length)}`;
  if (user.startsWith('system:serviceaccount:kube-system:'))
    return user.slice('system:serviceaccount:kube-system:'.length);
  return user.replace(/^system:/, '');
}
