interface Owner {
  readonly kind: string;
  /** What the owner's manifest holds of what is made from it. */
  readonly makes: { readonly resource: string; readonly path: string };
}

const POD = { resource: 'pods', path: 'spec.template.spec' };
/** What makes what: one table for all who ask. */
export const OWNERS: { readonly [resource: string]: Owner } = {
  'deployments.apps': { kind: 'Deployment', makes: { resource: 'replicasets.apps', path: 'spec.template' } },
  'replicasets.apps': { kind: 'ReplicaSet', makes: POD },
  'daemonsets.apps': { kind: 'DaemonSet', makes: POD },
  'statefulsets.apps': { kind: 'StatefulSet', makes: POD },
  'jobs.batch': { kind: 'Job', makes: POD },
  'cronjobs.batch': { kind: 'CronJob', makes: { resource: 'jobs.batch', path: 'spec.jobTemplate' } },
  replicationcontrollers: { kind: 'ReplicationController', makes: POD },
};
