import {
  alreadyExists,
  badRequest,
  conflict,
  methodNotAllowedOnPath,
  notFound,
  OBJECT_WAS_MODIFIED,
  success,
} from '../../../api/errors/status.ts';
import { isFields } from '../../../api/go/json.ts';
import { applyMergePatch } from '../../../api/patch/merge-patch.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { randomUid } from '../../../api/values/names.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Random } from '../../../engine/index.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import { chosenForm } from '../request/negotiation.ts';
import type { AggregatedResource, AggregatedServer, AggregatedWorld, ServerAnswer } from './aggregated-server.ts';

/** Annotations of a Service that stand for an API server behind it. */
const DECLARES = 'apiserver.kubestep.dev/resources';
const ANSWERS = 'apiserver.kubestep.dev/status';

const VERBS: readonly string[] = ['create', 'delete', 'get', 'list', 'patch', 'update'];

/** `flunders Flunder Namespaced fl`, one resource a line: what the program behind a Service serves; undefined: it is no API server. */
export function declaredResources(service: KObject | undefined): readonly AggregatedResource[] | undefined {
  const text = service?.metadata.annotations?.[DECLARES];
  if (text === undefined) return undefined;
  return text
    .split(/[\n;]/)
    .map((line) => line.trim().split(/\s+/))
    .filter(([name = '']) => name !== '')
    .map(([name = '', kind = name, scope = 'Namespaced', shortNames]) => ({
      name,
      singularName: kind.toLowerCase(),
      namespaced: scope !== 'Cluster',
      kind,
      verbs: VERBS,
      ...(shortNames === undefined ? undefined : { shortNames: shortNames.split(',') }),
    }));
}

/** The code with which the program answers for now, when it does not do what it should. */
export function brokenStatus(service: KObject | undefined): number | undefined {
  const code = Number(service?.metadata.annotations?.[ANSWERS]);
  return code >= 400 && code < 600 ? code : undefined;
}

interface Place {
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly name: string;
}

/** An API server with a store of its own, as sample-apiserver is one. */
// Models staging/src/k8s.io/sample-apiserver (v1.36). Deviation: objects have no schema, and nobody watches them.
export class DeclaredServer implements AggregatedServer {
  private readonly objects = new Map<string, KObject>();
  private revision = 0;

  constructor(
    readonly resources: readonly AggregatedResource[],
    private readonly random: Random,
    before?: DeclaredServer,
  ) {
    if (before === undefined) return;
    // A Service that is changed leaves the program behind it as it is.
    this.objects = before.objects;
    this.revision = before.revision;
  }

  answer(request: ApiRequest, _user: unknown, world: AggregatedWorld): ServerAnswer {
    const place = placeOf(request.path);
    const info = this.resources.find(({ name }) => name === place.resource);
    if (info === undefined) return { code: 404, body: '404 page not found\n' };
    if (place.name === '') {
      if (request.method === 'GET') return this.list(request, place, info);
      return request.method === 'POST' ? this.create(request, place, info, world) : NOT_ALLOWED;
    }
    const found = this.objects.get(keyOf(place));
    if (found === undefined) return refused(notFound(place, place.name));
    switch (request.method) {
      case 'GET':
        return { code: 200, body: asksForRows(request) ? table([found], found.metadata.resourceVersion) : found };
      case 'PUT':
        return this.replace(place, found, request.body);
      case 'PATCH':
        return this.replace(place, found, isFields(request.body) ? applyMergePatch(found, request.body) : undefined);
      case 'DELETE':
        this.objects.delete(keyOf(place));
        return {
          code: 200,
          body: success({ name: place.name, group: place.group, kind: place.resource, uid: found.metadata.uid ?? '' }),
        };
      default:
        return NOT_ALLOWED;
    }
  }

