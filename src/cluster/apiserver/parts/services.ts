import type { Status } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process, Soon } from '../../../engine/index.ts';
import { AdmissionChain } from '../admission/chain.ts';
import { defaultPlugins } from '../admission/plugins/index.ts';
import { refusalOf } from '../admission/refusals.ts';
import { ADMISSION_TABLE } from '../admission/rows.ts';
import { Aggregator } from '../aggregator/aggregator.ts';
import { type Foundations, ServerCore } from '../core/core.ts';
import { DefinitionControllers } from '../extensions/controllers.ts';
import { converterOf } from '../extensions/conversion.ts';
import { CustomResources } from '../extensions/registry.ts';
import type { Scope } from '../scope/scope.ts';
import { type Placed, ServiceAllocator } from '../service-allocation/service-allocator.ts';

/** What all handlers of one server share. */
// Models staging/src/k8s.io/apiserver/pkg/server/genericapiserver.go (v1.36)
export class Services extends ServerCore {
  readonly admission: AdmissionChain;
  readonly custom: CustomResources;
  readonly definitions: DefinitionControllers;
  readonly aggregator: Aggregator;
  private readonly allocator: ServiceAllocator;

  constructor(foundations: Foundations) {
    super(foundations);
    const { env, config, stores } = foundations;
    const plugins = defaultPlugins().filter(({ name }) => !config.disabledAdmission.includes(name));
    this.admission = new AdmissionChain(
      plugins,
      (resource) => stores.byName(resource)?.cacher,
      (attributes, object) => refusalOf(this, attributes, object),
      env.engine.table(ADMISSION_TABLE),
    );
    this.custom = new CustomResources(stores, (definition) => converterOf(this, definition));
    this.definitions = new DefinitionControllers(this, this.custom);
    this.aggregator = new Aggregator(this);
    this.allocator = new ServiceAllocator(this);
  }

  /** Whether something outside of the object is given out before it is stored. */
  allocates({ store }: Scope): boolean {
    return store.info.resource === 'services';
  }

  /** Cluster addresses and node ports are given out before a Service is stored. */
  allocate(
    ctx: Context,
    scope: Scope,
    object: KObject,
    old: KObject | undefined,
    dryRun: boolean,
  ): Soon<Placed | Status> {
    if (!this.allocates(scope)) return { object, ctx };
    return this.allocator.allocate(ctx, scope.subject, object, old, dryRun);
  }

  /** A Service is gone for good: what it held is free again. */
  *afterDelete(ctx: Context, scope: Scope, object: KObject): Process<Context> {
    if (!this.allocates(scope)) return ctx;
    return yield* this.allocator.afterDelete(ctx, object);
  }
}
