import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { goOn, goTo, open, pageKey, settled, smallEditor, toEnd } from './page-driver.ts';

/** What a machine can find, of any weight. */
async function violations(page: Page, part = 'html'): Promise<readonly string[]> {
  const found = await new AxeBuilder({ page })
    .include(part)
    .exclude('.monaco-editor')
    // A phone shows one view at a time, and only the map is the main one.
    .disableRules(['landmark-one-main'])
    .analyze();
  return found.violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const LOOKS = [
  ['in light', { colorScheme: 'light' }, 'en-US', { width: 1440, height: 900 }],
  ['in the dark', { colorScheme: 'dark' }, 'en-US', { width: 1440, height: 900 }],
  ['in Chinese', { colorScheme: 'light' }, 'zh-CN', { width: 1440, height: 900 }],
  ['on a phone', { colorScheme: 'dark' }, 'zh-CN', { width: 390, height: 844 }],
] as const;
for (const [title, media, locale, viewport] of LOOKS) {
  test(`a moment of the story has no accessibility violation ${title}`, async ({ browser }) => {
    const context = await browser.newContext({ locale, viewport, reducedMotion: 'reduce', ...media });
    const page = await context.newPage();
    await open(page);
    await goTo(page, 60);
    await settled(page);
    expect(await violations(page)).toEqual([]);
    if (viewport.width < 700) {
      for (const tab of await page.locator('.ptabs button').all()) {
        await tab.click();
        await settled(page);
        expect(await violations(page)).toEqual([]);
      }
    } else {
      for (const panel of ['2', '3', '4', '5', '6', '7']) {
        await pageKey(page, panel);
        await expect(page.getByRole('tab', { selected: true })).toHaveAttribute('aria-keyshortcuts', panel);
        await settled(page);
        expect(await violations(page, 'aside.right'), `panel ${panel}`).toEqual([]);
      }
    }
    await context.close();
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no dialog has an accessibility violation in ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await open(page);
    // A branch of its own, so that there are two.
    await goTo(page, 60);
    await goOn(page, async () => {
      await page.getByRole('textbox', { name: 'Command' }).fill('kubectl scale deployment nginx --replicas=5');
      await page.getByRole('textbox', { name: 'Command' }).press('Enter');
    });
    const opens = page.locator('button.menu:visible');
    const count = await opens.count();
    expect(count).toBeGreaterThan(7);
    for (let at = 0; at < count; at += 1) {
      const name = await opens.nth(at).innerText();
      await opens.nth(at).click();
      await settled(page);
      expect(await violations(page), name).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await context.close();
  });
}

test('Tab reaches every control from the top of the page, and leaves editor and shell', async ({ page }) => {
  await open(page);
  await goTo(page, 60);
  await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, [tabindex], [role=button], [role=slider], [role=tab]',
    );
    for (const one of all) {
      const off =
        one.tabIndex < 0 || (one as HTMLButtonElement).disabled === true || one.closest('.e-surface') !== null;
      if (!off && one.checkVisibility({ visibilityProperty: true })) one.dataset.wanted = 'yes';
    }
    document.body.tabIndex = -1;
    document.body.focus();
  });
  const wanted = await page.locator('[data-wanted]').count();
  expect(wanted).toBeGreaterThan(25);
  let editorSeen = 0;
  for (let presses = 0; presses < wanted + 25; presses += 1) {
    const inEditor = await page.evaluate(() => document.activeElement?.closest('.e-surface') !== null);
    if (inEditor) {
      editorSeen += 1;
      expect(editorSeen, 'one press of Esc and Tab leaves the editor').toBeLessThan(3);
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Tab');
    await page.evaluate(() => document.activeElement?.removeAttribute('data-wanted'));
    if ((await page.locator('[data-wanted]').count()) === 0) break;
  }
  const missed = await page
    .locator('[data-wanted]')
    .evaluateAll((elements) => elements.map((element) => element.outerHTML.slice(0, 160)));
  expect(missed).toEqual([]);
  expect(editorSeen).toBeGreaterThan(0);
});

test('Esc, then Tab also leaves the large editor, and Shift+Tab goes back', async ({ page }) => {
  await open(page);
  await page.locator('.e-surface').getByRole('textbox').focus();
  await expect(page.locator('.monaco-editor').first()).toBeVisible({ timeout: 15_000 });
  const inside = () => page.evaluate(() => document.activeElement?.closest('.e-surface') !== null);
  await expect.poll(inside).toBe(true);
  await page.keyboard.press('Tab');
  expect(await inside(), 'Tab indents').toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await inside()).toBe(false);
});

