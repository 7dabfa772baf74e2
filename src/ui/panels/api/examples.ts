import type { RequestInput } from '../../../protocol/run-description.ts';

type Example = Omit<RequestInput, 'type' | 'user'>;

const PODS = '/api/v1/namespaces/default/pods';

export const FORMS = {
  asObjects: 'application/json',
  asTable: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
  asMetadata: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json',
  asDiscovery: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json',
} as const;

export type Form = keyof typeof FORMS;

/** One of each kind of path that the server has. The last four are watches: all five types of event come by them. */
export const EXAMPLES: readonly Example[] = [
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/api' },
  { method: 'GET', path: '/apis' },
  { method: 'GET', path: '/api/v1' },
  { method: 'GET', path: '/apis/apps/v1' },
  { method: 'GET', path: PODS },
  { method: 'GET', path: `${PODS}?limit=1` },
  { method: 'GET', path: '/openapi/v3' },
  { method: 'GET', path: '/openapi/v3/apis/apps/v1' },
  { method: 'GET', path: '/version' },
  { method: 'GET', path: '/healthz' },
  { method: 'GET', path: '/livez?verbose' },
  { method: 'GET', path: '/readyz?verbose' },
  { method: 'GET', path: '/metrics' },
  {
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps',
    body: '{"metadata": {"name": "by-hand"}, "data": {"key": "value"}}',
  },
  {
    method: 'PATCH',
    path: '/api/v1/namespaces/default/configmaps/by-hand',
    contentType: 'application/merge-patch+json',
    body: '{"data": {"key": "changed"}}',
  },
  { method: 'DELETE', path: '/api/v1/namespaces/default/configmaps/by-hand' },
  { method: 'GET', path: `${PODS}?watch=1&allowWatchBookmarks=true` },
  { method: 'GET', path: '/api/v1/watch/namespaces/default/pods' },
  { method: 'GET', path: '/api/v1/pods?watch=1&fieldSelector=spec.nodeName%3Dnode-1&timeoutSeconds=60' },
  { method: 'GET', path: '/apis/coordination.k8s.io/v1/leases?watch=1&resourceVersion=1' },
];
