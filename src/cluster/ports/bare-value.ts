/**
 * What etcd's bytes say: of an object all but its revision, which the store itself knows. In the store it stands as the server
 * shows it, revision and all, so that it exists once; whoever looks at bytes, which nobody does in a rollout, takes them from here.
 */
// Models staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go, PrepareObjectForStorage (v1.36)
export function bareValue(value: unknown): unknown {
  const { metadata } = (value ?? {}) as { readonly metadata?: { readonly resourceVersion?: unknown } };
  if (metadata?.resourceVersion === undefined) return value;
  const { resourceVersion: _, ...bare } = metadata;
  return { ...(value as object), metadata: bare };
}
