import { equalJson } from '../../../api/go/json.ts';
import type { KObject, OwnerReference } from '../../../api/types/meta.ts';

/** Owners that are named twice are named once, and the client is told. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go, dedupOwnerReferencesAndAddWarning (v1.36)
export function withoutTwins(
  { warnings }: { readonly warnings: string[] },
  object: KObject,
  owners: readonly OwnerReference[],
): KObject {
  const isTwin = (owner: OwnerReference, at: number): boolean =>
    owners.findIndex((each) => equalJson(each, owner)) < at;
  const twins = owners.filter(isTwin);
  if (twins.length === 0) return object;
  const uids = twins.map(({ uid }) => uid).join(', ');
  warnings.push(
    `.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids}`,
  );
  const ownerReferences = owners.filter((owner, at) => !isTwin(owner, at));
  return { ...object, metadata: { ...object.metadata, ownerReferences } };
}
