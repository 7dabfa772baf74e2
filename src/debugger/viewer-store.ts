import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Breakpoint, breakpointsIn } from '../protocol/breakpoint.ts';
import type { PathLeg } from '../protocol/critical-path.ts';
import type { FoundAnchor } from '../protocol/link/anchor.ts';
import type { Filter } from '../protocol/messages.ts';
import type { StepView } from '../protocol/views.ts';
import { layoutOf, type PaneName, wordsOf } from './layout.ts';
import { nearestSpeed, type Pace, type Speed } from './speed.ts';

export type Language = 'en' | 'zh';
export type Theme = 'auto' | 'light' | 'dark';

export interface Chosen {
  readonly subject?: string;
  readonly informer?: string;
  readonly node?: string;
  readonly etcdKey?: string;
  readonly decision?: string;
  readonly chain?: string;
  readonly section?: string;
  readonly closeUp?: 'scheduler' | 'network' | undefined;
}

export type Dialog =
  | { readonly type: 'help' }
  | { readonly type: 'menu' }
  | { readonly type: 'find' }
  | { readonly type: 'scenarios' }
  | { readonly type: 'breakpoints' }
  | { readonly type: 'share' }
  | { readonly type: 'cluster'; readonly tab?: 'anew' | 'faults' }
  /** All branches, or two of them side by side. */
  | { readonly type: 'branches'; readonly pair?: { readonly left: number; readonly right: number } }
  /** `pins`: the moment at which the reader stands is pinned as it opens. */
  | { readonly type: 'notebook'; readonly pins?: boolean }
  /** The text, the cluster and the last apply side by side: of the shown file, or of one object. */
  | { readonly type: 'threeWay'; readonly subject: string | undefined }
  /** The steps as text, in place of the map. */
  | { readonly type: 'twin' }
  /** Where the time of the story went. */
  | { readonly type: 'time' }
  | { readonly type: 'why'; readonly of: WhyTarget };

/** What may be asked why: a step, a field of an object, an object's unmet wish. */
export type WhyTarget =
  | { readonly type: 'step'; readonly seq: number }
  | { readonly type: 'field'; readonly subject: string; readonly path: string }
  | { readonly type: 'unmet'; readonly subject: string };

/** What is said of a link whose story is another one by now. */
export interface MovedLink {
  readonly how: FoundAnchor['how'] | 'numbered' | 'unchecked';
  /** The sentence that it was made at, and the one that stands there now. */
  readonly made?: string;
  readonly now?: StepView;
  /** The modelled version that it was made with, where that is another one. */
  readonly kubernetes?: string;
}

/** What the viewer looks at: nothing here changes a result. */
export interface Viewer {
  readonly language: Language;
  readonly theme: Theme;
  readonly panel: string;
  /** The one panel that a phone shows. */
  readonly phoneTab: string;
  readonly filter: Filter;
  /** Only these of the steps of the filter are gone through, from 1: an author embeds a piece of a story. */
  readonly range?: readonly [from: number, to: number] | undefined;
  readonly speed: Speed;
  readonly pace: Pace;
  /** Whether keys that type a character act on the page. */
  readonly characterKeys: boolean;
  /** What was chosen in panels and on the map; what is absent follows the cursor. */
  readonly chosen: Chosen;
  /** The map shows objects and what ties them, in place of the control plane. */
  readonly asObjects?: boolean;
  /** Of very many nodes the map shows the control plane all the same, in the place of their picture. */
  readonly asPlane?: boolean;
  /** How the panes lie, in the words of `layout.ts`. */
  readonly layout: string;
  /** The layout of the link that was opened: it stands before the reader's own, which is not forgotten for it. */
  readonly lentLayout?: string | undefined;
  /** Panes that stand in windows of their own, and where there. */
  readonly apart: { readonly [pane in PaneName]?: HTMLElement | undefined };
  /** What is open over the page. */
  readonly dialog: Dialog | undefined;
  readonly breakpoints: readonly Breakpoint[];
  /** Name of the open scenario, once its words have come. */
  readonly title: string;
  /** What a step forward does where nothing is left to step through: the next part of a scenario. */
  readonly onward?: (() => void) | undefined;
  /** Where the time of a story went, while somebody asks that. */
  readonly path?: readonly PathLeg[] | undefined;
  /** What was looked for last and is not there. */
  readonly missed?: 'breakpoint' | 'change' | undefined;
  /** Why what the address asks for cannot be shown. */
  readonly linkProblem?: string | undefined;
  /** What the address asks for is shown, and is not, for certain, what it was when the link was made. */
  readonly linkMoved?: MovedLink | undefined;
}
export type ViewerStore = StoreApi<Viewer>;

