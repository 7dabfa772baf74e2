import { extend } from '../../base/extend.ts';
import { quote } from '../go/quote.ts';
import type { ListMeta } from '../types/meta.ts';
import type { FieldError } from './field-error.ts';
import { errorText, reasonOf } from './field-error.ts';

export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

/** What a request answers when it has no object to give: usually an error. Models apimachinery/pkg/apis/meta/v1/types.go Status (v1.36) */
export interface Status {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: ListMeta;
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: StatusReason;
  readonly details?: StatusDetails;
  readonly code?: number;
}

export type StatusReason =
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Gone'
  | 'Invalid'
  | 'ServerTimeout'
  | 'StoreReadError'
  | 'Timeout'
  | 'TooManyRequests'
  | 'BadRequest'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'InternalError'
  | 'Expired'
  | 'ServiceUnavailable';

/** A resource in error texts: `{group: 'apps', resource: 'deployments'}`. A ResourceInfo is one. */
export interface NamedResource {
  readonly group: string;
  readonly resource: string;
}

export interface NamedKind {
  readonly group: string;
  readonly kind: string;
}

const EMPTY_META: ListMeta = {};

export function isStatus(value: unknown): value is Status {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as Status).kind === 'Status' &&
    (value as Status).apiVersion === 'v1'
  );
}

/** Whether the value is a Status that reports a failure, optionally with one reason. */
export function isFailure(value: unknown, reason?: StatusReason): value is Status {
  return isStatus(value) && value.status === 'Failure' && (reason === undefined || value.reason === reason);
}

export function failure(code: number, reason: StatusReason, message: string, details?: StatusDetails): Status {
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: EMPTY_META,
    status: 'Failure',
    message,
    reason,
  } as const;
  return details === undefined ? extend(status, { code }) : extend(status, { details, code });
}

/** An error of the server that is no Status of its own. Models apiserver/pkg/endpoints/handlers/responsewriters/status.go (v1.36) */
export function unknownFailure(message: string): Status {
  return { kind: 'Status', apiVersion: 'v1', metadata: EMPTY_META, status: 'Failure', message, code: 500 };
}

/** The answer to a delete that removed the object at once. */
export function success(details?: StatusDetails, code?: number): Status {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: EMPTY_META, status: 'Success' } as const;
  return {
    ...status,
    ...(details === undefined ? undefined : { details }),
    ...(code === undefined ? undefined : { code }),
  };
}

function detailsOf(resource: NamedResource, name: string): StatusDetails {
  return {
    ...(name === '' ? undefined : { name }),
    ...(resource.group === '' ? undefined : { group: resource.group }),
    kind: resource.resource,
  };
}

const qualified = (resource: NamedResource): string =>
  resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;

export function notFound(resource: NamedResource, name: string): Status {
  return failure(404, 'NotFound', `${qualified(resource)} ${quote(name)} not found`, detailsOf(resource, name));
}

/** No such path, group or resource. Models apimachinery/pkg/api/errors NewGenericServerResponse (v1.36) */
export function notFoundPath(): Status {
  return failure(404, 'NotFound', 'the server could not find the requested resource', {});
}

export function alreadyExists(resource: NamedResource, name: string): Status {
  const message = `${qualified(resource)} ${quote(name)} already exists`;
  return failure(409, 'AlreadyExists', message, detailsOf(resource, name));
}

/** All attempts at a generated name were taken. */
export function generateNameConflict(resource: NamedResource, name: string): Status {
  const message = `${qualified(resource)} ${quote(name)} already exists, the server was not able to generate a unique name for the object`;
  return failure(409, 'AlreadyExists', message, { ...detailsOf(resource, name), retryAfterSeconds: 1 });
}

export function conflict(resource: NamedResource, name: string, why: string): Status {
  const message = `Operation cannot be fulfilled on ${qualified(resource)} ${quote(name)}: ${why}`;
  return failure(409, 'Conflict', message, detailsOf(resource, name));
}

export const OBJECT_WAS_MODIFIED =
  'the object has been modified; please apply your changes to the latest version and try again';

export function modifiedConflict(resource: NamedResource, name: string): Status {
  return conflict(resource, name, OBJECT_WAS_MODIFIED);
}

/** The uid in the object of an update is another's: what the store says comes through. */
export function storedUidConflict(
  resource: NamedResource,
  name: string,
  key: string,
  wanted: string,
  found: string,
): Status {
  const why = `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`;
  return conflict(
    resource,
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
  );
}

/** The uid in a precondition is another's. Its text names the kind, not the resource. */
export function uidConflict(kind: string, name: string, wanted: string, found: string): Status {
  return conflict(
    { group: '', resource: kind },
    name,
    `the UID in the precondition (${wanted}) does not match the UID in record (${found}). The object might have been deleted and then recreated`,
  );
}

export function resourceVersionConflict(kind: string, name: string, wanted: string, found: string): Status {
  return conflict(
    { group: '', resource: kind },
    name,
    `the ResourceVersion in the precondition (${wanted}) does not match the ResourceVersion in record (${found}). The object might have been modified`,
  );
}

export function applyConflict(message: string, causes: readonly StatusCause[]): Status {
  return failure(409, 'Conflict', message, { causes });
}

