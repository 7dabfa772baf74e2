import './import-again.ts';
import { pageMemory, tabMemory } from '../debugger/viewer-store.ts';
import { isByBeats } from '../protocol/filter-check.ts';
import { connectAttached, isAttached } from '../session/attached.ts';
import type { FrameState } from '../session/frame-store.ts';
import { revealField } from '../ui/editor/reveal.ts';
import { RunKeeper } from '../ui/editor/runs/run-keeper.ts';
import { createWorkbench, shownLast } from '../ui/editor/workbench.ts';
import { isEmbedded, looksAsked } from '../ui/embed/asked.ts';
import type { Page } from '../ui/public.ts';
import { LeftColumn } from '../ui/workspace/left-column.tsx';
import { createPage } from './create-page.ts';
import { firstInput, firstRun } from './first-run.ts';
import { createHandle } from './handle.ts';
import { mount } from './mount.tsx';

/** Manifests and run are kept under this name, so that another scenario does not take their place. */
const SCENARIO = 'default';

/** An address that may be a link, perhaps a damaged one: only then it is read, which takes more code than the first story. */
const MAY_ASK = /[?&](?:scenario|part|at|sum|v)=|#r|#.{8}/s;

/** In somebody else's page nothing is kept: it would take the place of what the reader does in a page of its own. */
const embedded = isEmbedded(location.search);
const memory = embedded ? undefined : tabMemory();
const bench = createWorkbench(memory, SCENARIO);
/** A page of `npm run serve -- --page` shows that cluster, and has no engine of its own. */
const attached = isAttached(location);
const parts = createPage(
  attached ? () => connectAttached(location) : undefined,
  // Who embeds the page counts steps.
  embedded ? { filter: { grain: 'step', scope: 'story' }, ...looksAsked(location.search) } : {},
  !embedded,
);
// Who gives a link to a class says in which language; what is kept of an earlier visit gives way.
if (!embedded) parts.viewer.setState(looksAsked(location.search));
/** A cluster that somebody else drives is nobody's run. */
const keeper =
  attached || embedded
    ? undefined
    : new RunKeeper(parts.session.frames, { own: memory, shared: pageMemory() }, SCENARIO);
keeper?.start();
const page: Page = {
  ...parts,
  manifests: () => shownLast(bench.getState()),
  editField: (subject, path) => void edit(subject, path),
  ...(keeper === undefined
    ? {}
    : { openScenario: (id: string) => begin(id), beginAnew, putAside: () => keeper.putAside() }),
};
if (embedded) void import('../ui/embed/embed-shell.tsx').then(({ EmbedShell }) => mount(page, undefined, EmbedShell));
else mount(page, <LeftColumn bench={bench} keptAs={SCENARIO} earlier={keeper && (() => keeper.earlier())} />);

// For who looks behind the page.
globalThis.kubestep = createHandle(page);

/** What stands on the root: asking its dataset would cost as much as writing it. */
const told = new Map<string, string>();
page.session.frames.subscribe(stateOnRoot);
// What one steps through belongs to the page: every run that is opened gets it.
page.session.filter(page.viewer.getState().filter).catch(() => undefined);
// Those that were kept: every run that is opened gets them.
page.session.breakpoints(page.viewer.getState().breakpoints).catch(() => undefined);
if (await page.session.start()) await (attached ? page.session.open(firstRun(__KUBESTEP_BUILD__)) : openFirst());
// A link that is pasted over the address of an open page loads nothing anew.
if (!attached) addEventListener('hashchange', () => void openAsked().then(tellProblem));

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
      await page.session.open(kept.run, kept.position, kept.present);
      return;
    } catch {
      // What ended the engine is offered, and how to go on.
      if (page.session.frames.getState().lost !== undefined) return;
      keeper?.putAside();
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
  const { openScenario } = await import('./open-asked.ts');
  await openScenario(page, bench, firstRun(__KUBESTEP_BUILD__), { scenario: id, part: 1 });
}

/** What the address asks for; a text that says why it cannot be shown. */
async function openAsked(): Promise<boolean | string> {
  try {
    const { openLinked } = await import('./open-asked.ts');
    const opened = await openLinked(page, bench, SCENARIO, firstRun(__KUBESTEP_BUILD__));
    if (opened === true && !embedded) forgetPlace();
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

/** Where the run stands, for whoever drives the page from outside: tests, and pages that embed it. */
function stateOnRoot({ status, frame }: FrameState): void {
  const facts = {
    engine: status,
    step: frame?.index,
    steps: frame?.total,
    digest: frame?.digest,
    quiescent: frame?.quiescent,
    branch: frame?.branch,
  };
  for (const [name, value] of Object.entries(facts)) {
    const text = value === undefined ? undefined : String(value);
    if (text === undefined || told.get(name) === text) continue;
    told.set(name, text);
    document.documentElement.dataset[name] = text;
  }
}
