import type { KObject } from '../../../api/types/meta.ts';
import { compareStrings } from '../../../base/order.ts';
import type { UserInfo } from '../authn/user.ts';
import { serviceAccountName } from '../authn/user.ts';
import type { RequestInfo } from '../request/request-info.ts';

/** How a request is classified: the first schema that matches decides the priority level. */
export interface Flow {
  readonly schema: string;
  readonly level: string;
  /** How the requests of one schema are divided into flows. */
  readonly by: 'ByUser' | 'ByNamespace' | undefined;
  /** The arguments of the step `classified`; they are the same for every request of the schema. */
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

/** How a request was classified. It holds until the schemas change. */
export interface Classified {
  readonly user: UserInfo;
  readonly generation: number;
  readonly flow: Flow;
}

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
  private candidates = new WeakMap<UserInfo, readonly Candidate[]>();

  constructor(
    private readonly schemas: () => readonly KObject[],
    private readonly generationOf: () => number,
  ) {}

  flowOf(user: UserInfo, info: RequestInfo): Flow {
    return this.classify(user, info).flow;
  }

  /** `last`: what a request of its kind was found to be. */
  classify(user: UserInfo, info: RequestInfo, last?: Classified): Classified {
    this.refresh();
    const { generation } = this;
    if (last !== undefined && last.user === user && last.generation === generation) return last;
    return { user, generation, flow: flowAmong(this.candidatesOf(user), info) };
  }

  private refresh(): void {
    const generation = this.generationOf();
    if (generation === this.generation) return;
    this.generation = generation;
    this.ordered = [...(this.schemas() as readonly FlowSchemaView[])].sort(
      (a, b) =>
        (a.spec.matchingPrecedence ?? 1000) - (b.spec.matchingPrecedence ?? 1000) ||
        compareStrings(a.metadata.name ?? '', b.metadata.name ?? ''),
    );
    this.candidates = new WeakMap();
  }

  private candidatesOf(user: UserInfo): readonly Candidate[] {
    let found = this.candidates.get(user);
    if (found === undefined) {
      found = this.ordered.flatMap(({ metadata, spec }) => {
        const rules = (spec.rules ?? []).filter(({ subjects = [] }) => subjects.some((each) => isSubject(each, user)));
        if (rules.length === 0) return [];
        const by = spec.distinguisherMethod?.type;
        return [{ flow: flowOf(metadata.name ?? '', spec.priorityLevelConfiguration.name, by), rules }];
      });
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