test('nothing can be learnt only by hovering', async ({ page }) => {
  await smallEditor(page);
  await open(page);
  for (const step of [60, 300]) {
    await goTo(page, step);
    const hidden = await page.evaluate(() => {
      const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';
      const everything = document.body.innerText.replaceAll(/\s+/g, ' ');
      const bad: string[] = [];
      for (const one of document.querySelectorAll<HTMLElement>('[title]')) {
        const title = one.title.replaceAll(/\s+/g, ' ').trim();
        if (title === '' || !one.checkVisibility() || one.closest('.monaco-editor') !== null) continue;
        const said = `${one.textContent} ${one.getAttribute('aria-label') ?? ''}`.replaceAll(/\s+/g, ' ');
        // A name that is only completed, such as `scheduler` by `kube-scheduler`.
        const own = one.innerText.trim();
        if (own.length >= 5 && title.includes(own)) continue;
        if (one.closest(focusable) === null && !said.includes(title) && !everything.includes(title))
          bad.push(one.outerHTML.slice(0, 200));
      }
      return bad;
    });
    expect(hidden).toEqual([]);
  }
});

test('on a phone no view is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  for (const step of [1, 60, 300]) {
    await goTo(page, step);
    for (const tab of await page.locator('.ptabs button').all()) {
      await tab.click();
      await settled(page);
      const { scroll, inner } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        inner: innerWidth,
      }));
      expect(scroll, `${await tab.innerText()} at step ${step}`).toBeLessThanOrEqual(inner);
    }
    // The last tab is the list of all steps: it shows this one, and draws no more than there is room for.
    await expect(page.locator('.t-twin .k-now')).toBeInViewport({ ratio: 1 });
    expect(await page.locator('.t-twin .k-row').count()).toBeLessThan(60);
  }
  await page.locator('.ptabs button').first().click();
  await expect(page.locator('.keys')).toBeInViewport({ ratio: 1 });
});

for (const locale of ['en-US', 'zh-CN']) {
  test(`at 200 % zoom no word of transport and sentence is cut (${locale})`, async ({ browser }) => {
    const context = await browser.newContext({ locale, viewport: { width: 720, height: 450 } });
    const page = await context.newPage();
    await open(page);
    for (const step of [1, 44, 60, 157, 300]) {
      await goTo(page, step);
      await settled(page);
      expect(await cutWords(page), `step ${step}`).toEqual([]);
    }
    await context.close();
  });
}

/** Words of transport and sentence that reach beyond the page or beyond a box that hides what leaves it. */
function cutWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    for (const part of document.querySelectorAll('.say-text > p, .who b, .act, .ctl')) {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const holder = node.parentElement;
        if (node.textContent?.trim() === '' || holder === null || holder.closest('option, svg, .unseen') !== null)
          continue;
        if (!holder.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const word of range.getClientRects()) {
          let bounds = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
          for (let box: Element | null = holder; box !== null; box = box.parentElement) {
            const style = getComputedStyle(box);
            const { left, right, top, bottom } = box.getBoundingClientRect();
            // What scrolls can be reached.
            if (style.overflowX === 'hidden' || style.overflowX === 'clip')
              bounds = { ...bounds, left: Math.max(bounds.left, left), right: Math.min(bounds.right, right) };
            if (style.overflowY === 'hidden' || style.overflowY === 'clip')
              bounds = { ...bounds, top: Math.max(bounds.top, top), bottom: Math.min(bounds.bottom, bottom) };
            if (style.overflowY === 'auto' || style.overflowY === 'scroll') break;
          }
          const outside = word.left < bounds.left - 1 || word.right > bounds.right + 1;
          // The line's box is higher than its letters.
          const spare = word.height * 0.3;
          if (outside || word.top < bounds.top - spare || word.bottom > bounds.bottom + spare)
            cut.push(`${node.textContent} in ${holder.className || holder.tagName}`);
        }
      }
    }
    return cut;
  });
}

test('without colour every state of a Pod still has a shape of its own, and its word beside it', async ({ page }) => {
  await smallEditor(page);
  await open(page);
  await pageKey(page, '?');
  await expect(page.locator('.h-pods li svg').first()).toBeVisible();
  const marks = await page.locator('.h-pods li').evaluateAll((items) =>
    items.map((item) => ({
      word: item.textContent?.trim() ?? '',
      // Only what is left without colour: shapes, and whether they are filled.
      shape: (item.querySelector('svg')?.innerHTML ?? '').replaceAll(/var\(--[a-z0-9-]+\)/g, 'ink'),
    })),
  );
  expect(marks.length).toBeGreaterThanOrEqual(10);
  expect(new Set(marks.map(({ shape }) => shape)).size).toBe(marks.length);
  expect(new Set(marks.map(({ word }) => word)).size).toBe(marks.length);
  for (const { word } of marks) expect(word).not.toBe('');
  await page.keyboard.press('Escape');
  await toEnd(page);
  const tiles = page.locator('.tile');
  await expect(tiles).toHaveCount(3);
  for (const tile of await tiles.all()) {
    await expect(tile.locator('svg')).toHaveCount(1);
    await expect(tile).toContainText('Running');
  }
});
