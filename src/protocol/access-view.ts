import type { FieldChange, RequestView } from './request-view.ts';

/** What one authenticator, authorizer or plugin answered. `silent`: it had nothing to say; `passed`: no objection. */
export type AccessAnswerKind = 'silent' | 'yes' | 'no' | 'changed' | 'passed';

export interface AccessRow {
  readonly name: string;
  readonly answer: AccessAnswerKind;
  /** Its own words: a reason, what it changed. */
  readonly text: string;
  /** The step in which it answered. */
  readonly seq: number;
  /** That is the step at the cursor. */
  readonly now: boolean;
  readonly diff: readonly FieldChange[];
}

export interface AccessStage {
  readonly id: 'authentication' | 'impersonation' | 'flow' | 'authorization' | 'mutating' | 'storage' | 'validating';
  readonly rows: readonly AccessRow[];
}

export interface Granted {
  /** `User jane`, `Group dev`, `ServiceAccount default/robot`. */
  readonly subject: string;
  /** `RoleBinding default/read-pods`. */
  readonly binding: string;
  readonly role: string;
  readonly bindingSubject: string;
}

/** A request's way through everybody who may refuse it, and who else may do the same. */
export interface AccessView {
  readonly request: RequestView | undefined;
  /** The step at the cursor is none of this request's: it came before. */
  readonly isEarlier: boolean;
  readonly stages: readonly AccessStage[];
  /** The question of the table below: verb, `resource.group`, namespace. */
  readonly asked: { readonly verb: string; readonly resource: string; readonly namespace: string };
  readonly granted: readonly Granted[];
}
