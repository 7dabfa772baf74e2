import { qualifiedResource, type ResourceInfo } from '../../../api/scheme.ts';
import { isStatus, type Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process, Soon, Table } from '../../../engine/index.ts';
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

/** A plugin, and what its step says when it had nothing to do, which is nearly always. */
interface Mutating {
  readonly plugin: AdmissionPlugin;
  readonly quiet: { readonly plugin: string; readonly changed: string };
}

interface Validating {
  readonly plugin: AdmissionPlugin;
  readonly quiet: { readonly plugin: string; readonly note: string };
}

interface Phases {
  readonly resource: ResourceInfo;
  readonly subresource: string;
  readonly operation: Operation;
  readonly mutating: readonly Mutating[];
  readonly validating: readonly Validating[];
}

/** How far the plugins have come with an object. */
interface Mutation {
  readonly subject: string;
  readonly services: AdmissionServices;
  readonly plugins: readonly Mutating[];
  attributes: AdmissionAttributes;
  at: number;
  object: KObject;
  ctx: Context;
  /** Something outside of the server changed it. */
  outside: boolean;
}

/** The admission plugins, in order: first all that may change the object, later all that may only refuse it. */
// Models staging/src/k8s.io/apiserver/pkg/admission/chain.go (v1.36)
export class AdmissionChain {
  /** What the last plugin that changed something made of the object. */
  private table: Table<AdmissionRow> | undefined;
  private readonly phases = new WeakMap<ResourceInfo, Map<string, Map<Operation, Phases>>>();
  /** Asked for last: what a write may change is soon followed by whether it may be. */
  private last: Phases | undefined;

  constructor(
    private readonly plugins: readonly AdmissionPlugin[],
    /** What the storage of a resource itself refuses, before it validates. */
    private readonly refusedByStorage: (attributes: AdmissionAttributes, object: KObject) => Status | undefined = () =>
      undefined,
  ) {}

  keepChangesIn(table: Table<AdmissionRow>): void {
    this.table = table;
  }

  mutate(
    ctx: Context,
    subject: string,
    attributes: AdmissionAttributes,
    services: AdmissionServices,
  ): Soon<AdmittedObject | Status> {
    const { mutating } = this.phasesFor(attributes);
    const mutation: Mutation = {
      subject,
      attributes,
      services,
      plugins: mutating,
      at: 0,
      object: attributes.object as KObject,
      ctx,
      outside: false,
    };
    for (; mutation.at < mutating.length; mutation.at += 1) {
      const { plugin } = mutating[mutation.at] as Mutating;
      if (plugin.idle?.(services) === true) continue;
      const admitted = plugin.admit?.(attributes, mutation.object, services);
      if (admitted === undefined) return this.mutateLater(mutation);
      if (isStatus(admitted)) return mutationFailed(mutation, admitted);
      this.mutated(mutation, admitted);
    }
    return this.settled(mutation);
  }

  /** Goes on from a plugin that must ask somebody, and round again for what the plugins before it had not seen. */
  private *mutateLater(mutation: Mutation): Process<AdmittedObject | Status> {
    const failed = yield* this.goOn(mutation);
    if (failed !== undefined) return failed;
    if (!mutation.outside) return this.settled(mutation);
    mutation.attributes = { ...mutation.attributes, again: true };
    mutation.at = 0;
    return (yield* this.goOn(mutation)) ?? this.settled(mutation);
  }

  private *goOn(mutation: Mutation): Process<Status | undefined> {
    const { attributes, services, plugins } = mutation;
    for (; mutation.at < plugins.length; mutation.at += 1) {
      const { plugin } = plugins[mutation.at] as Mutating;
      if (plugin.idle?.(services) === true) continue;
      const { object } = mutation;
      const admitted =
        plugin.admit?.(attributes, object, services) ??
        (plugin.admitLater === undefined
          ? object
          : yield* plugin.admitLater(mutation.ctx, attributes, object, services));
      if (isStatus(admitted)) return mutationFailed(mutation, admitted);
      this.mutated(mutation, admitted);
    }
    return undefined;
  }

