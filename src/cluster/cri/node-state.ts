// Models containerd internal/cri/store (v1.36)

import { appended } from '../../base/appended.ts';
import {
  Actor,
  type Context,
  type Engine,
  type Random,
  type StepArgs,
  type StepKind,
  type Table,
} from '../../engine/index.ts';
import type { RuntimeContainer, RuntimeSandbox } from '../ports/cri.ts';
import type { Environment } from '../ports/environment.ts';
import { NOTHING_SEEN, type SeenPrograms } from '../ports/found.ts';
import { draw, type Latencies, type Spread } from '../ports/latency.ts';
import type { Container, Sandbox } from './container.ts';
import { CONTAINER_TABLES, type ContainerRow, SANDBOX_TABLES, type SandboxRow } from './rows.ts';
import { containerRow, sandboxRow } from './shown.ts';

const NOTHING: Spread = { min: 0, max: 0 };

/** What the runtime of one node holds, and what all of its services are made of. Who writes here must have emitted a step. */
export class NodeState {
  readonly actor: string;
  private readonly self: Actor;
  readonly engine: Engine;
  readonly random: Random;
  readonly latencies: Latencies;
  readonly sandboxes = new Map<string, Sandbox>();
  readonly containers = new Map<string, Container>();
  private readonly sandboxTable: Table<SandboxRow>;
  private readonly containerTable: Table<ContainerRow>;

  /** `fake`: a hollow node's, where everything happens at once and nothing fails. */
  constructor(
    env: Environment,
    readonly node: string,
    readonly fake: boolean,
    readonly seen: SeenPrograms = NOTHING_SEEN,
  ) {
    this.actor = `cri/${node}`;
    this.self = new Actor(this.actor);
    this.engine = env.engine;
    this.random = env.engine.random(this.actor);
    this.latencies = env.latencies;
    this.sandboxTable = env.engine.viewTable(SANDBOX_TABLES.of(node), () =>
      [...this.sandboxes.values()].map(({ view }) => [view.id, sandboxRow(view)]),
    );
    this.containerTable = env.engine.viewTable(CONTAINER_TABLES.of(node), () =>
      [...this.containers.values()].map((each) => [each.view.id, containerRow(each.view, each.pod, each)]),
    );
  }

  acting(ctx: Context): Context {
    return this.self.of(ctx);
  }

  /** `acting(ctx).step(…)` */
  step<A extends StepArgs>(ctx: Context, kind: StepKind<A>, subject: string, args?: A | false): Context {
    return this.self.step(ctx, kind, subject, args);
  }

  delay(spread: Spread): number {
    return draw(this.random, this.fake ? NOTHING : spread);
  }

  addSandbox(sandbox: Sandbox): void {
    this.sandboxes.set(sandbox.view.id, sandbox);
    this.showSandbox(sandbox.view);
  }

  updateSandbox(sandbox: Sandbox, change: Partial<RuntimeSandbox>): void {
    sandbox.view = { ...sandbox.view, ...change };
    this.showSandbox(sandbox.view);
  }

  removeSandbox(id: string): void {
    this.sandboxes.delete(id);
    this.sandboxTable.delete(id);
  }

  addContainer(sandbox: Sandbox, container: Container): void {
    this.containers.set(container.view.id, container);
    sandbox.containers = appended(sandbox.containers, container);
    this.showContainer(container);
  }

  updateContainer(container: Container, view: RuntimeContainer): void {
    container.view = view;
    this.showContainer(container);
  }

  removeContainer(id: string): void {
    this.containers.delete(id);
    this.containerTable.delete(id);
  }

  private showSandbox(view: RuntimeSandbox): void {
    if (this.sandboxTable.isKept) this.sandboxTable.set(view.id, sandboxRow(view));
  }

  private showContainer(container: Container): void {
    const { view, pod } = container;
    if (this.containerTable.isKept) this.containerTable.set(view.id, containerRow(view, pod, container));
  }
}
