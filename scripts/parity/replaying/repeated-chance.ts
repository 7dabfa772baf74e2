import type { KObject } from '../../../src/api/types/meta.ts';
import type { Chance as Lots, Round } from '../../../src/cluster/ports/environment.ts';
import type { JsonObject } from '../recordings/json.ts';
import type { Chance } from './simulator-port.ts';
import { Bindings, Forgetting, familyOf, NO_CHANCE, nearest, nextLook, nextStart, nextTry, sameEnd } from './timing.ts';

/** Longer than a kubelet takes for its first look at a Pod. */
const LATE = 15_000;
/** From then to the deletion that says so: how it ended is told before. */
const TOLD_FIRST = 6_000;
/** From the look at how a Pod is known to the request that says how it is. */
const ASKED_FIRST = 2_000;

type PodName = Pick<KObject, 'metadata'>;

/** The engine's time and the recording's, which counts seconds from the beginning of a scenario. */
export interface Clock {
  /** The present moment, in seconds. */
  now(): number;
  seconds(time: number): number;
  micros(seconds: number | undefined): number | undefined;
}

/** Draws the lots that a recording says were drawn. */
export class RepeatedChance implements Lots {
  private chance: Chance = NO_CHANCE;
  private rounds: Chance['rounds'];
  private forgetting = new Forgetting(NO_CHANCE.events);
  private bindings = new Bindings();
  private scheduled = new Bindings();
  /** Of scheduled Pods, by uid. */
  private readonly keys = new Map<string, string>();

  constructor(private readonly clock: Clock) {}

  /** What goes on at all times is repeated from before the scenario on. */
  prepare({ events, rounds }: Chance): void {
    this.rounds = rounds;
    this.forgetting = new Forgetting(events);
  }

  begin(chance: Chance): void {
    this.chance = chance;
    this.bindings = new Bindings();
    this.scheduled = new Bindings();
  }

  roundAt(round: Round): number | undefined {
    return this.clock.micros(this.rounds?.[round]);
  }

  nodeFor(pod: PodName): string | undefined {
    const key = keyOf(this.scheduled, pod);
    this.keys.set(pod.metadata.uid ?? '', key);
    return this.chance.nodes.get(key);
  }

  /** Before the moment it takes to ask how the Pod is known. */
  readyAt(pod: PodName): number | undefined {
    const time = this.clock.micros(this.chance.ready.get(this.keyOf(pod)));
    return time === undefined ? undefined : time - ASKED_FIRST;
  }

  goneAt(pod: PodName): number | undefined {
    const time = this.clock.micros(sameEnd(this.chance.gone.get(this.keyOf(pod)), this.clock.now()));
    return time === undefined ? undefined : time - TOLD_FIRST;
  }

  startAt(pod: PodName, container: string): number | undefined {
    const starts = this.chance.starts.get(`${this.keyOf(pod)} ${container}`) ?? [];
    return this.clock.micros(nextStart(starts, this.clock.now()));
  }

  relistNear(node: string): number | undefined {
    return this.clock.micros(nearest(this.chance.relists.get(node) ?? [], this.clock.now()));
  }

  nextLook(node: string): number | undefined {
    return this.clock.micros(nextLook(this.chance.looks.get(node) ?? [], this.clock.now()));
  }

  nextTry(pod: PodName, from: number, until: number): number | undefined {
    const tries = this.chance.tries.get(this.keyOf(pod)) ?? [];
    return this.clock.micros(nextTry(tries, this.clock.now(), this.clock.seconds(from), this.clock.seconds(until)));
  }

  nodeGraphLag(pod: KObject): number | undefined {
    const { refused } = this.chance;
    if (refused.size === 0) return undefined;
    return refused.has(keyOf(this.bindings, pod)) ? LATE : 0;
  }

  contentOrder(namespace: string): readonly string[] | undefined {
    return this.chance.emptied.get(namespace);
  }

  forgottenMessage(component: string, object: string, messages: readonly string[]): number | undefined {
    return this.forgetting.choose(component, object, messages);
  }

  private keyOf({ metadata }: PodName): string {
    return this.keys.get(metadata.uid ?? '') ?? '';
  }
}

function keyOf(bindings: Bindings, pod: PodName): string {
  return bindings.key(pod.metadata.namespace ?? '', familyOf(pod as unknown as JsonObject));
}
