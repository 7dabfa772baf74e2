// Models staging/src/k8s.io/cli-runtime/pkg/resource/visitor.go (v1.36)

import { isFields } from '../../../api/go/json.ts';
import { goJson } from '../../../api/go/json-text.ts';
import { splitGroupVersion } from '../../../api/values/group-version.ts';
import { parseFile } from '../../../api/yaml/index.ts';
import { isDeeper, MOST_READ_LEVELS, NOT_FOLLOWED } from '../../../base/nesting.ts';
import { sortedKeys } from '../../../base/order.ts';
import type { Process } from '../../../engine/index.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import { type Discovered, findKind, lookUp } from '../client/discovery.ts';
import { Failure, failure, isFailure } from '../session/errors.ts';
import { fileNamed, inFolder } from '../session/files.ts';
import type { Session } from '../session/session.ts';
import { filesLike, notThere } from './missing-files.ts';

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
  /** The one in the file itself. */
  readonly saidNamespace?: string;
  /** The document among whose items it stands. */
  readonly list?: object;
}

/** How a command that sends whole objects has their fields checked. */
export type Validate = (session: Session, apiVersion: string, kind: string) => Process<void>;

/** What a command does with each object before the next one is read. */
export type Visit = (manifest: Manifest) => Process<undefined | Failure>;

/** What a command finds in its files: it does what it can with the objects and reports the failures at its end. */
export interface ReadManifests {
  readonly manifests: readonly Manifest[];
  readonly failures: readonly Failure[];
  /** Both, as they came. */
  readonly inOrder: readonly (Manifest | Failure)[];
}

/**
 * Reads, validates and maps what `-f` names, in that order. A document that no kind fits is left out; one that is no object ends its file.
 *
 * Models staging/src/k8s.io/cli-runtime/pkg/resource/visitor.go StreamVisitor, ContinueOnErrorVisitor (v1.36)
 */
export function* readManifests(
  session: Session,
  files: readonly string[],
  validate?: Validate,
  visit?: Visit,
): Process<ReadManifests> {
  const inOrder: (Manifest | Failure)[] = [];
  const found = files.map((file) => filesIn(session, file));
  const named = found.flat();
  const missing = named.filter((file) => textOf(session, file) === undefined);
  const empty = found[0]?.length === 0 ? [nothingIn(files[0] as string)] : [];
  if (missing.length + empty.length > 0) return sorted([notThere(missing, empty)]);
  for (const file of named) {
    const shown = file === '-' ? 'STDIN' : file;
    const { documents, errors } = parseFile(textOf(session, file) ?? '');
    const error = errors[0];
    session.ctx = session.ctx.step(kubectl.parsed, `kubectl/${session.id}`, {
      file: shown,
      documents: documents.length,
    });
    let refused = false;
    for (const { object, json } of documents) {
      if (object === null || object === undefined) continue;
      refused = isDeeper(object, MOST_READ_LEVELS);
      if (refused) {
        inOrder.push(failure(`error parsing ${shown}: ${NOT_FOLLOWED}`));
        break;
      }
      const problem = validate === undefined ? undefined : problemWith(object);
      refused = problem !== undefined;
      if (problem !== undefined) {
        inOrder.push(
          failure(
            `error validating "${shown}": error validating data: ${problem}; if you choose to ignore these errors, turn validation off with --validate=false`,
          ),
        );
        break;
      }
      const members = membersOf(object as ManifestObject);
      if (isFailure(members)) inOrder.push(members);
      for (const one of isFailure(members) ? [] : members) {
        const source = { file: shown, isListed: one !== object, json };
        const manifest = yield* mapObject(session, source, one, validate);
        if (isFailure(manifest)) {
          inOrder.push(manifest);
          continue;
        }
        inOrder.push(one === object ? manifest : { ...manifest, list: object });
        const failed = visit === undefined ? undefined : yield* visit(manifest);
        if (failed !== undefined) inOrder.push(failed);
      }
    }
    if (error !== undefined && !refused) inOrder.push(failure(`error parsing ${shown}: ${error.message}`));
  }
  return sorted(inOrder);
}

function sorted(inOrder: readonly (Manifest | Failure)[]): ReadManifests {
  const manifests = inOrder.filter((one): one is Manifest => !isFailure(one));
  return { manifests, failures: inOrder.filter(isFailure), inOrder };
}

