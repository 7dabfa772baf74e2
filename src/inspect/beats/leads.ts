import type { Step } from '../../engine/index.ts';
import { cloud } from '../../steps/cloud.ts';
import { controllersSteps } from '../../steps/controllers/controllers.ts';
import { kindNames, type NamesByComponent } from '../../steps/index.ts';
import { kubelet } from '../../steps/kubelet.ts';
import type { Moment } from './moment.ts';

const OF_COMPONENT: NamesByComponent = {
  deployment: [
    'selectsAll',
    'adopt',
    'release',
    'annotateReplicaSet',
    'hashCollision',
    'createFailed',
    'scalingEvent',
    'proportion',
    'recreate',
    'cleanUp',
    'rollback',
  ],
  replicaset: ['adopt', 'release', 'victim'],
  daemonset: ['revision'],
  statefulset: ['revision', 'repair', 'claimOwner'],
  job: ['claimed', 'untrack', 'finished', 'expired'],
  cronjob: ['tidied', 'replaced'],
  namespace: ['content', 'conditions', 'waiting', 'finalize'],
  garbageCollector: ['nodeRemoved', 'keep', 'collect', 'waitForDependents', 'foreground', 'orphan', 'removeFinalizer'],
  controllers: [
    'defaultServiceAccount',
    'endpoints',
    'endpointsRemoved',
    'endpointSlices',
    'nodeKnown',
    'nodeTaints',
    'rootCertificate',
    'certificateSigned',
    'quotaCounted',
    'autoscaled',
    'podCollected',
    'claim',
    'volume',
    'protection',
    'budgetCounted',
    'targetSpared',
    'policyChecked',
    'rolesAggregated',
  ],
  extensions: ['namesChecked', 'established', 'instancesCounted', 'instanceRemoved', 'registered', 'availability'],
  cloud: ['sync', 'hostsChanged'],
  kubelet: ['deletePod', 'podTerminated'],
  upkeep: [
    'mirrored',
    'approvalAsked',
    'approved',
    'requestCleaned',
    'volumeGrows',
    'claimForPod',
    'deviceClaim',
    'nodeTtl',
    'tokenSecret',
    'tokenIssued',
    'clusterInfoSigned',
    'tokenExpired',
    'deviceTainted',
    'deviceUntainted',
    'nodeRange',
    'addressRange',
  ],
};

/** Steps that say what a controller concluded: they lead the moment that ends when it has acted on it. */
export const LEADS: ReadonlySet<string> = new Set(kindNames(OF_COMPONENT));

/** The conclusion of a moment, if somebody came to one. */
export function leadOf({ journal, steps }: Moment): Step | undefined {
  const seq = steps.findLast((each) => LEADS.has(journal.kindOf(each).name));
  return seq === undefined ? undefined : journal.step(seq);
}

/** Conclusions that all is as it should be. */
const IDLE: { readonly [kind: string]: ((args: Step['args']) => boolean) | undefined } = {
  [controllersSteps.endpoints.name]: ({ outcome }) => outcome !== 'create' && outcome !== 'update',
  [controllersSteps.endpointSlices.name]: ({ created, updated, deleted }) =>
    Number(created) + Number(updated) + Number(deleted) === 0,
  [controllersSteps.rootCertificate.name]: ({ outcome }) => outcome === 'present',
  [controllersSteps.defaultServiceAccount.name]: ({ present }) => present === true,
  // What comes of it is told by itself.
  [cloud.sync.name]: () => true,
  [controllersSteps.rolesAggregated.name]: ({ changed }) => changed !== true,
};

/** Nobody says why it is done; that a kubelet has let go of a Pod is said by what it does. */
export function isNoConclusion(moment: Moment): boolean {
  const lead = leadOf(moment);
  return lead === undefined || lead.kind === kubelet.deletePod || lead.kind === kubelet.podTerminated;
}

/** Somebody looked, and found nothing to do. */
export function isIdle(moment: Moment): boolean {
  const lead = leadOf(moment);
  return lead !== undefined && IDLE[lead.kind.name]?.(lead.args) === true;
}
