import { randomUid } from '../api/names.ts';
import { parseTime, rfc3339 } from '../api/time.ts';
import type { Pod } from '../api/types/core.ts';
import type { KObject } from '../api/types/meta.ts';
import { present } from '../base/assert.ts';
import type { Context, Engine, Process, Program } from '../engine/index.ts';
import { kubectl } from '../steps/kubectl.ts';
import { rawClient } from '../steps/raw-client.ts';
import { addressingOf, inFamilies, podRangeOf, serviceRangeOf } from './addressing.ts';
import type { AuditEntry } from './apiserver/audit/audit-entry.ts';
import type { AuthorizationMode } from './apiserver/authz/modes.ts';
import { bootstrapObjects } from './apiserver/bootstrap/objects.ts';
import { type ApiServerConfig, defaultConfig, hostPort, type InstalledObject } from './apiserver/config.ts';
import { type ApiServer, createApiServer } from './apiserver/server.ts';
import { CloudServiceController } from './cloud/service-controller.ts';
import { ClusterNetwork, OUTSIDE } from './cluster-network.ts';
import { createBridgePlugin, createConstantPlugin } from './cni/bridge.ts';
import { createControllerManager } from './controllers/manager.ts';
import { createRuntime } from './cri/runtime.ts';
import { type DriverOptions, StorageDrivers } from './csi/storage-drivers.ts';
import { ClusterDns, dnsObjects } from './dns/index.ts';
import { createEtcd, type EtcdOptions } from './etcd/etcd.ts';
import { runEtcdctl } from './etcdctl/main.ts';
import type { EtcdctlInvocation } from './etcdctl/terminal.ts';
import { driverCredentials, kubeletCredentials, proxyCredentials, schedulerCredentials } from './identities.ts';
import type { Interrupt } from './kubectl/interrupt.ts';
import { runKubectl } from './kubectl/main.ts';
import type { Invocation, KubectlHost } from './kubectl/session.ts';
import { createKubelet, type Kubelet } from './kubelet/kubelet.ts';
import { DEFAULT_ALLOCATABLE, DEFAULT_CAPACITY, type NodeSpec, nodeSpec } from './kubelet/node-spec.ts';
import { registeredNode } from './kubelet/registered-node.ts';
import type { Family } from './network/address.ts';
import type { NetworkOptions } from './network/index.ts';
import { NodeLine } from './node-line.ts';
import { startInPod } from './pod-programs.ts';
import { PodNames } from './pod-shell.ts';
import type { CertificateSigner } from './ports/certificate-signer.ts';
import type { ContainerRuntime } from './ports/cri.ts';
import type { Chance, Environment } from './ports/environment.ts';
import type { EtcdServer } from './ports/etcd.ts';
import { type Latencies, realisticLatencies, zeroLatencies } from './ports/latency.ts';
import type { LocalPorts } from './ports/local-ports.ts';
import type { IpvsScheduler, Netfilter } from './ports/netfilter.ts';
import { isProgram } from './programs/index.ts';
import { createKubeProxy, type ProxyMode } from './proxy/index.ts';
import { giveRareInput, type RareInput } from './rare-inputs.ts';
import { RawClient, type RawRequest } from './raw-client.ts';
import { createScheduler } from './scheduler/scheduler.ts';
import { runShell, runTool } from './shell.ts';
import { isShellCommand } from './shell-command.ts';
import { authorizationOf, EVERYBODY, IDENTITY_PROVIDER, STATIC_TOKENS } from './sign-in.ts';

export { clusterKinds } from '../steps/index.ts';

/** Every run starts at this moment of virtual time. */
export const CLUSTER_START_TIME = present(parseTime('2026-01-15T09:00:00Z'), 'start time');

/** After this long all caches are filled and the control plane waits for something to do. */
export const CLUSTER_SETTLE_MICROS = 2_000_000;

