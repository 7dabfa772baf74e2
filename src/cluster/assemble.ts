import type { Pod } from '../api/types/core.ts';
import type { KObject } from '../api/types/meta.ts';
import { CONTROL_PLANE } from '../api/values/control-plane.ts';
import { randomUid } from '../api/values/names.ts';
import { rfc3339 } from '../api/values/time.ts';
import { MINUTE } from '../base/time/units.ts';
import type { Engine } from '../engine/index.ts';
import { bootstrapObjects } from './apiserver/bootstrap/objects.ts';
import { defaultConfig, hostPort, type InstalledObject } from './apiserver/core/config.ts';
import { type ApiServer, createApiServer } from './apiserver/server.ts';
import { runBefore } from './brought/before.ts';
import { withBrought } from './brought/objects.ts';
import { serviceRangeIn } from './brought/ranges.ts';
import { driverCredentials, schedulerCredentials } from './clients/identities.ts';
import { RawClient } from './clients/raw-client.ts';
import { CloudServiceController } from './cloud/service-controller.ts';
import type { Cluster, ClusterOptions } from './config/cluster-config.ts';
import { declaredControllers } from './controllers/declared.ts';
import { createControllerManager } from './controllers/manager.ts';
import type { ControllerManagerOptions } from './controllers/shared/declaration.ts';
import { type DriverOptions, StorageDrivers } from './csi/storage-drivers.ts';
import { Desk } from './desk/desk.ts';
import { ClusterDns, dnsObjects } from './dns/index.ts';
import { createEtcd } from './etcd/etcd.ts';
import { runEtcdctl } from './etcdctl/main.ts';
import { runKubectl } from './kubectl/main.ts';
import { Interrupt } from './kubectl/session/interrupt.ts';
import type { KubectlHost } from './kubectl/session/session.ts';
import { firstCsiNodes } from './kubelet/node/csi-node.ts';
import { VolumeDisks } from './kubelet/node/node-disk.ts';
import { registeredNode } from './kubelet/node/registered-node.ts';
import type { NodeSpec } from './kubelet/node/spec.ts';
import { Clocks } from './machines/clocks.ts';
import { keepLeases, leaseObjects } from './machines/component-leases.ts';
import {
  type ClientLimits,
  type RunningNode,
  setKubelet,
  setPartition,
  startNode,
  startProxy,
} from './machines/machines.ts';
import { runFrom, runShell } from './network-tools/shell.ts';
import type { NetworkTool } from './ports/cri.ts';
import { type Environment, NO_FAULTS } from './ports/environment.ts';
import type { EtcdServer } from './ports/etcd.ts';
import type { Folder } from './ports/folder.ts';
import type { Dial } from './ports/http.ts';
import { ownLatencies } from './ports/latency.ts';
import type { LocalPorts } from './ports/local-ports.ts';
import { within } from './processes/living-process.ts';
import { supervise } from './processes/supervised.ts';
import { createScheduler } from './scheduler/scheduler.ts';
import { type Addressing, addressingOf, familyRanges, IPV4_ALONE, podRanges } from './wiring/addressing.ts';
import type { ApiWay } from './wiring/api-way.ts';
import { ClusterNetwork } from './wiring/cluster-network.ts';
import { PodNames } from './wiring/pod-names.ts';
import type { Reach } from './wiring/reach.ts';

const UNLIMITED = { qps: 0, burst: 0 };
/** The cluster has been up for this long when a run begins. */
const SETTLED = 10 * MINUTE;

