import { resourceClaimsOf } from '../../../api/devices/resource-claims.ts';
import { claimNameOf } from '../../../api/pods/claims.ts';
import type { Volume } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { PolicyRule } from '../../../api/types/rbac.ts';
import { sameItems } from '../../../base/equality.ts';
import { pureOfValues } from '../../../base/pure.ts';
import { type Context, type Engine, type Random, type Table, tableName } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { Chance } from '../../ports/environment.ts';
import { draw, type Spread } from '../../ports/latency.ts';
import { nodeNameOf } from '../authn/user.ts';
import type { RequestInfo } from '../request/request-info.ts';
import type { Cacher } from '../watchcache/cacher.ts';
import type { CacheEvent } from '../watchcache/event-buffer.ts';
import type { Attributes, Verdict } from './attributes.ts';
import { type NodeVolumes, secretsOfSource, type VolumeSources } from './node-volumes.ts';
import { ruleAllows } from './rbac.ts';
import type { NamedAuthorizer } from './union.ts';

/** By `namespace/pod`. */
export interface NodeGraphRow {
  readonly node: string;
  readonly reaches: readonly string[];
}
const NODE_GRAPH_TABLE = tableName<NodeGraphRow>('apiserver/node-graph');

interface Vertex {
  readonly key: string;
  readonly node: string;
  readonly reaches: readonly string[];
}

interface Named {
  readonly name?: string;
  readonly secretName?: string;
  readonly claimName?: string;
}

/** Which Pods are on which node, and what they refer to. It follows the Pods a moment later than the watch cache. */
// Models plugin/pkg/auth/authorizer/node/graph.go and graph_populator.go (v1.36); volumes are in node-volumes.ts.
export class NodeGraph {
  /** By namespace and name. */
  private readonly pods = new Map<string, Map<string, Vertex>>();
  /** `secret:namespace/name` → node → how many Pods of that node refer to it. */
  private readonly references = new Map<string, Map<string, number>>();
  private readonly table: Table<NodeGraphRow>;
  private readonly random: Random;
  /** When the last change arrives: a later one never arrives before it. */
  private lastArrival = 0;
  /** The references of the Pod that was added last: Pods of one template share the list. */
  private lastReaches: readonly string[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly latency: Spread,
    private readonly chance: Chance | undefined,
  ) {
    this.table = engine.viewTable(NODE_GRAPH_TABLE, () => this.view());
    this.random = engine.random('kube-apiserver/node-graph');
  }

  follow(pods: Cacher): void {
    pods.onEvent((ctx, event) => this.heard(ctx, event));
  }

  hasPod(node: string, namespace: string, name: string): boolean {
    return this.pods.get(namespace)?.get(name)?.node === node;
  }

  reaches(node: string, reference: string): boolean {
    return (this.references.get(reference)?.get(node) ?? 0) > 0;
  }

  private heard(ctx: Context, event: CacheEvent): void {
    const node = event.type === 'DELETED' ? '' : nodeOf(event.object);
    if (this.lastArrival <= ctx.now && this.saysNothingNew(event, node)) return;
    const given = node === '' ? undefined : this.chance?.nodeGraphLag?.(event.object);
    const arrival = Math.max(this.lastArrival, ctx.now + (given ?? draw(this.random, this.latency)));
    this.lastArrival = arrival;
    ctx.at(arrival, () => this.update(ctx, event.key, node, event.object));
  }

  /** True when the graph already has the version before, and the new one refers to the same objects on the same node. */
  private saysNothingNew({ previous, object }: CacheEvent, node: string): boolean {
    if ((previous === undefined ? '' : nodeOf(previous)) !== node) return false;
    const { resourceClaims } = object.spec as { readonly resourceClaims?: readonly object[] };
    return resourceClaims === undefined || isKnown(this.vertexOf(object), object, node);
  }

