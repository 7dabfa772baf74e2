import { qualifiedResource, type ResourceInfo } from '../../../api/scheme.ts';
import { isStatus, type Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process, Table } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionServices, Operation } from './attributes.ts';

/** Table `apiserver/admission`, one row: the newest change by a plugin. */
export interface AdmissionRow {
  readonly plugin: string;
  readonly before: KObject;
  readonly object: KObject;
}

const LATEST = 'latest';

export interface AdmittedObject {
  readonly object: KObject;
  readonly ctx: Context;
}

interface Phases {
  readonly mutating: readonly AdmissionPlugin[];
  readonly validating: readonly AdmissionPlugin[];
}

/** The admission plugins, in order: first all that may change the object, later all that may only refuse it. */
// Models staging/src/k8s.io/apiserver/pkg/admission/chain.go (v1.36)
export class AdmissionChain {
  /** What the last plugin that changed something made of the object. */
  private table: Table<AdmissionRow> | undefined;
  private readonly phases = new WeakMap<ResourceInfo, Map<string, Map<Operation, Phases>>>();

  constructor(
    private readonly plugins: readonly AdmissionPlugin[],
    /** What the storage of a resource itself refuses, before it validates. */
    private readonly refusedByStorage: (attributes: AdmissionAttributes, object: KObject) => Status | undefined = () =>
      undefined,
  ) {}

  keepChangesIn(table: Table<AdmissionRow>): void {
    this.table = table;
  }

  *mutate(
    ctx: Context,
    subject: string,
    attributes: AdmissionAttributes,
    services: AdmissionServices,
  ): Process<AdmittedObject | Status> {
    let object = attributes.object as KObject;
    let own = ctx;
    for (const plugin of this.phasesFor(attributes).mutating) {
      if (plugin.idle?.(services) === true) continue;
      const admitted =
        plugin.admit !== undefined
          ? plugin.admit(attributes, object, services)
          : yield* plugin.admitLater?.(own, attributes, object, services) ?? unchanged(object);
      if (isStatus(admitted)) {
        own.step(steps.mutationFailed, subject, { plugin: plugin.name, message: admitted.message ?? '' });
        return admitted;
      }
      const changed = admitted === object ? '' : (plugin.describe?.(object, admitted) ?? 'changed');
      own = own.step(steps.mutated, subject, { plugin: plugin.name, changed });
      if (admitted !== object) this.table?.set(LATEST, { plugin: plugin.name, before: object, object: admitted });
      object = admitted;
    }
    const refused = this.refusedByStorage(attributes, object);
    if (refused === undefined) return { object, ctx: own };
    own.step(steps.rejected, subject, { plugin: 'storage', message: refused.message ?? '' });
    return refused;
  }

  *validate(
    ctx: Context,
    subject: string,
    attributes: AdmissionAttributes,
    services: AdmissionServices,
  ): Process<Context | Status> {
    let own = ctx;
    for (const plugin of this.phasesFor(attributes).validating) {
      if (plugin.idle?.(services) === true) continue;
      const verdict =
        plugin.validate !== undefined
          ? plugin.validate(attributes, services)
          : plugin.validateLater === undefined
            ? undefined
            : yield* plugin.validateLater(own, attributes, services);
      if (typeof verdict === 'object') {
        own.step(steps.rejected, subject, { plugin: plugin.name, message: verdict.message ?? '' });
        return verdict;
      }
      own = own.step(steps.approved, subject, { plugin: plugin.name, note: verdict ?? '' });
    }
    return own;
  }

  private phasesFor(attributes: AdmissionAttributes): Phases {
    const { resource, subresource, operation } = attributes;
    let bySubresource = this.phases.get(resource);
    if (bySubresource === undefined) {
      bySubresource = new Map();
      this.phases.set(resource, bySubresource);
    }
    let byOperation = bySubresource.get(subresource);
    if (byOperation === undefined) {
      byOperation = new Map();
      bySubresource.set(subresource, byOperation);
    }
    let found = byOperation.get(operation);
    if (found === undefined) {
      const qualified = qualifiedResource(resource);
      const name = subresource === '' ? qualified : `${qualified}/${subresource}`;
      const handling = this.plugins.filter((plugin) => plugin.handles(name, operation));
      found = {
        mutating: handling.filter((plugin) => plugin.admit !== undefined || plugin.admitLater !== undefined),
        validating: handling.filter((plugin) => plugin.validate !== undefined || plugin.validateLater !== undefined),
      };
      byOperation.set(operation, found);
    }
    return found;
  }
}

function* unchanged(object: KObject): Process<KObject> {
  return object;
}
