import { expect, type Page, test } from '@playwright/test';
import { facts, open, smallEditor, toEnd } from './page-driver.ts';

test.beforeEach(({ page }) => smallEditor(page));

async function type(page: Page, line: string): Promise<void> {
  const shell = page.getByRole('textbox', { name: 'Command' });
  await shell.fill(line);
  await shell.press('Enter');
}

const newest = (page: Page) => page.locator('.x-log > ol:first-child > li').last();
const file = (page: Page) => page.getByRole('textbox', { name: /The file \/tmp\/kubectl-edit-\d+\.yaml/ });

async function change(page: Page, from: string | RegExp, to: string): Promise<void> {
  const text = await file(page).inputValue();
  expect(text).toMatch(from);
  await file(page).fill(text.replace(from, to));
  await file(page).press('Control+Enter');
}

test('kubectl edit: the editor opens, a wrong change comes back, a right one is sent', async ({ page }) => {
  await open(page);
  await toEnd(page);
  await type(page, 'kubectl edit deployment nginx');
  await expect(file(page)).toHaveValue(/^# Please edit the object below\./);
  const first = await file(page).getAttribute('aria-label');
  await change(page, /replicas: \d+/, 'replicas: -1');
  await expect(page.getByText('What you saved was refused')).toBeVisible();
  await expect(file(page)).not.toHaveAccessibleName(first ?? '');
  await expect(file(page)).toHaveValue(
    /# deployments\.apps "nginx" was not valid:\n# \* spec\.replicas: Invalid value: -1/,
  );
  // Put aside, it waits with what was typed.
  await file(page).fill((await file(page).inputValue()).replace('replicas: -1', 'replicas: 1'));
  await page.keyboard.press('Escape');
  await expect(newest(page)).toContainText('waits for the editor');
  await page.getByRole('button', { name: 'Open the editor' }).click();
  await expect(file(page)).toHaveValue(/replicas: 1\n/);
  await page.getByRole('button', { name: 'Save and close' }).click();
  await expect(newest(page)).toContainText('deployment.apps/nginx edited');
  await toEnd(page);
  await expect(page.locator('.tile')).toHaveCount(1);
  expect((await facts(page)).branch).toBe(0);

  await type(page, 'kubectl edit deployment nginx');
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await expect(newest(page)).toContainText('Edit cancelled, no changes made.');

  await type(page, 'kubectl edit deployment nginx');
  await expect(file(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await newest(page).getByRole('button', { name: 'Open the editor' }).focus();
  await page.keyboard.press('Control+c');
  await expect(newest(page)).not.toContainText('waits for the editor');
});

test('kubectl exec -it: a folder and a variable stay, Tab and the prompt are those of the container, exit has a code', async ({
  page,
}) => {
  await open(page);
  await toEnd(page);
  await type(page, 'kubectl run box --image=busybox:1.36 -- sleep 3600');
  await type(page, 'kubectl wait --for=condition=Ready pod/box');
  // Both lines have such a button while the first one runs.
  await toEnd(page);
  await expect(newest(page)).toContainText('condition met');
  await type(page, 'kubectl exec -it box -- sh');
  const prompt = page.locator('.x-line .x-prompt');
  await expect(prompt).toHaveText('/ #');
  await type(page, 'cd /tmp; WORD=blue');
  await expect(prompt).toHaveText('/tmp #');
  await type(page, 'echo $WORD in $PWD');
  await expect(newest(page)).toContainText('blue in /tmp');
  await page.getByRole('textbox', { name: 'Command' }).press('ArrowUp');
  await expect(page.getByRole('textbox', { name: 'Command' })).toHaveValue('echo $WORD in $PWD');
  await type(page, 'exit 3');
  await expect(newest(page)).toContainText('command terminated with exit code 3');
  await expect(prompt).toHaveText('$');
  await type(page, 'kubectl exec -it box -- sh');
  await expect(prompt).toHaveText('/ #');
  await page.getByRole('textbox', { name: 'Command' }).press('Control+d');
  await expect(prompt).toHaveText('$');
  expect((await facts(page)).branch).toBe(0);
});
