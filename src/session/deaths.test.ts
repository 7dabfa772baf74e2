import { describe, expect, it } from 'vitest';
import type { FromWorker, SentFrame, ToWorker } from '../protocol/messages.ts';
import type { RecordedInput, RunDescription } from '../protocol/run-description.ts';
import type { Connection } from './connection.ts';
import { Deaths } from './deaths.ts';
import { DIED_TOO_OFTEN, Session } from './session.ts';

const INPUT: RecordedInput = {
  afterStep: 9,
  afterOccurrence: 20,
  time: 1,
  input: { type: 'kubectl', argv: ['get', 'pods'], files: {} },
};
const KILLER: RecordedInput = { ...INPUT, afterStep: 30, afterOccurrence: 50 };
const RUN: RunDescription = { v: 1, build: 'b', seed: 3, cluster: { nodes: 1, latencies: 'zero' }, inputs: [INPUT] };

function storage(): { getItem(key: string): string | null; setItem(key: string, value: string): void } {
  const held = new Map<string, string>();
  return { getItem: (key) => held.get(key) ?? null, setItem: (key, value) => void held.set(key, value) };
}

/** An engine that dies of the killer as soon as it is opened with it, or given it. */
function fragile() {
  const sent: ToWorker[] = [];
  let say: (message: FromWorker) => void = () => undefined;
  let die: (reason: string) => void = () => undefined;
  const frame = (run: RunDescription): void =>
    say({
      type: 'frame',
      frame: { seq: 30, head: 31, run, branches: [], views: {}, quiescent: false } as unknown as SentFrame,
    });
  const connection = (): Connection => ({
    kind: 'worker',
    post: (message) => {
      sent.push(message);
      if (message.type === 'hello') say({ type: 'ready', build: 'b', kubernetes: 'v1.36' });
      if (message.type !== 'open') return;
      if (message.run.inputs.length > 1 && message.until === undefined) return die('out of memory');
      frame(message.run);
      say({ type: 'done', id: message.id });
    },
    listen: (onMessage, onDeath) => {
      say = onMessage;
      die = onDeath;
    },
    close: () => undefined,
  });
  const give = (): void => {
    say({ type: 'giving', given: KILLER });
    die('out of memory');
  };
  return { sent, connection, give };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a run that ends its engine', () => {
  it('is known with what was being given, and opened again by itself once: not when it has died twice', async () => {
    const notes = storage();
    const engine = fragile();
    const session = new Session(async () => engine.connection(), new Deaths(notes));
    await session.start();
    await session.open(RUN);
    engine.give();
    await settle();
    expect(session.frames.getState().status).toBe('ready');
    engine.give();
    await settle();
    expect(session.frames.getState()).toMatchObject({
      status: 'failed',
      message: 'out of memory',
      lost: { run: { inputs: [INPUT, KILLER] }, position: 30, sound: 31 },
    });
    // A reload, in another page.
    const later = new Session(async () => fragile().connection(), new Deaths(notes));
    expect([later.isDeadly({ ...RUN, inputs: [INPUT, KILLER] }), later.isDeadly(RUN)]).toEqual([true, false]);
    later.offer({ ...RUN, inputs: [INPUT, KILLER] }, 30);
    expect(later.frames.getState()).toMatchObject({ message: DIED_TOO_OFTEN, lost: { reason: 'out of memory' } });
  });

  it('goes to the last good step, or on without the last input', async () => {
    const engine = fragile();
    const session = new Session(async () => engine.connection(), new Deaths(storage()));
    await session.start();
    session.offer({ ...RUN, inputs: [INPUT, KILLER] }, 30);
    await session.toLastGoodStep();
    expect(engine.sent.at(-1)).toMatchObject({ type: 'open', run: { inputs: [INPUT, KILLER] }, until: { steps: 31 } });
    const filter = { grain: 'beat', scope: 'story' } as const;
    session.filter(filter).catch(() => undefined);
    expect(session.frames.getState()).toMatchObject({ status: 'ready', lost: undefined });
    session.offer({ ...RUN, inputs: [INPUT, KILLER] }, undefined);
    await session.toLastGoodStep();
    // It is told as whoever looks wants it told.
    expect(engine.sent.slice(-2)).toMatchObject([
      { type: 'open', until: { steps: 31 } },
      { type: 'filter', filter },
    ]);
    session.offer({ ...RUN, inputs: [INPUT, KILLER] }, 30);
    await session.withoutLastInput();
    expect(engine.sent.slice(-2)).toMatchObject([{ type: 'open', run: { inputs: [INPUT] } }, { type: 'filter' }]);
  });

  it('that is opened and dies at once is not opened again by itself: it is offered', async () => {
    const engine = fragile();
    const session = new Session(async () => engine.connection(), new Deaths(storage()));
    await session.start();
    await session.open(RUN);
    await session.open({ ...RUN, inputs: [INPUT, KILLER] }).catch(() => undefined);
    await settle();
    expect(session.frames.getState()).toMatchObject({ status: 'failed', lost: { run: { inputs: [INPUT, KILLER] } } });
    expect(engine.sent.filter(({ type }) => type === 'open')).toHaveLength(2);
  });

  it('that comes to rest after all is forgiven, and a storage that throws remembers nothing', () => {
    const notes = storage();
    const deaths = new Deaths(notes);
    deaths.note(RUN, 'out of memory');
    deaths.note(RUN, 'out of memory');
    expect(deaths.isDeadly({ ...RUN, build: 'another' })).toBe(true);
    deaths.forgive(RUN);
    expect(deaths.isDeadly(RUN)).toBe(false);
    const broken = new Deaths({
      getItem: () => '{',
      setItem: () => {
        throw new Error('full');
      },
    });
    broken.note(RUN, 'out of memory');
    expect(broken.isDeadly(RUN)).toBe(false);
  });
});
