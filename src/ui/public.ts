import { type ComponentType, createContext, useContext, useEffect } from 'react';
import { useStore } from 'zustand';
import type { Controls } from '../debugger/controls.ts';
import type { Notebook } from '../debugger/notebook.ts';
import type { Viewer, ViewerStore } from '../debugger/viewer-store.ts';
import type { Frame, ViewParams } from '../protocol/messages.ts';
import type { ViewName, Views } from '../protocol/views.ts';
import type { FrameState, FrameStore } from '../session/frame-store.ts';
import type { Session } from '../session/session.ts';
import type { Looking } from './widgets/kit/host.ts';
import type { Dictionary } from './widgets/kit/words.ts';
import { late } from './widgets/late.tsx';

/**
 * How panels meet the page: a panel names the view it shows, the page subscribes it while the panel is open and hands
 * it over. Panels never import one another; what one chooses, the others learn through `Host.look`.
 */
export interface Panel<V extends ViewName = ViewName> {
  readonly id: string;
  /** Its place among the tabs; one without comes behind all others. */
  readonly order?: number;
  readonly title: { readonly en: string; readonly zh: string };
  readonly view: V;
  /** Parameters of the subscription from what the viewer looks at. */
  readonly params?: (looking: Looking) => ViewParams;
  readonly Component: ComponentType<{ readonly view: Views[V] }>;
  /** Fetches the component, where that is not there from the start. */
  readonly load?: () => Promise<unknown>;
}

/** Keeps the relation between a panel's view and its component, which a plain list of panels would lose. */
export function definePanel<V extends ViewName>(panel: Panel<V>): Panel {
  return panel as unknown as Panel;
}

/** A component that is fetched when it is first shown, or before, when the page rests. */
export function fetched<P extends object>(
  load: () => Promise<ComponentType<P>>,
): { readonly Component: ComponentType<P>; readonly load: () => Promise<unknown> } {
  return { Component: late(load), load };
}

/** What every part of the page may use besides the Host of the kit. */
export interface Page {
  readonly session: Session;
  readonly controls: Controls;
  /** The pinned moments; absent where nothing is kept. */
  readonly notebook?: Notebook;
  readonly viewer: ViewerStore;
  /** Shows the line of a manifest from which a field of an object came; absent where nothing can be edited. */
  readonly editField?: (subject: string, path: string) => void;
  /** The manifests of the editor, the shown one last; absent where there is none. */
  readonly manifests?: () => readonly { readonly name: string; readonly text: string }[];
  /** Puts another text into a manifest of the editor; absent where nothing can be edited. */
  readonly writeManifest?: (name: string, text: string) => void;
  /** Begins a scenario; absent where the cluster is somebody else's. */
  readonly openScenario?: (id: string) => Promise<void>;
  /** Keeps the open run among the earlier ones, before another takes its place. */
  readonly putAside?: () => void;
  /** Leaves a run that cannot be gone on with for a first story. */
  readonly beginAnew?: () => void;
}

export const PageContext = createContext<Page | undefined>(undefined);

/** Frames of their own for parts of the page that follow the map; the session's, where there are none. */
export const FramesContext = createContext<FrameStore | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('this part needs the page around it');
  return page;
}

export function useViewer<T>(select: (viewer: Viewer) => T): T {
  return useStore(usePage().viewer, select);
}

export function useFrames(): FrameStore {
  const { session } = usePage();
  return useContext(FramesContext) ?? session.frames;
}

export function useFrameState<T>(select: (state: FrameState) => T): T {
  return useStore(useFrames(), select);
}

export function useFrame(): Frame | undefined {
  return useFrameState((state) => state.frame);
}

/** The newest of a view; undefined until its first frame. Somebody must have subscribed it. */
export function useView<V extends ViewName>(view: V): Views[V] | undefined {
  return useFrameState((state) => state.views[view]) as Views[V] | undefined;
}

/** Keeps a view coming while the calling component is on the page. */
export function useSubscription(view: ViewName | undefined, params?: ViewParams): void {
  const { session } = usePage();
  const subject = params?.subject;
  const name = params?.name;
  const service = params?.service;
  const running = useFrameState((state) => state.build !== undefined);
  useEffect(() => {
    if (view === undefined || !running) return;
    return session.subscribe(view, {
      ...(subject === undefined ? {} : { subject }),
      ...(name === undefined ? {} : { name }),
      ...(service === undefined ? {} : { service }),
    });
  }, [session, view, subject, name, service, running]);
}

export type { Dictionary, Looking };