/** The one place that wires components together. */
export function assembleCluster(engine: Engine, options: ClusterOptions): Cluster {
  const env: Environment = {
    engine,
    // Both may change while the run goes on.
    latencies: ownLatencies(options.latencies),
    faults: { ...NO_FAULTS, ...options.faults },
    ...(options.chance === undefined ? {} : { chance: options.chance }),
    informers: new Map(),
    befell: new Map(),
    processes: new Map(),
  };
  const base = engine.background('kube-apiserver');
  const { onAudit, staticTokens = defaultConfig.staticTokens } = options;
  const etcd: EtcdServer = within(
    env,
    'etcd',
    () => createEtcd(env, options.etcd),
    () => apiServer.storeCrashed(),
  );
  const { families = IPV4_ALONE } = options;
  const own = options.start === undefined ? undefined : serviceRangeIn(options.start);
  const addressing = addressingOf(families, own);
  const { serviceCidr, apiServer: address } = addressing;
  const config = {
    ...defaultConfig,
    ...options.signIn,
    address,
    serviceCidr,
    onAudit,
    staticTokens,
    dial: (...asked: Parameters<Dial>) => wires.dial(...asked),
    outside: options.outside,
  };
  const wires = createNetwork(env, options, addressing);
  const apiServer: ApiServer = within(
    env,
    'kube-apiserver',
    () => createApiServer(env, etcd, config),
    (said) => apiServer.crashed(said),
  );
  apiServer.install(base, firstObjects(engine, options, addressing), options.firstRevision);
  const limits = options.rateLimited ? {} : UNLIMITED;
  const { transport } = apiServer;
  const machines = new Map<string, RunningNode>();
  const members = etcd.members.map(({ name }) => name);
  const clocks = new Clocks(engine, new Set([...CONTROL_PLANE, ...members, ...options.nodes.map(({ name }) => name)]));
  const drivers = storageDrivers(env, apiServer, limits, machines);
  const manager: ControllerManagerOptions = {
    ...limits,
    credentials: (controller: string) => ({ token: apiServer.issueToken('kube-system', controller) }),
    certificateSigner: options.authority?.signer,
    secretToken: (claims) => apiServer.issueSecretToken(claims),
    driverAsked: () => drivers.begin(),
    podRanges: podRanges(families, options.nodes, options.start !== undefined),
  };
  supervise(env, 'kube-controller-manager', () => createControllerManager(env, transport, manager).start());
  const scheduler = { ...limits, credentials: schedulerCredentials() };
  supervise(env, 'kube-scheduler', () => createScheduler(env, transport, scheduler).start());
  if (options.leases === true) supervise(env, 'leader-election', () => keepLeases(env, transport, limits));
  const running = new Map<number, Interrupt>();
  const localPorts: LocalPorts = new Map();
  const readers: Cluster['readers'] = new Map();
  const person = { running, localPorts };
  const api = apiWay(env, apiServer, options, addressing, person);
  if (options.cloud === true) startCloud(env, apiServer, limits);
  const walks = options.proxy !== undefined;
  const names = options.dns === true ? startDns(env, apiServer, wires, walks, addressing.dns) : undefined;
  const reach: Reach = { wires, api, names };
  const volumeDisks = new VolumeDisks();
  const before = options.start === undefined ? undefined : runBefore(options.start);
  const ranges = familyRanges(families, options.nodes, options.start !== undefined, own);
  const server = hostPort({ address, port: defaultConfig.port });
  for (const spec of options.nodes) {
    const netfilter = wires.addNode(spec);
    const services = { kubernetesIP: addressing.kubernetes, clusterDns: addressing.dns };
    const told = families[0] === 'IPv6' || own !== undefined ? { ...spec, ...services } : spec;
    const node = startNode(env, apiServer, server, told, limits, reach, netfilter, volumeDisks, before);
    machines.set(spec.name, node);
    if (options.proxy !== undefined) startProxy(env, node, spec, options, ranges, limits, netfilter);
  }
  if (options.clocks !== undefined) {
    clocks.begin(options.clocks);
    for (const name of Object.keys(options.clocks)) machines.get(name)?.wire.disconnect();
  }
  const host: KubectlHost = {
    env,
    transport,
    server: `https://${server}`,
    users: options.users,
    currentUser: 'kubernetes-admin',
    readers,
    ...person,
  };
  const kubectl: Cluster['kubectl'] = (ctx, invocation) => runKubectl(ctx, host, invocation);
  const etcdctl: Cluster['etcdctl'] = (ctx, invocation) => runEtcdctl(ctx, { env, etcd, running }, invocation);
  const tool: NetworkTool = (ctx, from, words, user) => runFrom(ctx, reach, from, words, user);
  const disk = (node: string): Folder | undefined => machines.get(node)?.kubelet.disk;
  let desk: Desk | undefined;
  return {
    env,
    apiServer,
    etcd,
    kubectl,
    type: (ctx, typed) => {
      desk ??= new Desk(engine, { kubectl, etcdctl, tool, running, disk });
      return desk.run(ctx, typed);
    },
    shell: (ctx, argv) => runShell(ctx, reach, argv),
    etcdctl,
    rawClient: new RawClient(env, transport, options.users),
    setKubelet: (asked, name, state) => setKubelet(env, asked, name, machines.get(name), state),
    setPartition: (asked, name, state, seconds) => setPartition(env, asked, name, machines.get(name), state, seconds),
    setClock: (asked, name, offset, seconds) => clocks.set(asked, name, offset, seconds),
    loseConnections: () => {
      for (const { wire } of machines.values()) wire.disconnect();
    },
    faultsSoFar: new Map(),
    readers,
    interrupt: (command, ctx) => {
      const reader = readers.get(command);
      if (ctx !== undefined && reader?.interrupt !== undefined) return reader.interrupt(ctx);
      // Also before it begins.
      const interrupt = running.get(command) ?? new Interrupt();
      running.set(command, interrupt);
      interrupt.signal();
    },
  };
}

