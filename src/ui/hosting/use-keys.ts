import { useEffect } from 'react';
import { isFollowable } from '../../debugger/followable.ts';
import { type Command, commandOf } from '../../debugger/keys.ts';
import type { Viewer } from '../../debugger/viewer-store.ts';
import type { Page } from '../public.ts';
import { leaveFull, toggleFull } from '../shell/panes/places.ts';
import { scopeOf } from '../widgets/key-scope.ts';

export function useKeys(page: Page, panelIds: readonly string[]): void {
  useEffect(() => {
    // A live list: a selector would look through the whole page with every key that is held.
    const dialogs = document.getElementsByTagName('dialog');
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || Array.from(dialogs).some(({ open }) => open)) return;
      if (isOnItsWay(page.viewer.getState().dialog) && event.key.length === 1) return;
      if (event.key === 'Escape' && leaveFull(page.viewer)) return event.preventDefault();
      const command = commandOf(event, scopeOf(event.target), page.viewer.getState().characterKeys);
      if (command === undefined || !mayBe(command, event, page.viewer.getState())) return;
      event.preventDefault();
      perform(command, page, panelIds);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [page, panelIds]);
}

/** Up, down, Enter and Escape belong to what has the focus, and to what is open; beats take them from the bare page. */
function mayBe(command: Command, { target }: KeyboardEvent, { filter, dialog }: Viewer): boolean {
  if (command.type !== 'enter' && command.type !== 'leave') return true;
  const isInside = filter.within !== undefined;
  const isLeaving = command.type === 'leave';
  return (
    (target === document.body || target === document) &&
    dialog === undefined &&
    (isLeaving ? isInside || filter.object !== undefined : filter.grain === 'beat' && !isInside)
  );
}

/** What is typed before the script of a dialog has come was meant for it: no step is taken, no panel turned to. */
function isOnItsWay(dialog: Viewer['dialog']): boolean {
  return dialog !== undefined && OVER_THE_PAGE.has(dialog.type);
}

/** The others stand beside the map and take no keys from it. */
const OVER_THE_PAGE: ReadonlySet<string> = new Set([
  'help',
  'find',
  'scenarios',
  'breakpoints',
  'share',
  'cluster',
  'branches',
  'notebook',
]);

function perform(
  command: Command,
  { controls, viewer, session, notebook, openScenario }: Page,
  panelIds: readonly string[],
): void {
  switch (command.type) {
    case 'step':
    case 'scene':
      return controls.move(command);
    case 'enter':
      return controls.enter();
    case 'leave':
      return controls.leave();
    case 'follow': {
      const { object } = viewer.getState().filter;
      const subject = session.frames.getState().views.step?.step.subject ?? '';
      if (object !== undefined || isFollowable(subject)) controls.follow(object === undefined ? subject : undefined);
      return;
    }
    case 'quiescence':
      return controls.run({ to: 'quiescence' });
    case 'toggle':
      return controls.toggle();
    case 'start':
    case 'end':
      return controls.move({ type: 'seek', to: command.type });
    case 'panel': {
      const panel = panelIds[command.number - 1];
      if (panel !== undefined) viewer.setState({ panel, phoneTab: 'inspector', dialog: undefined });
      return;
    }
    case 'why': {
      const { frame, views } = session.frames.getState();
      const unmet = frame?.atEnd && frame.quiescent ? views.diagnosis?.unmet[0] : undefined;
      const seq = frame?.seq;
      if (unmet !== undefined)
        viewer.setState({
          dialog: { type: 'why', of: { type: 'unmet', subject: unmet.subject } },
          phoneTab: 'inspector',
        });
      else if (seq !== undefined)
        viewer.setState({ dialog: { type: 'why', of: { type: 'step', seq } }, phoneTab: 'inspector' });
      return;
    }
    case 'objects': {
      const { asObjects, chosen } = viewer.getState();
      viewer.setState({ asObjects: !asObjects, chosen: { ...chosen, closeUp: undefined }, phoneTab: 'map' });
      return;
    }
    case 'cluster':
      if (openScenario !== undefined) viewer.setState({ dialog: { type: 'cluster' } });
      return;
    case 'full':
      return toggleFull(viewer);
    case 'pin':
    case 'notebook':
      if (notebook !== undefined) viewer.setState({ dialog: { type: 'notebook', pins: command.type === 'pin' } });
      return;
    case 'breakpoint':
      if (viewer.getState().breakpoints.some(({ enabled }) => enabled))
        controls.run({ to: 'breakpoint', direction: command.direction });
      else viewer.setState({ dialog: { type: 'breakpoints' } });
      return;
    case 'lastChange': {
      const { dialog, chosen, panel } = viewer.getState();
      if (dialog?.type === 'why' && dialog.of.type === 'field')
        return controls.lastChange(dialog.of.subject, dialog.of.path);
      const { step, object } = session.frames.getState().views;
      // The panel shows the object of the step where nobody chose one.
      const subject = chosen.subject ?? (panel === 'object' ? object?.subject : undefined) ?? step?.step.subject;
      if (subject !== undefined) controls.lastChange(subject);
      return;
    }
    case 'time':
      viewer.setState({ dialog: { type: 'time' }, phoneTab: 'inspector' });
      return;
    case 'breakpoints':
    case 'find':
    case 'help':
      viewer.setState({ dialog: { type: command.type } });
  }
}
