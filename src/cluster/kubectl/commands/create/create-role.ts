// Models staging/src/k8s.io/kubectl/pkg/cmd/create/create_role.go, create_clusterrole.go (v1.36)

import type { KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { type Discovered, discover, findResource } from '../../client/discovery.ts';
import { exactlyOneFullName, Failure, failure, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { CreateOptions } from './flags.ts';

const WELL_KNOWN = 'get list watch create update patch delete deletecollection use bind escalate impersonate *'.split(
  ' ',
);
/** What may be asked of an address that is no resource. */
const OF_ADDRESSES = 'get post put delete patch head options *'.split(' ');

const RBAC: readonly string[] = ['roles.rbac.authorization.k8s.io', 'clusterroles.rbac.authorization.k8s.io'];
/** Verbs that mean something for a few resources only, which discovery need not know. */
const SPECIAL: ReadonlyMap<string, readonly string[]> = new Map([
  ['use', ['podsecuritypolicies.policy', 'podsecuritypolicies.extensions']],
  ['bind', RBAC],
  ['escalate', RBAC],
  ['impersonate', ['users', 'serviceaccounts', 'groups', 'userextras.authentication.k8s.io']],
]);

interface RoleRule {
  readonly apiGroups?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly resources?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

/** Resources are asked of discovery, for only it knows their groups. */
export function* makeRole(
  session: Session,
  kind: 'Role' | 'ClusterRole',
  words: readonly string[],
  options: CreateOptions,
): Process<KObject | Failure> {
  const name = exactlyOneFullName(words, options);
  if (typeof name !== 'string') return name;
  if (options.has('aggregation-rule')) return aggregatedRole(name, options);
  const verbs = verbsOf(options);
  if (verbs.length === 0) return failure('at least one verb must be specified');
  const urls = options.list('non-resource-url');
  const wanted = options.list('resource');
  if (kind === 'Role' || wanted.length > 0) warnOfVerbs(session, verbs);
  if (wanted.length === 0 && urls.length === 0) {
    return failure(
      kind === 'Role'
        ? 'at least one resource must be specified'
        : 'one of resource or nonResourceURL must be specified',
    );
  }
  const byGroup = yield* groupsOf(session, wanted, verbs);
  if (isFailure(byGroup)) return byGroup;
  const wrong = urls.length === 0 ? undefined : addressProblem(urls, verbs);
  if (wrong !== undefined) return failure(wrong);
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

function verbsOf(options: CreateOptions): readonly string[] {
  const verbs = [...new Set(options.list('verb'))];
  return verbs.includes('*') ? ['*'] : verbs;
}

function warnOfVerbs(session: Session, verbs: readonly string[]): void {
  for (const verb of verbs) {
    if (!WELL_KNOWN.includes(verb)) session.complain(`Warning: '${verb}' is not a standard resource verb\n`);
  }
}

function addressProblem(urls: readonly string[], verbs: readonly string[]): string | undefined {
  const verb = verbs.find((one) => !OF_ADDRESSES.includes(one));
  if (verb !== undefined) return `invalid verb: '${verb}' for nonResourceURL`;
  for (const url of urls) {
    if (url === '*') continue;
    if (!url.startsWith('/')) return 'nonResourceURL should start with /';
    if (url.slice(0, -1).includes('*')) return "nonResourceURL only supports wildcard matches when '*' is at the end";
  }
  return undefined;
}

/** What `--resource` names, piece by piece: `deployments.apps/scale`. */
interface Wanted {
  readonly resource: string;
  readonly group: string;
  readonly subresource: string;
}

function wantedOf(text: string): Wanted {
  const slash = text.indexOf('/');
  const [resource = '', ...group] = (slash < 0 ? text : text.slice(0, slash)).trim().split('.');
  return { resource, group: group.join('.'), subresource: slash < 0 ? '' : text.slice(slash + 1) };
}

function* groupsOf(
  session: Session,
  texts: readonly string[],
  verbs: readonly string[],
): Process<ReadonlyMap<string, readonly string[]> | Failure> {
  if (texts.includes('*')) return new Map([['', ['*']]]);
  const known = yield* discover(session);
  const byGroup = new Map<string, string[]>();
  for (const wanted of texts.map(wantedOf)) {
    if (wanted.resource === '') return failure('resource must be specified if apiGroup/subresource specified');
    const word = [wanted.resource, wanted.group].filter((part) => part !== '').join('.');
    // A version between the two is part of a group that nobody has.
    const found = /\.v\d\w*\./.test(word) ? undefined : findResource(known, word);
    const { resource, group } = found ?? wanted;
    const wrong = wanted.resource === '*' ? undefined : resourceProblem(wanted, found, verbs);
    if (wrong !== undefined) return wrong;
    const resources = byGroup.get(group) ?? [];
    const whole = wanted.subresource === '' ? resource : `${resource}/${wanted.subresource}`;
    if (!resources.includes(whole)) resources.push(whole);
    byGroup.set(group, resources);
  }
  return byGroup;
}

function resourceProblem(wanted: Wanted, found: Discovered | undefined, verbs: readonly string[]): Failure | undefined {
  const { resource, group } = found ?? wanted;
  const word = group === '' ? resource : `${resource}.${group}`;
  const special = verbs.filter((verb) => SPECIAL.has(verb));
  const misplaced = special.find((verb) => SPECIAL.get(verb)?.includes(word) !== true);
  if (misplaced !== undefined) return failure(`can not perform '${misplaced}' on '${resource}' in group '${group}'`);
  if (found !== undefined || special.length > 0) return undefined;
  const where = wanted.group === '' ? '' : ` in group "${wanted.group}"`;
  return new Failure(`the server doesn't have a resource type "${wanted.resource}"${where}\n`);
}

const OTHERS = ['verb', 'resource', 'non-resource-url', 'resource-name'] as const;

function aggregatedRole(name: string, options: CreateOptions): KObject | Failure {
  const text = options.text('aggregation-rule') ?? '';
  const pairs = text.split(',').filter((pair) => pair !== '');
  const malformed = pairs.some((pair) => !pair.includes('='));
  if (malformed) {
    return new Failure(
      `error: invalid argument ${JSON.stringify(text)} for "--aggregation-rule" flag: malformed pair, expect string=string\nSee 'kubectl create clusterrole --help' for usage.\n`,
    );
  }
  if (OTHERS.some((flag) => options.list(flag).length > 0)) {
    return failure('aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames');
  }
  const matchLabels = Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  return {
    aggregationRule: { clusterRoleSelectors: [{ matchLabels }] },
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name },
    rules: null,
  } as KObject;
}
