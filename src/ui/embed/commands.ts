import type { Controls } from '../../debugger/controls.ts';
import { nearestSpeed } from '../../debugger/speed.ts';
import type { ViewerStore } from '../../debugger/viewer-store.ts';
import type { Command, GoTo, Looks, Settings } from '../../protocol/embed/index.ts';
import type { Filter } from '../../protocol/messages.ts';
import type { Session } from '../../session/session.ts';
import { holdStill } from '../stage/motion.ts';
import { within } from './range.ts';

/** What the page around can act on. */
export interface Driven {
  readonly session: Session;
  readonly controls: Controls;
  readonly viewer: ViewerStore;
  /** Opens again what the address asks for. */
  readonly reset: () => Promise<void>;
  readonly rescale: (scale: number) => void;
  readonly link: () => Promise<string | undefined>;
  /** The run as a file that opens again. */
  readonly runFile: () => Promise<string>;
  readonly poster: () => Promise<string>;
}

/** Does what the page around asks for; rejects with words where it cannot be done. Only `export` gives a text. */
export async function perform(command: Command, driven: Driven): Promise<string | undefined> {
  const { session, controls } = driven;
  switch (command.type) {
    case 'go':
      controls.pause();
      await go(command.to, driven);
      return;
    case 'play':
      controls.playback.send({ type: 'play' });
      return;
    case 'pause':
      controls.pause();
      return;
    case 'reset':
      controls.pause();
      await driven.reset();
      return;
    case 'apply':
      controls.pause();
      await session.give(
        'yaml' in command
          ? { type: 'kubectl', argv: ['apply', '-f', 'manifest.yaml'], files: { 'manifest.yaml': command.yaml } }
          : { type: 'line', line: command.line, files: {} },
        { answer: true },
      );
      return;
    case 'set':
      set(command, driven);
      return;
    case 'look':
      look(command, driven);
      return;
    case 'export':
      return exported(command.as, driven);
  }
}

async function go(to: GoTo, { session, viewer }: Driven): Promise<void> {
  const at = () => session.frames.getState().frame?.index ?? 0;
  const { range } = viewer.getState();
  if (typeof to === 'object' && 'scene' in to) {
    await session.scene(to.scene);
    const allowed = within(range, at());
    if (allowed !== at()) await session.seekIndex(allowed);
    return;
  }
  if (to === 'start' || to === 'end') {
    if (range === undefined) await session.seek(to);
    else await session.seekIndex(range[to === 'start' ? 0 : 1]);
    return;
  }
  if (typeof to === 'object') {
    await session.step(within(range, at() + to.by) - at());
    return;
  }
  if (within(range, to) !== to) throw new Error(`step ${to} is outside of what is shown here`);
  await session.seekIndex(to);
  if (at() !== to) throw new Error(`there is no step ${to}: the last one is ${session.frames.getState().frame?.total}`);
}

function set({ grain, scope, actor, object, speed, motion, range }: Settings, { controls, viewer }: Driven): void {
  const { within: _, ...before } = viewer.getState().filter;
  const filter: Filter = {
    ...before,
    ...(grain === undefined ? {} : { grain }),
    ...(scope === undefined ? {} : { scope }),
    ...(actor === undefined ? {} : { actor }),
    ...(object === undefined ? {} : { object }),
  };
  const { actor: who = '', object: what = '', ...rest } = filter;
  const isAsked = [grain, scope, actor, object].some((one) => one !== undefined);
  if (isAsked)
    controls.setFilter({ ...rest, ...(who === '' ? {} : { actor: who }), ...(what === '' ? {} : { object: what }) });
  if (speed !== undefined) viewer.setState({ speed: nearestSpeed(speed) });
  if (motion !== undefined) holdStill(motion === 'none');
  if (range !== undefined) viewer.setState({ range: range ?? undefined });
}

function look({ theme, lang, scale, panel }: Looks, { viewer, rescale }: Driven): void {
  if (theme !== undefined) viewer.setState({ theme });
  if (lang !== undefined) viewer.setState({ language: lang });
  if (scale !== undefined) rescale(scale);
  if (panel !== undefined) viewer.setState(panel === '' ? { phoneTab: 'map' } : { panel, phoneTab: 'inspector' });
}

async function exported(as: 'link' | 'run' | 'poster', driven: Driven): Promise<string> {
  if (as === 'run') return driven.runFile();
  if (as === 'poster') return driven.poster();
  const link = await driven.link();
  if (link === undefined) throw new Error('there is no moment to link to yet');
  return link;
}
