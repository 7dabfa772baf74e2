import { pureOfObject } from '../../../base/pure.ts';

/** Who a request comes from, as authentication found out. */
export interface UserInfo {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: { readonly [key: string]: readonly string[] };
}

export const AUTHENTICATED = 'system:authenticated';
export const MASTERS = 'system:masters';
export const NODES = 'system:nodes';

export const ANONYMOUS: UserInfo = { name: 'system:anonymous', uid: '', groups: ['system:unauthenticated'], extra: {} };

/** The API server's own identity, for its requests to itself. */
export const LOOPBACK: UserInfo = { name: 'system:apiserver', uid: '', groups: [AUTHENTICATED, MASTERS], extra: {} };

// Models staging/src/k8s.io/apiserver/pkg/authentication/serviceaccount/util.go (v1.36)
export function serviceAccountName(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`;
}

const KUBELET = 'system:node:';

/** Each of a user's requests asks, and always the same object of it. */
const nodeOf = pureOfObject(({ name, groups }: UserInfo) =>
  name.startsWith(KUBELET) && groups.includes(NODES) ? name.slice(KUBELET.length) : null,
);

/** Of a kubelet's user. */
export function nodeNameOf(user: UserInfo): string | undefined {
  return nodeOf(user) ?? undefined;
}
