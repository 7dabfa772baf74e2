import { SECOND } from '../../base/time/units.ts';
import type { HoldKey, Holds, Wishes, WishKey } from '../../narration/unmet/args.ts';
import type { ChangeView, NodeAnswer } from '../../protocol/diagnosis-view.ts';
import type { Instant } from './instant.ts';
import type { World } from './world.ts';

type Said<A> = { readonly [K in keyof A]: { readonly key: K; readonly args: A[K] } }[keyof A];
export type Wish = Said<Wishes>;

/** What is in the way of a wish, whoever's it is. */
export interface Hold {
  readonly told: Said<Holds>;
  /** The object that is in the way, where it is not that of the wish. */
  readonly held?: string | undefined;
  readonly nodes?: (() => readonly NodeAnswer[]) | undefined;
  /** The step since which it is so. Asked of what is told alone. */
  readonly since?: () => number | undefined;
  /** What somebody did that brought it about; the story of `since` where it is left out. */
  readonly deed?: () => number | undefined;
  /** What the API server answered, where that is what is in the way. */
  readonly refused?: string | undefined;
  readonly change?: ChangeView | undefined;
  readonly undo?: string | undefined;
}

/** A wish that is not met. What holds it up is worked out when it is told: of many wishes only the first ones are. */
export interface Unmet {
  readonly subject: string;
  readonly wish: Wish;
  readonly hold: () => Hold;
}

/** What mostly passes by itself: while the cluster is on its way it is told only once it has lasted. */
const PASSING: ReadonlySet<HoldKey> = new Set<HoldKey>([
  'noMatch',
  'nearMatch',
  'endpointsNotReady',
  'nobodyListens',
  'noPortName',
  'nearPortName',
  'noBackend',
  'noBackendPort',
  'nominated',
  'claimUnbound',
  'claimMissing',
  'provisioner',
  'noVolume',
  'sandbox',
  'volume',
  'finalizer',
  'namespaceHeld',
  'namespaceFails',
  'apiServiceDown',
  'noMetrics',
]);
/** What says no more than that somebody is at work. */
const AT_WORK: ReadonlySet<HoldKey> = new Set<HoldKey>([
  'unknown',
  'podWord',
  'probeDue',
  'namespaceWaits',
  'selectsNobodyYet',
  'readinessGate',
]);
const PATIENCE = 10 * SECOND;

/** Whether a hold is worth a word although not everybody has come to rest. */
export function isSettled({ told, since }: Hold, { now, journal }: Instant): boolean {
  if (AT_WORK.has(told.key)) return false;
  if (!PASSING.has(told.key)) return true;
  const seq = since?.();
  return seq === undefined || now - journal.timeOf(seq) >= PATIENCE;
}

/** Finds wishes of one sort that are not met. Earlier rules of the list matter more. */
export interface Rule {
  readonly name: string;
  readonly find: (world: World) => Iterable<Unmet>;
}

/** Keeps the relation between a hold and its arguments. */
export function held<K extends HoldKey>(key: K, args: Holds[K]): Said<Holds> {
  return { key, args } as Said<Holds>;
}

export function wished<K extends WishKey>(key: K, args: Wishes[K]): Wish {
  return { key, args } as Wish;
}
