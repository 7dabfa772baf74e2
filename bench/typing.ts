import type { Browser, Page } from '@playwright/test';
import { withBuiltSite } from '../scripts/browser.ts';
import { calibrate, type Figure } from './calibrate.ts';
import { dropFile } from './dropped-files.ts';
import { figure } from './engine.ts';
import { best, MARK, traced, type Work } from './page.ts';

const ROUNDS = 2;
const LINES = 5_000;
/** A page of the editor has 15 to 20 lines. */
const PAGES_DOWN = 130;
const MOST_MS = 16;
const LONGEST_MS = 50;

/** Milliseconds between keys. Who types fast makes no pause in which the rest of the page is told of the text; who types slowly makes one after each key. */
const PACES = { fast: 60, slow: 150 } as const;
type Pace = keyof typeof PACES;
/** What is typed at the end of a line. */
const TYPED = [
  '\n# The text of a person who knows what to write and does not look up from it',
  'metadata:',
  'name: typed-here',
  'labels: {tier: front}',
].join('\n');

/**
 * The built page in a real browser with 5,000 lines in the editor, typed into amidst them. A key takes all that the main
 * thread works from its event on until that of the next key, of the processor: what is drawn and what waits for a pause are in it, too.
 */
export function typingFigures(): Promise<readonly Figure[]> {
  return withBuiltSite(45_420, async (browser, address) => [
    ...(await inSurface(browser, address, 'typing', '.e-monaco .view-lines', ['fast', 'slow'])),
    // Most of this is the browser’s own: it lays out 5,000 lines of a text area anew.
    ...(await inSurface(browser, address, 'typing.plain', 'textarea.e-area', ['fast'])),
  ]);
}

async function inSurface(
  browser: Browser,
  address: string,
  name: string,
  box: string,
  paces: readonly Pace[],
): Promise<readonly Figure[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // Who asks to save data gets the plain editor.
  if (name === 'typing.plain')
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.goto(address);
  await page.waitForFunction(() => document.documentElement.dataset.quiescent === 'true');
  await page.locator('.e-surface textarea').first().focus();
  await page.locator(box).waitFor();
  await dropFile(page, 'many.yaml', manifest());
  await page.locator('.e-tabs [aria-current]', { hasText: 'many.yaml' }).waitFor();
  await page.waitForTimeout(6_000); // what is loaded when the page is idle is there, and the text is checked
  await intoMiddle(page);
  await page.evaluate((mark) => addEventListener('keydown', () => performance.mark(mark), { capture: true }), MARK);
  const figures: Figure[] = [];
  for (const pace of paces) {
    const apart = PACES[pace];
    await typed(page, apart); // warm-up
    const calibration = calibrate();
    const rounds: Work[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await traced(browser, page, () => typed(page, apart)));
    const { p95, detail } = best(rounds.map(workOfKeys));
    const longest = Math.max(...rounds.flatMap(({ tasks }) => tasks.map(({ micros }) => micros))) / 1000;
    figures.push(
      figure(`${name}.${pace}.p95`, p95, 'ms', `<= ${MOST_MS}`, p95 <= MOST_MS, calibration, detail),
      figure(`${name}.${pace}.longest`, longest, 'ms', `<= ${LONGEST_MS}`, longest <= LONGEST_MS, calibration),
    );
  }
  await page.close();
  return figures;
}

async function intoMiddle(page: Page): Promise<void> {
  await page.locator('.e-surface').getByRole('textbox').focus();
  await page.keyboard.press('Control+Home');
  for (let pressed = 0; pressed < PAGES_DOWN; pressed += 1) await page.keyboard.press('PageDown');
}

async function typed(page: Page, apart: number): Promise<void> {
  await page.keyboard.press('End');
  await page.keyboard.type(TYPED, { delay: apart });
  await page.keyboard.press('Escape');
  await page.waitForTimeout(1_500); // the pause after it: what was put off is done
  const isThere = await page.evaluate(() => document.activeElement?.closest('.e-surface') != null);
  if (!isThere) throw new Error('the keys went elsewhere than into the editor');
}

/** A key's event sets its mark within a task: that one is the key's own, too. */
function workOfKeys({ tasks, marks }: Work): readonly number[] {
  const begun = marks.map((mark) => tasks.findLast(({ at }) => at <= mark)?.at ?? mark);
  return begun.map((start, key) => {
    const end = begun[key + 1] ?? Number.POSITIVE_INFINITY;
    return tasks.reduce((sum, { at, micros }) => sum + (at >= start && at < end ? micros : 0), 0);
  });
}

/** Many small applications, each of a Deployment, its Service and its settings. */
function manifest(): string {
  const lines: string[] = [];
  for (let app = 0; lines.length < LINES; app += 1) lines.push(...application(`a${app}`));
  return `${lines.join('\n')}\n`;
}

function application(name: string): readonly string[] {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: 2
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
      - name: web
        image: nginx
        envFrom:
        - configMapRef:
            name: ${name}
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector:
    app: ${name}
  ports:
  - port: 80
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
data:
  LEVEL: info
  REGION: west
  ZONE: b
---`.split('\n');
}
