import { expect, type Page, test } from '@playwright/test';
import { deployment, editor, facts, goTo, open, pageKey, smallEditor, toEnd } from './page-driver.ts';

test.beforeEach(({ page }) => smallEditor(page));

/** Types a line and does not wait for anything, as somebody does who is in a hurry. */
async function type(page: Page, line: string): Promise<void> {
  const shell = page.getByRole('textbox', { name: 'Command' });
  await shell.fill(line);
  await shell.press('Enter');
}

/** The log of the shell: each line with what stands below it. */
function log(page: Page): Promise<readonly (readonly [line: string, output: string])[]> {
  return page
    .locator('.x-log > ol:first-child > li')
    .evaluateAll((rows) =>
      rows.map((row): [string, string] => [
        (row.querySelector('.x-typed')?.textContent ?? '').replace(/^\$\s*/, ''),
        [...row.querySelectorAll('pre')].map((pre) => pre.textContent ?? '').join('\n'),
      ]),
    );
}

const reds = (page: Page) =>
  page.locator('.l-column :is(.x-err, .x-said:not(:empty), .x-problem, .e-error, .k-bad:not(:empty))').allInnerTexts();
const pods = (page: Page) => page.locator('.tile');

test('the first minute: edit, Ctrl+Enter, End; three commands in a row; one that is refused', async ({ page }) => {
  await open(page);
  await editor(page).fill(deployment(5));
  await expect(page.locator('.e-foot')).toContainText('tells this story anew');
  await editor(page).press('Control+Enter');
  await expect(page.locator('.e-foot')).not.toContainText('not applied');
  await toEnd(page);
  await expect(pods(page)).toHaveCount(5);
  expect(await log(page)).toEqual([['kubectl apply -f deploy.yaml', 'deployment.apps/nginx created']]);

  await type(page, 'kubectl scale deployment nginx --replicas=2');
  await type(page, 'sleep 60');
  await type(page, 'kubectl get pods');
  await expect.poll(async () => (await log(page)).length).toBe(4);
  await expect.poll(async () => (await log(page)).at(-1)?.[1]).toContain('NAME');
  const [, scaled, slept, listed] = await log(page);
  expect(scaled).toEqual(['kubectl scale deployment nginx --replicas=2', 'deployment.apps/nginx scaled']);
  expect(slept).toEqual(['sleep 60', '']);
  expect(listed?.[1].match(/1\/1 +Running/g)).toHaveLength(2);
  expect(await reds(page), 'nothing is red').toEqual([]);

  await type(page, 'kubectl delete deployment nope');
  await page.getByRole('button', { name: 'To its answer' }).click();
  await expect.poll(() => reds(page)).toEqual(['Error from server (NotFound): deployments.apps "nope" not found']);
  expect((await log(page)).slice(0, 4)).toEqual([(await log(page))[0], scaled, slept, listed]);
  const below = (one: Element) => one.scrollHeight - one.clientHeight - one.scrollTop;
  await expect.poll(() => page.locator('.x-log').evaluate(below), 'the newest output is in sight').toBeLessThan(2);
  expect((await facts(page)).branch).toBe(0);
  await expect(page.getByLabel('Branch').locator('option')).toHaveCount(0);
});

test('a shell: pipes, files, loops, a here-document that is gone on with', async ({ page }) => {
  await open(page);
  await toEnd(page);
  const last = async () => (await log(page)).at(-1);
  const says = (line: string, output: string | RegExp) =>
    expect.poll(last).toEqual([line, typeof output === 'string' ? output : expect.stringMatching(output)]);
  const typed: readonly (readonly [line: string, output: string | RegExp])[] = [
    ['kubectl get pods | grep -v Running | wc -l', '1'],
    ['kubectl get po -o yaml > pods.yaml', ''],
    ['grep -c "kind: Pod" pods.yaml && rm pods.yaml; ls', /^3\ndeploy\.yaml$/],
    ['cat deploy.yaml | kubectl apply -f -', 'deployment.apps/nginx unchanged'],
    ['for n in 4 5; do kubectl scale deploy nginx --replicas=$n; done', /^(?:deployment\.apps\/nginx scaled\n?){2}$/],
    ['frobnicate || echo none', 'bash: frobnicate: command not found\nnone'],
  ];
  for (const [line, output] of typed) {
    await type(page, line);
    const answer = page.getByRole('button', { name: 'To its answer' });
    if (/scale|apply/.test(line)) await answer.click();
    await says(line, output);
  }
  for (const line of ['kubectl create -f - <<EOF', 'apiVersion: v1', 'kind: ConfigMap', 'metadata: {name: a}'])
    await type(page, line);
  await expect(page.locator('.x-before')).toContainText('kind: ConfigMap');
  await type(page, 'EOF');
  // At once: the line is read before it is given, and End waits for it.
  await toEnd(page);
  await expect.poll(async () => (await last())?.[1]).toBe('configmap/a created');
  expect((await facts(page)).branch).toBe(0);
});

