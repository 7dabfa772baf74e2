import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { facts, goTo, open, smallEditor, storyTold } from './page-driver.ts';

test.beforeEach(({ page }) => smallEditor(page));

const edge = (page: Page, name: string) => page.getByRole('separator', { name });
const LEFT = 'Width of editor and shell';
const RIGHT = 'Width of the inspector';
const SHELL = 'Height of the shell';
const TIMELINE = 'Height of the timeline';

async function sizes(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    return {
      left: of('.app > .left')?.width ?? 0,
      right: of('.app > .right')?.width ?? 0,
      shell: of('.left .pane-shell')?.height ?? 0,
      editor: of('.left .pane-editor')?.height ?? 0,
      timeline: of('.app > .bar')?.height ?? 0,
      map: of('.app > .stage')?.width ?? 0,
    };
  });
}

async function drag(page: Page, name: string, dx: number, dy: number): Promise<void> {
  const box = await edge(page, name).boundingBox();
  if (box === null) throw new Error(`no border ${name}`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Panes', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

test('borders are dragged, closed by it, remembered over a reload, put back by a double click', async ({ page }) => {
  await open(page);
  const first = await sizes(page);
  await drag(page, LEFT, 120, 0);
  await drag(page, SHELL, 0, -60);
  await drag(page, TIMELINE, 0, -50);
  const dragged = await sizes(page);
  expect(dragged.left).toBeCloseTo((first.left ?? 0) + 120, -1);
  expect(dragged.map).toBeCloseTo((first.map ?? 0) - 120, -1);
  expect(dragged.timeline).toBeCloseTo((first.timeline ?? 0) + 50, -1);
  await drag(page, RIGHT, 330, 0);
  await expect(page.locator('.app > .right')).toBeHidden();
  const closed = await sizes(page);
  await page.reload();
  await storyTold(page);
  await expect(edge(page, RIGHT)).toHaveAttribute('aria-valuetext', 'closed');
  expect(await sizes(page)).toEqual(closed);
  // A press on what a closed pane left behind opens it again.
  await edge(page, RIGHT).click();
  await expect(page.locator('.app > .right')).toBeVisible();
  for (const name of [LEFT, RIGHT, SHELL, TIMELINE]) await edge(page, name).dblclick();
  await expect.poll(() => sizes(page)).toEqual(first);
});

test('borders are moved by keys, and take none from the page', async ({ page }) => {
  await open(page);
  const { step } = await facts(page);
  const left = edge(page, LEFT);
  await left.focus();
  const before = (await sizes(page)).left ?? 0;
  await left.press('ArrowRight');
  await left.press('Shift+ArrowRight');
  expect((await sizes(page)).left).toBe(before + 80);
  await expect(left).toHaveAttribute('aria-valuenow', String(before + 80));
  await left.press('Home');
  await expect(left).toHaveAttribute('aria-valuenow', '200');
  await left.press('End');
  expect((await sizes(page)).map).toBe(320);
  await left.press('Enter');
  await expect(page.locator('.app > .left')).toBeHidden();
  await left.press('Enter');
  await expect(page.locator('.app > .left')).toBeVisible();
  const shell = edge(page, SHELL);
  await shell.focus();
  const { shell: height = 0 } = await sizes(page);
  await shell.press('ArrowUp');
  expect((await sizes(page)).shell).toBeCloseTo(height + 16, 0);
  await shell.press('Enter');
  await expect(page.locator('.pane-shell')).toBeHidden();
  expect((await facts(page)).step).toBe(step);
});

test('any pane has the whole page, and gives it back with Escape; time still goes on below', async ({ page }) => {
  await open(page);
  for (const [name, pane] of [
    ['Editor', 'editor'],
    ['Shell', 'shell'],
    ['Map', 'map'],
    ['Inspector', 'inspector'],
    ['Timeline', 'timeline'],
  ] as const) {
    await choose(page, `${name} at full size`);
    const box = await page.locator(`.pane-${pane}`).boundingBox();
    if (pane === 'timeline') expect(box?.height).toBeGreaterThan(600);
    else expect(box?.width).toBeGreaterThan(1400);
    for (const other of ['editor', 'shell', 'map', 'inspector'].filter((one) => one !== pane))
      await expect(page.locator(`.pane-${other}`)).toBeHidden();
    await expect(page.locator('.key-step')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(page.locator('.pane-map')).toBeVisible();
    await expect(page.locator('.pane-shell')).toBeVisible();
  }
  const shell = page.getByRole('textbox', { name: 'Command' });
  await page.mouse.move(150, 600);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('z');
  await expect(page.locator('.pane-map')).toBeHidden();
  await expect(shell).toBeInViewport({ ratio: 1 });
  await shell.fill('kubectl get no');
  await shell.press('Escape');
  await expect(page.locator('.pane-map')).toBeVisible();
  await expect(shell).toHaveValue('kubectl get no');
});

test('a pane in a window of its own is a part of this page: it goes on where it was, and comes back when that closes', async ({
  page,
}) => {
  await open(page);
  await goTo(page, 40);
  const shell = page.getByRole('textbox', { name: 'Command' });
  await shell.fill('kubectl get nodes');
  const opened = page.waitForEvent('popup');
  await choose(page, 'Shell in a window of its own');
  const own = await opened;
  await expect(own).toHaveTitle('Shell · Kubestep');
  const line = own.getByRole('textbox', { name: 'Command' });
  await expect(line).toHaveValue('kubectl get nodes');
  await expect(page.locator('.pane-shell')).toHaveCount(0);
  expect(await line.evaluate((field) => getComputedStyle(field).fontFamily)).toContain('Plex Mono');
  await line.press('Enter');
  await expect(own.locator('.x-log')).toContainText('node-1');
  // Keys that are not typed into it are the page's.
  await own.locator('.x-log').click();
  const { step } = await facts(page);
  await own.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await facts(page)).step).toBe(step - 1);
  await page.getByRole('button', { name: '中文' }).click();
  await expect(own).toHaveTitle('终端 · Kubestep');
  await expect(own.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(own.locator('html')).toHaveAttribute('data-theme', 'dark');
  await own.getByRole('textbox').fill('kubectl get p');
  await own.close();
  await expect(page.locator('.left .pane-shell')).toBeVisible();
  await expect(page.locator('.x-line textarea')).toHaveValue('kubectl get p');
});

test('map and timeline fill a window of their own, and it goes with the page', async ({ page }) => {
  await open(page);
  const windows: Page[] = [];
  for (const name of ['Map', 'Timeline']) {
    const opened = page.waitForEvent('popup');
    await choose(page, `${name} in a window of its own`);
    windows.push(await opened);
  }
  const [map, timeline] = windows as [Page, Page];
  await map.setViewportSize({ width: 820, height: 640 });
  const widest = () =>
    map
      .locator('.board')
      .first()
      .evaluate((board) => board.getBoundingClientRect().right);
  await expect.poll(widest).toBeLessThanOrEqual(821);
  await expect.poll(widest).toBeGreaterThan(760);
  await map.locator('.board').getByRole('button').first().hover();
  await expect(map.locator('.part-card')).toBeVisible();
  await timeline.locator('.tl').click({ position: { x: 400, y: 60 } });
  await expect.poll(async () => (await facts(page)).step).toBeGreaterThan(1);
  await choose(page, 'Bring back: Map');
  await expect(page.locator('.stage .pane-map')).toBeVisible();
  expect(map.isClosed()).toBe(true);
  await page.reload();
  await expect.poll(() => timeline.isClosed()).toBe(true);
});

test('a browser that lets no window open: the page says so, and the pane stays', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.open = () => null;
  });
  await open(page);
  await choose(page, 'Map in a window of its own');
  await expect(page.getByRole('alert').filter({ hasText: 'no second window' })).toBeVisible();
  await expect(page.locator('.stage .pane-map')).toBeVisible();
});

