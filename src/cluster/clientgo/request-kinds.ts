import type { ResourceInfo } from '../../api/scheme/scheme.ts';
import { ShortList } from '../../base/short-list.ts';
import type { Credentials } from '../ports/credentials.ts';
import { subjectOf } from '../ports/subject.ts';
import type { ApiRequest, ClientCertificate, Method, RequestTarget } from '../ports/transport.ts';
import { pathOf, type QueryPairs } from './paths.ts';

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

const METHODS: { readonly [verb in Verb]: Method } = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
};

/** The arguments of the step `request`. */
interface Asked {
  readonly verb: Verb;
  readonly resource: string;
  readonly subresource: string | undefined;
}

type Headers = ApiRequest['headers'];

const NO_REST: readonly string[] = [];

/** Requests of one client that differ only in the object and in what they say of it. All else of them is worked out once. */
// Models staging/src/k8s.io/client-go/rest/request.go, Request (v1.36)
export class RequestKind {
  readonly method: Method;
  readonly asked: Asked;
  /** The beginning of the subjects of all its objects. */
  readonly subject: string;
  /** The namespace of its objects; undefined of Namespaces, whose paths are among the paths inside them. */
  readonly scope: string | undefined;

  constructor(
    readonly verb: Verb,
    readonly info: ResourceInfo,
    readonly namespace: string | undefined,
    readonly subresource: string | undefined,
    readonly headers: Headers,
    readonly clientCertificate: ClientCertificate | undefined,
  ) {
    const { group, resource, namespaced } = info;
    this.method = METHODS[verb];
    this.asked = { verb, resource, subresource };
    this.subject = subjectOf(info, namespace, '');
    if (resource !== 'namespaces' || group !== '') this.scope = namespaced ? (namespace ?? '') : '';
  }
}

/** The few kinds of request that a client sends. */
export class RequestKinds {
  private readonly known = new ShortList<RequestKind>(24);
  private readonly authorization: string | undefined;

  constructor(
    private readonly userAgent: string,
    private readonly credentials: Credentials,
  ) {
    const { token } = credentials;
    if (token !== undefined) this.authorization = `Bearer ${token}`;
  }

  find(
    verb: Verb,
    info: ResourceInfo,
    namespace: string | undefined,
    subresource: string | undefined,
    contentType: string | undefined,
    accept: string,
  ): RequestKind {
    const { items } = this.known;
    for (let at = 0; at < items.length; at += 1) {
      const kind = items[at] as RequestKind;
      if (kind.info !== info || kind.verb !== verb || kind.subresource !== subresource) continue;
      if (kind.namespace !== namespace) continue;
      if (kind.headers['content-type'] !== contentType || kind.headers.accept !== accept) continue;
      this.known.moveUp(at);
      return kind;
    }
    const { userAgent, authorization } = this;
    const headers = { accept, 'content-type': contentType, 'user-agent': userAgent, authorization };
    const kind = new RequestKind(verb, info, namespace, subresource, headers, this.credentials.clientCertificate);
    this.known.note(kind);
    return kind;
  }
}

/** A request of a kind. What many have in common is read from there. */
export class KindRequest implements ApiRequest, RequestTarget {
  constructor(
    readonly kind: RequestKind,
    readonly name: string,
    readonly subject: string,
    readonly query: QueryPairs,
    readonly body: unknown,
  ) {}

  get target(): RequestTarget {
    return this;
  }

  get method(): Method {
    return this.kind.method;
  }

  get headers(): Headers {
    return this.kind.headers;
  }

  get clientCertificate(): ClientCertificate | undefined {
    return this.kind.clientCertificate;
  }

  get path(): string {
    const { info, namespace, subresource } = this.kind;
    return pathOf(info, namespace, this.name, subresource);
  }

  get isResource(): true {
    return true;
  }

  get verb(): Verb {
    return this.kind.verb;
  }

  get namespace(): string {
    return this.kind.scope ?? this.name;
  }

  get subresource(): string {
    return this.kind.subresource ?? '';
  }

  get rest(): readonly string[] {
    return NO_REST;
  }

  get group(): string {
    return this.kind.info.group;
  }

  get version(): string {
    return this.kind.info.version;
  }

  get resource(): string {
    return this.kind.info.resource;
  }
}