/** What a run says of its cluster (the same shape as in protocol/run-description.ts, which this half does not see). */
export interface ClusterConfig {
  readonly nodes: number;
  readonly latencies: 'realistic' | 'zero';
  readonly podsPerNode?: number;
  readonly clientLimits?: 'none';
  /** Authorizers in the order in which they are asked; Node and RBAC when left out. */
  readonly authorization?: readonly AuthorizationMode[];
  /** Authenticators that are switched off. */
  readonly withoutAuthenticators?: readonly ('static-token' | 'oidc' | 'anonymous')[];
  /** Admission plugins that are switched off, by their names. */
  readonly withoutAdmission?: readonly string[];
  /** Members of the store: 1 when left out. */
  readonly etcdMembers?: 1 | 3;
  readonly etcdQuotaBytes?: number;
  /** Machines with names and addresses of their own, in the place of node-1, node-2 … */
  readonly machines?: readonly MachineConfig[];
  /** How kube-proxy turns Services into packet rules; none: nodes without it. */
  readonly proxy?: ProxyMode | 'none';
  /** How IPVS chooses endpoints, when kube-proxy uses it; by turns when left out. */
  readonly ipvsScheduler?: IpvsScheduler;
  /** How the network of Pods differs from flannel's: what Pods believe to fit into a packet, whether bridges send back. */
  readonly network?: Partial<NetworkOptions>;
  /** Families of addresses that nodes, Pods and Services have, the primary one first; IPv4 alone when left out. */
  readonly families?: readonly ('IPv4' | 'IPv6')[];
  /** The same as families of IPv4 and IPv6. */
  readonly dualStack?: boolean;
}

export interface MachineConfig {
  readonly name: string;
  readonly address: string;
  readonly podCIDR: string;
  /** The place in the range of the Pod address that was given last. */
  readonly lastPodAddress?: number;
}

export type Given =
  | Typed
  | SentPacket
  | { readonly type: 'etcdctl'; readonly argv: readonly string[]; readonly stdin?: string }
  | RareInput
  | ({ readonly type: 'request' } & RawRequest)
  | { readonly type: 'hang-up'; readonly request: number }
  | { readonly type: 'interrupt'; readonly command: number };

/** A request over the network: from `client` outside, a node, or a Pod (`namespace/name`). */
export interface SentPacket {
  readonly type: 'packet';
  readonly from: string;
  readonly to: string;
  readonly port: number;
  readonly protocol: 'tcp' | 'udp';
  readonly raw?: boolean;
}

export interface Typed {
  readonly type: 'kubectl';
  readonly argv: readonly string[];
  readonly files: { readonly [name: string]: string };
  readonly stdin?: string;
}

export interface ClusterOptions {
  readonly latencies: Latencies;
  readonly nodes: readonly NodeSpec[];
  /** Node objects that take the place of freshly registered ones. */
  readonly nodeObjects: readonly KObject[];
  /** Objects that exist besides those of an empty cluster. */
  readonly objects: readonly InstalledObject[];
  readonly firstRevision: number;
  /** Clients wait for their rate limits, as real ones do. */
  readonly rateLimited: boolean;
  readonly users: KubectlHost['users'];
  readonly onAudit: ((entry: AuditEntry) => void) | undefined;
  /** Bearer tokens of people. */
  readonly staticTokens?: ApiServerConfig['staticTokens'];
  /** Whom else the API server trusts, and whom it asks what somebody may do. */
  readonly signIn?: Partial<
    Pick<ApiServerConfig, 'anonymous' | 'oidc' | 'authorization' | 'tokenSigner' | 'disabledAdmission'>
  >;
  /** How kube-proxy turns Services into packet rules; undefined: nodes without it. */
  readonly proxy?: ProxyMode | undefined;
  readonly ipvsScheduler?: IpvsScheduler | undefined;
  readonly network?: Partial<NetworkOptions> | undefined;
  readonly families?: readonly Family[];
  /** Names of Services are resolved, at a Service of its own. */
  readonly dns?: boolean;
  /** Somebody makes load balancers. */
  readonly cloud?: boolean;
  readonly etcd?: Partial<EtcdOptions>;
  readonly chance?: Chance;
  /** The cluster's authority, where there is a real one. */
  readonly authority?: { readonly certificate: string; readonly signer: CertificateSigner };
}

export type KubeletState = 'running' | 'silent' | 'stopped';

export interface Cluster {
  readonly env: Environment;
  readonly apiServer: ApiServer;
  readonly etcd: EtcdServer;
  /** Runs one kubectl command to its end. */
  kubectl(ctx: Context, invocation: Invocation): Process<number>;
  /** Runs a line of the shell that is not for kubectl. */
  shell(ctx: Context, argv: readonly string[]): Process<number>;
  /** Runs one etcdctl command to its end. */
  etcdctl(ctx: Context, invocation: EtcdctlInvocation): Process<number>;
  /** Requests that a person writes down. */
  readonly rawClient: RawClient;
  /** Kills the kubelet of a node, or starts it again; `silent`: it still works, and says no more that it lives. */
  setKubelet(ctx: Context, node: string, state: KubeletState): void;
  /** Ends a running command by its number; one that has ended is left alone. */
  interrupt(command: number): void;
}

const UNLIMITED = { qps: 0, burst: 0 };
/** The cluster has been up for this long when a run begins. */
const SETTLED = 600_000_000;

