import { methodNotAllowedOnPath, notFound, notFoundPath } from '../../../api/errors/status.ts';
import { type ResourceInfo, resourceOf, subresourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { Services } from '../parts/services.ts';
import { refuseForm } from '../request/misfit-form.ts';
import { refuseAccept } from '../request/negotiation.ts';
import { type Answer, failed, refused, type Scope } from '../scope/scope.ts';
import { handleBinding } from './binding.ts';
import { handleConnect } from './connect.ts';
import { handleCreate } from './create.ts';
import { handleDelete, handleDeleteCollection } from './delete.ts';
import { handleEviction } from './eviction.ts';
import { handleList } from './list.ts';
import { handlePatch } from './patch.ts';
import { handleProxy } from './proxy.ts';
import { handleGet } from './read.ts';
import { handleScaleWrite } from './scale.ts';
import { handleToken } from './token.ts';
import { handleUpdate } from './update.ts';
import { handleWatch } from './watch.ts';

const ENDPOINTS = resourceOf('endpoints');
const COMPONENT_STATUSES = resourceOf('componentstatuses');

/** What people are told to use instead. Models staging/src/k8s.io/apiserver/pkg/endpoints/deprecation/deprecation.go (v1.36) */
function deprecationOf(resource: ResourceInfo): string | undefined {
  if (resource === ENDPOINTS) return 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice';
  return resource === COMPONENT_STATUSES ? 'v1 ComponentStatus is deprecated in v1.19+' : undefined;
}

/** What the server passes on to a node or an address. */
const CONNECTED: ReadonlySet<string> = new Set(['log', 'exec', 'attach', 'portforward']);

/** Behind these are programs that any request may be sent on to. */
const PROXIED: ReadonlySet<ResourceInfo | undefined> = new Set(
  ['pods', 'services', 'nodes'].map((each) => resourceOf(each)),
);

/** Finds the handler for a verb on a resource or one of its subresources. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)
export function handle(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const { verb, subresource } = scope.info;
  if (subresource === 'proxy' && PROXIED.has(scope.resource)) return handleProxy(services, ctx, scope);
  if (scope.request.method === 'HEAD') return notAllowed(ctx, scope);
  const isCustom = scope.resource.custom === true;
  const isPassedOn = subresource !== '' && CONNECTED.has(subresource);
  const unacceptable = isPassedOn ? undefined : refuseAccept(scope.request, verb, isCustom, hasRows(scope));
  if (unacceptable !== undefined) return refused(ctx, unacceptable);
  if ((verb === 'list' || verb === 'get') && scope.request.headers.accept?.includes('as=') === true) {
    const misfit = refuseForm(scope.request, isCustom, verb === 'list', goTypeOf(scope.resource));
    if (misfit !== undefined) return refused(ctx, misfit);
  }
  const deprecation = deprecationOf(scope.resource);
  if (deprecation !== undefined) {
    scope.audit.annotate('k8s.io/deprecated', 'true');
    scope.warnings.push(deprecation);
  }
  if (subresource !== '') return handleSubresource(services, ctx, scope);
  // Across namespaces objects are only read.
  if (scope.resource.namespaced && scope.info.namespace === '' && verb !== 'list' && verb !== 'watch') {
    return scope.info.name === '' ? notAllowed(ctx, scope) : refused(ctx, notFoundPath());
  }
  switch (verb) {
    case 'get':
      return handleGet(services, ctx, scope);
    case 'list':
      return handleList(services, ctx, scope);
    case 'watch':
      if (scope.request.method !== 'GET') return notAllowed(ctx, scope);
      return handleWatch(services, ctx, scope);
    case 'create':
      return scope.info.name === '' ? handleCreate(services, ctx, scope) : notAllowed(ctx, scope);
    case 'update':
      return scope.info.name === '' ? notAllowed(ctx, scope) : handleUpdate(services, ctx, scope);
    case 'patch':
      return scope.info.name === '' ? notAllowed(ctx, scope) : handlePatch(services, ctx, scope);
    case 'delete':
      return handleDelete(services, ctx, scope);
    case 'deletecollection':
      return scope.resource.verbs.includes('deletecollection')
        ? handleDeleteCollection(services, ctx, scope)
        : notAllowed(ctx, scope);
    default:
      return notAllowed(ctx, scope);
  }
}

/** What is only ever created, a binding or an eviction, has no columns. */
function hasRows({ info, resource }: Scope): boolean {
  return info.subresource === '' || (subresourceOf(resource, info.subresource)?.verbs.length ?? 2) > 1;
}

/** The server's own type of a resource, as it prints it. */
function goTypeOf({ group, kind, custom }: ResourceInfo): string {
  if (custom === true) return '*unstructured.Unstructured';
  return `*${group === '' ? 'core' : (group.split('.')[0] ?? '')}.${kind}`;
}

function handleSubresource(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const { verb, subresource } = scope.info;
  const known = subresourceOf(scope.resource, subresource);
  if (known === undefined) {
    const custom = scope.resource.definition !== undefined;
    return refused(ctx, custom ? notFound(scope.resource, scope.info.name) : notFoundPath());
  }
  if (!known.verbs.includes(verb)) return notAllowed(ctx, scope);
  if (CONNECTED.has(subresource)) return handleConnect(services, ctx, scope);
  if (verb === 'create') {
    if (subresource === 'binding') return handleBinding(services, ctx, scope);
    if (subresource === 'token') return handleToken(services, ctx, scope);
    if (subresource === 'eviction') return handleEviction(services, ctx, scope);
    return notAllowed(ctx, scope);
  }
  if (verb === 'get') return handleGet(services, ctx, scope);
  if (verb === 'patch') return handlePatch(services, ctx, scope);
  if (subresource === 'scale') {
    scope.audit.requestObject = scope.request.body;
    return handleScaleWrite(services, ctx, scope, () => scope.request.body as KObject);
  }
  return handleUpdate(services, ctx, scope);
}

function* notAllowed(ctx: Context, scope: Scope): Process<Answer> {
  const answer = failed(ctx, methodNotAllowedOnPath());
  return scope.request.method === 'HEAD' ? { ...answer, body: '' } : answer;
}
