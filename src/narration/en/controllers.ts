import type { controllersSteps } from '../../steps/controllers.ts';
import type { Texts } from '../text.ts';

export const controllers: Texts<typeof controllersSteps> = {
  started: {
    say: 'All caches are filled: **{controllers}** controllers begin to work.',
    why: 'One process runs all controllers. Each has a queue, workers and an identity of its own, but they share one cache of every kind of object. None of them works before the caches are complete: an empty cache would look like an empty cluster.',
  },
  defaultServiceAccount: {
    say: ({ present }) =>
      present
        ? 'The namespace has its ServiceAccount {subject}.'
        : 'The namespace lacks its ServiceAccount {subject}: it is created.',
    why: 'Pods that name no ServiceAccount run as the one named default, so every namespace must have it. Without it no pod would be admitted.',
  },
  endpoints: {
    say: ({ pods, ready, outcome }) =>
      outcome === 'unchanged'
        ? 'The Endpoints {subject} still list the right addresses.'
        : `The Endpoints {subject} change: **${ready}** addresses are ready, of ${pods} pods.`,
    why: 'The old form of the list: one object a Service, with ready and not ready addresses. Nearly everybody reads EndpointSlices now, but the old object is still kept up to date.',
  },
  endpointsRemoved: {
    say: 'The Service is gone: its Endpoints {subject} are deleted.',
    why: 'Endpoints have the name of their Service but no owner reference, so this controller removes them itself.',
  },
  endpointSlices: {
    say: ({ pods, created, updated, deleted }) =>
      created + updated + deleted === 0
        ? 'The EndpointSlices of {subject} are right already.'
        : `The EndpointSlices of {subject} follow its **${pods}** pods: ${created} created, ${updated} updated, ${deleted} deleted.`,
    why: 'Every node watches these lists and programs its rules by them. They are cut into slices of at most a hundred endpoints, so that one pod’s change does not send thousands of addresses to thousands of nodes. A terminating pod stays in the list, marked, so that connections can drain.',
  },
  rootCertificate: {
    say: 'The root certificate {subject} is {outcome}.',
    why: 'Pods must be able to tell that they talk to the real API server. The certificate with which they check this is a ConfigMap in every namespace, and is mounted beside the token.',
  },
};
