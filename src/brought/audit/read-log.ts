import { type Fields, isFields } from '../../api/go/json.ts';
import type { KObject } from '../../api/types/meta.ts';
import { parseTime, rfc3339 } from '../../api/values/time.ts';
import { isDeeper, MOST_READ_LEVELS } from '../../base/nesting.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Complaint } from '../complaint.ts';
import { masked } from '../masks.ts';
import type { BroughtFile } from '../read-file.ts';
import type { AuditLog, LoggedRequest, LoggedTarget } from './log.ts';

export interface ReadLog {
  /** Undefined where no line tells of a request. */
  readonly log: AuditLog | undefined;
  readonly complaints: readonly Complaint[];
}

/** More than this many lines that cannot be read are counted, not named. */
const MOST_COMPLAINTS = 100;

/** Whether a text is the log of an API server, as far as its first line tells. */
export function isAuditLog(text: string): boolean {
  const first = /^\ufeff?\s*(\{.*)/.exec(text)?.[1] ?? '';
  return first.includes('"audit.k8s.io/') && first.includes('"auditID"');
}

/**
 * Reads an audit log, a line of JSON a stage of a request. Stages of one request become one; a stage that is missing is missed,
 * never made up. Never throws: what cannot be read is complained of with its line.
 */
export function readLog({ name, text }: BroughtFile): ReadLog {
  const complaints: Complaint[] = [];
  const requests = new Map<string, LoggedRequest>();
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]?.trim() ?? '';
    if (line === '') continue;
    const read = readLine(line);
    if ('key' in read) {
      if (complaints.length < MOST_COMPLAINTS)
        complaints.push({ ...read, place: { file: name, line: at + 1, ...read.place } } as Complaint);
      continue;
    }
    const before = requests.get(read.id);
    requests.set(read.id, before === undefined ? read : together(before, read));
  }
  const inOrder = [...requests.values()].sort((a, b) => a.receivedAt - b.receivedAt);
  const [first] = inOrder;
  if (first === undefined) {
    if (complaints.length === 0) complaints.push({ key: 'nothing', args: {}, place: { file: name } });
    return { log: undefined, complaints };
  }
  return { log: { time: rfc3339(first.receivedAt - BEFORE), requests: inOrder }, complaints };
}

/** A run is given two seconds before anything happens. */
const BEFORE = 3 * SECOND;

type LineFault = { readonly key: Complaint['key']; readonly args: object; readonly place: { readonly field?: string } };

function readLine(line: string): LoggedRequest | LineFault {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return fault('unreadable', { message: (error as Error).message });
  }
  if (!isFields(value)) return fault('noObject', { what: Array.isArray(value) ? 'array' : typeof value });
  if (isDeeper(value, MOST_READ_LEVELS)) return fault('deep', { levels: MOST_READ_LEVELS });
  if (value.kind !== 'Event' || !textIn(value, 'apiVersion').startsWith('audit.k8s.io/')) return fault('noAudit', {});
  for (const field of NEEDED) if (textIn(value, field) === '') return fault('missing', { name: field });
  const receivedAt = timeIn(value, 'requestReceivedTimestamp');
  if (receivedAt === undefined)
    return fault('noTime', { name: 'requestReceivedTimestamp' }, 'requestReceivedTimestamp');
  return requestOf(value, receivedAt);
}

const NEEDED = ['auditID', 'stage', 'verb', 'requestURI', 'requestReceivedTimestamp'];

function fault(key: Complaint['key'], args: object, field?: string): LineFault {
  return { key, args, place: field === undefined ? {} : { field } };
}

function requestOf(event: Fields, receivedAt: number): LoggedRequest {
  const user = fieldsIn(event, 'user');
  const status = fieldsIn(event, 'responseStatus');
  const annotations = fieldsIn(event, 'annotations');
  const target = targetOf(fieldsIn(event, 'objectRef'), event);
  const isAnswered = textIn(event, 'stage') !== 'RequestReceived';
  const code = typeof status.code === 'number' ? status.code : undefined;
  return {
    id: textIn(event, 'auditID'),
    receivedAt,
    answeredAt: isAnswered ? (timeIn(event, 'stageTimestamp') ?? receivedAt) : undefined,
    verb: textIn(event, 'verb'),
    uri: textIn(event, 'requestURI'),
    user: textIn(user, 'username'),
    groups: Array.isArray(user.groups) ? user.groups.filter((each) => typeof each === 'string') : [],
    userAgent: textIn(event, 'userAgent'),
    credential: credentialOf(fieldsIn(user, 'extra')),
    target,
    code: textIn(event, 'stage') === 'Panic' ? 500 : code,
    message: textIn(status, 'message') || undefined,
    decision: textIn(annotations, 'authorization.k8s.io/decision') || undefined,
    decidedBy: textIn(annotations, 'authorization.k8s.io/reason'),
    sent: objectIn(event, 'requestObject', target),
    answer: objectIn(event, 'responseObject', target),
  };
}

/** A later stage knows more. */
function together(a: LoggedRequest, b: LoggedRequest): LoggedRequest {
  const [early, late] = (a.answeredAt ?? 0) <= (b.answeredAt ?? 0) ? [a, b] : [b, a];
  return {
    ...late,
    target: late.target ?? early.target,
    code: late.code ?? early.code,
    message: late.message ?? early.message,
    decision: late.decision ?? early.decision,
    decidedBy: late.decidedBy || early.decidedBy,
    sent: late.sent ?? early.sent,
    answer: late.answer ?? early.answer,
  };
}

/** `X509SHA256=…`, `JTI=…` */
function credentialOf(extra: Fields): LoggedRequest['credential'] {
  const ids = extra['authentication.kubernetes.io/credential-id'];
  const [id] = Array.isArray(ids) ? ids : [];
  if (typeof id !== 'string') return undefined;
  return id.startsWith('X509') ? 'certificate' : 'token';
}

function targetOf(ref: Fields, event: Fields): LoggedTarget | undefined {
  const resource = textIn(ref, 'resource');
  if (resource === '') return undefined;
  const answered = fieldsIn(fieldsIn(event, 'responseObject'), 'metadata');
  // Of what is called by its server the answer alone has the name.
  const name = textIn(ref, 'name') || textIn(answered, 'name');
  const group = textIn(ref, 'apiGroup');
  return {
    group,
    version: textIn(ref, 'apiVersion') || 'v1',
    resource,
    subresource: textIn(ref, 'subresource'),
    namespace: textIn(ref, 'namespace'),
    name,
  };
}

/** What a Secret holds, and tokens that were given out, are left out however they were written. */
function objectIn(event: Fields, name: string, target: LoggedTarget | undefined): KObject | undefined {
  const value = event[name];
  if (!isFields(value) || Object.keys(value).length === 0 || SECRET.has(target?.subresource ?? '')) return undefined;
  if (target?.resource !== 'secrets') return value as unknown as KObject;
  const { apiVersion, kind, metadata, type } = value;
  const isOne = kind === 'Secret' && isFields(metadata);
  return isOne ? masked({ ...value, apiVersion, kind, metadata, type } as unknown as KObject) : undefined;
}

/** Subresources whose answers let somebody in. */
const SECRET: ReadonlySet<string> = new Set(['token', 'exec', 'attach', 'portforward', 'proxy']);

function fieldsIn(value: Fields, name: string): Fields {
  const inner = value[name];
  return isFields(inner) ? inner : {};
}

function textIn(value: Fields, name: string): string {
  const inner = value[name];
  return typeof inner === 'string' ? inner : '';
}

function timeIn(value: Fields, name: string): number | undefined {
  return parseTime(textIn(value, name));
}
