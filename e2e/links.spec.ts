import { expect, type Page, test } from '@playwright/test';
import { type Anchor, type Link, readLink, writeLink } from '../src/protocol/link/index.ts';
import {
  atRest,
  facts,
  goTo,
  kubectl,
  open,
  press,
  settled,
  showEverything,
  smallEditor,
  toEnd,
} from './page-driver.ts';

test.beforeEach(async ({ page, context }) => {
  await smallEditor(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

const sentence = (page: Page) => page.locator('.say-text p').first();
const notice = (page: Page) => page.locator('.notice.moved');

/** The link that the share dialog shows. */
async function shared(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Link to this step' });
  await expect(field).toHaveValue(/v=2/);
  const link = await field.inputValue();
  await page.keyboard.press('Escape');
  return link;
}

/** As another reader opens it, who has been here before. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
  await atRest(page);
}

function changed(link: string, change: (link: Link & { readonly to: { readonly anchor: Anchor } }) => object): string {
  const read = readLink(new URL(link));
  if (typeof read !== 'object' || read.to === undefined || !('anchor' in read.to))
    throw new Error(`no anchor: ${link}`);
  return writeLink(link, { ...read, ...change({ ...read, to: read.to }) });
}

test('a moment of a scenario is opened as it was looked at: everything, by another grain, with its tab', async ({
  page,
}) => {
  await page.goto('./?scenario=fruit&part=2');
  await atRest(page);
  await showEverything(page);
  await press(page, 'ArrowRight', 9);
  await page.getByRole('tab', { name: 'etcd' }).click();
  await settled(page);
  const [before, said] = [await facts(page), await sentence(page).textContent()];
  const link = await shared(page);
  expect(link).toMatch(/\?v=2&scenario=fruit&part=2&.*scope=everything.*panel=etcd.*&sum=\w{7}$/);
  await follow(page, link);
  await expect.poll(() => facts(page)).toEqual(before);
  await expect(sentence(page)).toHaveText(said ?? '');
  await expect(page.getByRole('tab', { name: 'etcd' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'Everything' })).toHaveAttribute('aria-pressed', 'true');
  await expect(notice(page)).toHaveCount(0);
  await follow(page, `${link}&lang=zh`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect.poll(async () => (await facts(page)).step).toBe(before.step);
});

test('a run of one’s own comes with its manifests, inside of the beat that was gone into', async ({ page }) => {
  await open(page);
  await toEnd(page);
  await kubectl(page, 'kubectl scale deployment nginx --replicas=4');
  await atRest(page);
  await page.goto('./');
  await atRest(page);
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowDown']) {
    await page.keyboard.press(key);
    await settled(page);
  }
  await expect(page.locator('.say-text')).toBeVisible();
  await settled(page);
  const [before, said] = [await facts(page), await sentence(page).textContent()];
  const link = await shared(page);
  expect(link).toMatch(/\?v=2#run=v2\.[\w-]+\.\w{7}$/);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await follow(page, link);
  await expect.poll(() => facts(page)).toEqual(before);
  await expect(sentence(page)).toHaveText(said ?? '');
  const shownFile = page.locator('.e-tabs [aria-current]');
  expect(readLink(new URL(link))).toMatchObject({ of: { files: [{ name: await shownFile.innerText() }] } });
  await expect(notice(page)).toHaveCount(0);
});

const LOOKS = [
  { lang: 'en', scheme: 'light', width: 1440, says: 'The story has changed', made: 'Then', goOn: 'Go on from here' },
  { lang: 'zh', scheme: 'dark', width: 1440, says: '故事已有变化', made: '当时', goOn: '从这里继续' },
  { lang: 'en', scheme: 'dark', width: 390, says: 'The story has changed', made: 'Then', goOn: 'Go on from here' },
] as const;

for (const { lang, scheme, width, says, made, goOn } of LOOKS)
  test(`where the story is another one, the page says so and shows both sentences (${lang}, ${scheme}, ${width})`, async ({
    page,
  }) => {
    await page.goto('./?scenario=fruit&part=2');
    await atRest(page);
    await press(page, 'ArrowRight', 6);
    await settled(page);
    const link = await shared(page);
    const other = changed(link, ({ to, moment }) => ({
      to: { anchor: { ...to.anchor, says: '0000000', before: '0000000', seq: to.anchor.seq + 40 } },
      moment: { ...moment, told: 'Once upon a time this was told.', language: lang },
    }));
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 844 });
    const step = (await facts(page)).step;
    await follow(page, other);
    await expect(notice(page)).toContainText(says);
    await expect(notice(page)).toContainText(`${made}Once upon a time this was told.`);
    expect((await facts(page)).step).toBe(step);
    await page.screenshot({ path: test.info().outputPath(`moved-${lang}-${scheme}-${width}.png`) });
    const box = await notice(page).boundingBox();
    expect(box?.width ?? 0).toBeLessThanOrEqual(width);
    const inner = await notice(page).evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(inner).toBeLessThanOrEqual(0);
    await expect(notice(page).getByRole('button', { name: goOn })).toBeInViewport({ ratio: 1 });
    await notice(page).getByRole('button', { name: goOn }).click();
    await expect(notice(page)).toHaveCount(0);
  });

test('what does not happen any more is said to be gone; a moment that is the same under another number is not spoken of', async ({
  page,
}) => {
  await open(page);
  await goTo(page, 60);
  const link = await shared(page);
  const said = await sentence(page).textContent();
  await follow(
    page,
    changed(link, ({ to }) => ({ to: { anchor: { ...to.anchor, seq: 7 } } })),
  );
  await expect(sentence(page)).toHaveText(said ?? '');
  await expect(notice(page)).toHaveCount(0);
  await follow(
    page,
    changed(link, ({ to }) => ({ to: { anchor: { ...to.anchor, kind: 'kubelet.sang' } } })),
  );
  await expect(notice(page)).toContainText('does not happen any more');
  await page.reload();
  await expect(notice(page)).toHaveCount(0);
});

test('a link that was cut or has another character is refused in words; embedded, too', async ({ page }) => {
  await page.goto('./?scenario=fruit&part=2');
  await atRest(page);
  const link = await shared(page);
  const alert = page.getByRole('alert').filter({ hasText: 'damaged or was cut' });
  for (const bad of [
    link.slice(0, -9),
    link.replace('part=2', 'part=3'),
    link.replace('?v=2&', '?embed&v=2&').slice(0, -4),
  ]) {
    await page.goto('about:blank');
    await page.goto(bad);
    await expect(alert).toBeVisible();
  }
  await follow(page, link.replace('?v=2&', '?embed&v=2&'));
  await expect(alert).toHaveCount(0);
  await expect(page.locator('.app.embedded')).toBeVisible();
});
