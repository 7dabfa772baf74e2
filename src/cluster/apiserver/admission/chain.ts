import { isStatus, type Status } from '../../../api/errors/status.ts';
import { qualifiedResource, type ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { pureOfValues } from '../../../base/pure.ts';
import type { Context, Process, Table } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionServices, Operation } from './attributes.ts';
import type { AdmissionRow } from './rows.ts';

const LATEST = 'latest';

export interface AdmittedObject {
  readonly object: KObject;
  readonly ctx: Context;
}

/** A plugin, and what its step says when it had nothing to do, which is nearly always. */
interface Mutating {
  readonly plugin: AdmissionPlugin;
  readonly rules: Sized | undefined;
  readonly quiet: { readonly plugin: string; readonly changed: string };
}

interface Validating {
  readonly plugin: AdmissionPlugin;
  readonly rules: Sized | undefined;
  readonly quiet: { readonly plugin: string; readonly note: string };
}

/** The objects of a resource. */
interface Sized {
  readonly size: number;
}

/** Nothing is configured for it: it is passed over without a word. */
function isIdle({ rules }: { readonly rules: Sized | undefined }): boolean {
  return rules !== undefined && rules.size === 0;
}

const NONE: Sized = { size: 0 };

interface Phases {
  readonly mutating: readonly Mutating[];
  readonly validating: readonly Validating[];
}

interface Mutated extends AdmittedObject {
  /** Something outside of the server changed it. */
  readonly outside: boolean;
}

/**
 * The admission plugins, in the order in which the server is configured.
 *
 * Promises: of a write, each plugin that handles it is asked once, or once more after something outside of the server changed
 * the object, first all that may change it (`mutate`), then all that may only refuse it (`validate`); the first refusal ends
 * the request; each plugin that was asked is a step, whatever it said.
 * Does not promise: that the object is valid. Validation comes in between, and is its caller's.
 * Called by: the handlers of writes, of deletions and of connections. Plugins are given shared objects and give back
 * the same one where they change nothing.
 */
// Models staging/src/k8s.io/apiserver/pkg/admission/chain.go (v1.36)
export class AdmissionChain {
  /** Few kinds of write come again and again. */
  private readonly phasesFor = pureOfValues(32, (...write: [ResourceInfo, string, Operation]) =>
    this.phasesOf(...write),
  );

  constructor(
    private readonly plugins: readonly AdmissionPlugin[],
    /** The objects of the API that hold a plugin's rules, such as quotas and policies. */
    private readonly objectsOf: (resource: string) => Sized | undefined,
    /** Asks the storage of a resource whether it refuses the object before it validates it. */
    private readonly refusedByStorage: (attributes: AdmissionAttributes, object: KObject) => Status | undefined,
    /** One row a request: the object as the last plugin that changed it left it. */
    private readonly table: Table<AdmissionRow>,
  ) {}

  /** Once, and once more where something outside of the server made what the plugins before it had not seen. */
  *mutate(
    ctx: Context,
    subject: string,
    attributes: AdmissionAttributes,
    services: AdmissionServices,
  ): Process<AdmittedObject | Status> {
    const first = yield* this.goThrough(ctx, subject, attributes, attributes.object as KObject, services);
    if (isStatus(first)) return first;
    if (!first.outside) return this.settled(first.ctx, subject, attributes, first.object);
    const again: AdmissionAttributes = { ...attributes, again: true };
    const second = yield* this.goThrough(first.ctx, subject, again, first.object, services);
    return isStatus(second) ? second : this.settled(second.ctx, subject, again, second.object);
  }

  private *goThrough(
    ctx: Context,
    subject: string,
    attributes: AdmissionAttributes,
    given: KObject,
    services: AdmissionServices,
  ): Process<Mutated | Status> {
    const { resource, subresource, operation } = attributes;
    let own = ctx;
    let object = given;
    let outside = false;
    for (const turn of this.phasesFor(resource, subresource, operation).mutating) {
      if (isIdle(turn)) continue;
      const { plugin } = turn;
      const admitted: KObject | Status =
        plugin.admit?.(attributes, object, services) ??
        (plugin.admitLater === undefined ? object : yield* plugin.admitLater(own, attributes, object, services));
      if (isStatus(admitted)) return mutationFailed(own, subject, turn, admitted);
      own = this.mutated(own, subject, turn, object, admitted);
      if (admitted !== object && plugin.external === true) outside = true;
      object = admitted;
    }
    return { object, ctx: own, outside };
  }

  private mutated(
    ctx: Context,
    subject: string,
    { plugin, quiet }: Mutating,
    before: KObject,
    object: KObject,
  ): Context {
    if (object === before) return ctx.step(steps.mutated, subject, quiet);
    const changed = plugin.describe?.(before, object) ?? 'changed';
    const own = ctx.step(steps.mutated, subject, { plugin: plugin.name, changed });
    this.table.set(LATEST, { plugin: plugin.name, before, object });
    return own;
  }

  private settled(
    ctx: Context,
    subject: string,
    attributes: AdmissionAttributes,
    object: KObject,
  ): AdmittedObject | Status {
    const refused = this.refusedByStorage(attributes, object);
    if (refused === undefined) return { object, ctx };
    ctx.step(steps.rejected, subject, { plugin: 'storage', message: refused.message ?? '' });
    return refused;
  }

  /** Whether any plugin has a say in what is stored: else nobody need put together what they look at. */
  judges(resource: ResourceInfo, subresource: string, operation: Operation): boolean {
    const { validating } = this.phasesFor(resource, subresource, operation);
    for (let at = 0; at < validating.length; at += 1) if (!isIdle(validating[at] as Validating)) return true;
    return false;
  }

  *validate(
    ctx: Context,
    subject: string,
    attributes: AdmissionAttributes,
    services: AdmissionServices,
  ): Process<Context | Status> {
    const { resource, subresource, operation } = attributes;
    let own = ctx;
    for (const turn of this.phasesFor(resource, subresource, operation).validating) {
      if (isIdle(turn)) continue;
      const { plugin } = turn;
      const verdict =
        plugin.validate !== undefined
          ? plugin.validate(attributes, services)
          : plugin.validateLater === undefined || plugin.asks?.(attributes, services) === false
            ? undefined
            : yield* plugin.validateLater(own, attributes, services);
      const approved = judged(own, subject, turn, verdict);
      if (isStatus(approved)) return approved;
      own = approved;
    }
    return own;
  }

  private phasesOf(resource: ResourceInfo, subresource: string, operation: Operation): Phases {
    const qualified = qualifiedResource(resource);
    const name = subresource === '' ? qualified : `${qualified}/${subresource}`;
    const mutating: Mutating[] = [];
    const validating: Validating[] = [];
    for (const plugin of this.plugins) {
      if (!plugin.handles(name, operation)) continue;
      const rules = plugin.rules === undefined ? undefined : (this.objectsOf(plugin.rules) ?? NONE);
      if (plugin.admit !== undefined || plugin.admitLater !== undefined)
        mutating.push({ plugin, rules, quiet: { plugin: plugin.name, changed: '' } });
      if (plugin.validate !== undefined || plugin.validateLater !== undefined)
        validating.push({ plugin, rules, quiet: { plugin: plugin.name, note: '' } });
    }
    return { mutating, validating };
  }
}

function mutationFailed(ctx: Context, subject: string, { plugin }: Mutating, status: Status): Status {
  ctx.step(steps.mutationFailed, subject, { plugin: plugin.name, message: status.message ?? '' });
  return status;
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
