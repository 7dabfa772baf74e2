import type { Status } from '../../../api/errors/status.ts';
import { isFields } from '../../../api/go/json.ts';
import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import { pureOfText } from '../../../base/pure.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { Channels } from '../../ports/channels.ts';
import type { ApiRequest, WatchStream } from '../../ports/transport.ts';
import type { AuditNotes } from '../audit/audit-entry.ts';
import type { UserInfo } from '../authn/user.ts';
import type { ResourceStore } from '../registry/store.ts';
import { queryValue, type RequestInfo } from '../request/request-info.ts';

/** Everything about one request that its handler needs. */
export interface Scope {
  readonly request: ApiRequest;
  readonly info: RequestInfo;
  readonly user: UserInfo;
  /** In the version that the request names. */
  readonly resource: ResourceInfo;
  readonly store: ResourceStore;
  readonly subject: string;
  readonly audit: AuditNotes;
  readonly warnings: string[];
}

/** What a handler answers, and the context of its last step. */
export interface Answer {
  readonly ctx: Context;
  readonly code: number;
  readonly body: unknown;
  readonly stream?: WatchStream;
  readonly channels?: Channels;
  readonly contentType?: string;
  /** Besides the type of the body. */
  readonly headers?: { readonly [name: string]: string };
}

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go (v1.36)
export function failed(ctx: Context, status: Status): Answer {
  return { ctx, code: status.code ?? 500, body: status };
}

/** For who must answer with a process. */
export function* refused(ctx: Context, status: Status): Process<Answer> {
  return failed(ctx, status);
}

/** Who the fields belong to: the fieldManager asked for, else the program's name. */
export function managerOf(scope: Pick<Scope, 'request'>): string {
  const asked = queryValue(scope.request, 'fieldManager');
  if (asked !== undefined && asked !== '') return asked;
  return programOf(scope.request.headers['user-agent'] ?? '');
}

const programOf = pureOfText(256, (agent: string) => (agent.split('/', 1)[0] as string).slice(0, 128) || 'unknown');

/** Without its parameters. */
export const mediaType = pureOfText(64, (header: string) => header.split(';', 1)[0] as string);

export function isDryRun(scope: Scope): boolean {
  if (scope.request.query.length > 0 && queryValue(scope.request, 'dryRun') === 'All') return true;
  const body = scope.request.body;
  return (
    scope.info.verb.startsWith('delete') && isFields(body) && Array.isArray(body.dryRun) && body.dryRun.includes('All')
  );
}

export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

export function fieldValidation(scope: Pick<Scope, 'request'>): FieldValidation {
  const asked = queryValue(scope.request, 'fieldValidation');
  return asked === 'Strict' || asked === 'Ignore' ? asked : 'Warn';
}
