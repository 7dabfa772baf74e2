import { expect, type Page, test } from '@playwright/test';
import { deflateSync, strFromU8, strToU8 } from 'fflate';
import { dropFile } from '../bench/dropped-files.ts';
import { answer, atRest, deployment, editor, facts, goOn, open, smallEditor, toEnd } from './page-driver.ts';
import { calibrated, longTasks, watchTasks } from './tasks.ts';

test.beforeEach(async ({ page }) => {
  await smallEditor(page);
});

/** Nothing is blank and nothing has failed, and the text is as it was typed. */
async function intact(page: Page, text: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-engine', 'ready');
  await expect(page.locator('.stage-box')).not.toBeEmpty();
  await expect(page.locator('.failed-part')).toHaveCount(0);
  await expect(editor(page)).toHaveValue(text);
}

const CASES: readonly {
  readonly title: string;
  readonly text: string;
  /** What the editor says while typing, and at which line. */
  readonly marker?: RegExp;
  readonly line?: number;
  /** What kubectl answers. */
  readonly says: RegExp;
}[] = [
  {
    title: 'broken YAML',
    text: 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n   labels: {}\n',
    marker: /line 5/,
    line: 5,
    says: /error: error parsing bad\.yaml: error converting YAML to JSON: yaml: line \d+: /,
  },
  {
    title: 'a tab for a space',
    text: 'apiVersion: v1\nkind: Pod\nmetadata:\n\tname: a\n',
    marker: /line 4/,
    line: 4,
    says: /error converting YAML to JSON: yaml: line \d+: found character that cannot start any token/,
  },
  {
    title: 'an unknown kind',
    text: 'apiVersion: apps/v1\nkind: Deploymnt\nmetadata:\n  name: a\n',
    marker: /line 2.*no matches for kind "Deploymnt" in version "apps\/v1"/,
    line: 2,
    says: /resource mapping not found for name: "a" namespace: "" from "bad\.yaml": no matches for kind "Deploymnt" in version "apps\/v1"/,
  },
  {
    title: 'a wrong type',
    text: deployment(3).replace('replicas: 3', 'replicas: many'),
    says: /The request is invalid: patch: Invalid value: .*replicas:many.*: unrecognized type: int32/,
  },
  {
    title: 'a field that does not exist',
    text: deployment(3).replace('replicas: 3', 'replica: 3'),
    says: /strict decoding error: unknown field "spec\.replica"/,
  },
  {
    title: 'a missing name',
    text: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels: {a: b}\n',
    marker: /metadata\.name is missing/,
    says: /resource name may not be empty|name or generateName is required|name is required/,
  },
  {
    title: 'no kind',
    text: 'apiVersion: v1\nmetadata:\n  name: a\n',
    marker: /kind not set/,
    says: /Object 'Kind' is missing|kind not set/,
  },
  {
    title: 'an empty document',
    text: '---\n# nothing\n---\n',
    says: /error: no objects passed to apply/,
  },
  {
    title: 'aliases that multiply',
    text: bomb(),
    says: /error/,
  },
];

function bomb(): string {
  let text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\nx0: &x0 [a, a, a, a, a, a, a, a, a]\n';
  for (let level = 1; level < 12; level += 1)
    text += `x${level}: &x${level} [${Array(9)
      .fill(`*x${level - 1}`)
      .join(', ')}]\n`;
  return text;
}

for (const { title, text, marker, line, says } of CASES) {
  test(`${title}: said in the editor and in kubectl's words, nothing is lost`, async ({ page }) => {
    await open(page);
    await toEnd(page);
    await page.getByRole('button', { name: '+ file' }).click();
    await page.getByRole('menuitem', { name: 'New file' }).click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Rename/ }).click();
    await page.getByRole('textbox', { name: 'New name' }).fill('bad.yaml');
    await page.getByRole('textbox', { name: 'New name' }).press('Enter');
    await editor(page).fill(text);
    if (marker !== undefined) await expect(page.locator('.e-problems')).toContainText(marker);
    if (line !== undefined)
      await expect(page.locator('.e-shade .e-line').nth(line - 1)).toHaveClass(/e-(error|warning)/);
    await goOn(page, () => page.getByRole('button', { name: 'Apply', exact: true }).click());
    await toEnd(page);
    await expect(answer(page)).toContainText('apply -f bad.yaml');
    await expect(answer(page)).toContainText(says);
    await expect(page.locator('.say-text p').first()).toContainText('code 1');
    await intact(page, text);
    // What ran before still runs.
    await expect(page.locator('.tile')).toHaveCount(3);
    await expect(page.locator('.e-tabs button', { hasText: 'deploy.yaml' })).toHaveCount(1);
  });
}

