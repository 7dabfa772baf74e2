import { expect, type Page, test } from '@playwright/test';
import { editor, goOn, kubectl, open, toEnd } from './page-driver.ts';

const WIDGETS = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer, description: How large it is.}
`;

/** The large editor with the first file in it, and what the server says of its kind. */
async function largeEditor(page: Page): Promise<void> {
  await open(page);
  await editor(page).focus();
  await expect(page.locator('.monaco-editor').first()).toBeVisible({ timeout: 15_000 });
}

/** A file with this text, as if it was dropped; the caret stands at its end. */
async function write(page: Page, text: string): Promise<void> {
  const name = `${text.length}.yaml`;
  await page.evaluate(
    ([file, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], file, { type: 'text/yaml' }));
      for (const type of ['dragenter', 'drop'])
        dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text] as const,
  );
  await expect(page.locator('.e-tabs [aria-current]')).toHaveText(name);
  await editor(page).focus();
  await page.keyboard.press('Control+End');
}

const suggestions = (page: Page) => page.locator('.suggest-widget.visible .monaco-list-row');

/** What is offered where the caret stands, once the server has been asked. */
async function offers(page: Page, label: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Space');
    await expect(suggestions(page).filter({ hasText: label }).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}

test('fields are offered, written and explained: of a Deployment, and of a kind that was just defined', async ({
  page,
}) => {
  await largeEditor(page);
  await write(page, 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n  ');
  await offers(page, 'template');
  await page.keyboard.type('repl');
  await expect(suggestions(page).first()).toContainText('replicas');
  await page.keyboard.press('Enter');
  await expect(page.locator('.view-lines')).toContainText('replicas: 1');
  await page.locator('.view-line span', { hasText: 'replicas' }).last().hover();
  await expect(page.locator('.monaco-hover').filter({ hasText: 'Number of desired pods' })).toBeVisible();
  await expect(page.locator('.monaco-hover').first()).toContainText('Left out: 1');

  await write(page, WIDGETS);
  await goOn(page, () => page.keyboard.press('Control+Enter'));
  await toEnd(page);
  await editor(page).focus();
  await write(page, 'apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: a\nspec:\n  ');
  await offers(page, 'size');
  await page.keyboard.press('Enter');
  await page.locator('.view-line span', { hasText: 'size' }).last().hover();
  await expect(page.locator('.monaco-hover').filter({ hasText: 'How large it is.' })).toBeVisible();
});

test('a misspelt field is marked before Apply, and mended with one key', async ({ page }) => {
  await largeEditor(page);
  await write(
    page,
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  ports: [{port: 80}]\n  selektor: {a: b}',
  );
  await expect(page.locator('.e-problems')).toContainText('unknown field "spec.selektor": did you mean "selector"?');
  await page.keyboard.press('Control+.');
  await page.getByText('Change to "selector"').click();
  await expect(page.locator('.view-lines')).toContainText('selector: {a: b}');
  await expect(page.locator('.e-problems')).toBeHidden();
});

test('what is typed while the large editor comes stands in it, and a new file can be typed into at once', async ({
  page,
}) => {
  await open(page);
  await editor(page).focus();
  await page.keyboard.press('Control+End');
  for (const letter of '# typed while it comes') {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await page.waitForTimeout(20);
  }
  await expect(page.locator('.monaco-editor').first()).toBeVisible({ timeout: 15_000 });
  await expect(page.locator('.view-lines')).toContainText('# typed while it comes');
  await page.getByRole('button', { name: '+ file' }).click();
  await page.getByRole('menuitem', { name: 'New file' }).click();
  await page.keyboard.type('kind');
  await expect(page.locator('.view-lines')).toContainText('kind');
});

test('what was changed elsewhere is said below the text', async ({ page }) => {
  await open(page);
  await toEnd(page);
  await editor(page).focus();
  await expect(page.locator('.e-foot')).toContainText('Running text = shown text');
  await kubectl(page, 'kubectl scale deployment nginx --replicas=2');
  await toEnd(page);
  await expect(page.locator('.e-foot')).toContainText('Deployment nginx has spec.replicas 2, here it is 3');
});

test('what is typed to its end and Enter begin a new line; what is offered stands below the caret', async ({
  page,
}) => {
  await largeEditor(page);
  await write(page, '');
  await offers(page, 'apiVersion');
  await page.keyboard.press('Escape');
  for (const line of ['apiVersion: apps/v1', 'kind: Deployment', 'metadata:']) {
    for (const letter of line) await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    // Until what may stand here is offered.
    if (!line.endsWith(':')) await expect(suggestions(page).first()).toBeVisible();
    await page.keyboard.press('Enter');
  }
  const lines = () =>
    page.locator('.view-line').evaluateAll((all) => all.map((one) => one.textContent?.replaceAll('\u00a0', ' ')));
  await expect
    .poll(async () => (await lines()).slice(0, 3))
    .toEqual(['apiVersion: apps/v1', 'kind: Deployment', 'metadata:']);
  await page.keyboard.press('Control+Space');
  const offered = await page.locator('.suggest-widget.visible').boundingBox();
  const caret = await page.locator('.monaco-editor .cursor').boundingBox();
  if (offered === null || caret === null) throw new Error('nothing is offered');
  expect(Math.abs(offered.y - (caret.y + caret.height)), 'below the line that is typed').toBeLessThan(4);
});