const READ = /\.(?:json|ya?ml)$/;

/** Of a folder without a manifest. */
const nothingIn = (folder: string): string =>
  `error reading [${folder}]: recognized file extensions are [.json .yaml .yml]`;

/** A folder stands for the manifests in it; with `-R` also for those below. */
function filesIn(session: Session, file: string): readonly string[] {
  if (textOf(session, file) !== undefined) return [file];
  const isBelow = session.isRecursive;
  const found = inFolder(session, file).filter(([, inside]) => READ.test(inside) && (isBelow || !inside.includes('/')));
  if (found.length > 0) return found.map(([name]) => name);
  if (inFolder(session, file).length > 0) return [];
  const matching = /[*?[\\]/.test(file) ? filesLike(Object.keys(session.invocation.files), file) : [];
  return matching.length === 0 ? [file] : matching;
}

function textOf(session: Session, file: string): string | undefined {
  return file === '-' ? (session.invocation.stdin ?? '') : fileNamed(session, file);
}

/** Models staging/src/k8s.io/kubectl/pkg/validation/validation.go getObjectKind, schema.go validateList (v1.36) */
export function problemWith(value: unknown): string | undefined {
  const problems = kindProblems(value);
  const { kind, items } = (value ?? {}) as Partial<ManifestObject>;
  if (problems.length === 0 && kind === 'List') {
    if (!Array.isArray(items)) problems.push('invalid object to validate');
    else problems.push(...items.flatMap(kindProblems));
  }
  return problems.length < 2 ? problems[0] : `[${problems.join(', ')}]`;
}

function kindProblems(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ['invalid object to validate'];
  const { apiVersion, kind } = value as { readonly apiVersion?: unknown; readonly kind?: unknown };
  const problems: string[] = [];
  if (apiVersion === undefined || apiVersion === null) problems.push('apiVersion not set');
  else if (typeof apiVersion !== 'string') problems.push("apiVersion isn't string type");
  else if (apiVersion.split('/').length > 2) problems.push(`unexpected GroupVersion string: ${apiVersion}`);
  if (kind === undefined || kind === null) problems.push('kind not set');
  else if (typeof kind !== 'string') problems.push("kind isn't string type");
  return problems;
}

/** The items of a list of any kind; those that do not say what they are, are what the list is of. A list of lists is none. */
function membersOf(object: ManifestObject): readonly ManifestObject[] | Failure {
  if (!Array.isArray(object.items)) return [object];
  const { apiVersion } = object;
  const kind = object.kind.replace(/List$/, '');
  const items = object.items as readonly ManifestObject[];
  if (items.some((item) => isFields(item) && Array.isArray(item.items))) {
    return failure('*unstructured.Unstructured is not a list: no Items field in this object');
  }
  return items.map((item) => (item.kind ? item : { ...item, apiVersion, kind }));
}

/** Where an object was read. */
interface Source {
  readonly file: string;
  /** Among the items of a list. */
  readonly isListed: boolean;
  /** The text of the document, when it is JSON. */
  readonly json: string | undefined;
}

function* mapObject(
  session: Session,
  source: Source,
  value: ManifestObject,
  validate: Validate | undefined,
): Process<Manifest | Failure> {
  const { file } = source;
  const [apiVersion, kind] = [stringIn(value.apiVersion), stringIn(value.kind)];
  const shape = shapeProblem(value, apiVersion, kind, source.isListed ? undefined : source.json);
  if (shape !== undefined) return failure(`unable to decode "${file}": ${shape}`);
  if (validate !== undefined) yield* validate(session, apiVersion, kind);
  const undecodable = metadataProblem(value.metadata);
  if (undecodable !== undefined) return failure(`unable to decode "${file}": json: cannot unmarshal ${undecodable}`);
  const object = sortedDeep({ ...value, apiVersion, metadata: withoutNulls(value.metadata) });
  if (session.isLocal) return asSaid(file, object);
  const resource = yield* lookUp(session, (known) => findKind(known, apiVersion, kind));
  const { name = '', namespace = '' } = object.metadata;
  if (resource === undefined) {
    const unknown = `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
    if (source.isListed) return new Failure(`unable to recognize ${unknown}\n`);
    return failure(
      `resource mapping not found for name: "${name}" namespace: "${namespace}" from "${file}": ${unknown}\nensure CRDs are installed first`,
    );
  }
  session.ctx = session.ctx.step(kubectl.mapped, `kubectl/${session.id}`, {
    kind,
    resource: resource.resource,
  });
  return place(session, file, object, resource);
}

/** What keeps kubectl from seeing what an object is. */
function shapeProblem(value: unknown, apiVersion: string, kind: string, json: string | undefined): string | undefined {
  if (!isFields(value)) return `json: cannot unmarshal ${goType(value)} into Go value of type unstructured.detector`;
  if (kind === '' || apiVersion.split('/').length > 2) {
    return `Object 'Kind' is missing in '${json ?? goJson(value, { sortKeys: true })}'`;
  }
  const { apiVersion: said } = value as { readonly apiVersion?: unknown };
  return said === undefined || said === null || typeof said === 'string'
    ? undefined
    : `json: cannot unmarshal ${goType(said)} into Go struct field metadataOnlyObject.TypeMeta.apiVersion of type string`;
}

/** What is no text is none. */
const stringIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** As a Go map is written: what is complained about comes in this order. */
export function sortedDeep<T>(value: T): T {
  if (Array.isArray(value)) return value.map(sortedDeep) as T;
  if (!isFields(value)) return value;
  return Object.fromEntries(sortedKeys(Object.keys(value)).map((key) => [key, sortedDeep(value[key])])) as T;
}

const TEXTS: readonly string[] = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion'];
const MAPS: readonly string[] = ['labels', 'annotations'];

/** kubectl itself reads the metadata as a Go struct; all else is the server's to read. */
function metadataProblem(metadata: unknown): string | undefined {
  if (metadata === undefined || metadata === null) return undefined;
  if (!isFields(metadata))
    return `${goType(metadata)} into Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta`;
  for (const [field, value] of Object.entries(metadata)) {
    const into = `into Go struct field ObjectMeta.metadata.${field} of type`;
    if (value === null) continue;
    if (TEXTS.includes(field) && typeof value !== 'string') return `${goType(value)} ${into} string`;
    if (!MAPS.includes(field)) continue;
    if (!isFields(value)) return `${goType(value)} ${into} map[string]string`;
    const wrong = Object.values(value).find((each) => each !== null && typeof each !== 'string');
    if (wrong !== undefined) return `${goType(wrong)} ${into} string`;
  }
  return undefined;
}

function goType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** A name that is null is no name. */
function withoutNulls(metadata: ManifestObject['metadata'] | null | undefined): ManifestObject['metadata'] {
  const fields = metadata ?? {};
  if (!TEXTS.some((field) => fields[field] === null)) return fields;
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => value !== null || !TEXTS.includes(field)),
  );
}

/** With `--local` no server says how the type is called, or where the object belongs. */
function asSaid(file: string, object: ManifestObject): Manifest {
  const [group, version] = splitGroupVersion(object.apiVersion);
  const word = object.kind.toLowerCase();
  const { namespace, ...metadata } = object.metadata;
  const names = { resource: `${word}s`, singular: word, kind: object.kind, shortNames: [], categories: [], verbs: [] };
  const resource = { group, version, namespaced: true, ...names };
  const said = namespace ? object : { ...object, metadata };
  return { file, object: said, resource, namespace };
}

function place(session: Session, file: string, object: ManifestObject, resource: Discovered): Manifest | Failure {
  if (!resource.namespaced) return { file, object: nowhere(object), resource, namespace: undefined };
  const said = object.metadata.namespace || undefined;
  const { givenNamespace: given } = session;
  if (said !== undefined && given !== undefined && said !== given) return otherNamespace(said, given);
  const namespace = said ?? session.namespace;
  const placed = { ...object, metadata: { ...object.metadata, namespace } };
  return { file, object: placed, resource, namespace, ...(said === undefined ? {} : { saidNamespace: said }) };
}

/** An object says another namespace than the command. */
// Models staging/src/k8s.io/cli-runtime/pkg/resource/visitor.go RequireNamespace (v1.36)
export function otherNamespace(said: string, given: string): Failure {
  const why = `the namespace from the provided object "${said}" does not match the namespace "${given}"`;
  return failure(`${why}. You must pass '--namespace=${said}' to perform this operation.`);
}

/** What belongs to the cluster is in no namespace, whatever its file says. */
function nowhere(object: ManifestObject): ManifestObject {
  if (object.metadata.namespace === undefined) return object;
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
