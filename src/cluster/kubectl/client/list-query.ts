// Models staging/src/k8s.io/kubectl/pkg/cmd/get/get.go (v1.36)

import type { ApiResponse } from '../../ports/transport.ts';
import type { Options } from '../flags/options.ts';
import { Failure, failureOf } from '../session/errors.ts';
import type { Query, Session } from '../session/session.ts';
import { type Discovered, resourceWord } from './discovery.ts';

const CHUNK = '500';

export const TABLE_ACCEPT = ['v1', 'v1beta1']
  .map((version) => `application/json;as=Table;v=${version};g=meta.k8s.io`)
  .concat('application/json')
  .join(',');

export function namespaceFor(session: Session, options: Options): string | undefined {
  return options.is('all-namespaces') ? undefined : session.namespace;
}

export const WITH_OBJECTS: readonly [string, string] = ['includeObject', 'Object'];

export const watches = (options: Options): boolean => options.is('watch') || options.is('watch-only');

/** Sorting needs the objects and all of them at once, so it asks for both. */
export function listQuery(options: Options, next?: string, asTable = true): Query {
  const sorting = (options.text('sort-by') ?? '') !== '';
  const field = options.text('field-selector');
  const labels = options.text('selector');
  const chunk = options.text('chunk-size') ?? CHUNK;
  return [
    ...(next === undefined ? [] : [['continue', next] as const]),
    ...(field === undefined ? [] : [['fieldSelector', field] as const]),
    ...(sorting && asTable ? [WITH_OBJECTS] : []),
    ...(labels === undefined ? [] : [['labelSelector', labels] as const]),
    ...((sorting && !watches(options)) || chunk === '0' ? [] : [['limit', chunk] as const]),
  ];
}

/** A server that no longer knows the resource answers a list with a 404 that names no object. */
export function listFailure({ code, body }: ApiResponse, resource: Discovered, options: Options): Failure {
  const labels = options.text('selector') ?? '';
  const fields = options.text('field-selector') ?? '';
  if (code === 400 && labels + fields !== '') {
    return failureOf(
      code,
      body,
      `Unable to find "${gvrOf(resource)}" that match label selector ${JSON.stringify(labels)}, field selector ${JSON.stringify(fields)}: `,
    );
  }
  const unknown = code === 404 && (typeof body === 'string' || /could not find the requested/.test(messageOf(body)));
  if (!unknown) return failureOf(code, body);
  return new Failure(
    `Error from server (NotFound): Unable to list "${gvrOf(resource)}": the server could not find the requested resource (get ${resourceWord(resource)})\n`,
  );
}

function gvrOf({ group, version, resource }: Discovered): string {
  return `${group}/${version}, Resource=${resource}`;
}

function messageOf(body: unknown): string {
  return (body as { readonly message?: string } | undefined)?.message ?? '';
}
