import { compareStrings } from '../../../base/order.ts';
import type { Process } from '../../../engine/index.ts';
import { type Failure, failureOf } from '../errors.ts';
import { TABLE_OPTIONS, TabWriter } from '../print/tabwriter.ts';
import type { Session } from '../session.ts';

interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

interface RulesReview {
  readonly status?: {
    readonly resourceRules?: readonly Rule[];
    readonly nonResourceRules?: readonly Rule[];
    readonly incomplete?: boolean;
    readonly evaluationError?: string;
  };
}

/** `auth can-i --list`: everything that the caller may do in a namespace. */
// Models staging/src/k8s.io/kubectl/pkg/cmd/auth/cani.go, RunAccessList (v1.36)
export function* listAccess(session: Session, headers: boolean): Process<number | Failure> {
  const response = yield* session.call({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
    accept: 'application/json, */*',
    body: {
      kind: 'SelfSubjectRulesReview',
      apiVersion: 'authorization.k8s.io/v1',
      metadata: {},
      spec: { namespace: session.namespace },
      status: { resourceRules: null, nonResourceRules: null, incomplete: false },
    },
  });
  if (response.code >= 300) return failureOf(response.code, response.body);
  const {
    resourceRules = [],
    nonResourceRules = [],
    incomplete,
    evaluationError,
  } = (response.body as RulesReview).status ?? {};
  if (incomplete === true) session.warn(`warning: the list may be incomplete: ${evaluationError ?? ''}\n`);
  const rules = compacted([...resourceRules, ...nonResourceRules].flatMap(single));
  const writer = new TabWriter(TABLE_OPTIONS);
  if (headers) writer.write('Resources\tNon-Resource URLs\tResource Names\tVerbs\n');
  for (const rule of [...rules].sort((a, b) => compareStrings(textOf(a), textOf(b)))) {
    const columns = [rule.nonResourceURLs, rule.resourceNames, rule.verbs].map(
      (words) => `[${(words ?? []).join(' ')}]`,
    );
    writer.write(`${[resourceOf(rule), ...columns].join('\t')}\n`);
  }
  session.print(writer.flush());
  return 0;
}

function single(rule: Rule): readonly Rule[] {
  const { verbs } = rule;
  const found: Rule[] = [];
  for (const group of rule.apiGroups ?? []) {
    for (const resource of rule.resources ?? []) {
      for (const verb of verbs) {
        const one = { verbs: [verb], apiGroups: [group], resources: [resource] };
        const names = rule.resourceNames ?? [];
        if (names.length === 0) found.push(one);
        for (const name of names) found.push({ ...one, resourceNames: [name] });
      }
    }
  }
  for (const url of rule.nonResourceURLs ?? []) {
    for (const verb of verbs) found.push({ verbs: [verb], nonResourceURLs: [url] });
  }
  return found;
}

/** Verbs on the same resource are one row. */
function compacted(rules: readonly Rule[]): readonly Rule[] {
  const merged = new Map<string, Rule>();
  rules.forEach((rule, at) => {
    const { verbs, ...rest } = rule;
    const key = rule.resources === undefined ? String(at) : JSON.stringify(rest);
    const known = merged.get(key);
    merged.set(key, known === undefined ? rule : { ...known, verbs: [...known.verbs, ...verbs] });
  });
  return [...merged.values()];
}

/** The text by which the rows are sorted. */
function textOf(rule: Rule): string {
  const parts = [rule.verbs, rule.apiGroups, rule.resources, rule.resourceNames, rule.nonResourceURLs];
  const names = ['Verbs', 'APIGroups', 'Resources', 'ResourceNames', 'NonResourceURLs'];
  return `&PolicyRule{${names.map((name, at) => `${name}:[${(parts[at] ?? []).join(' ')}],`).join('')}}`;
}

function resourceOf({ resources, apiGroups }: Rule): string {
  const [name] = resources ?? [];
  if (name === undefined) return '';
  const [resource = '', subresource] = name.split('/');
  const group = apiGroups?.[0] ?? '';
  return `${resource}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
}
