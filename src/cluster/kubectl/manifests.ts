// Models staging/src/k8s.io/cli-runtime/pkg/resource/visitor.go (v1.36)

import { parseManifests } from '../../api/yaml/index.ts';
import type { Process } from '../../engine/index.ts';
import { kubectl } from '../../steps/kubectl.ts';
import { type Discovered, findKind, lookUp } from './discovery.ts';
import { type Failure, failure, isFailure } from './errors.ts';
import type { Session } from './session.ts';

export interface ManifestObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name?: string;
    readonly generateName?: string;
    readonly namespace?: string;
    readonly annotations?: { readonly [key: string]: string };
    readonly labels?: { readonly [key: string]: string };
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

export interface Manifest {
  readonly file: string;
  readonly object: ManifestObject;
  readonly resource: Discovered;
  readonly namespace: string | undefined;
}

/**
 * Reads, validates and maps what `-f` names, in that order: a document that is no object fails before any kind is looked up.
 *
 * Models staging/src/k8s.io/cli-runtime/pkg/resource/visitor.go StreamVisitor (v1.36)
 */
export function* readManifests(
  session: Session,
  files: readonly string[],
  validate: (session: Session, apiVersion: string, kind: string) => Process<void>,
): Process<readonly Manifest[] | Failure> {
  const manifests: Manifest[] = [];
  for (const file of files) {
    const text = file === '-' ? session.invocation.stdin : session.invocation.files[file];
    if (text === undefined) return failure(`the path "${file}" does not exist`);
    const shown = file === '-' ? 'STDIN' : file;
    const { documents, errors } = parseManifests(text);
    const error = errors[0];
    session.ctx = session.ctx.step(kubectl.parsed, `kubectl/${session.id}`, {
      file: shown,
      documents: documents.length,
    });
    for (const { object } of documents) {
      const manifest = yield* mapDocument(session, shown, object, validate);
      if (isFailure(manifest)) return manifest;
      if (manifest !== undefined) manifests.push(...manifest);
    }
    if (error !== undefined) return failure(`error parsing ${shown}: ${error.message}`);
  }
  return manifests;
}

function* mapDocument(
  session: Session,
  file: string,
  value: unknown,
  validate: (session: Session, apiVersion: string, kind: string) => Process<void>,
): Process<readonly Manifest[] | undefined | Failure> {
  if (value === null || value === undefined) return undefined;
  const { apiVersion, kind, items } = value as Partial<ManifestObject>;
  const missing = [...(isName(apiVersion) ? [] : ['apiVersion not set']), ...(isName(kind) ? [] : ['kind not set'])];
  if (missing.length > 0 || typeof value !== 'object') {
    const list = missing.length === 1 ? missing[0] : `[${missing.join(', ')}]`;
    return failure(
      `error validating "${file}": error validating data: ${list}; if you choose to ignore these errors, turn validation off with --validate=false`,
    );
  }
  if (kind === 'List' && apiVersion === 'v1' && Array.isArray(items)) {
    const manifests: Manifest[] = [];
    for (const item of items) {
      const mapped = yield* mapDocument(session, file, item, validate);
      if (isFailure(mapped)) return mapped;
      manifests.push(...(mapped ?? []));
    }
    return manifests;
  }
  yield* validate(session, apiVersion as string, kind as string);
  const object = { ...(value as ManifestObject), metadata: (value as ManifestObject).metadata ?? {} };
  const resource = yield* lookUp(session, (known) => findKind(known, object.apiVersion, object.kind));
  const { name = '', namespace = '' } = object.metadata;
  if (resource === undefined) {
    return failure(
      `resource mapping not found for name: "${name}" namespace: "${namespace}" from "${file}": no matches for kind "${object.kind}" in version "${object.apiVersion}"\nensure CRDs are installed first`,
    );
  }
  session.ctx = session.ctx.step(kubectl.mapped, `kubectl/${session.id}`, {
    kind: object.kind,
    resource: resource.resource,
  });
  return [place(session, file, object, resource)];
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function place(session: Session, file: string, object: ManifestObject, resource: Discovered): Manifest {
  if (!resource.namespaced) return { file, object, resource, namespace: undefined };
  const namespace = object.metadata.namespace ?? session.namespace;
  return { file, object: { ...object, metadata: { ...object.metadata, namespace } }, resource, namespace };
}
