import { isFailure } from '../../../api/errors/status.ts';
import { equalJson } from '../../../api/go/json.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import { matchesLabels } from '../../../api/selectors/selectors.ts';
import type { KObject, LabelSelector } from '../../../api/types/meta.ts';
import type { ClusterRole } from '../../../api/types/rbac.ts';
import { compareStrings } from '../../../base/order.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import type { SharedInformer } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';

const NAME = 'clusterrole-aggregation-controller';

interface ClusterRoleView extends KObject {
  readonly rules?: readonly unknown[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelector[] };
}

/**
 * Fills ClusterRoles that name labels with the rules of all ClusterRoles that carry them.
 * Models pkg/controller/clusterroleaggregation/clusterroleaggregation_controller.go (v1.36)
 */
export class ClusterRoleAggregationController extends QueueController {
  private readonly roles: SharedInformer<ClusterRole>;
  private readonly info = resourceOf('clusterroles', 'rbac.authorization.k8s.io');

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'ClusterRoleAggregator', workers: 5 });
    this.roles = runtime.informers.informer(this.info);
    const queueAll = (ctx: Context): void => {
      for (const role of this.roles.indexer.list(ctx) as readonly ClusterRoleView[]) {
        if (role.aggregationRule !== undefined) this.queue.add(ctx, role.metadata.name ?? '');
      }
    };
    this.roles.addHandler(NAME, {
      onAdd: (ctx, role, initial) => {
        if (!initial) queueAll(ctx);
        else if ((role as ClusterRoleView).aggregationRule !== undefined) this.queue.add(ctx, role.metadata.name ?? '');
      },
      onUpdate: queueAll,
      onDelete: queueAll,
    });
  }

  protected *sync(ctx: Context, name: string): Process<boolean> {
    const role = this.roles.indexer.get(ctx, name) as ClusterRoleView | undefined;
    if (role?.aggregationRule === undefined) return true;
    const rules: unknown[] = [];
    const sources = new Set<string>();
    const all = [...(this.roles.indexer.list(ctx) as readonly ClusterRoleView[])].sort((a, b) =>
      compareStrings(a.metadata.name ?? '', b.metadata.name ?? ''),
    );
    for (const selector of role.aggregationRule.clusterRoleSelectors ?? []) {
      for (const source of all) {
        if (source.metadata.name === name || !matchesLabels(selector, source.metadata.labels)) continue;
        sources.add(source.metadata.name ?? '');
        for (const rule of source.rules ?? []) if (!rules.some((known) => equalJson(known, rule))) rules.push(rule);
      }
    }
    const changed = !equalJson(rules, role.rules ?? []);
    const args = { roles: sources.size, rules: rules.length, changed };
    const combined = ctx.step(controllersSteps.rolesAggregated, subjectOf(this.info, undefined, name), args);
    if (!changed) return true;
    const answer = yield* this.client.patch(combined, this.info, undefined, name, {
      type: 'apply',
      query: { fieldManager: NAME, force: 'true' },
      body: { kind: 'ClusterRole', apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name }, rules },
    });
    return !isFailure(answer) || answer.reason === 'NotFound';
  }
}
