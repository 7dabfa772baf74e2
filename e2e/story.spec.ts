import { expect, type Page, test } from '@playwright/test';
import { clusterKinds } from '../src/steps/index.ts';
import { facts, onStep, open, press, smallEditor, storyTold, toEnd } from './page-driver.ts';

const KINDS = clusterKinds.map(({ name }) => name);

interface Told {
  readonly step: number;
  readonly who: string;
  readonly sentence: string;
  readonly pods: string;
  /** Names of kinds and unfilled places that are seen. */
  readonly raw: readonly string[];
}

type Arrow = 'ArrowRight' | 'ArrowLeft';

/** Reads what the page shows at a step, as soon as it is there; with a key, that is pressed inside the page first. */
function readAt(page: Page, step: number, key?: Arrow): Promise<Told> {
  return page.evaluate(
    async ({ wanted, kinds, pressed }) => {
      const there = () => document.documentElement.dataset.step === String(wanted);
      const arrived = new Promise<void>((done) => {
        const observer = new MutationObserver(() => there() && done());
        observer.observe(document.documentElement, { attributes: true });
        if (there()) done();
      });
      if (pressed) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }));
      await arrived;
      await Promise.resolve(); // what depends on the frame is drawn by then
      const text = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].map((element) => element.textContent ?? '').join(' ');
      const seen = text('.say, main.stage, footer.bar, header.top, .l-column .e-foot');
      const words = new Set(seen.split(/[^\w.-]+/));
      const places = seen.match(/\{[a-zA-Z][\w.]*\}/g) ?? [];
      return {
        step: wanted,
        who: text('.who b'),
        sentence: text('.say-text > p'),
        pods: text('.tile'),
        raw: [...kinds.filter((kind) => words.has(kind)), ...places],
      };
    },
    { wanted: step, kinds: KINDS, pressed: key },
  );
}

for (const [language, locale] of [
  ['English', 'en-US'],
  ['中文', 'zh-CN'],
] as const) {
  test(`the whole first story by keyboard alone, there and back, in ${language}`, async ({ browser }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ locale, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await smallEditor(page);
    await open(page);
    const { steps } = await facts(page);
    expect(steps).toBeGreaterThan(300);
    // In one language with real keys, in the other as fast as the page can.
    const move = async (step: number, key: Arrow) => {
      if (language !== 'English') return readAt(page, step, key);
      await page.keyboard.press(key);
      return readAt(page, step);
    };
    const told: Told[] = [await readAt(page, 1)];
    for (let step = 2; step <= steps; step += 1) told.push(await move(step, 'ArrowRight'));
    await page.keyboard.press('ArrowRight');
    expect((await facts(page)).step, 'the end is the end').toBe(steps);
    for (const { step, who, sentence, raw } of told) {
      expect(raw, `step ${step}: ${sentence}`).toEqual([]);
      expect(who, `step ${step}`).not.toBe('');
      expect(sentence.length, `step ${step}: ${sentence}`).toBeGreaterThan(4);
      if (language === '中文') expect(sentence, `step ${step}`).toMatch(/[\u4e00-\u9fff]/);
      else expect(sentence, `step ${step}`).not.toMatch(/[\u4e00-\u9fff]|undefined|NaN/);
    }
    expect(told.at(-1)?.pods.match(/Running/g)?.length).toBe(3);
    expect(told.some(({ pods }) => pods.includes('ContainerCreating'))).toBe(true);
    expect(new Set(told.map(({ sentence }) => sentence)).size, 'steps tell different things').toBeGreaterThan(150);
    // The same words and the same Pods at every step of the way back.
    for (let step = steps - 1; step >= 1; step -= 1)
      expect(await move(step, 'ArrowLeft'), `back at step ${step}`).toEqual(told[step - 1]);
    await page.keyboard.press('ArrowLeft');
    await onStep(page, 0);
    await expect(page.locator('.tile')).toHaveCount(0);
    await context.close();
  });
}

test('scenes lead through the story, there and back', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Home');
  await onStep(page, 0);
  const titles: string[] = [];
  const places: number[] = [];
  const { steps } = await facts(page);
  for (let scene = 0; scene < 40; scene += 1) {
    const before = (await facts(page)).step;
    await page.keyboard.press('Shift+ArrowRight');
    await page.waitForFunction((from) => Number(document.documentElement.dataset.step) > from, before);
    places.push((await facts(page)).step);
    titles.push(await page.locator('.sthead h2').innerText());
    if (places.at(-1) === steps) break;
  }
  expect(new Set(titles).size).toBeGreaterThan(8);
  for (const title of titles) expect(title).toMatch(/^Scene \d+: .{5}/);
  await expect(page.locator('.tile').first()).toContainText('Running');
  for (const place of places.slice(0, -1).reverse()) {
    await page.keyboard.press('Shift+ArrowLeft');
    await onStep(page, place);
  }
});

test('the other language changes the words and nothing else', async ({ page }) => {
  await open(page);
  const before = await facts(page);
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.locator('.say-text p').first()).toContainText(/[\u4e00-\u9fff]/);
  expect(await facts(page)).toEqual(before);
  await page.reload();
  await storyTold(page);
  await expect(page.locator('.say-text p').first()).toContainText(/[\u4e00-\u9fff]/);
});

test('a newcomer meets the first write after ten presses, and at the end what to try next', async ({ page }) => {
  await open(page);
  await press(page, 'ArrowRight', 10);
  await expect(page.locator('.say-text')).toContainText('receives POST');
  await toEnd(page);
  await expect(page.locator('.say-text')).toContainText('The cluster is at rest');
  await page.getByRole('button', { name: /kubectl scale deployment nginx/ }).click();
  await expect(page.locator('.say-text')).toContainText('You type kubectl scale deployment nginx');
});
