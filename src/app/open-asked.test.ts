import { expect, it } from 'vitest';
import { createViewerStore } from '../debugger/viewer-store.ts';
import type { ToWorker } from '../protocol/messages.ts';
import { SCENARIOS } from '../scenarios/index.ts';
import { inPageConnection } from '../session/connection.ts';
import { Session } from '../session/session.ts';
import { createWorkbench } from '../ui/editor/workbench.ts';
import type { Page } from '../ui/public.ts';
import { firstRun } from './first-run.ts';
import { KNOWN } from './known.ts';
import { openScenario } from './open-asked.ts';

/** A page whose engine notes what it is sent and answers only when it is told to. */
async function pageAtWork() {
  const sent: ToWorker[] = [];
  let answerAll = () => undefined as unknown;
  const session = new Session(async () =>
    inPageConnection((post) => {
      answerAll = () => sent.forEach(({ id }) => void post({ type: 'done', id }));
      return (message) => {
        if (message.type === 'hello') post({ type: 'ready', build: 'b', kubernetes: 'v1.36' });
        else sent.push(message);
      };
    }),
  );
  await session.start();
  const viewer = createViewerStore(undefined);
  const page = { session, viewer } as unknown as Page;
  const open = (scenario: string, part: number, seq?: number) =>
    openScenario(page, createWorkbench(undefined, 'test'), firstRun('b'), { scenario, part }, KNOWN, {
      moment: {},
      ...(seq === undefined ? {} : { to: { seq } }),
    });
  return { open, sent, viewer, answerAll: () => answerAll() };
}

const inputsOf = (scenario: string) =>
  SCENARIOS.find(({ id }) => id === scenario)?.parts.map(({ input }) => input) ?? [];

it('sends the parts of a scenario with its opening, so that nothing is shown or done between them', async () => {
  const { open, sent, answerAll } = await pageAtWork();
  const opening = open('fruit', 3, 17);
  expect(sent).toEqual([
    expect.objectContaining({ type: 'open', run: expect.objectContaining({ scenario: 'fruit', inputs: [] }) }),
    expect.objectContaining({ type: 'parts', inputs: inputsOf('fruit').slice(0, 3), to: { seq: 17 } }),
  ]);
  answerAll();
  expect(await opening).toBe(true);
});

it('turns to the panel of the last part at once: what the reader turns to while the parts are told stays', async () => {
  const { open, viewer, answerAll } = await pageAtWork();
  const opening = open('fruit', 5);
  expect(viewer.getState().phoneTab).toBe('yaml');
  viewer.setState({ panel: 'node' });
  answerAll();
  await opening;
  expect(viewer.getState().panel).toBe('node');
});

it('opens no scenario and no part that there is not', async () => {
  const { open, sent } = await pageAtWork();
  expect(await open('no-such', 1)).toBe('no scenario no-such');
  expect(await open('fruit', 99)).toBe('scenario fruit has no part 99');
  expect(sent).toEqual([]);
});
