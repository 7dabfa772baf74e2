import type { Browser, Page } from '@playwright/test';
import { withBuiltSite } from '../scripts/browser.ts';
import { calibrate, type Figure, percentile } from './calibrate.ts';
import { figure } from './engine.ts';

const ROUNDS = 6;
const WARM_UP = 30;
const STEPS = 100;
const PLAY_MS = 5_000;
const FRAME_MICROS = 1_000_000 / 60;
/** Tasks and marks alone: to record what each task consists of is work of the main thread, too, a tenth of what is measured. */
const CATEGORIES = ['toplevel', 'blink.user_timing', '__metadata'];
const TASK = 'ThreadControllerImpl::RunTask';
/** What stands in the trace where the next of the acts that are measured begins. */
export const MARK = 'kubestep';

/** The built page in a real browser: what the main thread does while somebody steps, and while it plays. */
export function pageFigures(): Promise<readonly Figure[]> {
  return withBuiltSite(45_400, async (browser, address) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    // By steps: a story has too few beats for a percentile.
    await page.goto(`${address}?grain=step`);
    await page.waitForFunction(() => {
      const { steps, quiescent } = document.documentElement.dataset;
      return quiescent === 'true' && Number(steps) > 100;
    });
    await steps(page, WARM_UP);
    await page.waitForTimeout(6_000); // what is loaded when the page is idle is there
    return await measure(browser, page);
  });
}

async function measure(browser: Browser, page: Page): Promise<readonly Figure[]> {
  let calibration = calibrate();
  const stepping: Work[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await beginAt(page, WARM_UP);
    stepping.push(await traced(browser, page, () => steps(page, STEPS)));
  }
  const perStep = stepping.map(workBetweenMarks);
  const step = best(perStep);
  const longestStepping = Math.max(...stepping.map(longest));
  const figures = [
    figure('page.step.p95', step.p95, 'ms', '<= 16', step.p95 <= 16, calibration, { steps: STEPS, ...step.detail }),
    figure('page.step.longest', longestStepping, 'ms', '<= 50', longestStepping <= 50, calibration),
  ];

  calibration = calibrate();
  await page.locator('.speed select').selectOption('4 story');
  const playing: Work[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await beginAt(page, WARM_UP + STEPS);
    playing.push(await traced(browser, page, () => play(page)));
  }
  const perFrame = playing.map(workPerFrame);
  const frame = best(perFrame);
  const longestPlaying = Math.max(...playing.map(longest));
  const frames = perFrame.reduce((sum, { length }) => sum + length, 0);
  figures.push(
    figure('page.frame.p95', frame.p95, 'ms', '<= 8', frame.p95 <= 8, calibration, { frames, ...frame.detail }),
    figure('page.play.longest', longestPlaying, 'ms', '<= 50', longestPlaying <= 50, calibration),
  );
  return figures;
}

/** The same part of the story in every round, as with Pods: the best round counts, all of them are told. */
export function best(rounds: readonly (readonly number[])[]): {
  readonly p95: number;
  readonly detail: Readonly<Record<string, number>>;
} {
  const milliseconds = (micros: number) => Math.round(micros) / 1000;
  const all = rounds.map((work) => milliseconds(percentile(work, 0.95)));
  const p95 = Math.min(...all);
  const median = milliseconds(percentile(rounds[all.indexOf(p95)] ?? [], 0.5));
  return { p95, detail: { median, ...Object.fromEntries(all.map((each, at) => [`round${at + 1}`, each])) } };
}

async function beginAt(page: Page, step: number): Promise<void> {
  await page.keyboard.press('Home');
  await page.waitForFunction(() => Number(document.documentElement.dataset.step) <= 1);
  await steps(page, step);
}

async function play(page: Page): Promise<void> {
  await page.locator('.key-play').click();
  await page.waitForTimeout(PLAY_MS);
  await page.locator('.key-pause').click();
}

/** Who presses a key again and again is not faster than this; a key that is held is, and the page draws less then. */
const PRESSED_AGAIN_MS = 60;

/** Steps with the arrow key, press by press. No frame is asked for: one in which nothing changed would be work of the measure's own. */
function steps(page: Page, count: number): Promise<void> {
  const play = { wanted: count, apart: PRESSED_AGAIN_MS, mark: MARK };
  return page.evaluate(async ({ wanted, apart, mark }) => {
    const root = document.documentElement;
    for (let step = 0; step < wanted; step += 1) {
      performance.mark(mark);
      const arrived = new Promise<void>((done) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          done();
        });
        observer.observe(root, { attributes: true, attributeFilter: ['data-step'] });
      });
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      await arrived;
      await new Promise((done) => setTimeout(done, apart));
    }
    performance.mark(mark);
  }, play);
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  /** Of the thread itself: what other programs of the machine took is not in it. */
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
}

/** Tasks of the page's main thread and the marks that were set, in microseconds. */
export interface Work {
  readonly from: number;
  readonly to: number;
  readonly tasks: readonly { readonly at: number; readonly lasted: number; readonly micros: number }[];
  readonly marks: readonly number[];
}

export async function traced(browser: Browser, page: Page, act: () => Promise<void>): Promise<Work> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const own = traceEvents.filter(({ pid, tid }) => main.has(`${pid} ${tid}`));
  const tasks = own
    .filter(({ name, dur }) => name === TASK && dur !== undefined)
    .map(({ ts, dur, tdur }) => ({ at: ts, lasted: dur as number, micros: tdur ?? (dur as number) }))
    .sort((a, b) => a.at - b.at);
  if (tasks.length === 0) throw new Error('the browser recorded no tasks');
  const marks = own.filter(({ name }) => name === MARK).map(({ ts }) => ts);
  return {
    from: tasks[0]?.at ?? 0,
    to: tasks.at(-1)?.at ?? 0,
    tasks,
    marks: [...new Set(marks)].sort((a, b) => a - b),
  };
}

export function longest({ tasks }: Work): number {
  return Math.max(...tasks.map(({ lasted }) => lasted)) / 1000;
}

function workBetweenMarks({ tasks, marks }: Work): readonly number[] {
  return marks.slice(1).map((end, at) => {
    const start = marks[at] as number;
    return tasks.reduce((sum, task) => sum + (task.at >= start && task.at < end ? task.micros : 0), 0);
  });
}

/** Frames in which nothing was done count too: they were shown in time. */
function workPerFrame({ tasks, from, to }: Work): readonly number[] {
  const frames = new Array<number>(Math.ceil((to - from) / FRAME_MICROS)).fill(0);
  for (const { at, micros } of tasks) {
    const frame = Math.floor((at - from) / FRAME_MICROS);
    frames[frame] = (frames[frame] ?? 0) + micros;
  }
  return frames;
}
