import { type FieldError, forbiddenField, notSupported } from '../../../api/errors/field-error.ts';
import { badRequest, failure, invalid, isStatus, type Status } from '../../../api/errors/status.ts';
import { quote } from '../../../api/go/quote.ts';
import { queryFlag, queryValue } from '../request/request-info.ts';
import { type ContinueToken, decodeContinue } from './continue-token.ts';
import type { Scope } from './scope.ts';

/** What a list is asked for, beside its selectors. */
export interface ListOptions {
  readonly limit: number;
  /** Undefined: the newest. */
  readonly revision: number | undefined;
  readonly exact: boolean;
  readonly token: ContinueToken | undefined;
}

export interface WatchQuery {
  readonly version: string;
  readonly revision: number;
  readonly initialEvents: boolean;
  readonly bookmarks: boolean;
  /** 0: as long as the server likes. */
  readonly timeoutSeconds: number;
}

const LIST_OPTIONS = { group: 'meta.k8s.io', kind: 'ListOptions' };
const RV_MATCH = 'resourceVersionMatch';
const EXACT = 'Exact';
const NOT_OLDER = 'NotOlderThan';

export function badInteger(text: string): string {
  const digits = /^[-+]?\d+$/.test(text);
  return `strconv.ParseInt: parsing ${quote(text)}: ${digits ? 'value out of range' : 'invalid syntax'}`;
}

function integer(scope: Scope, name: string): number | Status {
  const text = queryValue(scope.request, name);
  if (text === undefined) return 0;
  return /^[-+]?\d{1,18}$/.test(text) ? Number(text) : badRequest(badInteger(text));
}

/** Undefined when it is no revision. */
export function parseRevision(text: string): number | undefined {
  if (text === '') return 0;
  return /^\d{1,19}$/.test(text) ? Number(text) : undefined;
}

export function badRevision(text: string): string {
  const why = /^\d+$/.test(text) ? 'value out of range' : 'invalid syntax';
  const shown = JSON.stringify(text);
  return `resourceVersion: Invalid value: ${shown}: strconv.ParseUint: parsing ${shown}: ${why}`;
}

function refused(errors: readonly FieldError[]): Status | undefined {
  return errors.length === 0 ? undefined : invalid(LIST_OPTIONS, '', errors);
}

const NO_OPTIONS: ListOptions = { limit: 0, revision: undefined, exact: false, token: undefined };

// Models staging/src/k8s.io/apimachinery/pkg/apis/meta/internalversion/validation/validation.go, validateListOptions (v1.36)
export function listOptions(scope: Scope): ListOptions | Status {
  const { request } = scope;
  if (request.query.length === 0) return NO_OPTIONS;
  const limit = integer(scope, 'limit');
  if (isStatus(limit)) return limit;
  const timeout = integer(scope, 'timeoutSeconds');
  if (isStatus(timeout)) return timeout;
  const version = queryValue(request, 'resourceVersion') ?? '';
  const match = queryValue(request, RV_MATCH) ?? '';
  const text = queryValue(request, 'continue') ?? '';
  const errors = matchErrors(match, version, text);
  if (queryValue(request, 'sendInitialEvents') !== undefined)
    errors.push(forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  const invalidOptions = refused(errors);
  if (invalidOptions !== undefined) return invalidOptions;
  const revision = parseRevision(version);
  if (revision === undefined) return badRequest(`invalid resource version: ${badRevision(version)}`);
  if (text !== '' && version !== '' && version !== '0')
    return badRequest('specifying resource version is not allowed when using continue');
  const token = text === '' ? undefined : decodeContinue(text);
  if (token !== undefined && 'error' in token) return badRequest(`invalid continue token: ${token.error}`);
  const asked = version === '' ? undefined : revision;
  // What the cache has is given whole; the limit is for reads of the store.
  const cached = match !== EXACT && asked === 0 && token === undefined;
  return {
    limit: limit > 0 && !cached ? limit : 0,
    revision: token === undefined ? asked : undefined,
    exact: match === EXACT || (limit > 0 && asked !== undefined && asked > 0 && match !== NOT_OLDER),
    token,
  };
}

function matchErrors(match: string, version: string, token: string): FieldError[] {
  const errors: FieldError[] = [];
  if (match === '') return errors;
  const forbid = (why: string): void => void errors.push(forbiddenField(RV_MATCH, why));
  if (version === '') forbid('resourceVersionMatch is forbidden unless resourceVersion is provided');
  if (token !== '') forbid('resourceVersionMatch is forbidden when continue is provided');
  if (match !== EXACT && match !== NOT_OLDER) errors.push(notSupported(RV_MATCH, match, [EXACT, NOT_OLDER, '']));
  if (match === EXACT && version === '0') forbid('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  return errors;
}

// Models staging/src/k8s.io/apimachinery/pkg/apis/meta/internalversion/validation/validation.go, validateWatchOptions (v1.36)
export function watchQuery(scope: Scope): WatchQuery | Status {
  const { request } = scope;
  const timeout = integer(scope, 'timeoutSeconds');
  if (isStatus(timeout)) return timeout;
  const limit = integer(scope, 'limit');
  if (isStatus(limit)) return limit;
  const version = queryValue(request, 'resourceVersion') ?? '';
  const match = queryValue(request, RV_MATCH) ?? '';
  const asked = queryValue(request, 'sendInitialEvents') !== undefined;
  const errors: FieldError[] = [];
  const forbid = (why: string): void => void errors.push(forbiddenField(RV_MATCH, why));
  if (asked && match !== NOT_OLDER) forbid('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan');
  if (match !== '') {
    if (!asked) forbid('resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided');
    if (match !== NOT_OLDER) errors.push(notSupported(RV_MATCH, match, [NOT_OLDER]));
    if ((queryValue(request, 'continue') ?? '') !== '')
      forbid('resourceVersionMatch is forbidden when continue is provided');
  }
  const invalidOptions = refused(errors);
  if (invalidOptions !== undefined) return invalidOptions;
  const revision = parseRevision(version);
  // The cache's error is no Status, so it is told without a reason.
  if (revision === undefined) return plainError(badRevision(version));
  return {
    version,
    revision,
    initialEvents: queryFlag(request, 'sendInitialEvents'),
    bookmarks: queryFlag(request, 'allowWatchBookmarks'),
    timeoutSeconds: timeout > 0 ? timeout : 0,
  };
}

/** An error of Go that no part of the server made a Status of. */
export function plainError(message: string): Status {
  const { reason: _reason, ...status } = failure(500, 'InternalError', message);
  return status;
}
