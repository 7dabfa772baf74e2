import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { atRest, facts, goOn, kubectl, open, pageKey, smallEditor, toEnd } from './page-driver.ts';

test.beforeEach(({ page }) => smallEditor(page));

/** Some way back, another number of replicas: a branch. */
async function branched(page: Page): Promise<void> {
  await open(page);
  await toEnd(page);
  await kubectl(page, 'kubectl scale deployment/nginx --replicas=2');
  await toEnd(page);
  await pageKey(page, 'Shift+ArrowLeft');
  await goOn(page, () => kubectl(page, 'kubectl scale deployment/nginx --replicas=5'));
  await atRest(page, 1);
}

test('the past is edited: the new branch offers to be compared with the one before, and a click goes to a beat in its branch', async ({
  page,
}) => {
  await branched(page);
  await page.getByRole('button', { name: 'Compare with the one before: main' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare' });
  await expect(dialog.getByText('Here the stories part')).toBeVisible();
  await expect(dialog.locator('.br-row.br-only, .br-row.br-otherwise').first()).toBeVisible();
  // Fields that end differently.
  const replicas = dialog.locator('.br-ends tr', { has: page.getByText('spec.replicas', { exact: true }) }).first();
  await expect(replicas.locator('td').nth(1)).toHaveText('2');
  await expect(replicas.locator('td').nth(2)).toHaveText('5');
  // Both columns go together.
  await dialog.getByRole('button', { name: 'Next difference' }).click();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.locator('.br-at')).toHaveCount(1);
  const left = dialog.locator('.br-rows button[data-side=left]').last();
  const { digest } = await facts(page);
  await left.click();
  await expect(dialog).toBeHidden();
  await atRest(page, 0);
  const there = await facts(page);
  expect(there.digest).not.toBe(digest);
  expect(there.step).toBeGreaterThan(1);
  expect(there.step).toBeLessThan(there.steps);
});

test('a branch is named and deleted; it asks where something is lost', async ({ page }) => {
  await branched(page);
  await page.getByRole('button', { name: 'Compare with the one before: main' }).click();
  await page.getByRole('button', { name: 'All branches' }).click();
  const dialog = page.getByRole('dialog', { name: 'Branches' });
  const name = dialog.getByRole('textbox', { name: 'Name of branch 2' });
  await name.fill('five of them');
  await name.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name of five of them' })).toHaveValue('five of them');
  const remove = (called: string) => dialog.getByRole('button', { name: `Delete ${called}` });
  await remove('five of them').click();
  await expect(dialog.locator('.br-ask')).toContainText('is in this branch alone');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  // All that was done in the other one was done in this one, too: nothing is lost with it.
  await remove('main').click();
  await expect(dialog.getByRole('textbox', { name: /^Name of/ })).toHaveCount(1);
  await expect(dialog.locator('.br-what')).toContainText('from main (deleted)');
  await expect(remove('five of them')).toBeDisabled();
  await page.keyboard.press('Escape');
  expect((await facts(page)).branch).toBe(1);
});

test('a field’s history: every value, by whom, and a press goes to the write', async ({ page }) => {
  await branched(page);
  await toEnd(page);
  await pageKey(page, '2');
  await page.locator('.p-chooser input').first().fill('deployments.apps/default/nginx');
  const field = page.getByLabel('History of a field');
  await field.fill('.spec.replicas');
  await field.press('Enter');
  const line = page.locator('.h-line').first();
  await expect(line).toHaveText('3 → 2 → 5');
  await expect(page.locator('.h-table').first()).toContainText('kubernetes-admin');
  await line.getByRole('button', { name: '3' }).click();
  await expect(line.getByRole('button', { name: '3' })).toHaveAttribute('aria-current', 'step');
  await expect(line.getByRole('button', { name: '5' })).not.toHaveAttribute('aria-current', 'step');
});

test('two moments are pinned with notes, saved, opened again, and printed', async ({ page }) => {
  await open(page);
  await toEnd(page);
  const pin = async (note: string) => {
    await pageKey(page, 'm');
    const field = page.getByRole('textbox', { name: /Note to moment/ }).last();
    await expect(field).toBeFocused();
    await field.fill(note);
    await page.keyboard.press('Escape');
  };
  await pin('All of them run.');
  await pageKey(page, 'Shift+ArrowLeft');
  await pin('Look who acts.');
  const { digest } = await facts(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /Save this run/ }).click();
  const file = await (await download).path();
  const saved = JSON.parse(readFileSync(file, 'utf8')) as { readonly pins: readonly { readonly note: string }[] };
  expect(saved.pins.map(({ note }) => note)).toEqual(['All of them run.', 'Look who acts.']);

  // A reload keeps them, too.
  await page.waitForTimeout(1_000);
  await page.reload();
  await atRest(page);
  await pageKey(page, 'Shift+M');
  const notes = page.getByRole('textbox', { name: /Note to moment/ });
  await expect(notes).toHaveCount(2);
  await page.getByRole('button', { name: 'Move moment 2 up' }).click();
  await expect(notes.first()).toHaveValue('Look who acts.');
  await page.getByRole('button', { name: 'Remove moment 2' }).click();
  await page.keyboard.press('Escape');

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Open a saved run…' }).click();
  await (await chooser).setFiles({
    name: 'mine.kubestep.json',
    mimeType: 'application/json',
    buffer: readFileSync(file),
  });
  await atRest(page);
  expect((await facts(page)).digest).toBe(digest);
  await pageKey(page, 'Shift+M');
  await expect(notes).toHaveCount(2);
  await page.evaluate(() => {
    globalThis.print = () => {
      const handout = document.querySelector('.handout') as HTMLElement;
      Object.assign(globalThis, { maps: handout.querySelectorAll('.handout-map svg').length });
    };
  });
  await page.getByRole('button', { name: 'Print as a handout' }).click();
  await page.waitForFunction(() => 'maps' in globalThis);
  expect(await page.evaluate(() => (globalThis as unknown as { readonly maps: number }).maps)).toBeGreaterThan(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.handout h2')).toHaveCount(2);
  await expect(page.locator('.handout')).toBeVisible();
  await expect(page.locator('.handout')).toContainText('Look who acts.');
  await expect(page.locator('.top')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  // Going there.
  await page.locator('.nb-go').nth(1).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('with a branch all of the head stays in the window, and the title whole', async ({ page }) => {
  await branched(page);
  for (const width of [1280, 1440, 1600, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() =>
        page.locator('header.top').evaluate((head) => ({
          outside: [...head.querySelectorAll('button, select, .version')].flatMap((one) =>
            one.getBoundingClientRect().right > innerWidth ? [one.textContent] : [],
          ),
          title: [...head.querySelectorAll('.run-title')].every((one) => one.scrollWidth <= one.clientWidth),
        })),
      )
      .toEqual({ outside: [], title: true });
  }
});
