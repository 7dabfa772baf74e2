import type { PolicyRule } from '../../api/types/rbac.ts';
import { ruleAllows } from '../../cluster/apiserver/authz/rbac.ts';
import type { Step } from '../../engine/index.ts';
import type { CloseUpView, Fact } from '../../protocol/views.ts';
import type { Snapshot } from '../snapshot.ts';
import { questionOf, roleNamed, rowsOf } from '../views/access.ts';

type Rule = Extract<CloseUpView, { readonly type: 'decided-by' }>['rule'];

/** Everybody who was asked who this is, or whether it may; and the rule that let it pass. */
export function decidedBy(snapshot: Snapshot, step: Step): CloseUpView {
  const { user, groups } = step.args;
  const facts: Fact[] = [];
  if (user !== undefined && user !== '') facts.push({ name: 'user', value: String(user) });
  if (groups !== undefined && groups !== '')
    facts.push({ name: 'groups', value: String(groups).replaceAll(',', ', ') });
  return {
    type: 'decided-by',
    rows: rowsOf(snapshot, step).map(({ name, answer, text }) => ({ name, answer, text })),
    facts,
    rule: ruleOf(snapshot, step),
  };
}

const ROLE_IN_REASON = /of (ClusterRole|Role) "([^"]+)" to/;

/** The reason names a role: which of its rules it was is found as the authorizer finds it. */
function ruleOf(snapshot: Snapshot, step: Step): Rule {
  const [, kind, name] = ROLE_IN_REASON.exec(String(step.args.reason ?? '')) ?? [];
  const record = snapshot.requests.of(step.seq);
  if (kind === undefined || name === undefined || record === undefined) return undefined;
  const question = questionOf(snapshot.journal.step(record.received));
  const rule = roleNamed(snapshot, kind, name, question.namespace)?.rules?.find((each) => ruleAllows(each, question));
  return rule === undefined ? undefined : { of: `${kind} ${name}`, facts: fieldsOf(rule) };
}

/** The fields of a rule with their values in one line: as YAML it would be three times as long as its place. */
function fieldsOf(rule: PolicyRule): readonly Fact[] {
  const { apiGroups, resources, resourceNames, nonResourceURLs, verbs } = rule;
  return Object.entries({ apiGroups, resources, resourceNames, nonResourceURLs, verbs }).flatMap(([name, values]) =>
    values === undefined ? [] : [{ name, value: values.map((value) => (value === '' ? '""' : value)).join(', ') }],
  );
}
