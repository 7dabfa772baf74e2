import type { AccessAnswer, AccessQuestion } from '../../../api/cel/index.ts';
import { forbidden, type Status } from '../../../api/errors/status.ts';
import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { DeleteOptions, KObject } from '../../../api/types/meta.ts';
import type { Context, Process, Random } from '../../../engine/index.ts';
import type { HttpAnswer, ProgramPlace } from '../../ports/http.ts';
import type { Outside } from '../../ports/outside.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import type { UserInfo } from '../authn/user.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** A write on its way to the store, as admission sees it. */
export interface AdmissionAttributes {
  readonly operation: Operation;
  /** In the storage version. */
  readonly resource: ResourceInfo;
  /** In the version of the request. */
  readonly requested: ResourceInfo;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly object: KObject | undefined;
  readonly old: KObject | undefined;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** What the request says of how to write. */
  readonly query: ApiRequest['query'];
  /** A deletion says it in an object. */
  readonly deleteOptions?: DeleteOptions;
  /** The chain runs a second time, because something outside of the server changed the object. */
  readonly again?: true;
}

/** What plugins may look at: other objects, as the server's own caches have them. */
export interface AdmissionServices {
  get(resource: string, namespace: string, name: string): KObject | undefined;
  list(resource: string, namespace: string): readonly KObject[];
  /** A version of a resource, if it is served. */
  version(group: string, version: string, resource: string): ResourceInfo | undefined;
  /** What the authorizers say to somebody's wish. */
  allows(user: UserInfo, question: AccessQuestion): AccessAnswer;
  /** What the request is about, for steps. */
  readonly subject: string;
  /** A live LIST over the API, as the server itself. */
  liveList(ctx: Context, resource: string, namespace: string): Process<readonly KObject[] | Status>;
  /** A live GET over the API, as the server itself. */
  liveGet(ctx: Context, resource: string, namespace: string, name: string): Process<KObject | Status>;
  /** Replaces the status of an object if nobody came in between. */
  replaceStatus(ctx: Context, object: KObject): Process<KObject | Status>;
  readonly random: Random;
  /** Virtual microseconds. */
  readonly now: number;
  /** Undefined: there is nothing outside of the cluster. */
  readonly outside: Outside | undefined;
  /** What the program at an address in the cluster says over TLS; undefined: it is none of those that are known to. */
  post(ctx: Context | undefined, place: ProgramPlace, body: object): HttpAnswer | undefined;
  /** How each webhook left the object of this request, by configuration and name: a later round asks only about what is new. */
  readonly leftByWebhooks: Map<string, KObject>;
  annotate(key: string, value: string): void;
  warn(text: string): void;
}

export type Admitted = KObject | Status;

/** Where a plugin acts: a resource (`pods`), one of its subresources (`pods/binding`), or `*`. */
export interface AdmissionPlugin {
  readonly name: string;
  handles(resource: string, operation: Operation): boolean;
  /** Its rules are objects of the API: after a change by it, the plugins before it look again. */
  readonly external?: true;
  /** The resource that its rules are of: while there are none it is passed over without a word. */
  readonly rules?: string;
  /** Gives back the same object when there is nothing to change; undefined when it must ask somebody first: `admitLater`. */
  admit?(attributes: AdmissionAttributes, object: KObject, services: AdmissionServices): Admitted | undefined;
  admitLater?(
    ctx: Context,
    attributes: AdmissionAttributes,
    object: KObject,
    services: AdmissionServices,
  ): Process<Admitted>;
  /** A text is a note for the step. */
  validate?(attributes: AdmissionAttributes, services: AdmissionServices): Status | string | undefined;
  /** Whether `validateLater` has anybody to ask; else there is nothing to be said. */
  asks?(attributes: AdmissionAttributes, services: AdmissionServices): boolean;
  validateLater?(
    ctx: Context,
    attributes: AdmissionAttributes,
    services: AdmissionServices,
  ): Process<Status | string | undefined>;
  /** What it changed, in a few words, for the step. */
  describe?(before: KObject, after: KObject): string;
}

export const on =
  (resources: readonly string[], operations: readonly Operation[]) =>
  (resource: string, operation: Operation): boolean =>
    operations.includes(operation) && (resources.includes('*') || resources.includes(resource));

/** What has no name yet is called by the beginning of the one that it will get. */
// Models NewForbidden of staging/src/k8s.io/apiserver/pkg/admission/errors.go (v1.36)
export function refusedBecause({ resource, name, object }: AdmissionAttributes, why: string): Status {
  const { name: own, generateName } = object?.metadata ?? {};
  return forbidden(resource, name || own || generateName || 'Unknown', why);
}
