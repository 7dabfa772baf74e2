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

// Models apiserver/pkg/runtime/serializer/json.go, its encoding of a stored object (v1.36)
/** The bytes that a value stands for: a text is itself, an object its JSON with the newline that the API server's encoder ends it with. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : `${JSON.stringify(bareValue(value))}\n`;
}
