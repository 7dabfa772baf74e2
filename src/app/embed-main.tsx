import keptBase from 'virtual:kubestep-kept';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readAsked } from '../protocol/embed/index.ts';
import { readLink } from '../protocol/link/index.ts';
import type { Scenario } from '../scenarios/index.ts';
import { connectAttached, isAttached } from '../session/attached.ts';
import { type Connection, connect } from '../session/connection.ts';
import { KeptConnection } from '../session/kept/kept-connection.ts';
import { keptFilesAt } from '../session/kept/kept-files.ts';
import { fetchBeforehand } from '../session/kept/kept-part.ts';
import { isKeptGrain, isOfGrain } from '../session/kept/moves.ts';
import { createWorkbench, shownLast } from '../ui/editor/workbench.ts';
import { filterAsked, viewerAsked } from '../ui/embed/asked.ts';
import { EmbedPage } from '../ui/embed/embed-page.tsx';
import { holdWithin } from '../ui/embed/range.ts';
import { untilSeen, whenAway } from '../ui/embed/seen.ts';
import type { Page } from '../ui/public.ts';
import { holdStill } from '../ui/stage/motion.ts';
import { late } from '../ui/widgets/late.tsx';
import { createPage } from './create-page.ts';
import { firstInput, firstRun } from './first-run.ts';
import { createHandle } from './handle.ts';
import { mount } from './mount.tsx';
import { tellOnRoot } from './on-root.ts';
import { loadScenario } from './one-scenario.ts';
import { openLinked } from './open-asked.ts';

/*
 * The entry of a demo in somebody else's page. Nothing is kept: it would take the place of what the reader does in a page
 * of their own. Nothing begins before it is seen, and what plays stops when it is scrolled away.
 */

const DESK = 'default';
const asked = readAsked(location.search);
const attached = isAttached(location);
const link = readLink(location);
/** A scenario is read from its record; who may write into it needs the engine at once. */
const kept =
  keptBase !== undefined && !attached && asked.edit !== true && isOfScenario(link) ? keptFilesAt(keptBase) : undefined;
const parts = createPage(connectDemo, viewerAsked(location.search, asked), false);
const bench = createWorkbench(undefined, DESK);
const page: Page = {
  ...parts,
  controls: holdWithin(parts.controls, parts.viewer, parts.session.frames),
  manifests: () => shownLast(bench.now()),
};
/** The scenario whose words are shown, once they have come. */
const shown = createStore<{
  readonly scenario: Scenario | undefined;
  readonly isOpen: boolean;
  /** The engine is on its way, to go on where the record ends. */
  readonly isComing: boolean;
}>(() => ({ scenario: undefined, isOpen: false, isComing: false }));
const LeftColumn = late(async () => (await import('../ui/workspace/left-column.tsx')).LeftColumn);

holdStill(asked.motion === 'none');
mount(<Demo />);
globalThis.kubestep = createHandle(page);
tellOnRoot(page.session.frames);
page.session.filter(page.viewer.getState().filter).catch(() => undefined);
void begin();

async function begin(): Promise<void> {
  if (asked.eager !== true) await untilSeen(document.documentElement);
  fetchRecord();
  whenAway(document.documentElement, () => page.controls.pause());
  if (await page.session.start()) await (attached ? page.session.open(firstRun(__KUBESTEP_BUILD__)) : open());
  shown.setState({ isOpen: true });
}

function isOfScenario(of: typeof link): boolean {
  return typeof of === 'object' && 'scenario' in of.of;
}

async function connectDemo(): Promise<Connection> {
  if (attached) return connectAttached(location);
  if (kept === undefined) return connect();
  const onComing = (isComing: boolean) => shown.setState({ isComing });
  return new KeptConnection({ files: kept, build: __KUBESTEP_BUILD__, connect, onComing });
}

/** While the scenario's words are on their way. */
function fetchRecord(): void {
  if (kept === undefined || typeof link !== 'object' || !('scenario' in link.of)) return;
  const { to } = link;
  const filter = filterAsked(asked, link.moment.filter ?? page.viewer.getState().filter);
  const { grain } = filter;
  if (!isKeptGrain(grain) || !isOfGrain(filter, grain)) return;
  const isCounted = to !== undefined && 'index' in to && isOfGrain(to.filter, grain);
  const first = to === undefined && link.of.part === 1 ? 0 : undefined;
  fetchBeforehand(kept, link.of, grain, isCounted ? to.index : first);
}

function Demo() {
  const { scenario, isOpen, isComing } = useStore(shown);
  return (
    <EmbedPage
      page={page}
      asked={asked}
      scenario={scenario}
      isOpen={isOpen}
      isComing={isComing}
      reset={open}
      left={asked.edit === true ? <LeftColumn bench={bench} keptAs={DESK} /> : undefined}
    />
  );
}

/** What the address asks for, or the first story; where it cannot be shown, why. */
async function open(): Promise<void> {
  shown.setState({ isOpen: false });
  try {
    const opened = await openAsked().catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    if (typeof opened === 'string') page.viewer.setState({ linkProblem: opened });
    if (opened !== true) {
      await Promise.all([page.session.open(firstRun(__KUBESTEP_BUILD__)), page.session.give(firstInput())]);
      await toRange();
    }
  } finally {
    shown.setState({ isOpen: true });
  }
}

async function openAsked(): Promise<boolean | string> {
  if (link === undefined || typeof link === 'string') return link ?? false;
  const id = 'scenario' in link.of ? link.of.scenario : link.of.run.scenario;
  const scenario = id === undefined ? undefined : await loadScenario(id);
  shown.setState({ scenario });
  // A tab that there is not is as if none was named.
  const known = { scenario: () => scenario, isPanel: () => true };
  const before = page.viewer.getState().filter;
  // What the author asks for stands in the place of what the link says.
  const filter = filterAsked(asked, link.moment.filter ?? before);
  const opened = await openLinked(page, bench, DESK, firstRun(__KUBESTEP_BUILD__), known, {
    ...link,
    moment: { ...link.moment, filter },
  });
  // Here the map is what one comes for.
  page.viewer.setState({ phoneTab: 'map' });
  if (opened === true) await toRange();
  return opened;
}

/** To the first step of the range, unless one stands inside of it. */
async function toRange(): Promise<void> {
  const { range } = page.viewer.getState();
  const index = page.session.frames.getState().frame?.index ?? 0;
  if (range !== undefined && (index < range[0] || index > range[1])) await page.session.seekIndex(range[0]);
}
