import { allResources, type ResourceInfo } from '../../../api/scheme/scheme.ts';

/** Custom resources, in the order of discovery. */
export type Resources = readonly ResourceInfo[];

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ResourceInfo[];
}

/** Resources by group and version: first the built-in ones, in the order of the scheme, then custom ones by name. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/discovery/root.go (v1.36)
export function groupVersions(custom: Resources): readonly GroupVersion[] {
  const found = new Map<string, { group: string; version: string; resources: ResourceInfo[] }>();
  for (const info of [...allResources(), ...custom]) {
    const key = `${info.group}/${info.version}`;
    const known = found.get(key);
    if (known !== undefined) known.resources.push(info);
    else found.set(key, { group: info.group, version: info.version, resources: [info] });
  }
  return [...found.values()];
}

// Models staging/src/k8s.io/apiserver/pkg/endpoints/discovery/root.go (v1.36)
export function byGroup(custom: Resources): ReadonlyMap<string, readonly GroupVersion[]> {
  const found = new Map<string, GroupVersion[]>();
  for (const each of groupVersions(custom)) {
    const known = found.get(each.group);
    if (known === undefined) found.set(each.group, [each]);
    else known.push(each);
  }
  return found;
}
