import { expect, it } from 'vitest';
import { createViewerStore } from '../debugger/viewer-store.ts';
import type { FromWorker, ToWorker } from '../protocol/messages.ts';
import { SCENARIOS } from '../scenarios/index.ts';
import { inPageConnection } from '../session/connection.ts';
import { Session } from '../session/session.ts';
import { createWorkbench } from '../ui/editor/workbench.ts';
import type { Page } from '../ui/public.ts';
import { firstRun } from './first-run.ts';
import { openScenario } from './open-asked.ts';

/** A page whose engine notes what it is sent, and comes to rest only when it is told to. */
async function pageAtWork() {
  const sent: ToWorker[] = [];
  let answer: (message: FromWorker) => void = () => undefined;
  let resting: number[] = [];
  const session = new Session(async () =>
    inPageConnection((post) => {
      answer = post;
      return (message) => {
        sent.push(message);
        if (message.type === 'hello') post({ type: 'ready', build: 'b', kubernetes: 'v1.36' });
        else if (message.type === 'runToQuiescence') resting.push(message.id);
        else queueMicrotask(() => post({ type: 'done', id: message.id }));
      };
    }),
  );
  await session.start();
  const rest = async () => {
    const ids = resting;
    resting = [];
    for (const id of ids) answer({ type: 'done', id });
    await settled();
  };
  const page = { session, viewer: createViewerStore(undefined) } as unknown as Page;
  const open = (scenario: string, part: number) =>
    openScenario(page, createWorkbench(undefined, 'test'), firstRun('b'), { scenario, part, step: undefined });
  const moves = () => sent.flatMap((message) => (message.type === 'open' || message.type === 'give' ? [message] : []));
  return { open, rest, moves };
}

const settled = () => new Promise((done) => setTimeout(done, 0));

it('sends the first part of a scenario with its opening, so that nothing is shown or done between them', async () => {
  const { open, moves } = await pageAtWork();
  const opening = open('fruit', 1);
  expect(moves().map(({ type }) => type)).toEqual(['open', 'give']);
  expect(await opening).toBe(true);
});

it('gives the parts of a link one after another, each when the one before has come to rest', async () => {
  const { open, rest, moves } = await pageAtWork();
  const opening = open('fruit', 3);
  const given: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await settled();
    given.push(moves().length - 1);
    await rest();
  }
  await opening;
  expect(given).toEqual([1, 2, 3]);
});

it('gives nothing more to a run that another has taken the place of', async () => {
  const { open, rest, moves } = await pageAtWork();
  const first = open('fruit', 5);
  await settled();
  const second = open('paths', 1);
  await rest();
  await Promise.all([first, second]);
  const inputs = SCENARIOS.find(({ id }) => id === 'paths')?.parts.slice(0, 1);
  const last = moves().findLastIndex(({ type }) => type === 'open');
  expect(moves().slice(last + 1)).toEqual(inputs?.map(({ input }) => expect.objectContaining({ type: 'give', input })));
});
