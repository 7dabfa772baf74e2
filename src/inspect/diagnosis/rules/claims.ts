import type { PersistentVolumeClaim } from '../../../api/types/core.ts';
import { since } from '../moments.ts';
import { type Hold, held, type Rule, wished } from '../unmet.ts';
import type { World } from '../world.ts';

const TELLING = ['FailedBinding', 'ProvisioningFailed', 'ExternalProvisioning', 'VolumeMismatch'];
/** Who waits for its first user is well. */
const WAITS = ['WaitForFirstConsumer', 'WaitForPodScheduled', 'ProvisioningSucceeded'];

/** Claims that have no volume. */
export const claims: Rule = {
  name: 'claims',
  *find(world) {
    for (const claim of world.all<PersistentVolumeClaim>('persistentvolumeclaims')) {
      const { metadata, status } = claim;
      if (status?.phase === 'Bound' || metadata.deletionTimestamp !== undefined) continue;
      const event = world.newestEvent(claim, TELLING, WAITS);
      if (event === undefined && status?.phase !== 'Lost') continue;
      const subject = `persistentvolumeclaims/${metadata.namespace}/${metadata.name}`;
      yield {
        subject,
        wish: wished('claim', { name: metadata.name ?? '' }),
        hold: () => claimHold(world, claim, subject, event?.message ?? ''),
      };
    }
  },
};

function claimHold({ at }: World, { spec, status }: PersistentVolumeClaim, subject: string, message: string): Hold {
  const size = String(spec.resources?.requests?.storage ?? '');
  const phase = status?.phase;
  const field = (path: string): Hold['change'] => ({ type: 'field', subject, path });
  const common = {
    since: () => since(at, subject, (object) => (object as PersistentVolumeClaim).status?.phase === phase),
  };
  if (phase === 'Lost') return { ...common, told: held('volumeLost', { volume: spec.volumeName ?? '' }) };
  if (message.startsWith('no persistent volumes available'))
    return { ...common, told: held('noVolume', { size }), change: field('spec') };
  const [, missing] = /storageclass\.storage\.k8s\.io "([^"]+)" not found/.exec(message) ?? [];
  if (missing !== undefined)
    return { ...common, told: held('noClass', { storageClass: missing }), change: field('spec.storageClassName') };
  const [, provisioner] = /external provisioner '([^']+)'/.exec(message) ?? [];
  if (provisioner !== undefined) return { ...common, told: held('provisioner', { provisioner }) };
  return { ...common, told: held('claimProblem', { message }), change: field('spec') };
}
