import type { KObject } from '../../../api/types/meta.ts';
import { compareStrings } from '../../../base/order.ts';
import type { UserInfo } from '../authn/user.ts';
import { serviceAccountName } from '../authn/user.ts';
import type { RequestInfo } from '../request/request-info.ts';

/** How a request is classified: the first schema that matches decides the priority level. */
export interface Flow {
  readonly schema: string;
  readonly level: string;
  /** What tells the flows of one schema apart. */
  readonly by: 'ByUser' | 'ByNamespace' | undefined;
  /** What the step about it says: the same for each request. */
  readonly told: { readonly schema: string; readonly level: string };
}

function flowOf(schema: string, level: string, by: Flow['by']): Flow {
  return { schema, level, by, told: { schema, level } };
}

interface SubjectView {
  readonly kind: string;
  readonly user?: { readonly name: string };
  readonly group?: { readonly name: string };
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
}

interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly clusterScope?: boolean;
  readonly namespaces?: readonly string[];
}

interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

interface SchemaRule {
  readonly subjects?: readonly SubjectView[];
  readonly resourceRules?: readonly ResourceRule[];
  readonly nonResourceRules?: readonly NonResourceRule[];
}

export interface FlowSchemaView extends KObject {
  readonly spec: {
    readonly priorityLevelConfiguration: { readonly name: string };
    readonly matchingPrecedence?: number;
    readonly distinguisherMethod?: { readonly type: 'ByUser' | 'ByNamespace' } | null;
    readonly rules?: readonly SchemaRule[];
  };
}

/** What was found for a request of one user. */
interface Found {
  readonly verb: string;
  readonly group: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly flow: Flow;
}

/** The schemas that can apply to one user, and what his requests were found to be, by resource. */
interface Candidates {
  readonly list: readonly Candidate[];
  readonly found: Map<string, Found[]>;
}

const MOST_FOUND = 32;
const MOST_RESOURCES = 256;

interface Candidate {
  readonly flow: Flow;
  /** The rules whose subjects the user is among. */
  readonly rules: readonly SchemaRule[];
}

const LAST = flowOf('catch-all', 'catch-all', 'ByUser');

/** Finds the flow schema of a request among the objects of the cluster. */
// Models staging/src/k8s.io/apiserver/pkg/util/flowcontrol/{rule,apf_controller}.go (v1.36)
export class FlowClassifier {
  private generation = -1;
  private ordered: readonly FlowSchemaView[] = [];
  private candidates = new WeakMap<UserInfo, Candidates>();

  constructor(
    private readonly schemas: () => readonly KObject[],
    private readonly generationOf: () => number,
  ) {}

  flowOf(user: UserInfo, info: RequestInfo): Flow {
    const generation = this.generationOf();
    if (generation !== this.generation) {
      this.generation = generation;
      this.ordered = [...(this.schemas() as readonly FlowSchemaView[])].sort(
        (a, b) =>
          (a.spec.matchingPrecedence ?? 1000) - (b.spec.matchingPrecedence ?? 1000) ||
          compareStrings(a.metadata.name ?? '', b.metadata.name ?? ''),
      );
      this.candidates = new WeakMap();
    }
    const candidates = this.candidatesOf(user);
    return info.isResource ? rememberedFlow(candidates, info) : flowAmong(candidates.list, info);
  }

  private candidatesOf(user: UserInfo): Candidates {
    let found = this.candidates.get(user);
    if (found === undefined) {
      const list = this.ordered.flatMap(({ metadata, spec }) => {
        const rules = (spec.rules ?? []).filter(({ subjects = [] }) => subjects.some((each) => isSubject(each, user)));
        if (rules.length === 0) return [];
        const by = spec.distinguisherMethod?.type;
        return [{ flow: flowOf(metadata.name ?? '', spec.priorityLevelConfiguration.name, by), rules }];
      });
      found = { list, found: new Map() };
      this.candidates.set(user, found);
    }
    return found;
  }
}

function flowAmong(candidates: readonly Candidate[], info: RequestInfo): Flow {
  for (const { flow, rules } of candidates) {
    for (const rule of rules) if (ruleMatches(rule, info)) return flow;
  }
  return LAST;
}

/** Clients ask for few things, and again and again. */
function rememberedFlow({ list, found }: Candidates, info: RequestInfo): Flow {
  const { verb, group, resource, subresource, namespace } = info;
  let known = found.get(resource);
  if (known === undefined || known.length === MOST_FOUND) {
    // Names that come from outside must not pile up.
    if (found.size === MOST_RESOURCES) found.clear();
    known = [];
    found.set(resource, known);
  }
  for (const each of known) {
    if (each.verb !== verb || each.subresource !== subresource) continue;
    if (each.namespace === namespace && each.group === group) return each.flow;
  }
  const flow = flowAmong(list, info);
  known.push({ verb, group, subresource, namespace, flow });
  return flow;
}

function isSubject({ kind, user, group, serviceAccount }: SubjectView, { name, groups }: UserInfo): boolean {
  switch (kind) {
    case 'User':
      return user?.name === '*' || user?.name === name;
    case 'Group':
      return group?.name === '*' || groups.includes(group?.name ?? '');
    case 'ServiceAccount': {
      const { namespace = '', name: account = '' } = serviceAccount ?? {};
      return account === '*'
        ? name.startsWith(serviceAccountName(namespace, ''))
        : name === serviceAccountName(namespace, account);
    }
    default:
      return false;
  }
}

function has(values: readonly string[], value: string): boolean {
  return values[0] === '*' || values.includes(value);
}

function ruleMatches({ resourceRules = [], nonResourceRules = [] }: SchemaRule, info: RequestInfo): boolean {
  if (!info.isResource) {
    return nonResourceRules.some(
      ({ verbs, nonResourceURLs }) =>
        has(verbs, info.verb) &&
        nonResourceURLs.some(
          (url) => url === '*' || url === info.path || (url.endsWith('/*') && info.path.startsWith(url.slice(0, -1))),
        ),
    );
  }
  for (const { verbs, apiGroups, resources, clusterScope, namespaces = [] } of resourceRules) {
    if (!has(verbs, info.verb) || !has(apiGroups, info.group)) continue;
    const resource = info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`;
    if (!has(resources, resource)) continue;
    if (info.namespace === '' ? clusterScope === true : has(namespaces, info.namespace)) return true;
  }
  return false;
}
