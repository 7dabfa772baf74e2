import type { KObject } from '../api/types/meta.ts';
import { parseTime } from '../api/values/time.ts';
import type { Family } from '../base/address.ts';
import { present } from '../base/assert.ts';
import { SECOND } from '../base/time/units.ts';
import { USUAL_TIME } from '../brought/start-state.ts';
import type { Engine, Program } from '../engine/index.ts';
import { assembleCluster } from './assemble.ts';
import { auditedProgram } from './audited/program.ts';
import { type BroughtNodes, nodesIn, registeredAs } from './brought/nodes.ts';
import { begunState } from './brought/state.ts';
import { authorizationOf, EVERYBODY, IDENTITY_PROVIDER, STATIC_TOKENS } from './clients/sign-in.ts';
import type { Addon, Cluster, ClusterConfig, MachineConfig } from './config/cluster-config.ts';
import { type Given, giveInput } from './inputs/inputs.ts';
import { registeredNode } from './kubelet/node/registered-node.ts';
import { DEFAULT_ALLOCATABLE, DEFAULT_CAPACITY, type NodeSpec, nodeSpec } from './kubelet/node/spec.ts';
import { pooledNodes } from './machines/pools.ts';
import { changedLatencies, type Latencies, realisticLatencies, zeroLatencies } from './ports/latency.ts';
import { outlivePanics } from './processes/living-process.ts';
import type { ProxyMode } from './proxy/index.ts';
import { IPV4_ALONE, inFamilies } from './wiring/addressing.ts';

export { clusterKinds } from '../steps/index.ts';

/** A run starts at this moment of virtual time, unless it goes on from a cluster that somebody brought. */
export const CLUSTER_START_TIME = present(parseTime(USUAL_TIME), 'start time');

/** When the run begins, in virtual microseconds. */
export function startTimeOf({ start, log }: Pick<ClusterConfig, 'start' | 'log'>): number {
  return parseTime(log?.time ?? start?.time) ?? CLUSTER_START_TIME;
}

/** After this long all caches are filled and the control plane waits for something to do. */
export const CLUSTER_SETTLE_MICROS = 2 * SECOND;

/** A cluster as a program of the engine: it takes what people type. `outlives`: what is thrown in it does not end the run. */
export function clusterProgram(config: ClusterConfig, outlives = true): Program<Given> {
  if (config.log !== undefined) return auditedProgram(config.log);
  let cluster: Cluster | undefined;
  return {
    boot(engine) {
      const start = config.start === undefined ? undefined : begunState(config.start, engine);
      const brought = start === undefined ? undefined : nodesIn(start);
      const plain =
        brought?.specs ??
        config.machines?.map(machine) ??
        pooledNodes(config, (at) => plainNode(at, config.podsPerNode));
      const families = familiesOf(config);
      const nodes = brought === undefined ? plain.map((spec, at) => inFamilies(spec, at, families)) : plain;
      const addons = addonsOf(config);
      const off: readonly string[] = config.withoutAuthenticators ?? [];
      engine.background('kube-apiserver');
      if (outlives) outlivePanics(engine);
      cluster = assembleCluster(engine, {
        latencies: latenciesOf(config),
        faults: config.faults,
        clocks: config.clocks,
        nodes,
        nodeObjects: nodeObjectsOf(engine, brought, start?.made ?? new Set()),
        objects: [],
        firstRevision: start === undefined ? 400 : 1,
        start,
        rateLimited: config.clientLimits !== 'none',
        users: EVERYBODY,
        staticTokens: off.includes('static-token') ? new Map() : STATIC_TOKENS,
        signIn: {
          anonymous: !off.includes('anonymous'),
          oidc: off.includes('oidc') ? [] : [IDENTITY_PROVIDER],
          authorization: authorizationOf(config.authorization),
          disabledAdmission: config.withoutAdmission ?? [],
        },
        onAudit: undefined,
        proxy: proxyOf(config),
        ipvsScheduler: config.ipvsScheduler,
        network: config.network,
        families,
        dns: addons.includes('dns'),
        cloud: addons.includes('load-balancers'),
        leases: addons.includes('component-leases'),
        etcd: { members: config.etcdMembers ?? 1, quotaBytes: config.etcdQuotaBytes ?? 0 },
      });
      for (const node of brought?.lost ?? []) cluster.setKubelet(engine.background('kubelet'), node, 'stopped');
    },
    give: (engine, input) => giveInput(engine, present(cluster, 'cluster'), input),
  };
}

