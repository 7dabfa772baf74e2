import type { Page } from '@playwright/test';
import { builderWords } from '../../src/ui/share/builder-strings.ts';
import type { Platform } from '../../src/ui/share/snippets.ts';

/** What an author chooses in the builder; what is left out stays as the builder has it. */
export interface Choices {
  /** Beats or steps: nobody leaves them. */
  readonly range?: readonly [number, number];
  readonly look?: 'auto' | 'light' | 'dark';
  readonly language?: 'en' | 'zh';
  readonly load?: 'click' | 'visible' | 'eager';
}

/** What the author takes away for one kind of page. */
export interface Copied {
  readonly snippet: string;
  /** What a site needs once, beside it; empty where it needs nothing. */
  readonly once: string;
}

const SLOW = 90_000;

/** Opens a story, walks so many beats into it and opens the builder there, as an author does. */
export async function openBuilder(page: Page, base: string, story: string, beat: number): Promise<void> {
  await page.goto(`${base}?${story}&grain=beat&lang=en`);
  await page.waitForFunction(
    () => {
      const { engine, quiescent, steps } = document.documentElement.dataset;
      return engine === 'ready' && quiescent === 'true' && Number(steps) > 1;
    },
    undefined,
    { timeout: SLOW },
  );
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let at = 1; at <= beat; at += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((wanted) => document.documentElement.dataset.step === String(wanted), at);
  }
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Put it together…' }).click();
}

/** Chooses, and copies what is to be pasted for each kind of page: all in one visit. */
export async function built(
  page: Page,
  choices: Choices,
  platforms: readonly Platform[],
): Promise<ReadonlyMap<Platform, Copied>> {
  const dialog = page.getByRole('dialog');
  const { range, look, language, load } = choices;
  if (range !== undefined) {
    await dialog.getByRole('textbox', { name: 'From', exact: true }).fill(String(range[0]));
    await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(String(range[1]));
  }
  if (look !== undefined) await dialog.getByLabel('Look').selectOption(look);
  if (language !== undefined) await dialog.getByLabel('Language').selectOption(language);
  if (load !== undefined) await dialog.getByLabel('Loads').selectOption(load);
  const copied = new Map<Platform, Copied>();
  for (const platform of platforms) {
    await dialog.locator('label', { hasText: /^For/ }).getByRole('combobox').selectOption(platform);
    const snippet = await pressed(
      page,
      builderWords.en[`into.${platform}`],
      platform === 'markdown' ? /\.svg/ : /data:image|<iframe/,
    );
    copied.set(platform, {
      snippet,
      once: platform === 'hugo' ? await pressed(page, builderWords.en.once, /./) : '',
    });
  }
  return copied;
}

/** What the button beside a text lays on the clipboard, when the text is there. */
async function pressed(page: Page, label: string, expected: RegExp): Promise<string> {
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: label, exact: true });
  for (let tries = 0; !expected.test(await field.inputValue()); tries += 1) {
    if (tries > 100) throw new Error(`the builder has no poster for ${label}`);
    await page.waitForTimeout(100);
  }
  await dialog.getByRole('button', { name: `Copy: ${label}`, exact: true }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}