test('panes are closed one by one to the last, and all come back', async ({ page }) => {
  await open(page);
  const first = await sizes(page);
  await page.getByRole('button', { name: 'Panes', exact: true }).click();
  for (const name of ['Editor', 'Map', 'Shell', 'Timeline', 'Inspector']) {
    await page.getByRole('checkbox', { name: `Show: ${name}` }).uncheck();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  }
  await expect(page.getByText('All panes are closed')).toBeVisible();
  await page.getByRole('button', { name: 'Reset the layout' }).click();
  await expect.poll(() => sizes(page)).toEqual(first);
});

test('a layout travels in a link, and takes nobody’s place', async ({ page, browser, baseURL }) => {
  await page.goto('./?scenario=seven-arrows&part=1&grain=step');
  await storyTold(page);
  await drag(page, LEFT, 150, 0);
  await drag(page, RIGHT, 330, 0);
  const shared = await sizes(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link to this step' }).inputValue();
  expect(link).toContain('layout=left');
  const other = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: baseURL ?? '' });
  await open(other);
  await drag(other, LEFT, -60, 0);
  const own = (await sizes(other)).left;
  await other.goto(link);
  await storyTold(other);
  await expect.poll(() => sizes(other)).toMatchObject({ left: shared.left, right: 0 });
  // What is changed of a layout that was lent is lent, too.
  await other.getByRole('separator', { name: RIGHT }).click();
  await expect(other.locator('.app > .right')).toBeVisible();
  await other.reload();
  await storyTold(other);
  await expect.poll(async () => (await sizes(other)).left).toBe(own);
  await other.goto(link);
  await storyTold(other);
  await choose(other, 'Back to mine');
  await expect.poll(async () => (await sizes(other)).left).toBe(own);
  await other.close();
});