const FOUR: readonly Family[] = ['IPv4'];
const BOTH: readonly Family[] = ['IPv4', 'IPv6'];

/** The one place that wires components together. */
export function assembleCluster(engine: Engine, options: ClusterOptions): Cluster {
  const env: Environment = {
    engine,
    latencies: options.latencies,
    faults: { dropWatchPerMille: 0, requestErrorPerMille: 0 },
    ...(options.chance === undefined ? {} : { chance: options.chance }),
    informers: new Map(),
  };
  const base = engine.background('kube-apiserver');
  const { onAudit, staticTokens = defaultConfig.staticTokens } = options;
  const etcd = createEtcd(env, options.etcd);
  const { families = FOUR } = options;
  const addressing = addressingOf(families);
  const { serviceCidr, apiServer: address } = addressing;
  const apiServer = createApiServer(env, etcd, {
    ...defaultConfig,
    ...options.signIn,
    address,
    serviceCidr,
    onAudit,
    staticTokens,
  });
  const fresh = bootstrapObjects(engine.now - SETTLED, engine.random('bootstrap'), {
    address,
    certificate: options.authority?.certificate,
    serviceRange: serviceCidr,
  });
  const nodes =
    options.nodeObjects.length > 0
      ? options.nodeObjects
      : options.nodes.map((spec) =>
          registeredNode(spec, engine.now, engine.random(`bootstrap/${spec.name}`), options.nodes.length),
        );
  const names = [
    ...(options.dns === true ? dnsObjects(options.nodes[0]?.internalIP ?? '', addressing.dns) : []),
    ...(options.cloud === true ? [CLOUD_ACCOUNT] : []),
  ];
  const installed = [...fresh, ...[...nodes, ...withIdentity(names, engine)].map((object) => ({ object }))];
  apiServer.install(base, [...installed, ...options.objects], options.firstRevision);
  const limits = options.rateLimited ? {} : UNLIMITED;
  const { transport } = apiServer;
  const machines = new Map<string, RunningNode>();
  const drivers = storageDrivers(env, apiServer, limits, machines);
  createControllerManager(env, transport, {
    ...limits,
    credentials: (controller: string) => ({ token: apiServer.issueToken('kube-system', controller) }),
    certificateSigner: options.authority?.signer,
    secretToken: (claims) => apiServer.issueSecretToken(claims),
    driverAsked: () => drivers.begin(),
  }).start();
  createScheduler(env, transport, { ...limits, credentials: schedulerCredentials() }).start();
  // The longer wrapping of IPv6 leaves Pods less.
  const carries = families.includes('IPv6') ? { podMtu: 1430, ...options.network } : options.network;
  const network = new ClusterNetwork(env, { address, port: defaultConfig.port }, carries, families);
  apiServer.connectPrograms((...asked) => network.dial(...asked));
  const running = new Map<number, Interrupt>();
  const localPorts: LocalPorts = new Map();
  network.api = {
    env,
    transport,
    nodes: options.nodes.map(({ name }) => name),
    running,
    person: options.users['kubernetes-admin'] ?? {},
    addresses: new Set([address, addressing.kubernetes]),
    podOf: (namespace, name) => apiServer.peek('pods', namespace, name) as Pod | undefined,
    localPorts,
    variables: new Map(),
  };
  if (options.cloud === true) startCloud(env, apiServer, limits);
  if (options.dns === true) startDns(env, apiServer, network, options.proxy !== undefined, addressing.dns);
  for (const spec of options.nodes) {
    const netfilter = network.addNode(spec);
    const told = families[0] === 'IPv6' ? { ...spec, kubernetesIP: addressing.kubernetes } : spec;
    machines.set(spec.name, startNode(env, apiServer, told, limits, network));
    if (options.proxy !== undefined) startProxy(env, apiServer, spec, options, limits, netfilter);
  }
  const host: KubectlHost = {
    env,
    transport,
    server: `https://${hostPort({ address, port: defaultConfig.port })}`,
    users: options.users,
    currentUser: 'kubernetes-admin',
    running,
    localPorts,
  };
  return {
    env,
    apiServer,
    etcd,
    kubectl: (ctx, invocation) => runKubectl(ctx, host, invocation),
    shell: (ctx, argv) => runShell(ctx, network, argv),
    etcdctl: (ctx, invocation) => runEtcdctl(ctx, { env, etcd, running }, invocation),
    rawClient: new RawClient(env, transport, options.users),
    setKubelet: (ctx, name, state) => {
      const node = machines.get(name);
      if (node !== undefined) setKubelet(env, ctx, name, node, state);
    },
    interrupt: (command) => running.get(command)?.give(),
  };
}

