import type { Frame, Page } from '@playwright/test';

/** What a reader met in a page. */
interface Read {
  /** So wide is the column in which the demo stands. */
  readonly column: number;
  readonly said: string;
}

const SLOW = 90_000;

/** A demo of beats that nobody leaves: its poster, the click, both ends. */
export async function readPiece(page: Page, [from, to]: readonly [number, number]): Promise<Read> {
  const poster = page.locator('kubestep-demo img');
  await poster.waitFor();
  await page.waitForFunction(() => {
    const picture = document.querySelector<HTMLImageElement>('kubestep-demo img');
    return picture?.complete === true && picture.naturalWidth > 0;
  });
  if ((await page.locator('iframe').count()) !== 0) throw new Error('it loads before it is asked for');
  await page.locator('kubestep-demo button').click();
  const frame = await frameOf(page);
  await standsAt(frame, from);
  const said = await sentenceOf(frame);
  await holds(frame, '.key-back', from);
  for (let step = from + 1; step < to; step += 1) {
    await frame.locator('.key-step').click();
    await standsAt(frame, step);
  }
  await frame.locator('.key-play').click();
  await standsAt(frame, to);
  await holds(frame, '.key-step', to);
  await nothingCut(page, frame);
  return { column: await columnOf(page), said };
}

/** How a demo looks, as it says so itself. */
export async function lookOf(page: Page): Promise<{ readonly theme: string; readonly language: string }> {
  const frame = await frameOf(page);
  return frame.evaluate(() => ({
    theme: document.documentElement.dataset.theme ?? '',
    language: document.documentElement.lang,
  }));
}

/** A demo that looks as the page around does, before its reader changes that, after it, and when it is changed back. */
export async function readFollowing(page: Page, step: number, turn: () => Promise<'light' | 'dark'>): Promise<void> {
  await page.locator('kubestep-demo').scrollIntoViewIfNeeded();
  const frame = await frameOf(page);
  await standsAt(frame, step);
  await turn();
  for (let time = 0; time < 2; time += 1) {
    const theme = await turn();
    await frame.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme, {
      timeout: 10_000,
    });
  }
}

/** The demo stands there, whatever step or beat it counts. */
async function standsAt(frame: Frame, step: number): Promise<void> {
  const facts = await frame
    .waitForFunction((wanted) => document.documentElement.dataset.step === String(wanted), step, { timeout: SLOW })
    .then(
      () => '',
      async () => frame.evaluate(() => JSON.stringify({ ...document.documentElement.dataset })),
    );
  if (facts !== '') throw new Error(`it should stand at ${step}: ${facts}`);
}

async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.locator('kubestep-demo iframe').elementHandle({ timeout: SLOW });
  const frame = await handle?.contentFrame();
  if (frame === null || frame === undefined) throw new Error('there is no frame');
  return frame;
}

async function sentenceOf(frame: Frame): Promise<string> {
  return frame.locator('.say-text p').first().innerText({ timeout: SLOW });
}

/** At an end the key is dead, and nothing goes further by itself. */
async function holds(frame: Frame, key: string, step: number): Promise<void> {
  if ((await frame.locator(key).getAttribute('aria-disabled')) !== 'true')
    throw new Error(`${key} leads out of its piece`);
  await frame.waitForTimeout(1_000);
  await standsAt(frame, step);
}

async function columnOf(page: Page): Promise<number> {
  return page.locator('kubestep-demo').evaluate((demo) => Math.round(demo.getBoundingClientRect().width));
}

async function nothingCut(page: Page, frame: Frame): Promise<void> {
  const wide = () => document.documentElement.scrollWidth > innerWidth;
  if (await page.evaluate(wide)) throw new Error('the page is scrolled sideways');
  if (await frame.evaluate(wide)) throw new Error('the demo is scrolled sideways');
}
