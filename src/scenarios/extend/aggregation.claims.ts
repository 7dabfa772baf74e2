import { aside, type Claims, inOrder, never, shows, stored } from '../../worker/claims/claim.ts';

const METRICS = 'apiservices.apiregistration.k8s.io/v1beta1.metrics.k8s.io';

const WARDLE = 'apiservices.apiregistration.k8s.io/v1alpha1.wardle.example.com';

const AVAILABLE = 'status.conditions.0.status';

/** What the parts say. */
export const claims: Claims = {
  aggregation: [
    [/^404 /],
    [/created/, stored(METRICS, AVAILABLE, 'False'), stored(METRICS, 'status.conditions.0.reason', 'ServiceNotFound')],
    [/^503 /],
    [
      /created/,
      stored(METRICS, AVAILABLE, 'True'),
      stored('pods/kube-system/metrics-server', 'status.phase', 'Running'),
    ],
    [/^200 .*NodeMetricsList/, inOrder('apiserver.authenticated', 'apiserver.authorized', 'extensions.proxied')],
    [/node-1/],
    [
      /v1alpha1.wardle.example.com created/,
      stored(WARDLE, AVAILABLE, 'True'),
      aside('where its objects are not', 'etcd'),
    ],
    [/flunders +fl +wardle.example.com\/v1alpha1 +true +Flunder/],
    [
      /^201 .*my-first-flunder/,
      inOrder('apiserver.authenticated', 'apiserver.authorized', 'extensions.proxied'),
      never('apiserver.mutated'),
      never('etcd.applied'),
    ],
    [/NAME +CREATED AT\nmy-first-flunder +2026-/],
    [/annotated/, stored(WARDLE, AVAILABLE, 'False'), shows('bad status from', ': 503')],
    [/^503 /],
  ],
};
