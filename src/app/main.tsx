import './import-again.ts';
import { createNotebook, openPins } from '../debugger/notebook.ts';
import { pageMemory, tabMemory } from '../debugger/viewer-store.ts';
import { isByBeats } from '../protocol/filter-check.ts';
import { connectAttached, isAttached } from '../session/attached.ts';
import { revealField } from '../ui/editor/reveal.ts';
import { isKept } from '../ui/editor/runs/kept-under.ts';
import type { RunKeeper } from '../ui/editor/runs/run-keeper.ts';
import { createWorkbench, setText, shownLast } from '../ui/editor/workbench.ts';
import { looksAsked } from '../ui/embed/asked.ts';
import { Page } from '../ui/page.tsx';
import type { Page as PageParts } from '../ui/public.ts';
import { LeftColumn } from '../ui/workspace/left-column.tsx';
import { createPage } from './create-page.ts';
import { firstInput, firstRun } from './first-run.ts';
import { createHandle } from './handle.ts';
import { mount } from './mount.tsx';
import { tellOnRoot } from './on-root.ts';

/** Manifests and run are kept under this name, so that another scenario does not take their place. */
const SCENARIO = 'default';

/** An address that may be a link, perhaps a damaged one: only then it is read, which takes more code than the first story. */
const MAY_ASK = /[?&](?:scenario|part|at|sum|v)=|#r|#.{8}/s;

const memory = tabMemory();
const bench = createWorkbench(memory, SCENARIO);
/** A page of `npm run serve -- --page` shows that cluster, and has no engine of its own. */
const attached = isAttached(location);
const parts = createPage(attached ? () => connectAttached(location) : undefined);
// Who gives a link to a class says in which language; what is kept of an earlier visit gives way.
parts.viewer.setState(looksAsked(location.search));
/** Of a cluster that somebody else drives nothing is kept, so nobody pins anything. */
const notebook = attached ? undefined : createNotebook();
/** A cluster that somebody else drives is nobody's run. */
let keeper: RunKeeper | undefined;
const keeping = attached ? undefined : keep();
const page: PageParts = {
  ...parts,
  ...(notebook === undefined ? {} : { notebook }),
  manifests: () => shownLast(bench.now()),
  writeManifest: (name, text) => bench.setState((state) => setText(state, name, text)),
  editField: (subject, path) => void edit(subject, path),
  ...(keeping === undefined
    ? {}
    : { openScenario: (id: string) => begin(id), beginAnew, putAside: () => keeper?.putAside() }),
};
mount(
  <Page
    page={page}
    left={<LeftColumn bench={bench} keptAs={SCENARIO} earlier={keeping && (() => keeper?.earlier() ?? [])} />}
  />,
);

// For who looks behind the page.
globalThis.kubestep = createHandle(page);

tellOnRoot(page.session.frames);
// What one steps through belongs to the page: every run that is opened gets it.
page.session.filter(page.viewer.getState().filter).catch(() => undefined);
// Those that were kept: every run that is opened gets them.
page.session.breakpoints(page.viewer.getState().breakpoints).catch(() => undefined);
const isRunning = await page.session.start();
// A page that cannot keep anything still runs; a first visit has nothing to wait for.
if (isKept(memory, SCENARIO)) await keeping?.catch(() => undefined);
if (isRunning) await (attached ? page.session.open(firstRun(__KUBESTEP_BUILD__)) : openFirst());
// A link that is pasted over the address of an open page loads nothing anew.
if (!attached) addEventListener('hashchange', () => void openAsked().then(tellProblem));

/** Its script comes while the engine starts: until then there is nothing to keep. */
async function keep(): Promise<void> {
  const { RunKeeper } = await import('../ui/editor/runs/run-keeper.ts');
  keeper = new RunKeeper(parts.session.frames, { own: memory, shared: pageMemory() }, SCENARIO, notebook);
  keeper.start();
}

/** Back to where the reader was; a run that cannot be opened any more gives way to a new one. */
async function openFirst(): Promise<void> {
  const asked = MAY_ASK.test(location.search + location.hash) ? await openAsked() : false;
  if (asked === true) return;
  tellProblem(asked);
  const kept = keeper?.recall();
  if (kept !== undefined && page.session.isDeadly(kept.run)) {
    page.session.offer(kept.run, kept.position);
    return;
  }
  if (kept !== undefined && kept.run.inputs.length > 0) {
    try {
      openPins(notebook, kept.pins);
      await page.session.open(kept.run, kept.position, kept.present);
      return;
    } catch {
      // What ended the engine is offered, and how to go on.
      if (page.session.frames.getState().lost !== undefined) return;
      keeper?.putAside();
      openPins(notebook);
    }
  }
  // Sent together: what the reader opens meanwhile must not be given the first story's input.
  const begun = [page.session.open(firstRun(__KUBESTEP_BUILD__)), page.session.give(firstInput())];
  // A first visit begins with the first thing that is told.
  if (isByBeats(page.viewer.getState().filter)) begun.push(page.session.step(1));
  await Promise.all(begun);
}

function tellProblem(asked: boolean | string): void {
  if (asked !== false) page.viewer.setState({ linkProblem: asked === true ? undefined : asked });
}

/** For a run that cannot be gone on with: the manifests stay. */
function beginAnew(): void {
  keeper?.leave();
  location.replace(location.pathname);
}

async function begin(id: string): Promise<void> {
  const { KNOWN, openScenario } = await import('./open-known.ts');
  await openScenario(page, bench, firstRun(__KUBESTEP_BUILD__), { scenario: id, part: 1 }, KNOWN);
}

/** What the address asks for; a text that says why it cannot be shown. */
async function openAsked(): Promise<boolean | string> {
  try {
    const { KNOWN, openLinked } = await import('./open-known.ts');
    const opened = await openLinked(page, bench, SCENARIO, firstRun(__KUBESTEP_BUILD__), KNOWN);
    if (opened === true) forgetPlace();
    return opened;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The address would bring the reader back to here with every reload; how large the page is stays, and by what one steps. */
function forgetPlace(): void {
  const asked = new URLSearchParams(location.search);
  const kept = ['scale', 'grain'].flatMap((name) => (asked.has(name) ? [[name, asked.get(name) ?? '']] : []));
  history.replaceState(undefined, '', location.pathname + (kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`));
}

async function edit(subject: string, path: string): Promise<void> {
  if (await revealField(bench, subject, path)) page.viewer.setState({ phoneTab: 'yaml' });
}
