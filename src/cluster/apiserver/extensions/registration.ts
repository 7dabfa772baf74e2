import { isStatus } from '../../../api/errors/status.ts';
import type { CustomResourceDefinition } from '../../../api/types/apiextensions.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { extensions as steps } from '../../../steps/extensions.ts';
import { WorkQueue, worker } from '../../clientgo/work-queue.ts';
import { lasting } from '../../ports/panic.ts';
import type { ServerCore } from '../core/core.ts';

const ACTOR = 'kube-apiserver';
const SERVICES = 'apiservices.apiregistration.k8s.io';
const PATH = '/apis/apiregistration.k8s.io/v1/apiservices';
const AUTOMANAGED = 'kube-aggregator.kubernetes.io/automanaged';

/** An APIService for each group and version that some definition serves. */
// Models pkg/controlplane/controller/crdregistration/crdregistration_controller.go and kube-aggregator autoregister_controller.go (v1.36)
export class Registration {
  private readonly queue: WorkQueue;
  /** What was last wanted of each, so that nothing is asked for twice. */
  private readonly asked = new Map<string, boolean>();

  constructor(
    private readonly core: ServerCore,
    private readonly definitions: () => readonly CustomResourceDefinition[],
  ) {
    this.queue = new WorkQueue(core.env, 'autoregister', ACTOR);
    core.engine.spawn(lasting(core.engine, () => worker(this.queue, (ctx, key) => this.sync(ctx, key))));
  }

  changed(ctx: Context, { spec }: CustomResourceDefinition): void {
    for (const { name } of spec.versions) {
      const key = `${name}.${spec.group}`;
      const wanted = this.isWanted(key);
      if (wanted === (this.asked.get(key) ?? this.present(key) !== undefined)) continue;
      this.asked.set(key, wanted);
      this.queue.add(ctx, key);
    }
  }

  private isWanted(key: string): boolean {
    return this.definitions().some(({ spec }) =>
      spec.versions.some((version) => version.served && `${version.name}.${spec.group}` === key),
    );
  }

  private present(key: string) {
    return this.core.stores.byName(SERVICES)?.cacher.get('', key);
  }

  private *sync(ctx: Context, key: string): Process<boolean> {
    const wanted = this.isWanted(key);
    const present = this.present(key);
    if (wanted === (present !== undefined)) return true;
    const dot = key.indexOf('.');
    const [version, group] = [key.slice(0, dot), key.slice(dot + 1)];
    const own = ctx.step(steps.registered, `${SERVICES}/${key}`, { groupVersion: `${group}/${version}`, wanted });
    if (present === undefined) {
      const answer = yield* this.core.loopback.call(own, 'POST', PATH, serviceFor(key, group, version));
      return !isStatus(answer) || answer.reason === 'AlreadyExists';
    }
    if (present.metadata.labels?.[AUTOMANAGED] !== 'true') return true;
    const preconditions = { uid: present.metadata.uid };
    const options = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions };
    const answer = yield* this.core.loopback.call(own, 'DELETE', `${PATH}/${key}`, options);
    return !isStatus(answer) || answer.status === 'Success' || answer.reason === 'NotFound';
  }
}

function serviceFor(name: string, group: string, version: string): object {
  return {
    kind: 'APIService',
    apiVersion: 'apiregistration.k8s.io/v1',
    metadata: { name, labels: { [AUTOMANAGED]: 'true' } },
    spec: { group, version, groupPriorityMinimum: 1000, versionPriority: 100 },
    status: {},
  };
}