  private update(ctx: Context, key: string, node: string, pod: KObject): void {
    const { namespace = '', name = '' } = pod.metadata;
    let inNamespace = this.pods.get(namespace);
    const before = inNamespace?.get(name);
    if (isKnown(before, pod, node)) return;
    const reaches = node === '' ? [] : this.kept(referencesOf(pod));
    ctx.step(steps.graphUpdated, `pods/${key}`, {
      node: node === '' ? (before?.node ?? '') : node,
      edges: reaches.length,
    });
    if (before !== undefined) {
      this.count(before, -1);
      inNamespace?.delete(name);
      this.table.delete(key);
    }
    if (node === '') return;
    const vertex = { key, node, reaches };
    if (inNamespace === undefined) {
      inNamespace = new Map();
      this.pods.set(namespace, inNamespace);
    }
    inNamespace.set(name, vertex);
    this.count(vertex, 1);
    if (this.table.isKept) this.table.set(key, rowOf(vertex));
  }

  /** Pods of one template refer to the same, which is kept once; what is kept has no room to grow. */
  private kept(reaches: readonly string[]): readonly string[] {
    if (!sameItems(this.lastReaches, reaches)) this.lastReaches = reaches.slice();
    return this.lastReaches;
  }

  private vertexOf({ metadata }: KObject): Vertex | undefined {
    return this.pods.get(metadata.namespace ?? '')?.get(metadata.name ?? '');
  }

  private *view(): Iterable<readonly [string, NodeGraphRow]> {
    for (const inNamespace of this.pods.values())
      for (const vertex of inNamespace.values()) yield [vertex.key, rowOf(vertex)];
  }

  private count(vertex: Vertex, by: number): void {
    for (const reference of vertex.reaches) {
      let nodes = this.references.get(reference);
      if (nodes === undefined) {
        nodes = new Map();
        this.references.set(reference, nodes);
      }
      const count = (nodes.get(vertex.node) ?? 0) + by;
      if (count > 0) nodes.set(vertex.node, count);
      else nodes.delete(vertex.node);
      if (nodes.size === 0) this.references.delete(reference);
    }
  }

  /** Adds the Pods that existed before the graph began to follow changes. */
  seed(ctx: Context, pods: readonly KObject[]): void {
    for (const pod of pods) {
      const key = `${pod.metadata.namespace}/${pod.metadata.name}`;
      if (nodeOf(pod) !== '') this.update(ctx, key, nodeOf(pod), pod);
    }
    void this.engine;
  }
}

/** A Pod stays on its node and refers to the same; the names of its resource claims may come later. */
function isKnown(vertex: Vertex | undefined, pod: KObject, node: string): boolean {
  if ((vertex?.node ?? '') !== node) return false;
  const { resourceClaims } = pod.spec as { readonly resourceClaims?: readonly object[] };
  if (vertex === undefined || resourceClaims === undefined) return true;
  const { namespace = '' } = pod.metadata;
  return resourceClaimsOf(pod).every((name) => vertex.reaches.includes(`resourceclaims:${namespace}/${name}`));
}

const rowOf = ({ node, reaches }: Vertex): NodeGraphRow => ({ node, reaches });

function nodeOf(pod: KObject): string {
  return (pod.spec as { readonly nodeName?: string } | undefined)?.nodeName ?? '';
}

interface Source {
  readonly [kind: string]: Named | undefined;
}

