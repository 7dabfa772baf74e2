// Models the names under which the parts of a cluster send their requests: user names, and pkg rest.DefaultKubernetesUserAgent (v1.36)

import type { LoggedRequest } from '../../brought/audit/log.ts';

const SERVICE_ACCOUNT = /^system:serviceaccount:[^:]+:(.+)$/;
const NODE = /^system:node:(.+)$/;
const PROGRAM = /^([^/ ]+)/;
/** Parts of the control plane that are called otherwise on the map. */
const CALLED: ReadonlyMap<string, string> = new Map([
  ['system:kube-scheduler', 'kube-scheduler'],
  ['system:apiserver', 'kube-apiserver'],
  ['system:kube-proxy', 'kube-proxy'],
  ['system:kube-controller-manager', 'kube-controller-manager'],
  ['generic-garbage-collector', 'garbage-collector'],
]);

/** Who sent a request, by the name that it has on the map. */
export function senderOf({ user, userAgent }: LoggedRequest): string {
  const node = NODE.exec(user)?.[1];
  if (node !== undefined) return `kubelet/${node}`;
  const own = SERVICE_ACCOUNT.exec(user)?.[1] ?? user;
  const called = CALLED.get(own);
  if (called !== undefined) return called;
  if (own !== user) return own;
  // A person: the program that asks for it.
  return (PROGRAM.exec(userAgent)?.[1] ?? user).toLowerCase();
}

/** It was somebody's own doing, not a part of the cluster that does its work. */
export function isPerson({ user }: LoggedRequest): boolean {
  return !user.startsWith('system:') || user === 'system:admin';
}