test('Tab completes kinds, namespaces and names of what there is; Ctrl+R finds an older line', async ({ page }) => {
  await open(page);
  await toEnd(page);
  const shell = page.getByRole('textbox', { name: 'Command' });
  await shell.pressSequentially('kubectl -n kube-s');
  await shell.press('Tab');
  await expect(shell).toHaveValue('kubectl -n kube-system ');
  await shell.pressSequentially('get po');
  await shell.press('Tab');
  await expect(shell).toHaveValue('kubectl -n kube-system get pods ');
  await shell.fill('kubectl get pods ngi');
  await shell.press('Tab');
  await expect(page.locator('.x-fits button')).toHaveCount(3);
  await shell.press('Tab');
  await expect(shell).toHaveValue(/^kubectl get pods nginx-\w+-\w{5}$/);
  const line = await shell.inputValue();
  await shell.press('Enter');
  await expect.poll(async () => (await log(page)).at(-1)?.[1]).toContain('1/1');
  await shell.press('Control+r');
  await shell.pressSequentially('ngi');
  await expect(page.locator('.x-found')).toHaveText(line);
  await shell.press('Escape');
  await expect(shell).toHaveValue(line);
});

test('27 commands typed in a row: no branch, 27 outputs in order', async ({ page }) => {
  await open(page);
  const lines = Array.from({ length: 27 }, (_, at) =>
    at % 3 === 2 ? `kubectl get configmap m${at - 1} -o name` : `kubectl create configmap m${at}`,
  );
  for (const line of lines) await type(page, line);
  await expect.poll(async () => (await log(page)).length, { timeout: 30_000 }).toBe(28);
  await toEnd(page);
  expect((await log(page)).slice(1)).toEqual(
    lines.map((line, at) => [line, at % 3 === 2 ? `configmap/m${at - 1}` : `configmap/m${at} created`]),
  );
  expect((await facts(page)).branch).toBe(0);
  expect(await reds(page)).toEqual([]);
});

test('what does not end by itself holds up the next one until Ctrl+C, or lets it run beside', async ({ page }) => {
  await open(page);
  await toEnd(page);
  await type(page, 'kubectl get pods -w');
  await expect.poll(async () => (await log(page)).at(-1)?.[1]).toContain('NAME');
  await type(page, 'kubectl scale deployment nginx --replicas=4');
  await type(page, 'kubectl get deployment nginx -o name');
  await expect(page.locator('.x-waiting li')).toHaveCount(2);
  await expect(page.locator('.x-log')).toContainText('kubectl get pods -w does not end by itself');
  await page.getByRole('button', { name: 'Run it beside' }).click();
  await toEnd(page);
  await expect(page.locator('.x-waiting li')).toHaveCount(1);
  await expect(pods(page)).toHaveCount(4);
  await page.getByRole('textbox', { name: 'Command' }).press('Control+c');
  await expect(page.locator('.x-waiting li')).toHaveCount(0);
  await expect
    .poll(async () => (await log(page)).at(-1))
    .toEqual(['kubectl get deployment nginx -o name', 'deployment.apps/nginx']);
  expect((await facts(page)).branch).toBe(0);
});

test('typed while it plays, and while one stands in the past', async ({ page }) => {
  await open(page);
  await pageKey(page, ' ');
  await page.waitForFunction(() => Number(document.documentElement.dataset.step) > 2);
  await type(page, 'kubectl get deployments -o name');
  await expect
    .poll(async () => (await log(page)).at(-1))
    .toEqual(['kubectl get deployments -o name', 'deployment.apps/nginx']);
  expect((await facts(page)).branch).toBe(0);
  await toEnd(page);
  await goTo(page, 60);
  await expect(page.locator('.x-past')).toContainText('new branch');
  for (const line of ['kubectl get ns default -o name', 'kubectl get sa default -o name']) await type(page, line);
  await expect.poll(async () => (await log(page)).at(-1)?.[1]).toBe('serviceaccount/default');
  await expect(page.getByLabel('Branch').locator('option')).toHaveCount(2);
  await expect(page.locator('.x-past')).toHaveCount(0);
});

test('a broken text says what and where; the text and the run before it are still there', async ({ page }) => {
  await open(page);
  await editor(page).fill(deployment(5).replace('replicas: 5', 'replicas: [5'));
  await editor(page).press('Control+Enter');
  await toEnd(page);
  await expect
    .poll(() => reds(page))
    .toEqual(expect.arrayContaining([expect.stringMatching(/error: error parsing deploy\.yaml: .*line \d+/)]));
  await expect(page.locator('.e-foot')).toContainText('refused');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /apply -f deploy\.yaml · 1 input/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await editor(page).fill(deployment(2));
  await editor(page).press('Control+Enter');
  await toEnd(page);
  await expect(pods(page)).toHaveCount(2);
  expect((await facts(page)).branch).toBe(0);
});
