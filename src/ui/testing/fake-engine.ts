import type { FromWorker, SentFrame, ToWorker } from '../../protocol/messages.ts';
import { difference } from '../../protocol/share.ts';
import type { NodeTile, ViewName, Views } from '../../protocol/views.ts';
import { type Connection, inPageConnection } from '../../session/connection.ts';
import { frameAt, INSTANTS } from './story.ts';

/** Answers like an engine, with the hand-written instants as its run. */
export function fakeEngine(start = -1, nodes?: readonly NodeTile[]): () => Promise<Connection> {
  return async () =>
    inPageConnection((post) => {
      let at = start;
      let sent: Partial<Views> = {};
      const frame = (): SentFrame => {
        const { views, ...place } = frameAt(at, nodes);
        const changes = (Object.keys(views) as ViewName[]).map((name) => [name, difference(sent[name], views[name])]);
        sent = views;
        return { ...place, views: Object.fromEntries(changes.filter(([, change]) => change !== undefined)) };
      };
      return (message: ToWorker) =>
        queueMicrotask(() => {
          if (message.type === 'hello') {
            post({ type: 'ready', build: '0.1.0+fixture', kubernetes: 'v1.36' });
            return;
          }
          at = Math.max(-1, Math.min(INSTANTS.length - 1, moved(message, at)));
          if (message.type === 'query') post(answer(message));
          else post({ type: 'frame', frame: frame(), done: [message.id] });
        });
    });
}

function answer(message: Extract<ToWorker, { type: 'query' }>): FromWorker {
  if (message.query.type === 'steps')
    return { type: 'done', id: message.id, result: { type: 'steps', from: 1, total: 0, steps: [] } };
  return { type: 'failed', id: message.id, message: 'not in the fixture' };
}

function moved(message: ToWorker, at: number): number {
  switch (message.type) {
    case 'play':
      return at + 1;
    case 'step':
    case 'scene':
      return at + message.by;
    case 'seekIndex':
      return message.index - 1;
    case 'runToQuiescence':
      return INSTANTS.length - 1;
    case 'seek':
      if (message.to === 'start') return -1;
      if (message.to === 'end') return INSTANTS.length - 1;
      return INSTANTS.findLastIndex(({ seq }) => seq <= (message.to as number));
  }
  return at;
}