  private mutated(mutation: Mutation, admitted: KObject): void {
    const { ctx, subject, object, plugins, at } = mutation;
    const { plugin, quiet } = plugins[at] as Mutating;
    if (admitted === object) {
      mutation.ctx = ctx.step(steps.mutated, subject, quiet);
      return;
    }
    const changed = plugin.describe?.(object, admitted) ?? 'changed';
    mutation.ctx = ctx.step(steps.mutated, subject, { plugin: plugin.name, changed });
    this.table?.set(LATEST, { plugin: plugin.name, before: object, object: admitted });
    mutation.object = admitted;
    if (plugin.external === true) mutation.outside = true;
  }

  private settled({ ctx, subject, attributes, object }: Mutation): AdmittedObject | Status {
    const refused = this.refusedByStorage(attributes, object);
    if (refused === undefined) return { object, ctx };
    ctx.step(steps.rejected, subject, { plugin: 'storage', message: refused.message ?? '' });
    return refused;
  }

  validate(
    ctx: Context,
    subject: string,
    attributes: AdmissionAttributes,
    services: AdmissionServices,
  ): Soon<Context | Status> {
    const { validating } = this.phasesFor(attributes);
    let own = ctx;
    for (let at = 0; at < validating.length; at += 1) {
      const turn = validating[at] as Validating;
      if (turn.plugin.idle?.(services) === true) continue;
      if (turn.plugin.validate === undefined) return validateLater(own, subject, attributes, services, validating, at);
      const approved = judged(own, subject, turn, turn.plugin.validate(attributes, services));
      if (isStatus(approved)) return approved;
      own = approved as Context;
    }
    return own;
  }

  private phasesFor(attributes: AdmissionAttributes): Phases {
    const { resource, subresource, operation } = attributes;
    const { last } = this;
    if (last?.resource === resource && last.subresource === subresource && last.operation === operation) return last;
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
        resource,
        subresource,
        operation,
        mutating: handling
          .filter((plugin) => plugin.admit !== undefined || plugin.admitLater !== undefined)
          .map((plugin) => ({ plugin, quiet: { plugin: plugin.name, changed: '' } })),
        validating: handling
          .filter((plugin) => plugin.validate !== undefined || plugin.validateLater !== undefined)
          .map((plugin) => ({ plugin, quiet: { plugin: plugin.name, note: '' } })),
      };
      byOperation.set(operation, found);
    }
    this.last = found;
    return found;
  }
}

function mutationFailed({ ctx, subject, plugins, at }: Mutation, status: Status): Status {
  const { plugin } = plugins[at] as Mutating;
  ctx.step(steps.mutationFailed, subject, { plugin: plugin.name, message: status.message ?? '' });
  return status;
}

/** Goes on from a plugin that must ask somebody. */
function* validateLater(
  ctx: Context,
  subject: string,
  attributes: AdmissionAttributes,
  services: AdmissionServices,
  turns: readonly Validating[],
  from: number,
): Process<Context | Status> {
  let own = ctx;
  for (let at = from; at < turns.length; at += 1) {
    const turn = turns[at] as Validating;
    const { plugin } = turn;
    if (plugin.idle?.(services) === true) continue;
    const verdict =
      plugin.validate !== undefined
        ? plugin.validate(attributes, services)
        : plugin.validateLater === undefined
          ? undefined
          : yield* plugin.validateLater(own, attributes, services);
    const approved = judged(own, subject, turn, verdict);
    if (isStatus(approved)) return approved;
    own = approved as Context;
  }
  return own;
}

function judged(
  ctx: Context,
  subject: string,
  { plugin, quiet }: Validating,
  verdict: Status | string | undefined,
): Context | Status {
  if (typeof verdict === 'object') {
    ctx.step(steps.rejected, subject, { plugin: plugin.name, message: verdict.message ?? '' });
    return verdict;
  }
  const note = verdict ?? '';
  return ctx.step(steps.approved, subject, note === '' ? quiet : { plugin: plugin.name, note });
}
