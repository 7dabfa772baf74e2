// Models staging/src/k8s.io/cluster-bootstrap/token/util/helpers.go and secrets (v1.36)

import type { Secret } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { parseTime } from '../../../api/values/time.ts';
import { fromBase64 } from '../../../base/bytes/base64.ts';

const TYPE = 'bootstrap.kubernetes.io/token';
const NAMESPACE = 'kube-system';
const NAME = /^bootstrap-token-([a-z0-9]{6})$/;
const GONE = 0;

export function isBootstrapToken(object: KObject): boolean {
  return object.metadata.namespace === NAMESPACE && object.type === TYPE;
}

/** When it stops being good: never, or long ago where nobody can read it. */
export function expiryOf(secret: Secret): number {
  const expiration = textOf(secret, 'expiration');
  if (expiration === '') return Number.POSITIVE_INFINITY;
  return parseTime(expiration) ?? GONE;
}

/** Its two halves, where it may sign what new nodes are told of the cluster. */
export function signingToken(secret: Secret, now: number): { readonly id: string; readonly key: string } | undefined {
  const [, id] = NAME.exec(secret.metadata.name ?? '') ?? [];
  const key = textOf(secret, 'token-secret');
  if (id === undefined || key === '' || textOf(secret, 'token-id') !== id || expiryOf(secret) <= now) return undefined;
  return textOf(secret, 'usage-bootstrap-signing') === 'true' ? { id, key } : undefined;
}

function textOf({ data = {} }: Secret, key: string): string {
  return fromBase64((data as { readonly [key: string]: string })[key] ?? '') ?? '';
}
