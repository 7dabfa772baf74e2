import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Block, blocksIn } from '../scripts/docs/blocks.ts';
import { atRest, editor, goOn, pageKey, smallEditor, toEnd } from './page-driver.ts';

const MOST_ACTIONS = 6;
const A_LOOK_MS = 700;
/** Where the page answers; what was typed into the editor is no answer. */
const ANSWERS = '.w-why, aside.right, .say, dialog, [role=dialog]';

interface Task {
  readonly title: string;
  readonly isFromStart: boolean;
  readonly blocks: readonly Block[];
  readonly actions: readonly Action[];
}

interface Action {
  readonly line: string;
  readonly does: 'Press' | 'Type' | 'Click' | 'Fill';
  readonly what: string;
  /** What a field is filled with. */
  readonly text?: string | undefined;
  readonly sees?: string | undefined;
}

/** The tasks of docs/debugging.md, as a reader finds them there. */
function tasksOf(page: string): readonly Task[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [title = '', ...lines] = text.split('\n');
      const [situation = '', way = ''] = lines.join('\n').split('### The way');
      const actions = [...way.matchAll(/^\d+\. (.*(?:\n {3}.*)*)/gm)].map(([, line = '']) => actionOf(line));
      return { title, isFromStart: situation.includes('at its start'), blocks: blocksIn(situation), actions };
    });
}

function actionOf(text: string): Action {
  const line = text.replace(/\n {3}/g, ' ');
  const [, does, key, label, filled, rest = ''] =
    /^(Press|Type|Click|Fill) (?:`([^`]+)`|"([^"]+)")(?: with `([^`]+)`)?(.*)$/.exec(line) ?? [];
  if (does !== 'Press' && does !== 'Type' && does !== 'Click' && does !== 'Fill') throw new Error(`not known: ${line}`);
  return { line, does, what: key ?? label ?? '', text: filled, sees: /you see "([^"]+)"/.exec(rest)?.[1] };
}

async function begin(page: Page, { blocks, isFromStart }: Task): Promise<void> {
  await smallEditor(page);
  await page.goto('./');
  await page.waitForFunction(() => Number(document.documentElement.dataset.steps) > 10, undefined, { timeout: 30_000 });
  await atRest(page);
  for (const { language, text } of blocks) {
    if (language === 'yaml') await apply(page, text);
    else for (const line of text.trim().split('\n')) await type(page, line);
  }
  await (isFromStart ? pageKey(page, 'Home') : toEnd(page));
}

/** The button rests where what is written is what the run was given. */
async function apply(page: Page, text: string): Promise<void> {
  await editor(page).fill(text);
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeEnabled();
  await editor(page).press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeDisabled();
  await atRest(page);
}

async function type(page: Page, line: string): Promise<void> {
  const shell = page.getByRole('textbox', { name: 'Command' });
  await shell.fill(line);
  await goOn(page, () => shell.press('Enter'));
}

async function act(page: Page, { does, what, text = '' }: Action): Promise<void> {
  if (does === 'Press') {
    await pageKey(page, what);
    // Nobody types on before he has seen where a key led.
    return page.waitForTimeout(A_LOOK_MS);
  }
  if (does === 'Type') return type(page, what);
  if (does === 'Fill') {
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
  return does === 'Type' ? page.locator('.x-log li').last() : page.locator(ANSWERS);
}

const tasks = tasksOf(readFileSync('docs/debugging.md', 'utf8'));

for (const task of tasks) {
  test(`docs/debugging.md, ${task.title}`, async ({ page }) => {
    expect(task.actions.length).toBeGreaterThan(0);
    expect(task.actions.length).toBeLessThanOrEqual(MOST_ACTIONS);
    await begin(page, task);
    for (const action of task.actions) {
      await act(page, action);
      if (action.sees !== undefined)
        await expect(answerTo(page, action).filter({ hasText: action.sees }).first(), action.line).toBeVisible();
    }
  });
}
