import { parseAddress } from '../../base/address.ts';
import { type Context, Engine, type Recording } from '../../engine/index.ts';
import { defineSteps, kindsOf, step } from '../../steps/define.ts';
import { network as networkKinds } from '../../steps/network.ts';
import { proxy as proxyKinds } from '../../steps/proxy.ts';
import { type Environment, NO_FAULTS } from '../ports/environment.ts';
import { zeroLatencies } from '../ports/latency.ts';
import type { IptablesTable } from '../ports/netfilter.ts';
import type { Result } from './journeys/request.ts';
import type { NodeNetfilter } from './kernel/node-netfilter.ts';
import { type Listeners, Network, type NodeOptions, type PodOptions } from './network.ts';
import { TCP } from './packets/packet.ts';

const testing = defineSteps('testing', { begin: step({ level: 'step', models: 'test' }) });

/** An engine that knows this room's steps, and a step to begin from. */
export function testEngine(recording: Recording = 'full'): { engine: Engine; ctx: Context } {
  const engine = new Engine({
    seed: 1,
    kinds: kindsOf(networkKinds, proxyKinds, testing),
    startTime: 1_000_000_000,
    recording,
    maxSteps: 1_000_000,
    freeze: recording === 'full',
  });
  let ctx: Context | undefined;
  engine.perform(() => {
    ctx = engine.beginStory('person', testing.begin, 'test');
  });
  return { engine, ctx: ctx as Context };
}

/** Runs something as an occurrence and gives its result. */
export function doing<T>(engine: Engine, action: () => T): T {
  let result: T | undefined;
  engine.perform(() => {
    result = action();
  });
  return result as T;
}

/** A dump without the lines that hold a date. */
export function withoutDates(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim();
}

export interface TestMachine {
  readonly overlay?: 'vxlan' | 'routed';
  readonly hairpin?: boolean;
  readonly bridgeFilter?: boolean;
  readonly podMtu?: number;
  readonly recording?: Recording;
  readonly listener: Listeners;
  readonly nodes: readonly NodeOptions[];
  readonly pods: readonly PodOptions[];
  readonly outside?: readonly (readonly [name: string, address: string])[];
}

export interface TestRequest {
  readonly from: string;
  readonly to: string;
  readonly port: number;
  readonly protocol?: number;
  readonly bytes?: number;
  readonly seconds?: number;
}

/** Nodes, pods and machines outside, and what a person could do at them. */
export function testNetwork(machine: TestMachine) {
  const { engine, ctx } = testEngine(machine.recording ?? 'full');
  const { overlay = 'vxlan', hairpin = true, bridgeFilter = true, podMtu = 1450 } = machine;
  const env: Environment = {
    engine,
    latencies: zeroLatencies,
    faults: NO_FAULTS,
  };
  const network = new Network(env, machine.listener, { overlay, hairpin, bridgeFilter, podMtu });
  for (const node of machine.nodes) network.addNode(node);
  for (const pod of machine.pods) network.addPod(pod);
  for (const [name, address] of machine.outside ?? []) network.addOutside(name, address);
  const at = (node: string) => network.netfilter(node) as NodeNetfilter;
  return {
    engine,
    network,
    restore: (node: string, text: string) => {
      const error = doing(engine, () => at(node).restore(ctx, text, { noFlush: true, counters: true }));
      if (error !== undefined) throw new Error(error);
    },
    sysctl: (node: string, name: string, value: number) => doing(engine, () => at(node).setSysctl(ctx, name, value)),
    save: (node: string, table: IptablesTable) => at(node).save(table, true),
    list: (node: string, table: IptablesTable) =>
      at(node).rules.list(table, { verbose: true, exact: true, protocolNumbers: true }),
    conntrack: (node: string) => at(node).kernel.conntrack.list(engine.now),
    requests: (
      times: number,
      { from, to, port, protocol = TCP, bytes = 81, seconds }: TestRequest,
    ): readonly Result[] => {
      const results: Result[] = [];
      for (let count = 0; count < times; count += 1) {
        engine.spawn(
          (function* () {
            const address = parseAddress(to) ?? 0;
            const timeoutMicros = seconds === undefined ? undefined : seconds * 1_000_000;
            results.push(
              yield* network.request(ctx, { from, to, address, port, protocol, bytes, what: 'GET /', timeoutMicros }),
            );
          })(),
        );
        while (engine.advance());
      }
      return results;
    },
  };
}