  private list(request: ApiRequest, place: Place, info: AggregatedResource): ServerAnswer {
    const prefix = `${place.resource}/${place.namespace === '' ? '' : `${place.namespace}/`}`;
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const items = keys.map((key) => this.objects.get(key) as KObject);
    if (asksForRows(request)) return { code: 200, body: table(items, String(this.revision)) };
    return {
      code: 200,
      body: {
        kind: `${info.kind}List`,
        apiVersion: `${place.group}/${place.version}`,
        metadata: { resourceVersion: String(this.revision) },
        items,
      },
    };
  }

  private create(request: ApiRequest, place: Place, info: AggregatedResource, world: AggregatedWorld): ServerAnswer {
    const { body } = request;
    if (!isFields(body) || !isFields(body.metadata) || typeof body.metadata.name !== 'string')
      return refused(badRequest('the body has no metadata.name'));
    const { name } = body.metadata;
    const { namespace } = place;
    if (info.namespaced && !world.list('namespaces', '').some(({ metadata }) => metadata.name === namespace))
      return refused(notFound({ group: '', resource: 'namespaces' }, namespace));
    const key = keyOf({ ...place, name });
    if (this.objects.has(key)) return refused(alreadyExists(place, name));
    const metadata = {
      ...body.metadata,
      name,
      ...(info.namespaced ? { namespace } : undefined),
      uid: randomUid(this.random),
      creationTimestamp: rfc3339(world.now),
    };
    const apiVersion = `${place.group}/${place.version}`;
    return { code: 201, body: this.stored(key, { ...body, kind: info.kind, apiVersion, metadata }) };
  }

  private replace(place: Place, found: KObject, body: unknown): ServerAnswer {
    if (!isFields(body) || !isFields(body.metadata)) return refused(badRequest('the body is no object'));
    const { resourceVersion = found.metadata.resourceVersion } = body.metadata;
    if (resourceVersion !== found.metadata.resourceVersion)
      return refused(conflict(place, place.name, OBJECT_WAS_MODIFIED));
    const { uid, creationTimestamp, namespace, name } = found.metadata;
    const metadata = { ...body.metadata, name, namespace, uid, creationTimestamp };
    const { kind, apiVersion } = found;
    return { code: 200, body: this.stored(keyOf(place), { ...body, kind, apiVersion, metadata } as KObject) };
  }

  private stored(key: string, object: KObject): KObject {
    this.revision += 1;
    const resourceVersion = String(this.revision);
    const made = { ...object, metadata: { ...object.metadata, resourceVersion } };
    this.objects.set(key, made);
    return made;
  }
}

const NOT_ALLOWED: ServerAnswer = { code: 405, body: methodNotAllowedOnPath() };

function asksForRows({ headers }: ApiRequest): boolean {
  return chosenForm(headers.accept, true)?.as === 'Table';
}

const COLUMNS = [
  { name: 'Name', type: 'string', format: 'name', description: '', priority: 0 },
  { name: 'Created At', type: 'date', format: '', description: '', priority: 0 },
];

/** Models staging/src/k8s.io/apiserver/pkg/registry/rest/table.go (v1.36) */
function table(objects: readonly KObject[], resourceVersion: string | undefined): object {
  const rows = objects.map(({ metadata }) => ({
    cells: [metadata.name, metadata.creationTimestamp],
    object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata },
  }));
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { resourceVersion },
    columnDefinitions: COLUMNS,
    rows,
  };
}

function refused(status: { readonly code?: number }): ServerAnswer {
  return { code: status.code ?? 500, body: status };
}

function keyOf({ resource, namespace, name }: Place): string {
  return namespace === '' ? `${resource}/${name}` : `${resource}/${namespace}/${name}`;
}

function placeOf(path: string): Place {
  const [, , group = '', version = '', ...rest] = path.split('/');
  const isInside = rest[0] === 'namespaces' && rest.length > 2;
  const [resource = '', name = ''] = isInside ? rest.slice(2) : rest;
  return { group, version, namespace: isInside ? (rest[1] ?? '') : '', resource, name };
}
