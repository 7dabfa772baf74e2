// Models staging/src/k8s.io/kubectl/pkg/cmd/create/create_role.go, create_clusterrole.go (v1.36)

import type { KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { discover, findResource } from '../discovery.ts';
import { exactlyOneName, Failure, failure, isFailure } from '../errors.ts';
import { aggregatedRole, type RoleRule, verbsOf } from '../more-generators.ts';
import type { Session } from '../session.ts';

/** Resources are asked of discovery, for only it knows their groups. */
export function* makeRole(
  session: Session,
  kind: 'Role' | 'ClusterRole',
  words: readonly string[],
  options: Options,
): Process<KObject | Failure> {
  const name = exactlyOneName(words, options);
  if (typeof name !== 'string') return name;
  if (options.has('aggregation-rule')) return aggregatedRole(name, options);
  const verbs = verbsOf(session, options);
  if (isFailure(verbs)) return verbs;
  const urls = options.list('non-resource-url');
  if (options.list('resource').length === 0 && urls.length === 0) {
    return failure(
      kind === 'Role'
        ? 'at least one resource must be specified'
        : 'one of resource or nonResourceURL must be specified',
    );
  }
  const byGroup = yield* groupsOf(session, options.list('resource'));
  if (isFailure(byGroup)) return byGroup;
  const resourceNames = options.list('resource-name');
  const rules: RoleRule[] = [...byGroup.keys()].sort().map((group) => ({
    apiGroups: [group],
    ...(resourceNames.length === 0 ? {} : { resourceNames }),
    resources: byGroup.get(group) ?? [],
    verbs,
  }));
  if (urls.length > 0) rules.push({ nonResourceURLs: urls, verbs });
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name }, rules } as KObject;
}

function* groupsOf(
  session: Session,
  wanted: readonly string[],
): Process<ReadonlyMap<string, readonly string[]> | Failure> {
  const known = yield* discover(session);
  const byGroup = new Map<string, string[]>();
  for (const text of wanted) {
    const slash = text.indexOf('/');
    const word = (slash < 0 ? text : text.slice(0, slash)).trim();
    const subresource = slash < 0 ? '' : text.slice(slash);
    if (word === '') return failure('resource must not be empty');
    if (word === '*') {
      return new Map([['', ['*']]]);
    }
    const found = findResource(known, word);
    if (found === undefined) {
      return new Failure(`the server doesn't have a resource type "${word.split('.')[0]}"\n`);
    }
    const resources = byGroup.get(found.group) ?? [];
    const whole = `${found.resource}${subresource}`;
    if (!resources.includes(whole)) resources.push(whole);
    byGroup.set(found.group, resources);
  }
  return byGroup;
}
