import type { Browser, Page } from '@playwright/test';
import { withBuiltSite } from '../scripts/browser.ts';
import { CROWD_GLYPHS } from '../src/protocol/crowd-view.ts';
import { calibrate, type Figure } from './calibrate.ts';
import { dropRunOf } from './dropped-files.ts';
import { figure } from './engine.ts';
import { longest, traced } from './page.ts';

const NODES = 5_000;
const PODS = 150_000;
/** So many of them are other ones with every frame of the engine. */
const CHANGES = 500;
const MEASURED_MS = 5_000;
const FEWEST_FRAMES = 30;
const LONGEST_TASK_MS = 100;

/**
 * The picture of a large cluster in a real browser, while a run of 5,000 nodes goes on in the engine and while somebody zooms.
 * Kubelets that take over 150,000 Pods take minutes: these Pods are added to what the engine tells, as it tells its own.
 */
export function bigFigures(): Promise<readonly Figure[]> {
  return withBuiltSite(45_500, async (browser, address) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(addPods, { pods: PODS, changes: CHANGES, glyphs: CROWD_GLYPHS.length });
    await page.goto(address);
    await page.waitForFunction(() => document.documentElement.dataset.quiescent === 'true', undefined, {
      timeout: 60_000,
    });
    await dropRunOf(page, NODES);
    await page.locator('.crowd canvas').waitFor({ timeout: 240_000 });
    return await measure(browser, page);
  });
}

async function measure(browser: Browser, page: Page): Promise<readonly Figure[]> {
  const calibration = calibrate();
  const shell = page.getByRole('textbox', { name: 'Command' });
  await shell.fill('kubectl create deployment web --image=nginx:1.27 --replicas=2000');
  await shell.press('Enter');
  await page.locator('.key-play').click();
  const running = await during(browser, page, () => page.waitForTimeout(MEASURED_MS));
  const zooming = await during(browser, page, () => zoom(page));
  return [...figuresOf('big.running', running, calibration), ...figuresOf('big.zooming', zooming, calibration)];
}

interface Drawn {
  /** Frames that the browser showed, and those in which the picture was drawn anew, a second. */
  readonly shown: number;
  readonly drawn: number;
  readonly longest: number;
}

function figuresOf(name: string, { shown, drawn, longest: task }: Drawn, calibration: number): readonly Figure[] {
  const detail = { drawn, nodes: NODES, pods: PODS };
  return [
    figure(`${name}.frames`, shown, 'frames/s', `>= ${FEWEST_FRAMES}`, shown >= FEWEST_FRAMES, calibration, detail),
    figure(`${name}.longest`, task, 'ms', `<= ${LONGEST_TASK_MS}`, task <= LONGEST_TASK_MS, calibration),
  ];
}

async function during(browser: Browser, page: Page, act: () => Promise<void>): Promise<Drawn> {
  await page.evaluate(() => {
    const counted = { frames: 0, from: performance.now(), drawn: drawnNow(), isOver: false };
    Object.assign(globalThis, { counted });
    function drawnNow(): number {
      return Number(document.querySelector<HTMLElement>('.crowd canvas')?.dataset.drawn ?? 0);
    }
    const next = () => {
      if (counted.isOver) return;
      counted.frames += 1;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  const work = await traced(browser, page, act);
  const { shown, drawn } = await page.evaluate(() => {
    const { counted } = globalThis as unknown as {
      counted: { frames: number; from: number; drawn: number; isOver: boolean };
    };
    counted.isOver = true;
    const seconds = (performance.now() - counted.from) / 1000;
    const now = Number(document.querySelector<HTMLElement>('.crowd canvas')?.dataset.drawn ?? 0);
    return { shown: counted.frames / seconds, drawn: (now - counted.drawn) / seconds };
  });
  return { shown, drawn, longest: longest(work) };
}

/** In and out again over the whole range, a turn of the wheel with every frame. */
async function zoom(page: Page): Promise<void> {
  await page.evaluate(async (lasts) => {
    const canvas = document.querySelector('.crowd canvas') as HTMLElement;
    const box = canvas.getBoundingClientRect();
    const begun = performance.now();
    for (let turn = 0; performance.now() - begun < lasts; turn += 1) {
      const deltaY = turn % 120 < 60 ? -40 : 40;
      const at = { clientX: box.left + box.width * 0.4, clientY: box.top + box.height * 0.45 };
      canvas.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true, ...at }));
      await new Promise((done) => requestAnimationFrame(done));
    }
  }, MEASURED_MS);
}