/** The little of `localStorage` that is needed; absent in sandboxed frames. */
export interface Memory {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const KEY = 'kubestep.viewer.v1';
const KEPT = ['language', 'theme', 'panel', 'speed', 'pace', 'characterKeys', 'breakpoints', 'layout'] as const;

const FIRST_VIEWER: Viewer = {
  language: 'en',
  theme: 'auto',
  panel: 'step',
  phoneTab: 'map',
  filter: { grain: 'beat', scope: 'story' },
  speed: 1,
  pace: 'story',
  characterKeys: true,
  chosen: {},
  layout: '',
  apart: {},
  dialog: undefined,
  breakpoints: [],
  title: '',
};

export function createViewerStore(memory: Memory | undefined, first: Partial<Viewer> = {}): ViewerStore {
  const store = createStore<Viewer>(() => ({ ...FIRST_VIEWER, ...first, ...recall(memory) }));
  store.subscribe((viewer, before) => {
    if (KEPT.some((name) => viewer[name] !== before[name])) keep(memory, viewer);
  });
  return store;
}

function keep(memory: Memory | undefined, viewer: Viewer): void {
  try {
    memory?.setItem(KEY, JSON.stringify(Object.fromEntries(KEPT.map((name) => [name, viewer[name]]))));
  } catch {
    // A full or forbidden storage costs the viewer nothing but the memory.
  }
}

function recall(memory: Memory | undefined): Partial<Viewer> {
  try {
    const text = memory?.getItem(KEY);
    return text === undefined || text === null ? {} : cleaned(JSON.parse(text) as Record<string, unknown>);
  } catch {
    return {};
  }
}

function cleaned(kept: Record<string, unknown>): Partial<Viewer> {
  const { language, theme, panel, speed, pace, characterKeys, breakpoints, layout } = kept;
  return {
    ...(language === 'en' || language === 'zh' ? { language } : {}),
    ...(theme === 'auto' || theme === 'light' || theme === 'dark' ? { theme } : {}),
    ...(typeof panel === 'string' ? { panel } : {}),
    ...(typeof speed === 'number' ? { speed: nearestSpeed(speed) } : {}),
    ...(pace === 'story' || pace === 'clock' ? { pace } : {}),
    ...(typeof characterKeys === 'boolean' ? { characterKeys } : {}),
    // A pane at full size is gone back from; who comes another day finds all of them.
    ...(typeof layout === 'string' ? { layout: wordsOf({ ...layoutOf(layout), full: undefined }) } : {}),
    ...(breakpoints === undefined ? {} : { breakpoints: breakpointsIn(breakpoints) }),
  };
}

/** The page's storage, or undefined where a frame or a setting forbids it. */
export function pageMemory(): Memory | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

function ownMemory(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

/** The storage of a tab's own work: a reload brings back what this tab kept, a new tab what any tab kept last. */
export function tabMemory(): Memory | undefined {
  const shared = pageMemory();
  if (shared === undefined) return undefined;
  const own = ownMemory();
  if (own === undefined) return shared;
  return {
    getItem: (key) => own.getItem(key) ?? shared.getItem(key),
    setItem(key, value) {
      // Where the shared one is full, a reload of this tab still finds what it needs.
      try {
        own.setItem(key, value);
      } catch {
        own.removeItem(key);
      }
      shared.setItem(key, value);
    },
  };
}
