import { apiVersionOf, customResource, type ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { KObject, OwnerReference } from '../../../api/types/meta.ts';
import { type Context, type Table, tableName } from '../../../engine/index.ts';
import { garbageCollectorSteps } from '../../../steps/controllers/garbage-collector.ts';
import type { Environment } from '../../ports/environment.ts';
import { subjectOf } from '../../ports/subject.ts';

export const FOREGROUND = 'foregroundDeletion';
export const ORPHAN = 'orphan';

/** An object as the collector knows it. A virtual one was only ever named as somebody's owner. */
export interface GraphNode {
  readonly uid: string;
  /** Of a virtual one the coordinates are those of the first reference to it. */
  info: ResourceInfo;
  namespace: string | undefined;
  name: string;
  owners: readonly OwnerReference[];
  /** Most own nothing: these share a map that stays empty. */
  dependents: ReadonlyMap<string, GraphNode>;
  virtual: boolean;
  beingDeleted: boolean;
  deletingDependents: boolean;
}

/** By UID. Dependents are the rows that name this one among their owners. */
export interface GraphRow {
  readonly uid: string;
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly owners: readonly string[];
  readonly dependents: number;
  readonly virtual: boolean;
  readonly beingDeleted: boolean;
  readonly deletingDependents: boolean;
}
const GRAPH_TABLE = tableName<GraphRow>('garbage-collector/graph');

/** What the graph tells the collector to look at, and asks it. */
export interface GraphQueues {
  attemptToDelete(ctx: Context, node: GraphNode): void;
  attemptToOrphan(ctx: Context, node: GraphNode): void;
  /** An owner of that UID is there, in a namespace where the dependent cannot have one. */
  ownerElsewhere(ctx: Context, node: GraphNode, reference: OwnerReference): void;
  /** Undefined: nobody serves that kind, or not yet. */
  infoOf(reference: OwnerReference): ResourceInfo | undefined;
}

const ABSENT_OWNERS = 500;
const NO_OWNERS: readonly OwnerReference[] = [];
const NO_DEPENDENTS: ReadonlyMap<string, GraphNode> = new Map();

/**
 * Who owns whom, by UID, built from the informers of all resources.
 * Models pkg/controller/garbagecollector/{graph,graph_builder}.go (v1.36); events are processed as they come instead of in a queue.
 */
export class Graph {
  private readonly nodes = new Map<string, GraphNode>();
  private readonly absentOwners = new Set<string>();
  private readonly rows: Table<GraphRow>;

  constructor(
    env: Environment,
    private readonly queues: GraphQueues,
  ) {
    this.rows = env.engine.viewTable(GRAPH_TABLE, () =>
      [...this.nodes.values()].map((node) => [node.uid, rowOf(node)]),
    );
  }

  get(uid: string): GraphNode | undefined {
    return this.nodes.get(uid);
  }

  isAbsent(uid: string, namespace: string | undefined): boolean {
    return this.absentOwners.has(place(uid, namespace));
  }

  /** Keeps the newest few hundred owners that are known to be gone, or never to have been in that namespace. */
  rememberAbsent(uid: string, namespace: string | undefined): void {
    const absent = place(uid, namespace);
    this.absentOwners.delete(absent);
    this.absentOwners.add(absent);
    if (this.absentOwners.size <= ABSENT_OWNERS) return;
    for (const oldest of this.absentOwners) {
      this.absentOwners.delete(oldest);
      return;
    }
  }

  observe(ctx: Context, info: ResourceInfo, before: KObject | undefined, object: KObject): void {
    if (before !== undefined && isOwnedAlike(before, object)) return;
    const { uid = '', namespace, name = '', ownerReferences: owners = NO_OWNERS, deletionTimestamp } = object.metadata;
    let node = this.nodes.get(uid);
    if (node === undefined) node = this.insert(ctx, newNode(uid, info, namespace, name, owners, false));
    else {
      if (node.virtual) {
        Object.assign(node, { info, namespace, name, virtual: false });
        ctx.step(garbageCollectorSteps.node, subject(node), { owners: owners.length, virtual: false });
        this.show(node);
      }
      if (node.owners !== owners) this.changeOwners(ctx, node, owners);
    }
    if (deletionTimestamp === undefined) return;
    if (!node.beingDeleted) this.markDeleted(ctx, node);
    this.transition(ctx, before, object, node);
  }

  /** Also for a virtual node that turned out not to exist. */
  remove(ctx: Context, uid: string): void {
    const node = this.nodes.get(uid);
    if (node === undefined) return;
    const removed = ctx.step(garbageCollectorSteps.nodeRemoved, subject(node), { dependents: node.dependents.size });
    this.nodes.delete(uid);
    this.rows.delete(uid);
    for (const owner of node.owners) this.detach(node, owner.uid);
    if (node.dependents.size > 0) this.rememberAbsent(uid, node.namespace);
    for (const dependent of node.dependents.values()) this.queues.attemptToDelete(removed, dependent);
    for (const { uid: ownerUid } of node.owners) {
      const owner = this.nodes.get(ownerUid);
      if (owner?.deletingDependents === true) this.queues.attemptToDelete(removed, owner);
    }
  }

  private insert(ctx: Context, node: GraphNode): GraphNode {
    const { owners, virtual } = node;
    const inserted = ctx.step(garbageCollectorSteps.node, subject(node), { owners: owners.length, virtual });
    this.nodes.set(node.uid, node);
    this.show(node);
    this.attachAll(inserted, node, owners);
    return node;
  }

  /** An owner that may be none, because it is elsewhere or called otherwise, makes its dependent worth a look. */
  private attachAll(ctx: Context, node: GraphNode, owners: readonly OwnerReference[]): void {
    let mayBeNone = false;
    for (const reference of owners) {
      const known = this.nodes.get(reference.uid);
      this.attach(ctx, node, reference, known);
      if (known === undefined || mayBeNone) continue;
      const elsewhere = known.namespace !== undefined && known.namespace !== node.namespace;
      if (elsewhere && !known.virtual) this.queues.ownerElsewhere(ctx, node, reference);
      mayBeNone = elsewhere || !isCalled(known, reference);
    }
    if (mayBeNone) this.queues.attemptToDelete(ctx, node);
  }

  private attach(ctx: Context, node: GraphNode, reference: OwnerReference, known: GraphNode | undefined): void {
    let owner = known;
    if (owner === undefined) {
      const info = this.queues.infoOf(reference) ?? unserved(reference);
      const namespace = info.namespaced ? node.namespace : undefined;
      const { uid, name } = reference;
      owner = this.insert(ctx, newNode(uid, info, namespace, name, NO_OWNERS, true));
      addDependent(owner, node);
      this.show(owner);
      this.queues.attemptToDelete(ctx, owner);
      return;
    }
    addDependent(owner, node);
    this.show(owner);
  }

  private detach(node: GraphNode, ownerUid: string): void {
    const owner = this.nodes.get(ownerUid);
    if (owner === undefined || !removeDependent(owner, node)) return;
    this.show(owner);
  }

  private changeOwners(ctx: Context, node: GraphNode, owners: readonly OwnerReference[]): void {
    const added = owners.filter(({ uid }) => !node.owners.some((old) => old.uid === uid));
    const removed = node.owners.filter(({ uid }) => !owners.some((now) => now.uid === uid));
    const unblocked = node.owners.filter(
      (old) =>
        old.blockOwnerDeletion === true && owners.find(({ uid }) => uid === old.uid)?.blockOwnerDeletion !== true,
    );
    const same = added.length === 0 && removed.length === 0 && unblocked.length === 0;
    node.owners = owners;
    if (same) return;
    const changed = ctx.step(garbageCollectorSteps.ownersChanged, subject(node), {
      added: added.length,
      removed: removed.length,
    });
    this.show(node);
    for (const { uid } of unblocked) {
      const owner = this.nodes.get(uid);
      if (owner?.deletingDependents === true) this.queues.attemptToDelete(changed, owner);
    }
    this.attachAll(changed, node, added);
    for (const { uid } of removed) this.detach(node, uid);
  }

  private markDeleted(ctx: Context, node: GraphNode): void {
    ctx.step(garbageCollectorSteps.node, subject(node), { owners: node.owners.length, virtual: node.virtual });
    node.beingDeleted = true;
    this.show(node);
  }

  /** The moment at which a deletion begins that must wait for dependents, or set them free first. */
  private transition(ctx: Context, before: KObject | undefined, object: KObject, node: GraphNode): void {
    if (startsWith(before, object, ORPHAN)) {
      this.queues.attemptToOrphan(ctx, node);
      return;
    }
    if (!startsWith(before, object, FOREGROUND)) return;
    const begun = ctx.step(garbageCollectorSteps.foreground, subject(node), { dependents: node.dependents.size });
    node.deletingDependents = true;
    this.show(node);
    for (const dependent of node.dependents.values()) this.queues.attemptToDelete(begun, dependent);
    this.queues.attemptToDelete(begun, node);
  }

  private show(node: GraphNode): void {
    if (this.rows.isKept) this.rows.set(node.uid, rowOf(node));
  }
}

function newNode(
  uid: string,
  info: ResourceInfo,
  namespace: string | undefined,
  name: string,
  owners: readonly OwnerReference[],
  virtual: boolean,
): GraphNode {
  const dependents = NO_DEPENDENTS;
  return { uid, info, namespace, name, owners, virtual, dependents, beingDeleted: false, deletingDependents: false };
}

/** The usual update, which says nothing new of owners and deletion: what was made of the version before still holds. */
function isOwnedAlike({ metadata: before }: KObject, { metadata: after }: KObject): boolean {
  return (
    before.ownerReferences === after.ownerReferences &&
    before.uid === after.uid &&
    after.deletionTimestamp === undefined
  );
}

/** Stands for a kind that nobody serves yet: its objects may be there before anybody knows it. */
function unserved({ apiVersion, kind }: OwnerReference): ResourceInfo {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const names = { resource: kind.toLowerCase(), singular: '', shortNames: [], categories: [], subresources: [] };
  return customResource({ ...names, group, version, kind, namespaced: true });
}

function addDependent(owner: GraphNode, node: GraphNode): void {
  if (owner.dependents === NO_DEPENDENTS) owner.dependents = new Map();
  (owner.dependents as Map<string, GraphNode>).set(node.uid, node);
}

function removeDependent(owner: GraphNode, node: GraphNode): boolean {
  return owner.dependents !== NO_DEPENDENTS && (owner.dependents as Map<string, GraphNode>).delete(node.uid);
}

const place = (uid: string, namespace: string | undefined): string => `${uid} ${namespace ?? ''}`;

function isCalled({ info, name }: GraphNode, reference: OwnerReference): boolean {
  return reference.name === name && reference.kind === info.kind && reference.apiVersion === apiVersionOf(info);
}

function rowOf(node: GraphNode): GraphRow {
  const { uid, info, namespace, name, owners, dependents, virtual, beingDeleted, deletingDependents } = node;
  return {
    uid,
    resource: info.resource,
    namespace,
    name,
    owners: owners.map((owner) => owner.uid),
    dependents: dependents.size,
    virtual,
    beingDeleted,
    deletingDependents,
  };
}

export function subject({ info, namespace, name }: GraphNode): string {
  return subjectOf(info, namespace, name);
}

function startsWith(before: KObject | undefined, after: KObject, finalizer: string): boolean {
  const { finalizers } = after.metadata;
  if (finalizers === undefined || !finalizers.includes(finalizer)) return false;
  if (before?.metadata.deletionTimestamp === undefined) return true;
  return before.metadata.finalizers?.includes(finalizer) !== true;
}