function referencesOf(pod: KObject): readonly string[] {
  const namespace = pod.metadata.namespace ?? '';
  const found: string[] = [];
  const add = (kind: string, name: string | undefined): void => {
    if (name === undefined || name === '') return;
    const reference = referenceTo(kind, namespace, name);
    if (!found.includes(reference)) found.push(reference);
  };
  const spec = pod.spec as {
    readonly serviceAccountName?: string;
    readonly imagePullSecrets?: readonly Named[];
    readonly volumes?: readonly Source[];
    readonly resourceClaims?: readonly object[];
    readonly containers?: readonly EnvContainer[];
    readonly initContainers?: readonly EnvContainer[];
    readonly ephemeralContainers?: readonly EnvContainer[];
  };
  add('serviceaccounts', spec.serviceAccountName);
  for (const secret of spec.imagePullSecrets ?? NONE) add('secrets', secret.name);
  if (spec.resourceClaims !== undefined) for (const name of resourceClaimsOf(pod)) add('resourceclaims', name);
  for (const volume of spec.volumes ?? NONE) {
    add('secrets', volume.secret?.secretName);
    for (const secret of secretsOfSource(volume as VolumeSources)) add('secrets', secret.name);
    add('configmaps', volume.configMap?.name);
    add('persistentvolumeclaims', claimNameOf(pod.metadata.name, volume as unknown as Volume));
    const projected = volume.projected as { readonly sources?: readonly Source[] } | undefined;
    for (const source of projected?.sources ?? NONE) {
      add('secrets', source.secret?.name);
      add('configmaps', source.configMap?.name);
    }
  }
  for (const containers of [spec.containers, spec.initContainers, spec.ephemeralContainers]) {
    for (const { env, envFrom } of containers ?? NONE) {
      for (const { valueFrom } of env ?? NONE) {
        add('secrets', valueFrom?.secretKeyRef?.name);
        add('configmaps', valueFrom?.configMapKeyRef?.name);
      }
      for (const source of envFrom ?? NONE) {
        add('secrets', source.secretRef?.name);
        add('configmaps', source.configMapRef?.name);
      }
    }
  }
  return found;
}

const NONE: readonly never[] = [];

/** Pods of one template refer to the same. */
const referenceTo = pureOfValues(16, (kind: string, namespace: string, name: string) => `${kind}:${namespace}/${name}`);

interface EnvContainer {
  readonly env?: readonly {
    readonly valueFrom?: { readonly secretKeyRef?: Named; readonly configMapKeyRef?: Named };
  }[];
  readonly envFrom?: readonly { readonly secretRef?: Named; readonly configMapRef?: Named }[];
}

const READ: readonly string[] = ['get', 'list', 'watch'];
const GET: readonly string[] = ['get'];
const CORE: readonly string[] = [''];