/** Runs in the page, before anything else: what comes from the engine has so many Pods more, and some of them change with every frame. */
function addPods({
  pods,
  changes,
  glyphs,
}: {
  readonly pods: number;
  readonly changes: number;
  readonly glyphs: number;
}): void {
  interface Columns {
    numbers: Uint32Array;
    nodes: Int32Array;
    glyphs: Uint8Array;
    names: string;
  }
  interface Change {
    readonly isWhole: boolean;
    readonly nodes: { readonly numbers: Uint32Array };
    pods: Columns;
  }
  const FIRST = 20_000;
  const FEWEST_NODES = 41;
  const nothing = () => ({
    isWhole: false,
    districts: [''],
    now: new Uint32Array(0),
    nodes: {
      numbers: new Uint32Array(0),
      flags: new Uint8Array(0),
      districts: new Uint16Array(0),
      capacities: new Uint16Array(0),
      names: '',
    },
    pods: { numbers: new Uint32Array(0), nodes: new Int32Array(0), glyphs: new Uint8Array(0), names: '' },
  });
  let nodes = 1;
  let seed = 1;
  const drawn = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed % below;
  };
  // Made beforehand: that work is the measure's own.
  const names = Array.from({ length: pods }, (_, at) => `shop/checkout-${at}`);
  const allNames = names.join('\n');
  const columns = (places: Uint32Array, text: string): Columns => ({
    numbers: places.map((place) => FIRST + place),
    nodes: Int32Array.from(places, (place) => place % nodes),
    glyphs: Uint8Array.from(places, () => (drawn(50) === 0 ? drawn(glyphs) : 8)),
    names: text,
  });
  let kept: Columns | undefined;
  const whole = () => {
    kept ??= columns(
      Uint32Array.from({ length: pods }, (_, at) => at),
      allNames,
    );
    return kept;
  };
  const changed = () => {
    const places = Uint32Array.from({ length: changes }, () => drawn(pods));
    return columns(places, Array.from(places, (place) => names[place]).join('\n'));
  };
  const added = (change: Change) => {
    if (change.isWhole) nodes = Math.max(1, change.nodes.numbers.length);
    if (nodes < FEWEST_NODES) return;
    const own = change.pods;
    const more = change.isWhole ? whole() : changed();
    const join = <A extends Uint32Array | Int32Array | Uint8Array>(one: A, other: A): A => {
      const both = new (one.constructor as new (length: number) => A)(one.length + other.length);
      both.set(one);
      both.set(other, one.length);
      return both;
    };
    change.pods = {
      numbers: join(own.numbers, more.numbers),
      nodes: join(own.nodes, more.nodes),
      glyphs: join(own.glyphs, more.glyphs),
      names: own.numbers.length === 0 ? more.names : `${own.names}\n${more.names}`,
    };
  };
  const Real = Worker;
  globalThis.Worker = class extends Real {
    override set onmessage(handle: ((event: MessageEvent) => void) | null) {
      super.onmessage = (event: MessageEvent) => {
        const { frame } = event.data as { frame?: { crowd?: Change } };
        if (frame !== undefined && nodes >= FEWEST_NODES) frame.crowd ??= nothing();
        if (frame?.crowd !== undefined) added(frame.crowd);
        handle?.(event);
      };
    }
  } as typeof Worker;
}
