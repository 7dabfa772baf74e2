import { equalJson } from '../../base/equality.ts';
import type { BranchInfo, FromWorker, SentFrame, ToWorker } from '../../protocol/messages.ts';
import type { RunDescription } from '../../protocol/run-description.ts';
import { type Change, changed, difference } from '../../protocol/share.ts';
import type { ViewName } from '../../protocol/views.ts';
import type { Connection } from '../connection.ts';
import type { Said } from './reading.ts';

/** What the page has been told. */
export interface Heard {
  readonly views: ReadonlyMap<ViewName, unknown>;
  readonly run: RunDescription | undefined;
  readonly branches: readonly BranchInfo[] | undefined;
}

/** Who listens to the engine from then on. */
interface Listener {
  readonly heard: () => Heard;
  readonly hear: (message: FromWorker) => void;
  readonly onDeath: (reason: string) => void;
}

/**
 * Tells an engine all that was said until now, and resolves when it stands where the reader does. What it answers meanwhile
 * is nobody's; then one frame says in what it differs from what the page has, and from then on the page hears the engine
 * itself.
 *
 * Rejects with why the engine could not follow. The ids are below 0: nobody else has those.
 */
export function takeOver(engine: Connection, said: readonly Said[], listener: Listener): Promise<void> {
  const views = new Map<ViewName, unknown>();
  const last = -said.length;
  let once: Pick<SentFrame, 'run' | 'branches'> = {};
  return new Promise((resolve, reject) => {
    let isThere = said.length === 0;
    const arrive = () => {
      isThere = true;
      resolve();
    };
    const follow = (frame: SentFrame) => {
      for (const [name, change] of Object.entries(frame.views) as [ViewName, Change][])
        views.set(name, changed(views.get(name), change));
      const { run = once.run, branches = once.branches } = frame;
      once = { ...(run && { run }), ...(branches && { branches }) };
    };
    const take = (message: FromWorker) => {
      if (message.type === 'failed' || message.type === 'broken') return reject(new Error(message.message));
      // Without a run there are no frames.
      if (message.type === 'done' && message.id === last) return arrive();
      if (message.type !== 'frame') return;
      follow(message.frame);
      if (message.done?.includes(last) !== true) return;
      listener.hear({ type: 'frame', frame: since(listener.heard(), { ...message.frame, ...once }, views) });
      arrive();
    };
    engine.listen(
      (message) => (isThere ? listener.hear(message) : take(message)),
      (reason) => (isThere ? listener.onDeath(reason) : reject(new Error(reason))),
    );
    for (const [at, message] of said.entries()) engine.post({ ...message, id: -1 - at } as ToWorker);
    if (isThere) resolve();
  });
}

/** The frame as it is sent to whoever has heard that. */
function since(heard: Heard, frame: SentFrame, views: ReadonlyMap<ViewName, unknown>): SentFrame {
  const { run, branches, ...rest } = frame;
  const changes = [...views].flatMap(([name, view]) => {
    const change = heard.views.has(name) ? difference(heard.views.get(name), view) : { to: view };
    return change === undefined ? [] : [[name, change] as const];
  });
  return {
    ...rest,
    ...(run === undefined || equalJson(run, heard.run) ? {} : { run }),
    ...(branches === undefined || equalJson(branches, heard.branches) ? {} : { branches }),
    views: Object.fromEntries(changes),
  };
}
