// Models containerd internal/cri/server/sandbox_{run,stop,remove}.go (v1.36)

import type { Context, Process } from '../../engine/index.ts';
import { cri as kinds } from '../../steps/cri.ts';
import { PAUSE_IMAGE } from '../images/catalog.ts';
import type { CniAnswer, NetworkPlugin } from '../ports/cni.ts';
import type { FoundSandbox, RuntimeError, RuntimeSandbox, SandboxConfig } from '../ports/cri.ts';
import type { Container } from './container.ts';
import { randomHex64 } from './image-store.ts';
import type { NodeState } from './node-state.ts';
import { subjectOf } from './shown.ts';

/** Sandboxes: what the containers of a Pod have in common, first of all their network. */
export class SandboxService {
  constructor(
    private readonly state: NodeState,
    private readonly network: NetworkPlugin,
  ) {}

  /** `begun`: called with the step that begins it. */
  *run(ctx: Context, config: SandboxConfig, begun: () => void): Process<RuntimeSandbox | RuntimeError> {
    const { state } = this;
    const id = this.newId(config);
    const subject = subjectOf(config);
    const sandbox = id.slice(0, 12);
    const asked = state.step(ctx, kinds.runPodSandbox, subject, { sandbox, image: PAUSE_IMAGE });
    begun();
    yield asked.sleep(state.delay(state.latencies.runPodSandbox));
    const { handler = '' } = config;
    if (handler !== '' && handler !== 'runc')
      return this.failed(asked, config, `failed to get sandbox runtime: no runtime for "${handler}" is configured`);
    const result: CniAnswer | typeof NO_NETWORK = config.hostNetwork
      ? NO_NETWORK
      : yield this.network.add(asked, id, namespaceOf(config), argsOf(config), config.ports);
    if ('error' in result)
      return this.failed(asked, config, `failed to setup network for sandbox "${id}": ${result.error}`);
    const { ip, secondIP } = result;
    const ready = asked.step(kinds.sandboxReady, subject, { sandbox, ip: ip ?? 'host' });
    const plain = { id, config, ready: true, ip, createdAt: ready.now };
    const view: RuntimeSandbox = secondIP === undefined ? plain : { ...plain, secondIP };
    state.addSandbox({ view, containers: NO_CONTAINERS });
    return view;
  }

  /** It was there before the run began. */
  found(ctx: Context, { id, config, ip, secondIP, createdAt }: FoundSandbox): RuntimeSandbox {
    const { state } = this;
    if (ip !== undefined && !config.hostNetwork)
      this.network.found?.(
        ctx,
        id,
        namespaceOf(config),
        argsOf(config),
        secondIP === undefined ? { ip } : { ip, secondIP },
        config.ports,
      );
    const plain = { id, config, ready: true, ip: config.hostNetwork ? undefined : ip, createdAt };
    const view: RuntimeSandbox = secondIP === undefined || config.hostNetwork ? plain : { ...plain, secondIP };
    state.addSandbox({ view, containers: NO_CONTAINERS });
    return view;
  }

  private failed(asked: Context, config: SandboxConfig, why: string): RuntimeError {
    const error = `rpc error: code = Unknown desc = ${why}`;
    asked.step(kinds.sandboxFailed, subjectOf(config), { error });
    return { error };
  }

  *stop(ctx: Context, id: string): Process<void> {
    const { state } = this;
    const sandbox = state.sandboxes.get(id);
    if (sandbox === undefined || !sandbox.view.ready) return;
    const { config } = sandbox.view;
    const asked = state.step(ctx, kinds.stopPodSandbox, subjectOf(config), { sandbox: id.slice(0, 12) });
    state.updateSandbox(sandbox, { ready: false });
    yield asked.sleep(state.delay(state.latencies.removeSandbox));
    yield* this.network.del(asked, id, namespaceOf(config), argsOf(config), config.ports);
  }

  *remove(ctx: Context, id: string): Process<void> {
    const { state } = this;
    const sandbox = state.sandboxes.get(id);
    if (sandbox === undefined) return;
    const { config } = sandbox.view;
    state.step(ctx, kinds.removePodSandbox, subjectOf(config), { sandbox: id.slice(0, 12) });
    for (const container of sandbox.containers) state.removeContainer(container.view.id);
    state.removeSandbox(id);
  }

  private newId({ name, namespace, uid, attempt }: SandboxConfig): string {
    return this.state.fake ? `${name}_${namespace}_${uid}_${attempt}` : randomHex64(this.state.random);
  }
}

const NO_NETWORK = { ip: undefined, secondIP: undefined };
const NO_CONTAINERS: readonly Container[] = [];

function argsOf({ namespace, name, uid }: SandboxConfig) {
  return { K8S_POD_NAMESPACE: namespace, K8S_POD_NAME: name, K8S_POD_UID: uid };
}

function namespaceOf({ uid }: SandboxConfig): string {
  return `/var/run/netns/cni-${uid}`;
}
