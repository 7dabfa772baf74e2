import { expect, type Locator, type Page } from '@playwright/test';

/** What the page says on its root about the run. */
export interface RootFacts {
  readonly engine: string;
  readonly step: number;
  readonly steps: number;
  readonly digest: string;
  readonly quiescent: boolean;
  readonly branch: number;
}

/** Opens the page and waits until the first story has been executed to its end; the cursor stands on its first step. */
export async function open(page: Page): Promise<void> {
  await page.goto('./?grain=step');
  await storyTold(page);
  // The words of the language come with their own file.
  await expect(page.locator('.say-text p').first()).not.toBeEmpty();
}

/** Keeps hold of the engines that the page starts, so that a test can hurt them. */
export async function holdWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held: Worker[] = [];
    Object.assign(globalThis, { held });
    const Real = Worker;
    globalThis.Worker = class extends Real {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        // Manifests are checked by another one.
        if (/engine-/.test(String(url))) held.push(this);
      }
    };
  });
}

/** The first manifest has been applied and all that it caused has happened. */
export async function storyTold(page: Page): Promise<void> {
  await page.waitForFunction(() => Number(document.documentElement.dataset.steps) > 100, undefined, {
    timeout: 30_000,
  });
  await atRest(page);
}

export async function atRest(page: Page, branch?: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const { engine, quiescent, branch: shown } = document.documentElement.dataset;
      return engine === 'ready' && quiescent === 'true' && (wanted === undefined || shown === String(wanted));
    },
    branch,
    { timeout: 30_000 },
  );
}

export async function facts(page: Page): Promise<RootFacts> {
  const { engine, step, steps, digest, quiescent, branch } = await page.evaluate(() => ({
    ...document.documentElement.dataset,
  }));
  return {
    engine: engine ?? '',
    step: Number(step),
    steps: Number(steps),
    digest: digest ?? '',
    quiescent: quiescent === 'true',
    branch: Number(branch),
  };
}

export async function onStep(page: Page, step: number): Promise<void> {
  await page.waitForFunction((wanted) => document.documentElement.dataset.step === String(wanted), step, {
    timeout: 60_000,
  });
}

/** Jumps by the number field of the transport. */
export async function goTo(page: Page, step: number): Promise<void> {
  const field = page.getByRole('textbox', { name: /step number|步号|步/i }).and(page.locator('input.step'));
  await field.fill(String(step));
  await field.press('Enter');
  await onStep(page, step);
  await field.blur();
}

/** The first step from there on that says so: delays of the simulation decide how many lie before it. */
export async function goToSaid(page: Page, from: number, said: RegExp): Promise<void> {
  await goTo(page, from);
  const sentence = page.locator('.say-text p').first();
  for (let tries = 0; tries < 100; tries += 1) {
    if (said.test(await sentence.innerText())) return;
    await press(page, 'ArrowRight');
  }
  throw new Error(`no step after ${from} says ${said}`);
}

/** One press of a key, and the step after it. */
export async function press(page: Page, key: 'ArrowRight' | 'ArrowLeft', times = 1): Promise<void> {
  const { step } = await facts(page);
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
  await onStep(page, step + (key === 'ArrowRight' ? times : -times));
}

/** All steps, not those of the story alone. The button is pressed before the engine has counted anew. */
export async function showEverything(page: Page): Promise<void> {
  const { steps } = await facts(page);
  await page.getByRole('button', { name: 'Everything' }).click();
  await expect.poll(async () => (await facts(page)).steps).not.toBe(steps);
}

/** A key for the page itself, not for the field that was typed into before. */
export async function pageKey(page: Page, key: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press(key);
}

export async function toEnd(page: Page): Promise<void> {
  await pageKey(page, 'End');
  await page.waitForFunction(() => {
    const { step, steps, quiescent } = document.documentElement.dataset;
    return quiescent === 'true' && step === steps;
  });
}

/** Everything that is drawn or written about the cursor's instant. */
export async function pictured(page: Page): Promise<string> {
  await settled(page);
  return page.evaluate(() =>
    ['main.stage', 'aside.right', '.say-text', '.who']
      .map((part) => (document.querySelector(part) as HTMLElement | null)?.innerText ?? '')
      .join('\n=====\n'),
  );
}

/** The parts of the page follow one another by a frame, and the panel a key that was held by three. */
const FRAMES_TO_SETTLE = 6;

/** So many frames of the browser that nothing is left to draw. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  }, FRAMES_TO_SETTLE);
}

export function runningAnimations(page: Page): Promise<number> {
  return page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
}

/** Keeps the small editor: the large one comes later and brings a surface of its own. */
export async function smallEditor(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } }),
  );
}

export function editor(page: Page): Locator {
  return page.locator('.e-surface').getByRole('textbox');
}

/** Does what the run goes on from, and waits until all that it caused has happened. */
export async function goOn(page: Page, act: () => Promise<void>): Promise<void> {
  const { digest } = await facts(page);
  await act();
  // Until the engine has heard of it, the page is still at rest with what was before.
  await page.waitForFunction((before) => document.documentElement.dataset.digest !== before, digest);
  await atRest(page);
}

/** Writes a manifest and applies it with the keyboard. */
export async function applyText(page: Page, text: string): Promise<void> {
  await editor(page).fill(text);
  await goOn(page, () => editor(page).press('Control+Enter'));
}

/** A command of the shell, given at the end of the run. */
export async function kubectl(page: Page, line: string): Promise<void> {
  const shell = page.getByRole('textbox', { name: 'Command' });
  const { steps } = await facts(page);
  await shell.fill(line);
  await shell.press('Enter');
  await page.waitForFunction((before) => Number(document.documentElement.dataset.steps) > before, steps);
}

export function answer(page: Page): Locator {
  return page.locator('.x-log li').last();
}

export { nginxDeployment as deployment } from '../src/ui/editor/samples.ts';
