import { useMemo } from 'react';
import { useStore } from 'zustand';
import { openPins, pinsOf } from '../../debugger/notebook.ts';
import type { Dialog, WhyTarget } from '../../debugger/viewer-store.ts';
import type { Narrator } from '../narration/narrator.ts';
import type { Page } from '../public.ts';
import type { Host, Looking } from '../widgets/kit/host.ts';

/** What the page offers to panels, editor and shell. */
export function usePageHost(page: Page, narrator: Narrator, dark: boolean): Host {
  const { session, viewer, controls } = page;
  const language = useStore(viewer, (state) => state.language);
  const panel = useStore(viewer, (state) => state.panel);
  const chosen = useStore(viewer, (state) => state.chosen);
  const followed = useStore(viewer, (state) => state.filter.object);
  const breakpoints = useStore(viewer, (state) => state.breakpoints);
  const actions = useMemo(() => {
    return {
      pins: () => pinsNow(page),
      look({ panel: asked, closeUp, ...rest }: Looking) {
        const before = viewer.getState();
        // On a phone what takes the map's place has to be gone to.
        const opens = closeUp !== undefined && (before.chosen.closeUp !== closeUp || 'service' in rest);
        viewer.setState({
          ...(opens ? { phoneTab: 'map' } : {}),
          chosen: { ...before.chosen, ...rest, closeUp },
          ...(asked === undefined ? {} : { panel: asked, phoneTab: 'inspector' }),
          // A panel that is asked for stands where the question why does.
          ...(asked !== undefined &&
          closeUp === undefined &&
          before.dialog !== undefined &&
          IN_PANELS_PLACE.has(before.dialog.type)
            ? { dialog: undefined }
            : {}),
        });
      },
      follow: controls.follow.bind(controls),
      seek: (seq: number) => controls.move({ type: 'seek', to: seq }),
      seekIndex: (index: number) => controls.move({ type: 'index', index }),
      lastChange: controls.lastChange.bind(controls),
      runToBreakpoint: (direction: 1 | -1) => controls.run({ to: 'breakpoint', direction }),
      give: session.give,
      ahead: session.ahead.bind(session),
      answer: (command: number) => void session.answer(command).catch(() => undefined),
      withdraw: (place: number) => void session.withdraw(place).catch(() => undefined),
      beside: (place: number) => void session.beside(place).catch(() => undefined),
      query: (query: Parameters<typeof session.query>[0]) => session.query(query),
      setBreakpoints(list: Host['breakpoints']) {
        viewer.setState({ breakpoints: list });
        session.breakpoints(list).catch(() => undefined);
      },
      onFrame: (listener: () => void) => session.frames.subscribe(listener),
      openRun(...[run, position, present, pins]: Parameters<Host['openRun']>) {
        page.putAside?.();
        const { frame } = session.frames.getState();
        const before = page.notebook?.getState();
        openPins(page.notebook, pins ?? (frame?.run.inputs === run.inputs ? pinsNow(page) : []));
        return session.open(run, position, present).catch((error: unknown) => {
          // The run that was open stays, and so do its pins.
          if (before !== undefined) page.notebook?.setState(before);
          throw error;
        });
      },
      openWhy: (of: WhyTarget) => viewer.setState({ dialog: { type: 'why', of }, phoneTab: 'inspector' }),
      sentence: narrator.sentence,
      explain: narrator.why,
      fact: narrator.fact,
      unmet: narrator.unmet,
      edit: page.editField,
      openThreeWay:
        page.writeManifest && ((subject?: string) => viewer.setState({ dialog: { type: 'threeWay', subject } })),
    };
  }, [page, session, viewer, controls, narrator]);
  return useMemo(
    // The frame is read, not handed down: else all that knows the language would be drawn again at every step.
    () =>
      ({
        ...actions,
        get frame() {
          return session.frames.getState().frame;
        },
        language,
        dark,
        looking: { ...chosen, panel },
        breakpoints,
        followed,
      }) as Host,
    [session, actions, language, dark, chosen, panel, breakpoints, followed],
  );
}

function pinsNow({ notebook, session }: Page): ReturnType<typeof pinsOf> {
  const { frame } = session.frames.getState();
  return frame === undefined ? [] : pinsOf(notebook, frame);
}

/** Of those dialogs that stand in the place of a panel. */
const IN_PANELS_PLACE: ReadonlySet<Dialog['type']> = new Set(['why', 'time']);