test('where storage is denied the panes still move', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await open(page);
  const { left = 0 } = await sizes(page);
  await drag(page, LEFT, 100, 0);
  expect((await sizes(page)).left).toBeCloseTo(left + 100, -1);
});

test('the line that is typed stays in sight in the lowest shell, whatever it says below', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page);
  await goTo(page, 60);
  const edgeOfShell = edge(page, SHELL);
  await edgeOfShell.focus();
  await edgeOfShell.press('Home');
  const line = page.getByRole('textbox', { name: 'Command' });
  await line.fill('one\ntwo\nthree\nfour\nfive');
  await line.press('End');
  await expect(line).toBeInViewport({ ratio: 0.2 });
  const seen = () =>
    line.evaluate((field) => {
      const pane = (field.closest('.pane') as HTMLElement).getBoundingClientRect();
      const { bottom } = field.getBoundingClientRect();
      return pane.bottom - bottom;
    });
  expect(await seen()).toBeGreaterThanOrEqual(0);
  await line.fill('kubectl get p');
  await line.press('Tab');
  await expect(page.locator('.x-fits button').first()).toBeVisible();
  expect(await seen()).toBeGreaterThanOrEqual(0);
  await expect(line).toBeInViewport({ ratio: 1 });
  await line.fill('get pods');
  await line.press('Enter');
  await expect(page.locator('.x-problem')).toBeVisible();
  await expect(line).toBeInViewport({ ratio: 1 });
  expect(await seen()).toBeGreaterThanOrEqual(0);
});

test('on a phone there are tabs as before, whatever the layout', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'kubestep.viewer.v1',
      JSON.stringify({ layout: 'left900 timeline400 no-map no-inspector no-shell full-map' }),
    ),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await expect(page.getByRole('separator')).toHaveCount(0);
  for (const [tab, shown] of [
    ['Map', '.stage .pane-map'],
    ['YAML', '.left .pane-shell'],
    ['Inspect', '.right .pane-inspector'],
  ] as const) {
    await page.locator('.ptabs').getByRole('button', { name: tab }).click();
    await expect(page.locator(shown)).toBeVisible();
    await expect(page.locator('.key-step')).toBeInViewport({ ratio: 1 });
  }
});
