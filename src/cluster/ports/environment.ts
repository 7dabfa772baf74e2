import type { KObject } from '../../api/types/meta.ts';
import type { Engine, Origin } from '../../engine/index.ts';
import type { InformerRegistry } from './informers.ts';
import type { Latencies } from './latency.ts';
import type { LastingProcess } from './panic.ts';

/** What fails by itself, in so many cases of a thousand. */
export interface Faults {
  /** Events of a watch that are lost on their way to an informer, and its connection with them. */
  dropWatchPerMille: number;
  /** Requests that the API server cannot answer: 503. */
  requestErrorPerMille: number;
  /** Requests whose connection breaks: half of them before they arrive, half when they are done and their answer is under way. */
  lostRequestPerMille: number;
  /** Requests that take as much longer as `slowRequestMillis` says. */
  slowRequestPerMille: number;
  slowRequestMillis: number;
}

export const NO_FAULTS: Readonly<Faults> = {
  dropWatchPerMille: 0,
  requestErrorPerMille: 0,
  lostRequestPerMille: 0,
  slowRequestPerMille: 0,
  slowRequestMillis: 2000,
};

/** What controllers look at again and again: the health of nodes, claims that wait, Pods that nobody misses. */
export type Round = 'nodes' | 'claims' | 'pods';

/** Lots that somebody else may draw, to repeat what has happened once. Undefined leaves the matter to chance. */
export interface Chance {
  /** How long the Node authorizer takes to hear of a Pod's node. */
  nodeGraphLag?(pod: KObject): number | undefined;
  /** A moment of one of the rounds; the others come regularly before and after. */
  roundAt?(round: Round): number | undefined;
  /** Which of several similar events, by their messages, a component forgets when it combines them with the last one. */
  forgottenMessage?(component: string, object: string, messages: readonly string[]): number | undefined;
  /** Which of equally good nodes takes a Pod; asked once for each time that a Pod has somewhere to go. */
  nodeFor?(pod: Pick<KObject, 'metadata'>): string | undefined;
  /** Before when the kubelet of a Pod does not say that it is ready. */
  readyAt?(pod: Pick<KObject, 'metadata'>): number | undefined;
  /** Before when the kubelet of a Pod that was deleted does not say that nothing is left of it. */
  goneAt?(pod: Pick<KObject, 'metadata'>): number | undefined;
  /** Before when a container of a Pod does not start; asked each time that one is about to. */
  startAt?(pod: Pick<KObject, 'metadata'>, container: string): number | undefined;
  /** A moment at which the kubelet of a node looked at all containers; the others come regularly before and after. */
  relistNear?(node: string): number | undefined;
  /** When the kubelet of a node looks next whether its node is closed to new Pods. */
  nextLook?(node: string): number | undefined;
  /** When the kubelet of a Pod tries again what failed: not before `from`, and not after `until`. */
  nextTry?(pod: Pick<KObject, 'metadata'>, from: number, until: number): number | undefined;
  /** In which order the types in a namespace are emptied, as `plural.group`. */
  contentOrder?(namespace: string): readonly string[] | undefined;
}

/** What every component is given: the engine and the options of the run. */
export interface Environment {
  readonly engine: Engine;
  readonly latencies: Latencies;
  readonly faults: Faults;
  readonly chance?: Chance;
  /** The informers of all components, for who looks into them. */
  readonly informers?: InformerRegistry;
  /** What befell the kubelet of a node last, by the node's name: what others find out about it later follows from it. */
  readonly befell?: Map<string, Origin>;
  /** Processes that others call into, by the name of their actor. None where what is thrown is to end the run. */
  readonly processes?: Map<string, LastingProcess>;
}
