import type { Status } from '../../../api/errors/status.ts';
import type { UserInfo } from '../authn/user.ts';

/** What the audit log says about one request, when it is complete. */
export interface AuditEntry {
  readonly auditId: string;
  /** Virtual microseconds. */
  readonly t0: number;
  readonly t1: number;
  readonly user: string;
  readonly groups: readonly string[];
  readonly uid: string;
  readonly extra: UserInfo['extra'];
  /** Where the request came from, if it came over a wire. */
  readonly from: string | undefined;
  /** Whom the user acted as, if somebody else. */
  readonly impersonated: UserInfo | undefined;
  readonly ua: string;
  readonly verb: string;
  /** `plural.group`; empty for a request that is not about a resource. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly generatedName: boolean;
  readonly code: number;
  /** A watch, or a connection that stays open: it is complete when it ends. */
  readonly longRunning: boolean;
  readonly uri: string;
  readonly failure: Status | undefined;
  readonly annotations: { readonly [key: string]: string };
  readonly requestObject: unknown;
  readonly responseObject: unknown;
}

/** What handlers leave for the audit entry on their way. */
// Models staging/src/k8s.io/apiserver/pkg/audit/context.go (v1.36)
export interface AuditNotes {
  /** Empty while nobody keeps a log. */
  id: string;
  requestObject: unknown;
  readonly annotations: AuditEntry['annotations'];
  annotate(key: string, value: string): void;
}

export class KeptNotes implements AuditNotes {
  id = '';
  requestObject: unknown;
  /** Few requests have any. */
  private noted: Record<string, string> | undefined;

  get annotations(): AuditEntry['annotations'] {
    return this.noted ?? NONE;
  }

  annotate(key: string, value: string): void {
    this.noted ??= {};
    this.noted[key] = value;
  }
}

const NONE = {};

/** Nobody keeps an audit log: what is noted is forgotten at once. */
class NoNotes implements AuditNotes {
  readonly id = '';
  readonly annotations = NONE;

  get requestObject(): unknown {
    return undefined;
  }

  set requestObject(_: unknown) {}

  annotate(): void {}
}

export const NO_NOTES: AuditNotes = new NoNotes();
