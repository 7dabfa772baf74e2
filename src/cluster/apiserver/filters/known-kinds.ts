// Models nothing upstream: a real server finds all of this out anew for each request; what comes out is the same.

import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { ApiRequest, RequestInfo } from '../../ports/transport.ts';
import type { Authenticated } from '../authn/authenticator.ts';
import type { UserInfo } from '../authn/user.ts';
import type { UnionVerdict } from '../authz/attributes.ts';
import type { Classified } from '../flowcontrol/classifier.ts';
import type { ResourceStore } from '../registry/store.ts';
import type { Stores } from '../registry/stores.ts';
import type { Measured } from '../request/request-counts.ts';

/** Somebody may ask for any object with requests of this kind, for as long as no RBAC object changes. */
interface Allowed {
  readonly user: UserInfo;
  readonly generation: number;
  readonly verdict: UnionVerdict;
}

/** What was found out about a kind of request of one client, and holds for the next one too. */
export class KnownKind {
  /** By a certificate, which says the same each time. */
  authenticated: Authenticated | undefined;
  classified: Classified | undefined;
  allowed: Allowed | undefined;
  measured: Measured | undefined;

  constructor(
    /** Of the definitions when it was found. */
    readonly generation: number,
    /** In the version that the request names. */
    readonly resource: ResourceInfo | undefined,
    readonly store: ResourceStore | undefined,
  ) {}
}

/** Clients send thousands of requests of few kinds. Who does not say of which kind a request is, is asked everything each time. */
export class KnownKinds {
  private readonly known = new WeakMap<object, KnownKind>();

  constructor(private readonly stores: Stores) {}

  of({ target }: ApiRequest, info: RequestInfo): KnownKind {
    // Requests for Namespaces differ in their namespaces.
    if (target === undefined || target !== info || info.resource === 'namespaces') return this.find(info);
    const { generation } = this.stores;
    let kind = this.known.get(target.kind);
    if (kind === undefined || kind.generation !== generation) {
      kind = this.find(info);
      this.known.set(target.kind, kind);
    }
    return kind;
  }

  private find({ isResource, group, version, resource }: RequestInfo): KnownKind {
    const { stores } = this;
    const found = isResource ? stores.find(group, version, resource) : undefined;
    return new KnownKind(stores.generation, found, found === undefined ? undefined : stores.of(found));
  }
}
