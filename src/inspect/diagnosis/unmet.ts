import type { HoldKey, Holds, Wishes, WishKey } from '../../narration/unmet/args.ts';
import type { ChangeView, NodeAnswer } from '../../protocol/diagnosis-view.ts';
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
  readonly change?: ChangeView | undefined;
  readonly undo?: string | undefined;
}

/** A wish that is not met. What holds it up is worked out when it is told: of many wishes only the first ones are. */
export interface Unmet {
  readonly subject: string;
  readonly wish: Wish;
  readonly hold: () => Hold;
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