/** Those that were brought; a machine that only its Pods name registers anew. */
function nodeObjectsOf(
  engine: Engine,
  brought: BroughtNodes | undefined,
  made: ReadonlySet<string>,
): readonly KObject[] {
  if (brought === undefined) return [];
  const { specs, objects } = brought;
  const known = new Map(objects.map((object) => [object.metadata.name, object]));
  const registered = (spec: NodeSpec) =>
    registeredNode(spec, engine.now, engine.random(`bootstrap/${spec.name}`), specs.length);
  const kept = objects.filter(({ metadata }) => !made.has(metadata.uid ?? ''));
  const others = specs.flatMap((spec) => {
    const said = known.get(spec.name);
    if (said === undefined) return [registered(spec)];
    return made.has(said.metadata.uid ?? '') ? [registeredAs(said, registered(spec))] : [];
  });
  return [...kept, ...others];
}

function latenciesOf({ latencies, delays = {} }: ClusterConfig): Latencies {
  return changedLatencies(latencies === 'zero' ? zeroLatencies : realisticLatencies, delays);
}

/** A cluster of very many nodes is about scheduling, and quicker up without their proxies. */
const MOST_PROXIES = 200;

function proxyOf({ nodes, pools = [], proxy }: ClusterConfig): ProxyMode | undefined {
  const all = pools.reduce((sum, pool) => sum + pool.nodes, nodes);
  const chosen = proxy ?? (all > MOST_PROXIES ? 'none' : 'iptables');
  return chosen === 'none' ? undefined : chosen;
}

/** Names and load balancers are of use where Services are. */
function addonsOf(config: ClusterConfig): readonly Addon[] {
  return config.addons ?? (proxyOf(config) === undefined ? [] : WITH_SERVICES);
}

const WITH_SERVICES: readonly Addon[] = ['dns', 'load-balancers'];

function machine({ name, address, podCIDR, lastPodAddress = 1 }: MachineConfig): NodeSpec {
  return { ...nodeSpec(name, address, podCIDR), lastPodAddress };
}

/** The node at a place in the list, as every cluster that nobody described has it. */
export function plainNode(at: number, pods: number | undefined): NodeSpec {
  const spec = nodeSpec(`node-${at + 1}`, `10.123.${(11 + at) >> 8}.${(11 + at) & 255}`, podCIDR(at, pods));
  if (pods === undefined) return spec;
  const raised = { pods: String(pods), cpu: '4000', memory: '16Ti' };
  return { ...spec, capacity: { ...DEFAULT_CAPACITY, ...raised }, allocatable: { ...DEFAULT_ALLOCATABLE, ...raised } };
}

const DUAL_STACK: readonly Family[] = ['IPv4', 'IPv6'];

/** Nobody needs a family twice, or a cluster without any. */
function familiesOf({ families = [], dualStack = false }: ClusterConfig): readonly Family[] {
  const wanted = dualStack && families.length === 0 ? DUAL_STACK : [...new Set(families)];
  return wanted.length === 0 ? IPV4_ALONE : wanted;
}

/** A /24 a node, as node-ipam gives them out, from 10.244 on and then from 10.128 on; room for more where more Pods are allowed. */
function podCIDR(at: number, pods: number | undefined): string {
  const second = 244 + ((at + 1) >> 8);
  if (pods === undefined) return `10.${second > 255 ? second - 128 : second}.${(at + 1) & 255}.0/24`;
  return `10.${128 + at}.0.0/15`;
}
