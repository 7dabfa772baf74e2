import type { AccessAnswer, AccessQuestion } from '../../../api/cel/index.ts';
import type { Status } from '../../../api/errors/status.ts';
import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process, Random } from '../../../engine/index.ts';
import type { HttpAnswer, ProgramPlace } from '../../ports/http.ts';
import type { Outside } from '../../ports/outside.ts';
import type { UserInfo } from '../authn/user.ts';
import type { ServerCore } from '../core/core.ts';
import type { Scope } from '../scope/scope.ts';
import type { AdmissionServices } from './attributes.ts';

/** What the plugins see of one request's surroundings. */
// Models staging/src/k8s.io/apiserver/pkg/admission/initializer/initializer.go (v1.36)
export class Lookups implements AdmissionServices {
  /** Most requests pass no webhook. */
  private left: Map<string, KObject> | undefined;

  constructor(
    private readonly core: ServerCore,
    private readonly scope: Scope,
  ) {}

  get random(): Random {
    return this.core.random;
  }

  get now(): number {
    return this.core.engine.now;
  }

  get outside(): Outside | undefined {
    return this.core.config.outside;
  }

  post(ctx: Context | undefined, place: ProgramPlace, body: object): HttpAnswer | undefined {
    return this.core.post(ctx, place, body);
  }

  get(resource: string, namespace: string, name: string): KObject | undefined {
    return this.core.peek(resource, namespace, name);
  }

  list(resource: string, namespace: string): readonly KObject[] {
    return this.core.peekAll(resource, namespace);
  }

  version(group: string, version: string, resource: string): ResourceInfo | undefined {
    return this.core.stores.find(group, version, resource);
  }

  get subject(): string {
    return this.scope.subject;
  }

  allows(user: UserInfo, question: AccessQuestion): AccessAnswer {
    const { verb, path, group = '', resource = '', subresource = '', namespace = '', name = '' } = question;
    const { decision, reason } = this.core.access.authorizer.authorize({
      user,
      info: {
        isResource: path === undefined,
        verb,
        path: path ?? '',
        group,
        version: '*',
        namespace,
        resource,
        subresource,
        name,
        rest: [],
      },
      fieldSelector: undefined,
    });
    return { allowed: decision === 'allow', reason };
  }

  liveList(ctx: Context, resource: string, namespace: string): Process<readonly KObject[] | Status> {
    return this.core.loopback.list(ctx, resource, namespace);
  }

  liveGet(ctx: Context, resource: string, namespace: string, name: string): Process<KObject | Status> {
    return this.core.loopback.get(ctx, resource, namespace, name);
  }

  replaceStatus(ctx: Context, object: KObject): Process<KObject | Status> {
    return this.core.loopback.replaceStatus(ctx, object);
  }

  get leftByWebhooks(): Map<string, KObject> {
    this.left ??= new Map();
    return this.left;
  }

  annotate(key: string, value: string): void {
    this.scope.audit.annotate(key, value);
  }

  warn(text: string): void {
    this.scope.warnings.push(text);
  }
}
