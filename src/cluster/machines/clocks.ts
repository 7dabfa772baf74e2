// Models nothing upstream: clocks that stand apart, as those of machines do that no NTP server sets (v1.36)

import { type Micros, SECOND } from '../../base/time/units.ts';
import type { Clock, Context, Engine } from '../../engine/index.ts';
import { faults as steps } from '../../steps/faults.ts';
import { CLOCKS_TABLE } from './rows.ts';

/** Controllers whose names do not say that they are one. */
const CONTROLLERS: ReadonlySet<string> = new Set([
  'bootstrap-signer',
  'csrapproving',
  'csrcleaner',
  'device-taint-eviction',
  'garbage-collector',
  'horizontal-pod-autoscaler',
  'persistent-volume-binder',
  'pod-garbage-collector',
  'root-ca-cert-publisher',
  'token-cleaner',
]);
/** It is of the cloud's manager. */
const OF_THE_CLOUD = 'service-lb-controller';

/** A clock that was set now and then: what it says changes then, and goes on as fast as any other. */
class SetClock implements Clock {
  private readonly settings: { readonly since: Micros; readonly ahead: Micros }[] = [];

  set(since: Micros, ahead: Micros): void {
    this.settings.push({ since, ahead });
  }

  at(moment: Micros): Micros {
    return moment + (this.settings.findLast(({ since }) => since <= moment)?.ahead ?? 0);
  }
}

/**
 * The clocks of the cluster's machines.
 *
 * Promises: what a process writes down as the time, and what it compares with a time that somebody has written, is what
 * the clock of its machine says; what a clock has said stays what it was when it is set.
 * Does not promise: that anything is due earlier or later. Timers, patience and back-offs count what goes by, as Go's
 * monotonic clock does.
 * Called by: the faults of a run, and the cluster where clocks stand apart from its beginning.
 */
export class Clocks {
  private readonly byMachine = new Map<string, SetClock>();

  /** `known`: the names of all machines. */
  constructor(
    private readonly engine: Engine,
    private readonly known: ReadonlySet<string>,
  ) {}

  /** Clocks that were wrong before the run began. */
  begin(offsets: { readonly [machine: string]: number }): void {
    const base = this.engine.background('kube-apiserver');
    for (const [machine, offset] of Object.entries(offsets)) {
      const told = base.step(steps.clock, 'cluster', { machine, offsetSeconds: offset, isFirst: true });
      if (offset !== 0) this.become(told, machine, offset);
    }
  }

  /** Sets a clock, and tells it. Whoever asks for a machine that is not there changes nothing. */
  set(asked: Context, machine: string, offsetSeconds: number, seconds?: number): Context {
    const told = asked.step(steps.clock, 'cluster', {
      machine,
      offsetSeconds,
      ...(seconds === undefined ? {} : { seconds }),
    });
    this.become(told, machine, offsetSeconds);
    return told;
  }

  private become({ now: since }: Context, machine: string, offsetSeconds: number): void {
    if (!this.known.has(machine)) return;
    const table = this.engine.table(CLOCKS_TABLE);
    if (offsetSeconds === 0) table.delete(machine);
    else table.set(machine, { machine, offsetSeconds, since });
    if (this.byMachine.size === 0) this.engine.setClocks((actor) => this.byMachine.get(machineOf(actor)));
    const clock = this.byMachine.get(machine) ?? new SetClock();
    this.byMachine.set(machine, clock);
    clock.set(since, offsetSeconds * SECOND);
  }
}

/** On which machine an actor is; nothing where nobody sets the clock. */
export function machineOf(actor: string): string {
  const slash = actor.indexOf('/');
  if (slash >= 0) return actor.slice(slash + 1);
  if (actor === 'default-scheduler') return 'kube-scheduler';
  const isController = actor.endsWith('-controller') && actor !== OF_THE_CLOUD;
  return isController || CONTROLLERS.has(actor) ? 'kube-controller-manager' : actor;
}
