import type { Process } from '../../../../engine/index.ts';
import { ruleRows } from '../../print/rules.ts';
import { TABLE_OPTIONS, TabWriter } from '../../print/tabwriter.ts';
import { type Failure, failureOf } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';

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
  const { headings, rows } = ruleRows([...resourceRules, ...nonResourceRules]);
  const writer = new TabWriter(TABLE_OPTIONS);
  if (headers) writer.write(`${headings.join('\t')}\n`);
  for (const row of rows) writer.write(`${row.join('\t')}\n`);
  session.print(writer.flush());
  return 0;
}
