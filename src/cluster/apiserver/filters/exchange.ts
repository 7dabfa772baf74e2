import { isStatus, type Status } from '../../../api/errors/status.ts';
import { qualifiedResource, type ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { type Context, type Origin, type StepArgs, type StepKind, Trail } from '../../../engine/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import type { ApiRequest, ApiResponse } from '../../ports/transport.ts';
import type { AuditEntry, AuditNotes } from '../audit/audit-entry.ts';
import { ANONYMOUS, type UserInfo } from '../authn/user.ts';
import type { Flow } from '../flowcontrol/classifier.ts';
import type { Entry } from '../flowcontrol/seats.ts';
import type { ResourceStore } from '../registry/store.ts';
import { queryValue, type RequestInfo, requestInfo, requestUri } from '../request/request-info.ts';
import type { Answer } from '../scope/scope.ts';
import type { KnownKind, KnownKinds } from './known-kinds.ts';

/** One request on its way through the chain of filters, with what each of them found out about it: at its end all that a handler needs. */
export class Exchange extends Trail {
  readonly info: RequestInfo;
  readonly kind: KnownKind;
  readonly subject: string;
  readonly arrived: number;
  /** Few requests have any. */
  private warned: string[] | undefined;
  store: ResourceStore | undefined;
  /** Whose credentials came with it, and as whom it is made. */
  authenticated: UserInfo = ANONYMOUS;
  user: UserInfo = ANONYMOUS;
  flow: Flow | undefined;
  /** How many seats it takes. */
  width = 1;
  /** Undefined: it was refused before it took a seat or a place in a queue. */
  entry: Exclude<Entry, 'rejected'> | undefined;
  /** There as soon as somebody knows it. */
  answer: Answer | undefined;

  constructor(
    server: Context,
    client: Origin,
    public request: ApiRequest,
    kinds: KnownKinds,
    readonly audit: AuditNotes,
  ) {
    super(server, client);
    const info = requestInfo(request);
    this.info = info;
    this.kind = kinds.of(request, info);
    this.subject = subjectFor(request, info);
    this.arrived = server.now;
  }

  /** In the version that the request names. */
  get resource(): ResourceInfo | undefined {
    return this.kind.resource;
  }

  /** To add to. */
  get warnings(): string[] {
    this.warned ??= [];
    return this.warned;
  }

  get allWarnings(): readonly string[] {
    return this.warned ?? NO_WARNINGS;
  }

  get fieldSelector(): string | undefined {
    return queryValue(this.request, 'fieldSelector');
  }

  note<A extends StepArgs>(kind: StepKind<A>, args?: A | false): void {
    this.step(kind, this.subject, args);
  }

  /** After the step that says why. */
  refuse(code: number, body: unknown): this {
    this.answer = { ctx: this.context, code, body };
    return this;
  }
}

const NO_WARNINGS: readonly string[] = [];

function subjectFor({ target }: ApiRequest, info: RequestInfo): string {
  if (!info.isResource) return info.path;
  if (info.name === '')
    return info.namespace === '' ? qualifiedResource(info) : `${qualifiedResource(info)}/${info.namespace}`;
  if (target === info) return target.subject;
  return subjectOf(info, info.resource === 'namespaces' ? '' : info.namespace, info.name);
}

export function headersOf({ contentType, headers }: Answer): ApiResponse['headers'] {
  if (headers !== undefined) return contentType === undefined ? headers : { ...headers, 'content-type': contentType };
  return contentType === undefined ? JSON_HEADERS : { 'content-type': contentType };
}

const JSON_HEADERS = { 'content-type': 'application/json' };

// Models staging/src/k8s.io/apiserver/pkg/audit/request.go (v1.36)
export function auditEntryOf(exchange: Exchange, answer: Answer, now: number): AuditEntry {
  const { request, info, user, authenticated, audit } = exchange;
  const body = answer.body as KObject | Status | undefined;
  const failed = isStatus(body) && body.status === 'Failure';
  const generated = info.verb === 'create' && info.name === '' && !failed;
  const named = info.name !== '' ? info.name : generated ? ((body as KObject | undefined)?.metadata?.name ?? '') : '';
  const requested = audit.requestObject as KObject | undefined;
  return {
    auditId: audit.id,
    t0: exchange.arrived,
    t1: now,
    user: authenticated.name,
    groups: authenticated.groups,
    uid: authenticated.uid,
    extra: authenticated.extra,
    from: request.from,
    impersonated: user === authenticated ? undefined : user,
    ua: request.headers['user-agent'] ?? '',
    verb: info.verb,
    resource: info.resource === '' ? '' : qualifiedResource(info),
    subresource: info.subresource,
    namespace: info.namespace,
    name: named !== '' ? named : (requested?.metadata?.name ?? ''),
    generatedName: generated && (requested?.metadata?.name ?? '') === '',
    code: answer.code,
    longRunning: answer.stream !== undefined || answer.channels !== undefined,
    uri: requestUri(request),
    failure: failed ? withoutKind(body) : undefined,
    annotations: audit.annotations,
    requestObject: audit.requestObject,
    responseObject: body,
  };
}

/** The audit log's own form of a Status. */
function withoutKind(status: Status): Status {
  const { kind: _kind, apiVersion: _version, ...rest } = status;
  return rest as Status;
}