/** What there is before anybody asks for anything: an empty cluster's objects, its nodes, and what was ordered besides. */
function firstObjects(engine: Engine, options: ClusterOptions, addressing: Addressing): readonly InstalledObject[] {
  const fresh = bootstrapObjects(engine.now - SETTLED, engine.random('bootstrap'), {
    address: addressing.apiServer,
    certificate: options.authority?.certificate,
    serviceRange: addressing.serviceCidr,
    rights: declaredControllers().flatMap(({ rights }) => rights ?? []),
  });
  const registered = (spec: NodeSpec): KObject =>
    registeredNode(spec, engine.now, engine.random(`bootstrap/${spec.name}`), options.nodes.length);
  const nodes = options.nodeObjects.length > 0 ? options.nodeObjects : options.nodes.map(registered);
  const given = options.objects.map(({ object }) => object);
  const ordered = [
    ...(options.dns === true ? dnsObjects(options.nodes[0]?.internalIP ?? '', addressing.dns) : []),
    ...(options.cloud === true ? [CLOUD_ACCOUNT] : []),
    ...(options.leases === true ? leaseObjects(engine.now - SETTLED, engine.now, serverAt(addressing)) : []),
    ...(options.csiNodes === true ? firstCsiNodes([...nodes, ...given], rfc3339(engine.now - SETTLED)) : []),
  ];
  const besides = [...nodes, ...withIdentity(ordered, engine)].map((object) => ({ object }));
  const installed = [...fresh, ...besides, ...options.objects];
  return options.start === undefined
    ? installed
    : withBrought(installed, options.start, engine, addressing.serviceCidr);
}

function serverAt({ apiServer }: Addressing): string {
  return hostPort({ address: apiServer, port: defaultConfig.port });
}

/** The wires between nodes. */
function createNetwork(
  env: Environment,
  { families = IPV4_ALONE, network: wishes, dns: hasDns = false }: ClusterOptions,
  { apiServer: address }: Addressing,
): ClusterNetwork {
  // The longer wrapping of IPv6 leaves Pods less.
  const options = families.includes('IPv6') ? { podMtu: 1430, ...wishes } : wishes;
  return new ClusterNetwork(env, { apiServer: { address, port: defaultConfig.port }, families, hasDns, options });
}

/** How a person's programs find the API server. */
function apiWay(
  env: Environment,
  { transport }: ApiServer,
  { users }: ClusterOptions,
  { apiServer: address, kubernetes }: Addressing,
  person: Pick<ApiWay, 'running' | 'localPorts'>,
): ApiWay {
  return {
    env,
    transport,
    person: users['kubernetes-admin'] ?? {},
    addresses: new Set([address, kubernetes]),
    variables: new Map(),
    ...person,
  };
}

function startCloud(env: Environment, apiServer: ApiServer, limits: ClientLimits): void {
  const credentials = { token: apiServer.issueToken('kube-system', 'service-controller') };
  supervise(env, 'cloud-controller-manager', () =>
    new CloudServiceController(env, apiServer.transport, { ...limits, credentials }).start(),
  );
}

/** From the first time on that a claim asks for one. */
function storageDrivers(
  env: Environment,
  apiServer: ApiServer,
  limits: ClientLimits,
  machines: ReadonlyMap<string, RunningNode>,
): { begin(): void } {
  let isBegun = false;
  const register: DriverOptions['register'] = (ctx, driver, limit) => {
    for (const { kubelet } of machines.values()) kubelet.pluginFound(ctx, driver, limit);
  };
  return {
    begin: () => {
      if (isBegun) return;
      isBegun = true;
      const controller = { token: apiServer.issueToken('kube-system', 'attachdetach-controller') };
      const credentials = driverCredentials();
      supervise(env, 'csi-driver', () =>
        new StorageDrivers(env, apiServer.transport, { ...limits, credentials, controller, register }).start(),
      );
    },
  };
}

function startDns(
  env: Environment,
  apiServer: ApiServer,
  { network }: ClusterNetwork,
  walks: boolean,
  address: string,
): PodNames {
  const token = apiServer.issueToken('kube-system', 'coredns');
  const dns = within(env, 'coredns', () => {
    const server = new ClusterDns(env, apiServer.transport, { token }, address);
    server.start();
    return server;
  });
  const podOf = (namespace: string, name: string) => apiServer.peek('pods', namespace, name) as Pod | undefined;
  return new PodNames(network, dns, podOf, walks);
}

const CLOUD_ACCOUNT: KObject = {
  kind: 'ServiceAccount',
  apiVersion: 'v1',
  metadata: { name: 'service-controller', namespace: 'kube-system' },
};

/** As if they had been made when the cluster was. */
function withIdentity(objects: readonly KObject[], engine: Engine): readonly KObject[] {
  const random = engine.random('bootstrap/dns');
  const creationTimestamp = rfc3339(engine.now - SETTLED);
  return objects.map((object) => ({
    ...object,
    metadata: { ...object.metadata, uid: randomUid(random), creationTimestamp },
  }));
}