function startNode(
  env: Environment,
  apiServer: ApiServer,
  spec: NodeSpec,
  limits: { qps?: number; burst?: number },
  network: ClusterNetwork,
): RunningNode {
  const { transport, connectNode } = apiServer;
  const fake = spec.kind === 'hollow';
  let runtime: ContainerRuntime | undefined;
  const plugin = fake
    ? createConstantPlugin()
    : network.attaching(
        createBridgePlugin(env, spec.name, spec.podCIDR, spec.lastPodAddress, spec.second?.podCIDR),
        spec.name,
        () => runtime,
      );
  const started = createRuntime(env, spec.name, plugin, { images: spec.images, fake });
  started.onStart((ctx, container, pod, write) =>
    isProgram(container.config.image)
      ? startInPod(
          env,
          { transport, peek: (...of) => apiServer.peek('pods', ...of) },
          spec.name,
          ctx,
          container,
          pod,
          write,
        )
      : undefined,
  );
  runtime = started;
  started.connect((ctx, pod, words) => {
    // Pods on the network of their node ask as the node.
    const from = network.network.host(pod) === undefined ? spec.name : pod;
    return runTool(ctx, network, from, words);
  });
  const line = new NodeLine(transport);
  const kubelet = createKubelet(env, line, spec, runtime, {
    ...limits,
    credentials: kubeletCredentials(spec.name),
    registered: true,
  });
  kubelet.start();
  connectNode(spec.name, () => kubelet.server);
  return { kubelet, line };
}

interface RunningNode {
  readonly kubelet: Kubelet;
  readonly line: NodeLine;
}

/** A kubelet that is killed leaves its containers running; one that starts again finds them. */
function setKubelet(env: Environment, ctx: Context, name: string, node: RunningNode, state: KubeletState): void {
  if (state === 'running') {
    node.line.open();
    node.kubelet.restarted(ctx);
    return;
  }
  node.kubelet.fallSilent(ctx);
  if (state === 'silent') return;
  node.line.close();
  for (const [informer, handle] of env.informers ?? []) if (informer.startsWith(`kubelet/${name}/`)) handle.cut(ctx);
}

function startCloud(env: Environment, apiServer: ApiServer, limits: { qps?: number; burst?: number }): void {
  const credentials = { token: apiServer.issueToken('kube-system', 'service-controller') };
  new CloudServiceController(env, apiServer.transport, { ...limits, credentials }).start();
}

/** From the first time on that a claim asks for one. */
function storageDrivers(
  env: Environment,
  apiServer: ApiServer,
  limits: { qps?: number; burst?: number },
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
      new StorageDrivers(env, apiServer.transport, { ...limits, credentials, controller, register }).start();
    },
  };
}

