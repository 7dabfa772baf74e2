import { isStatus, type Status } from '../../../api/errors/status.ts';
import { qualifiedResource, resourceOf } from '../../../api/scheme/scheme.ts';
import type { KList, KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { ApiRequest, ApiResponse } from '../../ports/transport.ts';
import { LOOPBACK_TOKEN } from '../authn/authenticator.ts';
import type { Stores } from '../registry/stores.ts';
import type { ApiServerConfig } from './config.ts';

export type Serve = (ctx: Context, request: ApiRequest) => Process<ApiResponse>;

const DELETE_OPTIONS = { kind: 'DeleteOptions', apiVersion: 'v1' };

/** Requests of the server to itself, past the network but through every filter. */
// Models staging/src/k8s.io/apiserver/pkg/server/config.go, LoopbackClientConfig (v1.36)
export class Loopback {
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    { gitVersion, gitCommit, platform }: ApiServerConfig,
    private readonly stores: Stores,
    /** The chain of filters, of the server that is being made: asked once it is. */
    private readonly serve: Serve,
  ) {
    this.headers = {
      'user-agent': `kube-apiserver/${gitVersion} (${platform}) kubernetes/${gitCommit.slice(0, 7)}`,
      accept: 'application/json',
      authorization: `Bearer ${LOOPBACK_TOKEN}`,
    };
  }

  *list(ctx: Context, resource: string, namespace: string): Process<readonly KObject[] | Status> {
    const answer = yield* this.call(ctx, 'GET', pathOf(resource, namespace, ''), undefined);
    return isStatus(answer) ? answer : (answer as KList).items;
  }

  *get(ctx: Context, resource: string, namespace: string, name: string): Process<KObject | Status> {
    return (yield* this.call(ctx, 'GET', pathOf(resource, namespace, name), undefined)) as KObject | Status;
  }

  *replaceStatus(ctx: Context, object: KObject): Process<KObject | Status> {
    const resource = [...this.stores.all()].find((store) => store.info.kind === object.kind);
    if (resource === undefined) throw new Error(`no resource for ${object.kind}`);
    const { namespace = '', name = '' } = object.metadata;
    const path = `${pathOf(qualifiedResource(resource.info), namespace, name)}/status`;
    return (yield* this.call(ctx, 'PUT', path, object)) as KObject | Status;
  }

  *create(ctx: Context, resource: string, object: KObject): Process<KObject | Status> {
    return (yield* this.call(ctx, 'POST', pathOf(resource, '', ''), object)) as KObject | Status;
  }

  *delete(ctx: Context, resource: string, name: string): Process<Status> {
    return (yield* this.call(ctx, 'DELETE', pathOf(resource, '', name), DELETE_OPTIONS)) as Status;
  }

  *call(
    ctx: Context,
    method: ApiRequest['method'],
    path: string,
    body: unknown,
    contentType?: string,
    query: ApiRequest['query'] = [],
  ): Process<unknown> {
    const headers = contentType === undefined ? this.headers : { ...this.headers, 'content-type': contentType };
    const request: ApiRequest = { method, path, query, headers, body, clientCertificate: undefined };
    const response = yield* this.serve(ctx, request);
    return response.body;
  }
}

function pathOf(resource: string, namespace: string, name: string): string {
  const dot = resource.indexOf('.');
  const info = dot < 0 ? resourceOf(resource) : resourceOf(resource.slice(0, dot), resource.slice(dot + 1));
  if (info === undefined) throw new Error(`no resource ${resource}`);
  const root = info.group === '' ? `/api/${info.version}` : `/apis/${info.group}/${info.version}`;
  const scoped = info.namespaced && namespace !== '' ? `${root}/namespaces/${namespace}` : root;
  return name === '' ? `${scoped}/${info.resource}` : `${scoped}/${info.resource}/${name}`;
}
