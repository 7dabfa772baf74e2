// Models the machines of a cluster: a node with its runtime, its network, its kubelet and its kube-proxy (v1.36)

import { CertificateTimes } from '../../api/values/certificate-times.ts';
import { joinHostPort } from '../../base/address.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Context } from '../../engine/index.ts';
import { faults as faultSteps } from '../../steps/faults.ts';
import { kubelet as kubeletSteps } from '../../steps/kubelet.ts';
import { panicSteps } from '../../steps/panic.ts';
import type { ApiServer } from '../apiserver/server.ts';
import type { Before } from '../brought/before.ts';
import { kubeletCredentials, proxyCredentials } from '../clients/identities.ts';
import { createBridgePlugin, createConstantPlugin } from '../cni/bridge.ts';
import { withPortmap } from '../cni/chained.ts';
import type { ClusterOptions, KubeletState } from '../config/cluster-config.ts';
import { createRuntime } from '../cri/runtime.ts';
import { createKubelet, type Kubelet, type KubeletOptions } from '../kubelet/kubelet.ts';
import type { VolumeDisks } from '../kubelet/node/node-disk.ts';
import type { NodeSpec } from '../kubelet/node/spec.ts';
import { KUBELETS_TABLE, type StoppedKubeletRow } from '../kubelet/pods/rows.ts';
import { runTool } from '../network-tools/shell.ts';
import type { ContainerRuntime, NetworkTool } from '../ports/cri.ts';
import type { Environment } from '../ports/environment.ts';
import type { Netfilter } from '../ports/netfilter.ts';
import type { Unreachable } from '../ports/node-server.ts';
import { within } from '../processes/living-process.ts';
import { supervise } from '../processes/supervised.ts';
import { isProgram } from '../programs/index.ts';
import { createKubeProxy } from '../proxy/index.ts';
import type { FamilyRanges } from '../wiring/addressing.ts';
import type { Reach } from '../wiring/reach.ts';
import { NodeLine } from './node-line.ts';
import { startInPod } from './pod-programs.ts';
import { CUT_NODES_TABLE } from './rows.ts';
import { DIALLING, Wire } from './wire.ts';

/** What clients are held to; nothing said: what the real ones are. */
export type ClientLimits = { readonly qps?: number; readonly burst?: number };

/** A node with its runtime, its network and its kubelet. */
export function startNode(
  env: Environment,
  apiServer: ApiServer,
  server: string,
  spec: NodeSpec,
  limits: ClientLimits,
  reach: Reach,
  netfilter: Netfilter,
  volumeDisks: VolumeDisks,
  before?: Before,
): RunningNode {
  const { name, podCIDR, second } = spec;
  const wire = new Wire(apiServer.transport, server, name, new CertificateTimes(env.engine.now));
  const fake = spec.kind === 'hollow';
  const cables = reach.wires.cablesOf(name, () => runtime);
  const bridged = () => createBridgePlugin(env, name, podCIDR, spec.lastPodAddress, second?.podCIDR, cables);
  const podCIDRs = second === undefined ? [podCIDR] : [podCIDR, second.podCIDR];
  const plugin = fake ? createConstantPlugin() : withPortmap(bridged(), netfilter, name, podCIDRs);
  const tool: NetworkTool = (ctx, pod, words, user) => runTool(ctx, reach, { node: name, pod }, words, user);
  const runtime: ContainerRuntime = within(env, `cri/${name}`, () =>
    createRuntime(env, name, plugin, { images: spec.images, fake, seen: before?.seen, tool }),
  );
  runtime.onStart((ctx, container, pod, write) =>
    isProgram(container.config.image)
      ? startInPod(
          env,
          { transport: wire, peek: (...of) => apiServer.peek('pods', ...of) },
          spec.name,
          ctx,
          container,
          pod,
          write,
        )
      : undefined,
  );
  const line = new NodeLine(wire);
  const options: KubeletOptions = {
    ...limits,
    credentials: kubeletCredentials(spec.name),
    registered: true,
    volumeDisks,
    ran: before?.ran,
    dial: fake ? undefined : (...asked) => reach.wires.dial(...asked),
    ...(fake ? undefined : { servicesIn: (namespace: string) => apiServer.peekAll('services', namespace) }),
  };
  const begin = (): Kubelet => {
    const begun = createKubelet(env, line, spec, runtime, options);
    begun.start();
    return begun;
  };
  const node: RunningNode = {
    kubelet: within(env, `kubelet/${name}`, begin, (said) => crashed(env, said, name, node)),
    line,
    wire,
  };
  apiServer.connectNode(name, () => (wire.isCut ? unreachable(spec) : node.kubelet.server));
  return node;
}

