import { aside, type Claims, gone, shows, step, stored } from '../../worker/claims/claim.ts';

const CRONTABS = 'customresourcedefinitions.apiextensions.k8s.io/crontabs.stable.example.com';

const CRON_TAB = 'crontabs.stable.example.com/default/my-new-cron-object';

/** What the parts say. */
export const claims: Claims = {
  'cron-tab': [
    [/^404 /],
    [/created/, stored(CRONTABS, 'kind', 'CustomResourceDefinition'), shows('NamesAccepted')],
    [/condition met/, stored(CRONTABS, 'status.conditions.1.type', 'Established')],
    [/"name":"crontabs".*"name":"crontabs\/status".*"name":"crontabs\/scale"/],
    [/created/, stored(CRON_TAB, 'spec.replicas', 1), stored(CRON_TAB, 'spec.maxReplicas', 10)],
    [/my-new-cron-object +\* \* \* \* \*\/5 +1 /],
    [
      /scaled/,
      stored(CRON_TAB, 'spec.replicas', 3),
      stored(CRONTABS, 'spec.versions.0.subresources.scale.specReplicasPath', '.spec.replicas'),
      aside('a field of the definition', 'specReplicasPath'),
    ],
    [
      /there are more replicas than are allowed/,
      stored(CRON_TAB, 'spec.replicas', 3),
      stored(CRON_TAB, 'spec.maxReplicas', 10),
      aside('a field of the object, as the claim before has it', 'maxReplicas'),
    ],
    [/"kind":"Scale".*"replicas":3/],
    [/Starting to serve on 127\.0\.0\.1:8080/],
    [
      /"kind": "CronTabList"[\s\S]*my-new-cron-object/,
      step('apiserver.authenticated', { args: { user: 'kubernetes-admin' } }),
    ],
    [
      /deleted/,
      step('extensions.instancesCounted', { args: { instances: 1 } }),
      gone(CRONTABS),
      gone(CRON_TAB),
      shows('"exists":false'),
    ],
    [/^404 /],
  ],
};
