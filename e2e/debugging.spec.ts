import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Block, blocksIn } from '../scripts/docs/blocks.ts';
import { atRest, editor, goOn, pageKey, smallEditor, toEnd } from './page-driver.ts';

const MOST_ACTIONS = 6;
const A_LOOK_MS = 700;
/** Where the page answers; what was typed into the editor is no answer. */
const ANSWERS = '.w-why, aside.right, .say, dialog, [role=dialog]';

/** How a page of the guide says what to do, and what the page that it is done in calls it. */
interface Told {
  readonly file: string;
  readonly address: string;
  readonly way: string;
  readonly atStart: string;
  readonly does: Readonly<Record<Action['does'], RegExp>>;
  readonly sees: RegExp;
  readonly apply: string;
  readonly command: string;
}

const ENGLISH: Told = {
  file: 'docs/debugging.md',
  address: './',
  way: '### The way',
  atStart: 'at its start',
  does: {
    press: /^Press `(?<what>[^`]+)`/,
    type: /^Type `(?<what>[^`]+)`/,
    click: /^Click "(?<what>[^"]+)"/,
    fill: /^Fill "(?<what>[^"]+)" with `(?<text>[^`]+)`/,
  },
  sees: /you see "([^"]+)"/,
  apply: 'Apply',
  command: 'Command',
};
const CHINESE: Told = {
  file: 'docs/zh/debugging.md',
  address: './?lang=zh',
  way: '### 做法',
  atStart: '故事停在开头',
  does: {
    press: /^按 `(?<what>[^`]+)`/,
    type: /^输入 `(?<what>[^`]+)`/,
    click: /^点击“(?<what>[^”]+)”/,
    fill: /^在“(?<what>[^”]+)”中填入 `(?<text>[^`]+)`/,
  },
  sees: /会看到“([^”]+)”/,
  apply: '应用',
  command: '命令',
};

interface Task {
  readonly title: string;
  readonly isFromStart: boolean;
  readonly blocks: readonly Block[];
  readonly actions: readonly Action[];
}

interface Action {
  readonly line: string;
  readonly does: 'press' | 'type' | 'click' | 'fill';
  readonly what: string;
  /** What a field is filled with. */
  readonly text?: string | undefined;
  readonly sees?: string | undefined;
}

/** The tasks of the page, as a reader finds them there. */
function tasksOf(page: string, told: Told): readonly Task[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [title = '', ...lines] = text.split('\n');
      const [situation = '', way = ''] = lines.join('\n').split(told.way);
      const actions = [...way.matchAll(/^\d+\. (.*(?:\n {3}.*)*)/gm)].map(([, line = '']) => actionOf(line, told));
      return { title, isFromStart: situation.includes(told.atStart), blocks: blocksIn(situation), actions };
    });
}

function actionOf(text: string, { does, sees }: Told): Action {
  const line = text.replace(/\n {3}/g, ' ');
  for (const [name, pattern] of Object.entries(does) as [Action['does'], RegExp][]) {
    const { what, text: filled } = pattern.exec(line)?.groups ?? {};
    if (what !== undefined) return { line, does: name, what, text: filled, sees: sees.exec(line)?.[1] };
  }
  throw new Error(`not known: ${line}`);
}

async function begin(page: Page, { blocks, isFromStart }: Task, told: Told): Promise<void> {
  await smallEditor(page);
  await page.goto(told.address);
  await page.waitForFunction(() => Number(document.documentElement.dataset.steps) > 10, undefined, { timeout: 30_000 });
  await atRest(page);
  for (const { language, text } of blocks) {
    if (language === 'yaml') await apply(page, text, told);
    else for (const line of text.trim().split('\n')) await type(page, line, told);
  }
  await (isFromStart ? pageKey(page, 'Home') : toEnd(page));
}

/** The button rests where what is written is what the run was given. */
async function apply(page: Page, text: string, told: Told): Promise<void> {
  const button = page.getByRole('button', { name: told.apply, exact: true });
  await editor(page).fill(text);
  await expect(button).toBeEnabled();
  await editor(page).press('Control+Enter');
  await expect(button).toBeDisabled();
  await atRest(page);
}

async function type(page: Page, line: string, told: Told): Promise<void> {
  const shell = page.getByRole('textbox', { name: told.command });
  await shell.fill(line);
  await goOn(page, () => shell.press('Enter'));
}

async function act(page: Page, { does, what, text = '' }: Action, told: Told): Promise<void> {
  if (does === 'press') {
    await pageKey(page, what);
    // Nobody types on before he has seen where a key led.
    return page.waitForTimeout(A_LOOK_MS);
  }
  if (does === 'type') return type(page, what, told);
  if (does === 'fill') {
    const field = page.getByLabel(what, { exact: true }).and(page.locator('input'));
    await field.fill(text);
    return field.press('Enter');
  }
  const named = page.getByRole('button', { name: what }).or(page.getByRole('menuitem', { name: what }));
  await named
    .or(page.locator('.w-link', { hasText: what }))
    .first()
    .click();
}

function answerTo(page: Page, { does }: Action): Locator {
  return does === 'type' ? page.locator('.x-log li').last() : page.locator(ANSWERS);
}

for (const told of [ENGLISH, CHINESE])
  for (const task of tasksOf(readFileSync(told.file, 'utf8'), told))
    test(`${told.file}, ${task.title}`, async ({ page }) => {
      expect(task.actions.length).toBeGreaterThan(0);
      expect(task.actions.length).toBeLessThanOrEqual(MOST_ACTIONS);
      await begin(page, task, told);
      for (const action of task.actions) {
        await act(page, action, told);
        if (action.sees !== undefined)
          await expect(answerTo(page, action).filter({ hasText: action.sees }).first(), action.line).toBeVisible();
      }
    });