/** What every node may do besides what the graph decides. */
// Models plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go, NodeRules (v1.36)
const NODE_RULES: readonly PolicyRule[] = [
  { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'] },
  {
    verbs: ['create'],
    apiGroups: ['authorization.k8s.io'],
    resources: ['subjectaccessreviews', 'localsubjectaccessreviews'],
  },
  { verbs: READ, apiGroups: CORE, resources: ['services'] },
  { verbs: ['create', 'get', 'list', 'watch', 'patch', 'update'], apiGroups: CORE, resources: ['nodes'] },
  { verbs: ['patch', 'update'], apiGroups: CORE, resources: ['nodes/status'] },
  { verbs: ['create', 'patch', 'update'], apiGroups: ['', 'events.k8s.io'], resources: ['events'] },
  { verbs: [...READ, 'create', 'delete'], apiGroups: CORE, resources: ['pods'] },
  { verbs: ['patch', 'update'], apiGroups: CORE, resources: ['pods/status'] },
  { verbs: ['create'], apiGroups: CORE, resources: ['pods/eviction'] },
  { verbs: GET, apiGroups: CORE, resources: ['endpoints'] },
  {
    verbs: ['create', 'get', 'list', 'watch'],
    apiGroups: ['certificates.k8s.io'],
    resources: ['certificatesigningrequests'],
  },
  { verbs: ['get', 'create', 'update', 'patch', 'delete'], apiGroups: ['coordination.k8s.io'], resources: ['leases'] },
  { verbs: READ, apiGroups: ['storage.k8s.io'], resources: ['csidrivers'] },
  { verbs: READ, apiGroups: ['node.k8s.io'], resources: ['runtimeclasses'] },
];

/**
 * Decides for kubelets, and has no opinion about anybody else.
 *
 * Promises: a kubelet reads no Secret, ConfigMap, claim or volume but those that a Pod bound to its node refers to, and asks
 * for no token but of such a Pod's account; its verdict is that of the watch caches at this moment, so that a Pod that was
 * bound just now may be refused what it needs until its binding was heard of.
 * Does not promise: that a kubelet writes only its own Node and Pods. The admission plugin NodeRestriction sees to that.
 * Called by: the union of authorizers, where the mode Node is on.
 */
// Models plugin/pkg/auth/authorizer/node/node_authorizer.go (v1.36)
export class NodeAuthorizer implements NamedAuthorizer {
  readonly name = 'Node';

  constructor(
    private readonly graph: NodeGraph,
    private readonly volumes: NodeVolumes,
  ) {}

  authorize(attributes: Attributes): Verdict {
    const node = nodeNameOf(attributes.user);
    if (node === undefined) return NO_OPINION;
    const { info } = attributes;
    if (info.isResource && info.group === '') {
      switch (info.resource) {
        case 'secrets':
        case 'configmaps':
          return this.single(node, attributes);
        case 'persistentvolumeclaims':
          return this.claimOfVolume(node, attributes);
        case 'persistentvolumes':
          return gets(info) ?? this.volume(node, info.name);
        case 'serviceaccounts':
          if (info.subresource === 'token') return this.token(node, attributes);
          return no('can only create tokens for individual service accounts');
        case 'pods':
          if (info.subresource === '' && READ.includes(info.verb)) return this.pods(node, attributes);
          break;
        case 'nodes':
          if (info.subresource === '' && READ.includes(info.verb)) return nodes(node, attributes);
          break;
        default:
      }
    }
    if (info.isResource && info.group === 'resource.k8s.io' && info.resource === 'resourceclaims')
      return this.claim(node, attributes);
    if (info.isResource && info.group === 'resource.k8s.io' && info.resource === 'resourceslices')
      return this.slice(node, attributes);
    if (info.isResource && info.group === 'coordination.k8s.io' && info.resource === 'leases')
      return lease(node, attributes);
    if (info.isResource && info.resource === 'csinodes' && info.group === 'storage.k8s.io') return csiNode(node, info);
    if (info.isResource && info.group === 'storage.k8s.io' && info.resource === 'volumeattachments')
      return gets(info) ?? (this.volumes.nodeOfAttachment(info.name) === node ? ALLOW : unrelated(node));
    return NODE_RULES.some((rule) => ruleAllows(rule, info)) ? ALLOW_BY_RULE : NO_OPINION;
  }

  private single(node: string, { info }: Attributes): Verdict {
    if (!READ.includes(info.verb)) return no('can only read resources of this type');
    if (info.subresource !== '') return no('cannot read subresource');
    if (info.name === '') return no('No Object name found');
    if (info.namespace === '') return no('can only read namespaced object of this type');
    const found = this.reachable(node, `${info.resource}:${info.namespace}/${info.name}`);
    if (found === ALLOW || info.resource !== 'secrets') return found;
    for (const claim of this.volumes.claimsWith(info.namespace, info.name)) {
      if (this.graph.reaches(node, `${CLAIMS}:${claim}`)) return ALLOW;
    }
    return found;
  }

  private claimOfVolume(node: string, { info }: Attributes): Verdict {
    const writes = info.verb === 'update' || info.verb === 'patch';
    if (info.subresource === 'status' && !writes) return no('can only get/update/patch this type');
    const refused = info.subresource === 'status' ? undefined : gets(info);
    return refused ?? this.reachable(node, `${CLAIMS}:${info.namespace}/${info.name}`);
  }

  private volume(node: string, name: string): Verdict {
    const claim = this.volumes.claimOf(name);
    return claim === undefined ? unrelated(node) : this.reachable(node, `${CLAIMS}:${claim}`);
  }

  private claim(node: string, { info }: Attributes): Verdict {
    return gets(info) ?? this.reachable(node, `resourceclaims:${info.namespace}/${info.name}`);
  }

  /** Whose slice is made is for the admission plugin NodeRestriction to see. */
  private slice(node: string, { info, fieldSelector }: Attributes): Verdict {
    if (info.subresource !== '') return no('cannot authorize ResourceSlice subresources');
    switch (info.verb) {
      case 'create':
        return ALLOW;
      case 'get':
      case 'update':
      case 'patch':
      case 'delete':
        return this.volumes.nodeOfSlice(info.name) === node ? ALLOW : unrelated(node);
      case 'list':
      case 'watch':
      case 'deletecollection':
        return selects(fieldSelector, 'spec.nodeName', node)
          ? ALLOW
          : no('can only list/watch/deletecollection resourceslices with spec.nodeName field selector');
      default:
        return no(`only the following verbs are allowed for a ResourceSlice: ${SLICE_VERBS}`);
    }
  }

  private token(node: string, { info }: Attributes): Verdict {
    if (info.verb !== 'create') return no('can only create tokens for individual service accounts');
    if (info.name === '') return no('can only create tokens for individual service accounts');
    return this.reachable(node, referenceTo('serviceaccounts', info.namespace, info.name));
  }

  private reachable(node: string, reference: string): Verdict {
    return this.graph.reaches(node, reference) ? ALLOW : unrelated(node);
  }

  private pods(node: string, { info, fieldSelector }: Attributes): Verdict {
    if (info.verb === 'get' && info.name !== '') {
      return this.graph.hasPod(node, info.namespace, info.name) ? ALLOW : unrelated(node);
    }
    return selects(fieldSelector, 'spec.nodeName', node)
      ? ALLOW
      : no('can only list/watch pods with spec.nodeName field selector');
  }
}

function nodes(node: string, { info, fieldSelector }: Attributes): Verdict {
  if (info.verb === 'get')
    return info.name === node ? ALLOW : no(`node '${node}' cannot read '${info.name}', only its own Node object`);
  return info.name === node || selects(fieldSelector, 'metadata.name', node)
    ? ALLOW
    : no(`node '${node}' cannot read all nodes, only its own Node object`);
}

function lease(node: string, { info }: Attributes): Verdict {
  if (!['get', 'create', 'update', 'patch', 'delete'].includes(info.verb))
    return no('can only get, create, update, patch, or delete a node lease');
  if (info.namespace !== 'kube-node-lease')
    return no('can only access leases in the "kube-node-lease" system namespace');
  if (info.verb !== 'create' && info.name !== node)
    return no('can only access node lease with the same name as the requesting node');
  return ALLOW;
}

function csiNode(node: string, { verb, subresource, name }: RequestInfo): Verdict {
  if (!['get', 'create', 'update', 'patch', 'delete'].includes(verb))
    return no('can only get, create, update, patch, or delete a CSINode');
  if (subresource !== '') return no('cannot authorize CSINode subresources');
  return verb === 'create' || name === node
    ? ALLOW
    : no('can only access CSINode with the same name as the requesting node');
}

const SLICE_VERBS = 'get, watch, list, create, update, patch, delete, deletecollection';
const CLAIMS = 'persistentvolumeclaims';

/** Why something that is asked for one by one is not. */
function gets({ verb, subresource, name }: RequestInfo): Verdict | undefined {
  if (verb !== 'get') return no('can only get individual resources of this type');
  if (subresource !== '') return no('cannot get subresource');
  return name === '' ? no('No Object name found') : undefined;
}

const ALLOW: Verdict = { decision: 'allow', reason: '', authorizer: 'Node', forAnyName: false };
const ALLOW_BY_RULE: Verdict = { decision: 'allow', reason: '', authorizer: 'Node', forAnyName: true };
const NO_OPINION: Verdict = { decision: 'no-opinion', reason: '', authorizer: 'Node', forAnyName: true };

function no(reason: string): Verdict {
  return { decision: 'no-opinion', reason, authorizer: 'Node', forAnyName: false };
}

function unrelated(node: string): Verdict {
  return no(`no relationship found between node '${node}' and this object`);
}

function selects(selector: string | undefined, field: string, value: string): boolean {
  return selector?.split(',').some((term) => term === `${field}=${value}` || term === `${field}==${value}`) ?? false;
}
