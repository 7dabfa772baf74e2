import { qualifiedResource, type ResourceInfo } from '../../../api/scheme.ts';
import { isStatus, type Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { Lately } from '../../../base/lately.ts';
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
  /** Few kinds of write come again and again. */
  private readonly phases = new Lately<Phases>(32);

  constructor(
    private readonly plugins: readonly AdmissionPlugin[],
    /** Where a plugin's rules are objects of the API: those. */
    private readonly objectsOf: (resource: string) => Sized | undefined,
    /** What the storage of a resource itself refuses, before it validates. */
    private readonly refusedByStorage: (attributes: AdmissionAttributes, object: KObject) => Status | undefined,
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
    const { resource, subresource, operation } = attributes;
    const { mutating: plugins } = this.phasesFor(resource, subresource, operation);
    let own = ctx;
    let object = attributes.object as KObject;
    let outside = false;
    for (let at = 0; at < plugins.length; at += 1) {
      const turn = plugins[at] as Mutating;
      if (isIdle(turn)) continue;
      const admitted = turn.plugin.admit?.(attributes, object, services);
      if (admitted === undefined)
        return this.mutateLater({ subject, attributes, services, plugins, at, object, ctx: own, outside });
      if (isStatus(admitted)) return mutationFailed(own, subject, turn, admitted);
      own = this.mutated(own, subject, turn, object, admitted);
      if (admitted !== object && turn.plugin.external === true) outside = true;
      object = admitted;
    }
    return this.settled(own, subject, attributes, object);
  }

  /** Goes on from a plugin that must ask somebody, and round again for what the plugins before it had not seen. */
  private *mutateLater(mutation: Mutation): Process<AdmittedObject | Status> {
    const failed = yield* this.goOn(mutation);
    if (failed !== undefined) return failed;
    if (mutation.outside) {
      mutation.attributes = { ...mutation.attributes, again: true };
      mutation.at = 0;
      const refused = yield* this.goOn(mutation);
      if (refused !== undefined) return refused;
    }
    return this.settled(mutation.ctx, mutation.subject, mutation.attributes, mutation.object);
  }

  private *goOn(mutation: Mutation): Process<Status | undefined> {
    const { subject, attributes, services, plugins } = mutation;
    for (; mutation.at < plugins.length; mutation.at += 1) {
      const turn = plugins[mutation.at] as Mutating;
      if (isIdle(turn)) continue;
      const { plugin } = turn;
      const { object } = mutation;
      const admitted =
        plugin.admit?.(attributes, object, services) ??
        (plugin.admitLater === undefined
          ? object
          : yield* plugin.admitLater(mutation.ctx, attributes, object, services));
      if (isStatus(admitted)) return mutationFailed(mutation.ctx, subject, turn, admitted);
      mutation.ctx = this.mutated(mutation.ctx, subject, turn, object, admitted);
      if (admitted !== object && plugin.external === true) mutation.outside = true;
      mutation.object = admitted;
    }
    return undefined;
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
    this.table?.set(LATEST, { plugin: plugin.name, before, object });
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

  validate(
    ctx: Context,
    subject: string,
    attributes: AdmissionAttributes,
    services: AdmissionServices,
  ): Soon<Context | Status> {
    const { resource, subresource, operation } = attributes;
    const { validating } = this.phasesFor(resource, subresource, operation);
    let own = ctx;
    for (let at = 0; at < validating.length; at += 1) {
      const turn = validating[at] as Validating;
      if (isIdle(turn)) continue;
      const { plugin } = turn;
      if (plugin.validate === undefined && plugin.asks?.(attributes, services) !== false)
        return validateLater(own, subject, attributes, services, validating, at);
      const approved = judged(own, subject, turn, plugin.validate?.(attributes, services));
      if (isStatus(approved)) return approved;
      own = approved as Context;
    }
    return own;
  }

  private phasesFor(resource: ResourceInfo, subresource: string, operation: Operation): Phases {
    const { phases } = this;
    return (
      phases.get(resource, subresource, operation) ??
      phases.note(this.phasesOf(resource, subresource, operation), resource, subresource, operation)
    );
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
    if (isIdle(turn)) continue;
    const verdict =
      plugin.validate !== undefined
        ? plugin.validate(attributes, services)
        : plugin.validateLater === undefined || plugin.asks?.(attributes, services) === false
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