/** systemd begins a kubelet again that has ended (RestartSec of kubeadm's unit). */
const RESTART_MICROS = 10 * SECOND;

function crashed(env: Environment, said: Context, name: string, node: RunningNode): void {
  if (env.engine.table(KUBELETS_TABLE).has(name)) return;
  changeKubelet(env, said, name, node, 'stopped');
  said.after(RESTART_MICROS, () => {
    if (!env.engine.table(KUBELETS_TABLE).has(name)) return;
    const begun = said.step(panicSteps.begun, `processes/kubelet/${name}`, { process: `kubelet/${name}`, times: 1 });
    changeKubelet(env, begun, name, node, 'running');
    env.processes?.get(`kubelet/${name}`)?.begun.notify();
    for (const [informer, handle] of env.informers ?? [])
      if (informer.startsWith(`kubelet/${name}/`)) handle.resync(begun);
  });
}

export interface RunningNode {
  readonly kubelet: Kubelet;
  readonly line: NodeLine;
  readonly wire: Wire;
}

const KUBELET_PORT = 10_250;

function unreachable({ internalIP }: NodeSpec): Unreachable {
  return { error: `dial tcp ${joinHostPort(internalIP, KUBELET_PORT)}: i/o timeout`, micros: DIALLING };
}

/** Cuts the way between a node and the API server, or mends it. Whoever asks for a node that is not there hears of no change. */
export function setPartition(
  env: Environment,
  asked: Context,
  name: string,
  node: RunningNode | undefined,
  state: 'cut' | 'whole',
  seconds?: number,
): Context {
  const ctx = asked.step(faultSteps.partition, `nodes/${name}`, {
    node: name,
    state,
    ...(seconds === undefined ? {} : { seconds }),
  });
  if (node === undefined) return ctx;
  const table = env.engine.table(CUT_NODES_TABLE);
  env.befell?.set(name, ctx.originOnly());
  const ofNode = (informer: string): boolean =>
    informer.startsWith(`kubelet/${name}/`) || informer.startsWith(`kube-proxy/${name}/`);
  const blame = (because: Context): void => {
    for (const [informer, handle] of env.informers ?? []) if (ofNode(informer)) handle.blame(because);
  };
  if (state === 'whole') {
    table.delete(name);
    node.wire.mend();
    return ctx;
  }
  table.set(name, { node: name, since: ctx.now });
  node.wire.cut(ctx, blame);
  return ctx;
}

/** A kubelet that is killed leaves its containers running; one that starts again finds them. */
export function setKubelet(
  env: Environment,
  asked: Context,
  name: string,
  node: RunningNode | undefined,
  state: KubeletState,
): Context {
  if (state === 'silent') {
    node?.kubelet.fallSilent(asked, false);
    return asked;
  }
  // Whoever asks for it: what changes below belongs to this step.
  const ctx = asked.step(kubeletSteps.fault, `nodes/${name}`, { state });
  if (node !== undefined) changeKubelet(env, ctx, name, node, state);
  return ctx;
}

function changeKubelet(
  env: Environment,
  ctx: Context,
  name: string,
  node: RunningNode,
  state: Exclude<KubeletState, 'silent'>,
): void {
  const stopped = env.engine.table<StoppedKubeletRow>(KUBELETS_TABLE);
  env.befell?.set(name, ctx.originOnly());
  if (state === 'running') {
    stopped.delete(name);
    node.line.open();
    node.wire.disconnect();
    node.kubelet.restarted(ctx);
    return;
  }
  stopped.set(name, { node: name, since: ctx.now });
  node.kubelet.fallSilent(ctx, true);
  node.line.close();
  for (const [informer, handle] of env.informers ?? []) if (informer.startsWith(`kubelet/${name}/`)) handle.cut(ctx);
}

/** kube-proxy of one node. */
export function startProxy(
  env: Environment,
  { wire }: RunningNode,
  { name, internalIP, second }: NodeSpec,
  { proxy: mode = 'iptables', ipvsScheduler }: ClusterOptions,
  ranges: readonly FamilyRanges[],
  limits: ClientLimits,
  netfilter: Netfilter,
): void {
  const proxy = {
    ...limits,
    credentials: proxyCredentials(),
    mode,
    ipvsScheduler,
    node: name,
    places: ranges.map(({ family, pods, services }, at) => ({
      family,
      nodeIP: at === 0 ? internalIP : (second?.internalIP ?? ''),
      clusterCIDR: pods,
      serviceCIDR: services,
    })),
    netfilter,
  };
  supervise(env, `kube-proxy/${name}`, () => createKubeProxy(env, wire, proxy).start());
}
