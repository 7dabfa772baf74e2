import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { parseManifests } from '../api/yaml/index.ts';
import type { AuditEntry } from '../cluster/apiserver/audit/audit-entry.ts';
import { begunEvents, endedEvents } from '../cluster/apiserver/audit/event.ts';
import type { AuditPolicy } from '../cluster/apiserver/audit/policy.ts';
import { compact, inOrder } from './wire/json-text.ts';

const LEVELS: readonly string[] = ['None', 'Metadata', 'Request', 'RequestResponse'];
const STAGES: readonly string[] = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'];
const POLICY_FIELDS: readonly string[] = ['apiVersion', 'kind', 'metadata', 'rules', 'omitStages', 'omitManagedFields'];
const RULE_FIELDS: readonly string[] = [
  'level',
  'users',
  'userGroups',
  'verbs',
  'resources',
  'namespaces',
  'nonResourceURLs',
  'omitStages',
  'omitManagedFields',
];
const STANDARD_OUTPUT = '-';
/** Also in a thread, whose `process.stdout` is no file. */
const STANDARD_OUTPUT_FILE = 1;

type Fields = Readonly<Record<string, unknown>>;

/** The policy in a file, or what is wrong with it. */
// Models staging/src/k8s.io/apiserver/pkg/audit/policy/reader.go and pkg/apis/audit/validation/validation.go (v1.36)
export function readAuditPolicy(path: string): AuditPolicy | string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return `failed to read file path "${path}": ${error instanceof Error ? error.message : String(error)}`;
  }
  const { documents, errors } = parseManifests(text);
  const policy = documents[0]?.object as Fields | undefined;
  if (errors.length > 0 || documents.length !== 1 || policy === undefined) return `${path} is not one YAML document`;
  const problem = problemWith(policy);
  return problem === undefined ? (policy as unknown as AuditPolicy) : `${path}: ${problem}`;
}

function problemWith(policy: Fields): string | undefined {
  if (policy.apiVersion !== 'audit.k8s.io/v1' || policy.kind !== 'Policy') {
    return 'a policy is of kind Policy of audit.k8s.io/v1';
  }
  const unknown = Object.keys(policy).find((name) => !POLICY_FIELDS.includes(name));
  if (unknown !== undefined) return `unknown field "${unknown}"`;
  const { rules } = policy;
  if (!Array.isArray(rules) || rules.length === 0) return 'loaded illegal policy with 0 rules';
  const problems = [stagesIn(policy, ''), ...rules.map((rule, at) => problemWithRule(rule as Fields, `rules[${at}]`))];
  return problems.find((each) => each !== undefined);
}

function problemWithRule(rule: Fields, path: string): string | undefined {
  const unknown = Object.keys(rule).find((name) => !RULE_FIELDS.includes(name));
  if (unknown !== undefined) return `unknown field "${path}.${unknown}"`;
  const { level, resources, namespaces, nonResourceURLs } = rule;
  if (level === undefined) return `${path}.level: Required value`;
  if (!LEVELS.includes(String(level)))
    return `${path}.level: Unsupported value: "${level}": supported values: ${quoted(LEVELS)}`;
  if (nonResourceURLs !== undefined && (resources !== undefined || namespaces !== undefined)) {
    return `${path}.nonResourceURLs: rules cannot apply to both regular resources and non-resource URLs`;
  }
  return stagesIn(rule, `${path}.`);
}

function stagesIn({ omitStages }: Fields, path: string): string | undefined {
  if (omitStages === undefined) return undefined;
  if (!Array.isArray(omitStages)) return `${path}omitStages is a list`;
  const at = omitStages.findIndex((stage) => !STAGES.includes(stage));
  if (at < 0) return undefined;
  return `${path}omitStages[${at}]: Unsupported value: "${omitStages[at]}": supported values: ${quoted(STAGES)}`;
}

function quoted(values: readonly string[]): string {
  return values.map((each) => `"${each}"`).join(', ');
}

/** The log in a file: an event a line, there before the client has its answer. */
// Models staging/src/k8s.io/apiserver/plugin/pkg/audit/log/backend.go (v1.36), in its blocking mode
export class AuditLog {
  private file: number | undefined;
  private readonly open = new Map<string, AuditEntry>();

  constructor(
    private readonly policy: AuditPolicy,
    path: string,
  ) {
    this.file = path === STANDARD_OUTPUT ? STANDARD_OUTPUT_FILE : openSync(path, 'a', 0o600);
  }

  note(entry: AuditEntry): void {
    this.write(begunEvents(this.policy, entry));
    if (entry.longRunning) this.open.set(entry.auditId, entry);
  }

  /** What stayed open until now has ended. */
  ended(auditId: string, time: number): void {
    const entry = this.open.get(auditId);
    if (entry === undefined) return;
    this.open.delete(auditId);
    this.write(endedEvents(this.policy, entry, time));
  }

  close(time: number): void {
    for (const auditId of [...this.open.keys()]) this.ended(auditId, time);
    if (this.file !== undefined && this.file !== STANDARD_OUTPUT_FILE) closeSync(this.file);
    this.file = undefined;
  }

  private write(events: readonly object[]): void {
    if (events.length === 0 || this.file === undefined) return;
    writeSync(this.file, events.map((event) => line(event as Fields)).join(''));
  }
}

/** The objects in an event are written as the API server answers them. */
function line(event: Fields): string {
  const { requestObject, responseObject } = event;
  const objects = {
    ...(requestObject === undefined ? undefined : { requestObject: inOrder(requestObject) }),
    ...(responseObject === undefined ? undefined : { responseObject: inOrder(responseObject) }),
  };
  return `${compact({ ...event, ...objects })}\n`;
}