test('five megabytes that are pasted hold nothing up, lose nothing, and are said to be too large to keep', async ({
  page,
}) => {
  await watchTasks(page);
  await open(page);
  const size = 5_000_000;
  const slack = Math.max(1, (await calibrated(page)) / 30) * 3;
  await page.evaluate((length) => {
    const line = `# ${'x'.repeat(97)}\n`;
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', line.repeat(Math.ceil(length / line.length)));
    Object.assign(globalThis, { clipboardData });
  }, size);
  await longTasks(page);
  await page.evaluate(() => {
    const { clipboardData } = globalThis as unknown as { readonly clipboardData: DataTransfer };
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('.e-surface textarea')?.dispatchEvent(paste);
  });
  await expect(page.locator('.e-tabs [aria-current]')).toHaveText('pasted.yaml');
  await expect(page.locator('.e-excerpt-note')).toContainText('5.0 MB');
  await expect(page.locator('.e-foot')).toContainText('Too large to be checked');
  await expect(page.locator('.e-foot')).toContainText('Too large to be kept');
  expect(Math.max(0, ...(await longTasks(page)))).toBeLessThan(50 * slack);
  // The page still steps, and what was there is there.
  const { step } = await facts(page);
  await page.locator('.key-step').click();
  await page.waitForFunction((from) => document.documentElement.dataset.step === String(from + 1), step);
  await page.locator('.e-tabs button', { hasText: 'deploy.yaml' }).click();
  await expect(editor(page)).toHaveValue(/kind: Deployment/);
});

test('what kubectl does not know in the shell is said there', async ({ page }) => {
  await open(page);
  await toEnd(page);
  const shell = page.getByRole('textbox', { name: 'Command' });
  await shell.fill('frobnicate -l');
  await shell.press('Enter');
  await expect(answer(page)).toContainText('bash: frobnicate: command not found');
  await shell.fill('get pods');
  await shell.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'get: not found' })).toBeVisible();
  await shell.fill('kubectl get "pods');
  await shell.press('Enter');
  // A quote that is open is gone on with, until it is given up.
  await expect(page.locator('.x-before')).toHaveText('kubectl get "pods');
  await shell.press('Control+c');
  await expect(page.locator('.x-before')).toHaveCount(0);
  await shell.fill('kubectl get nothings');
  await shell.press('Enter');
  await expect(answer(page)).toContainText('error: the server doesn\'t have a resource type "nothings"');
});

/** What a link holds after `#run=`. */
function packed(run: object): string {
  const text = btoa(strFromU8(deflateSync(strToU8(JSON.stringify(run))), true));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

const EMPTY_RUN = { kubestep: 'run', v: 1, build: '', seed: 1, cluster: { nodes: 1, latencies: 'zero' }, inputs: [] };
const whole = packed({
  ...EMPTY_RUN,
  inputs: Array(20).fill({ afterStep: 1, afterOccurrence: 1, time: 1, input: {} }),
});

const LINKS: readonly (readonly [title: string, link: string, says: RegExp])[] = [
  ['cut in the middle', `#run=${whole.slice(0, whole.length / 2)}`, /damaged or was cut/],
  ['of another version', `#run=${packed({ ...EMPTY_RUN, v: 9 })}`, /version 9 of the format/],
  ['with inputs that are none', `#run=${whole}`, /inputs\[0\] is not an input/],
  ['to a scenario that is not there', '?scenario=no-such-one', /no scenario no-such-one/],
];

test('damaged links are said to be so, and the reader’s own run is there as before', async ({ page }) => {
  await open(page);
  await toEnd(page);
  await page.waitForTimeout(1_000); // The run is kept when one stands still.
  const { digest } = await facts(page);
  for (const [title, link, says] of LINKS)
    await test.step(title, async () => {
      await page.goto('about:blank');
      await page.goto(`./${link}`);
      await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible();
      await atRest(page);
      expect(await facts(page)).toMatchObject({ digest });
    });
});

test('a picture, a run file that was cut and one of another version change nothing when they are dropped', async ({
  page,
}) => {
  await open(page);
  const before = await facts(page);
  await dropFile(page, 'logo.png', '\u0089PNG\u0000\u0001');
  await expect(page.locator('.e-foot')).toContainText('logo.png is not a text file');
  await dropFile(page, 'cut.kubestep.json', JSON.stringify(EMPTY_RUN).slice(0, 60));
  await expect(page.locator('.e-foot')).toContainText('cut.kubestep.json cannot be opened as a run');
  await dropFile(page, 'old.kubestep.json', JSON.stringify({ ...EMPTY_RUN, v: 0 }));
  await expect(page.locator('.e-foot')).toContainText('version 0 of the format');
  expect(await facts(page)).toEqual(before);
});