function startDns(
  env: Environment,
  apiServer: ApiServer,
  cluster: ClusterNetwork,
  walks: boolean,
  address: string,
): void {
  const token = apiServer.issueToken('kube-system', 'coredns');
  const dns = new ClusterDns(env, apiServer.transport, { token }, address);
  dns.start();
  const podOf = (namespace: string, name: string) => apiServer.peek('pods', namespace, name) as Pod | undefined;
  cluster.names = new PodNames(cluster.network, dns, podOf, walks);
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

function startProxy(
  env: Environment,
  { transport }: ApiServer,
  { name, internalIP, second }: NodeSpec,
  { proxy: mode = 'iptables', ipvsScheduler, families = FOUR, nodes }: ClusterOptions,
  limits: { qps?: number; burst?: number },
  netfilter: Netfilter,
): void {
  createKubeProxy(env, transport, {
    ...limits,
    credentials: proxyCredentials(),
    mode,
    ipvsScheduler,
    node: name,
    places: families.map((family, at) => ({
      family,
      nodeIP: at === 0 ? internalIP : (second?.internalIP ?? ''),
      clusterCIDR: podRangeOf(family, nodes),
      serviceCIDR: serviceRangeOf(family),
    })),
    netfilter,
  }).start();
}

/** A cluster as a program of the engine: it takes what people type. */
export function clusterProgram(config: ClusterConfig): Program<Given> {
  let cluster: Cluster | undefined;
  return {
    boot(engine) {
      const plain =
        config.machines?.map(machine) ??
        Array.from({ length: config.nodes }, (_, at) => plainNode(at, config.podsPerNode));
      const families = familiesOf(config);
      const nodes = plain.map((spec, at) => inFamilies(spec, at, families));
      const off: readonly string[] = config.withoutAuthenticators ?? [];
      engine.background('kube-apiserver');
      cluster = assembleCluster(engine, {
        latencies: config.latencies === 'zero' ? zeroLatencies : realisticLatencies,
        nodes,
        nodeObjects: [],
        objects: [],
        firstRevision: 400,
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
        dns: proxyOf(config) !== undefined,
        cloud: proxyOf(config) !== undefined,
        etcd: { members: config.etcdMembers ?? 1, quotaBytes: config.etcdQuotaBytes ?? 0 },
      });
    },
    give: (engine, input) => giveInput(engine, present(cluster, 'cluster'), input),
  };
}

/** `KUBECONFIG=file kubectl …` */
const VARIABLE = 'KUBECONFIG=';

/** Something that a person does to a cluster. */
export function giveInput(engine: Engine, cluster: Cluster, input: Given): void {
  if (input.type === 'interrupt') {
    engine.beginStory('kubectl', kubectl.interrupted, `kubectl/${input.command}`, { command: input.command });
    cluster.interrupt(input.command);
    return;
  }
  if (input.type === 'request') {
    const { type: _, ...request } = input;
    const { method, path, user } = request;
    const ctx = engine.beginStory('kubectl', rawClient.sent, 'requests', { method, path, user });
    engine.spawn(cluster.rawClient.send(ctx, request));
    return;
  }
  if (input.type === 'hang-up') {
    engine.beginStory('kubectl', rawClient.hungUp, `requests/${input.request}`, { request: input.request });
    cluster.rawClient.hangUp(input.request);
    return;
  }
  if (input.type === 'packet') {
    giveLine(engine, cluster, lineOf(input));
    return;
  }
  if (input.type === 'etcdctl') {
    const argv = input.argv[0] === 'etcdctl' ? input.argv : ['etcdctl', ...input.argv];
    const ctx = engine.beginStory('kubectl', kubectl.command, 'kubectl', { line: argv.join(' ') });
    engine.spawn(cluster.etcdctl(ctx, { ...input, argv }));
    return;
  }
  if (input.type !== 'kubectl') return giveRareInput(engine, cluster, input);
  const { argv, files, stdin } = input;
  const kubeconfig = argv[0]?.startsWith(VARIABLE) === true ? argv[0].slice(VARIABLE.length) : undefined;
  const plain = kubeconfig === undefined ? argv : argv.slice(1);
  const words = plain[0] === 'kubectl' || isShellCommand(plain) ? plain : ['kubectl', ...plain];
  if (isShellCommand(words)) {
    giveLine(engine, cluster, words);
    return;
  }
  const ctx = engine.beginStory('kubectl', kubectl.command, 'kubectl', { line: words.join(' ') });
  const named = kubeconfig === undefined ? {} : { kubeconfig };
  const invocation = { argv: words, files, ...named, ...(stdin === undefined ? {} : { stdin }) };
  engine.spawn(cluster.kubectl(ctx, invocation));
}

function giveLine(engine: Engine, cluster: Cluster, argv: readonly string[]): void {
  const ctx = engine.beginStory('kubectl', kubectl.command, 'kubectl', { line: argv.join(' ') });
  engine.spawn(cluster.shell(ctx, argv));
}

/** What a person would type to send this. */
function lineOf({ from, to, port, protocol, raw = false }: SentPacket): readonly string[] {
  const bytes = protocol === 'udp' ? ['nc', '-u', to, String(port)] : ['nc', to, String(port)];
  const tool = protocol === 'udp' || raw ? bytes : ['curl', `http://${to.includes(':') ? `[${to}]` : to}:${port}/`];
  const [namespace = '', pod] = from.split('/');
  if (pod !== undefined) return ['kubectl', 'exec', '-n', namespace, pod, '--', ...tool];
  return from === OUTSIDE ? tool : ['ssh', from, ...tool];
}

/** A cluster of very many nodes is about scheduling, and quicker up without their proxies. */
const MOST_PROXIES = 200;

function proxyOf({ nodes, proxy = nodes > MOST_PROXIES ? 'none' : 'iptables' }: ClusterConfig): ProxyMode | undefined {
  return proxy === 'none' ? undefined : proxy;
}

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

/** Nobody needs a family twice, or a cluster without any. */
function familiesOf({ families = [], dualStack = false }: ClusterConfig): readonly Family[] {
  const wanted = dualStack && families.length === 0 ? BOTH : [...new Set(families)];
  return wanted.length === 0 ? FOUR : wanted;
}

/** A /24 a node, as node-ipam gives them out; room for more where more Pods are allowed. */
function podCIDR(at: number, pods: number | undefined): string {
  if (pods === undefined) return `10.${244 + ((at + 1) >> 8)}.${(at + 1) & 255}.0/24`;
  return `10.${128 + at}.0.0/15`;
}