export function invalid(kind: NamedKind, name: string, errors: readonly FieldError[]): Status {
  const named = `${kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`} ${quote(name)} is invalid`;
  const causes = errors.map((error) => ({
    reason: reasonOf(error),
    message: error.message,
    ...(error.field === '' ? undefined : { field: error.field }),
  }));
  return failure(422, 'Invalid', errors.length === 0 ? named : `${named}: ${aggregate(errors.map(errorText))}`, {
    ...(name === '' ? undefined : { name }),
    ...(kind.group === '' ? undefined : { group: kind.group }),
    kind: kind.kind,
    ...(causes.length === 0 ? undefined : { causes }),
  });
}

/** Refused because the namespace is going away: all further attempts would be, too. Models apimachinery/pkg/api/errors HasStatusCause (v1.36) */
export function isNamespaceTerminating({ details }: Status): boolean {
  return details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true;
}

/** One text as it is; several distinct ones as `[a, b]`. Models apimachinery/pkg/util/errors Aggregate.Error (v1.36) */
export function aggregate(messages: readonly string[]): string {
  const distinct = [...new Set(messages)];
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}

export function forbidden(resource: NamedResource, name: string, why: string): Status {
  const named = qualified(resource);
  const message =
    named === ''
      ? `forbidden: ${why}`
      : name === ''
        ? `${named} is forbidden: ${why}`
        : `${named} ${quote(name)} is forbidden: ${why}`;
  return failure(403, 'Forbidden', message, named === '' ? {} : detailsOf(resource, name));
}

/** A JSON patch whose operations do not apply. */
export function rejectedRequest(): Status {
  return failure(422, 'Invalid', 'the server rejected our request due to an error in our request', {});
}

export interface DeniedRequest {
  readonly user: string;
  readonly verb: string;
  /** Undefined for a non-resource path. */
  readonly resource?: NamedResource;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly path?: string;
  /** Reasons of the authorizers. */
  readonly reason?: string;
}

/** What authorization answers. Models apiserver/pkg/endpoints/handlers/responsewriters/errors.go (v1.36) */
export function denied(request: DeniedRequest): Status {
  const { user, verb, resource, subresource = '', namespace = '', name = '', reason = '' } = request;
  const because = reason === '' ? '' : `: ${reason}`;
  if (resource === undefined) {
    const text = `User ${quote(user)} cannot ${verb} path ${quote(request.path ?? '')}${because}`;
    return forbidden({ group: '', resource: '' }, '', escapeHtml(text));
  }
  const what = subresource === '' ? resource.resource : `${resource.resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${quote(namespace)}`;
  const text = `User ${quote(user)} cannot ${verb} resource ${quote(what)} in API group ${quote(resource.group)} ${where}${because}`;
  return forbidden(resource, name, escapeHtml(text));
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

export function badRequest(message: string): Status {
  return failure(400, 'BadRequest', message);
}

export function unauthorized(message = 'Unauthorized'): Status {
  return failure(401, 'Unauthorized', message);
}

/** The path takes no such HTTP method. */
export function methodNotAllowedOnPath(): Status {
  return failure(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {});
}

export function notAcceptable(accepted: readonly string[]): Status {
  return failure(406, 'NotAcceptable', `only the following media types are accepted: ${accepted.join(', ')}`);
}

export function unsupportedMediaType(accepted: readonly string[]): Status {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return failure(415, 'UnsupportedMediaType', message);
}

export function gone(message: string): Status {
  return failure(410, 'Gone', message);
}

/** A resource version or continue token that is too old. */
export function expired(message: string): Status {
  return failure(410, 'Expired', message);
}

export function requestEntityTooLarge(limit: number): Status {
  return failure(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${limit}`);
}

export function internalError(why: string): Status {
  return failure(500, 'InternalError', `Internal error occurred: ${why}`, { causes: [{ message: why }] });
}

/**
 * What a client makes of a 500 whose body is plain text. `what`: the request in words, `post namespaces`, where it names a resource.
 *
 * Models staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go, NewGenericServerResponse (v1.36)
 */
export function unstructuredError(text: string, what: string): Status {
  const said = text.trim();
  const shown = `an error on the server (${JSON.stringify(said)}) has prevented the request from succeeding`;
  return failure(500, 'InternalError', what === '' ? shown : `${shown} (${what})`, {
    causes: [{ reason: 'UnexpectedServerResponse', message: said }],
  });
}

export function timeout(message: string, retryAfterSeconds = 0): Status {
  const details = retryAfterSeconds === 0 ? {} : { retryAfterSeconds };
  return failure(504, 'Timeout', `Timeout: ${message}`, details);
}

/** A read that asks for a version the cache has not seen yet. */
export function tooLargeResourceVersion(wanted: number, current: number): Status {
  return failure(504, 'Timeout', `Timeout: Too large resource version: ${wanted}, current: ${current}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}

export function tooManyRequests(message: string, retryAfterSeconds = 0): Status {
  const details = retryAfterSeconds === 0 ? {} : { retryAfterSeconds };
  return failure(429, 'TooManyRequests', message, details);
}

export function serviceUnavailable(message: string): Status {
  return failure(503, 'ServiceUnavailable', message);
}
