import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from 'react';
import type { WhyTarget } from '../../../debugger/viewer-store.ts';
import type { Breakpoint } from '../../../protocol/breakpoint.ts';
import type { UnmetView } from '../../../protocol/diagnosis-view.ts';
import type { Pin } from '../../../protocol/link/pin.ts';
import type { Frame, Giving } from '../../../protocol/messages.ts';
import type { Query, QueryResult } from '../../../protocol/queries.ts';
import type { Input, RunDescription } from '../../../protocol/run-description.ts';
import type { StepView } from '../../../protocol/views.ts';

export type Language = 'en' | 'zh';

/**
 * What panels look at together; each choice is also the parameter of a view's subscription.
 * `look` merges: a member that is given as undefined follows the cursor again.
 */
export interface Looking {
  readonly panel?: string;
  readonly subject?: string;
  readonly informer?: string;
  readonly node?: string;
  readonly etcdKey?: string;
  readonly decision?: string;
  /** A chain of packet rules, as `table/chain`. */
  readonly chain?: string;
  /** A port of a Service that is shown side by side, as `namespace/name:port`. */
  readonly service?: string;
  /** Whose rights are looked at: verb, resource and namespace. */
  readonly access?: string;
  /** The part of a panel that is to be seen first. */
  readonly section?: string;
  /** What stands in the map's place. */
  readonly closeUp?: 'scheduler' | 'network';
}

/** All that panels, editor and shell may ask of the page around them. */
export interface Host {
  readonly language: Language;
  readonly dark: boolean;
  /** The newest; who must be drawn again with it asks `useNow`. */
  readonly frame: Frame | undefined;
  /** Calls at every new frame. Absent where time stands still. */
  onFrame?(listener: () => void): () => void;
  readonly looking: Looking;
  readonly breakpoints: readonly Breakpoint[];
  /** The sentence of a step in the page's language, with `**nouns**` marked. */
  sentence(step: StepView): string;
  /** What an argument of a step is called. */
  fact?(name: string): string;
  /** Why such a step happens at all, in a few sentences. */
  explain?(step: StepView): string | undefined;
  look(at: Looking): void;
  /** The object whose story alone is told. */
  readonly followed?: string | undefined;
  /** From here on only what touches this object is told; without one, everything again. */
  follow?(object: string | undefined): void;
  seek(seq: number): void;
  seekIndex(index: number): void;
  runToBreakpoint(direction: 1 | -1): void;
  /** Back to whoever changed an object, or a field of it, last. */
  lastChange?(subject: string, path?: string): void;
  give(input: Input, how?: Giving): Promise<void>;
  /** Moves that are made from now on come after what `read` gives, however long it takes to read that. */
  ahead(read: (give: Host['give']) => Promise<void>): Promise<void>;
  /** On to the end of a command of the shell. */
  answer(command: number): void;
  /** A command that waits, by its place among those, is not given at all, or at once beside what runs. */
  withdraw(place: number): void;
  beside(place: number): void;
  query<T extends Query['type']>(query: Extract<Query, { type: T }>): Promise<Extract<QueryResult, { type: T }>>;
  setBreakpoints(list: readonly Breakpoint[]): void;
  /** `pins`: the pinned moments that came with it; without them those stay that are of the same commands. */
  openRun(run: RunDescription, position?: number, present?: number, pins?: readonly Pin[]): Promise<void>;
  /** The pinned moments of the branch that is looked at, as a file has them. */
  pins?(): readonly Pin[];
  /** A wish that is not met and what to do about it, in words; undefined until these are there. */
  unmet?(found: UnmetView): { readonly says: string; readonly change: string } | undefined;
  /** Shows the line of a manifest from which a field of an object came; absent where nothing can be edited. */
  readonly edit?: ((subject: string, path: string) => void) | undefined;
  /** Shows the text beside the cluster and the last apply: of the shown file, or of one object; absent where nothing can be edited. */
  readonly openThreeWay?: ((subject?: string) => void) | undefined;
  /** Opens the chain of causes of a step, of a field of an object, or of an object's unmet wish. */
  openWhy(of: WhyTarget): void;
}

const HostContext = createContext<Host | undefined>(undefined);

export function HostProvider({ host, children }: { readonly host: Host; readonly children: ReactNode }): ReactElement {
  return createElement(HostContext.Provider, { value: host }, children);
}

const never = () => () => undefined;

/** Something of the newest frame: a number, a word, or an object that stays the same while it means the same. */
export function useNow<T>(select: (frame: Frame | undefined) => T): T {
  const host = useHost();
  const read = () => select(host.frame);
  return useSyncExternalStore(host.onFrame ?? never, read, read);
}

export function useHost(): Host {
  const host = useContext(HostContext);
  if (host === undefined) throw new Error('this part of the page needs a HostProvider around it');
  return host;
}
