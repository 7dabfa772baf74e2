import { isFailure, isNamespaceTerminating } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Namespace, ServiceAccount } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import { objectKey, type RestClient, type SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';

const NAME = 'service-account-controller';
const DEFAULT = 'default';

/**
 * Every active namespace has a ServiceAccount named default.
 * Models pkg/controller/serviceaccount/serviceaccounts_controller.go (v1.36)
 */
export class ServiceAccountController implements Controller {
  readonly name = NAME;
  private readonly namespaces: SharedInformer<Namespace>;
  private readonly accounts: SharedInformer<ServiceAccount>;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly info = resourceOf('serviceaccounts');

  constructor(private readonly runtime: ControllerRuntime) {
    this.client = runtime.client(NAME);
    this.namespaces = runtime.informers.informer(resourceOf('namespaces'));
    this.accounts = runtime.informers.informer(this.info);
    this.queue = new WorkQueue(runtime.env, 'serviceaccount', NAME);
    const queue = (ctx: Context, namespace: KObject): void => this.queue.add(ctx, objectKey(namespace));
    this.namespaces.addHandler(NAME, { onAdd: queue, onUpdate: (ctx, _, namespace) => queue(ctx, namespace) });
    this.accounts.addHandler(NAME, {
      onDelete: (ctx, { metadata }) => {
        if (metadata.name === DEFAULT) this.queue.add(ctx, metadata.namespace ?? '');
      },
    });
  }

  start(): void {
    startWorkers(this.runtime, this.queue, 1, (ctx, key) => this.sync(ctx, key));
  }

  private *sync(ctx: Context, name: string): Process<boolean> {
    const namespace = this.namespaces.indexer.get(ctx, name);
    if (namespace === undefined || namespace.status?.phase === 'Terminating') return true;
    const present = this.accounts.indexer.get(ctx, `${name}/${DEFAULT}`) !== undefined;
    const checked = ctx.step(controllersSteps.defaultServiceAccount, subjectOf(this.info, name, DEFAULT), { present });
    if (present) return true;
    const account = { kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name: DEFAULT, namespace: name } };
    const answer = yield* this.client.create(checked, this.info, name, account);
    if (!isFailure(answer) || answer.reason === 'AlreadyExists') return true;
    return isNamespaceTerminating(answer);
  }
}
