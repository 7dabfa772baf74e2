import { layoutOf, wordsOf } from '../debugger/layout.ts';
import { openPins } from '../debugger/notebook.ts';
import { type Link, type LinkedRun, readLink } from '../protocol/link/index.ts';
import type { Place } from '../protocol/messages.ts';
import type { RunDescription } from '../protocol/run-description.ts';
import type { Scenario } from '../scenarios/index.ts';
import { filesOf } from '../ui/editor/applied.ts';
import { type Workbench, withFiles, withFilesOf } from '../ui/editor/workbench.ts';
import type { Page } from '../ui/public.ts';
import { OBJECTS } from '../ui/scenarios/link.ts';
import { verdictOf } from '../ui/scenarios/verdict.ts';

/** What there is to open and to look at. */
export interface Known {
  readonly scenario: (id: string) => Scenario | undefined;
  readonly isPanel: (id: string) => boolean;
}

/** Begins a scenario, with as many of its parts done as a link says; a text when there are none of these. */
export async function openScenario(
  { session, viewer, controls, notebook, putAside }: Page,
  bench: Workbench,
  fresh: RunDescription,
  { scenario: id, part }: { readonly scenario: string; readonly part: number },
  known: Known,
  { to, moment }: Pick<Link, 'to' | 'moment'> = { moment: {} },
): Promise<true | string> {
  const scenario = known.scenario(id);
  if (scenario === undefined) return `no scenario ${id}`;
  const { cluster, files, parts } = scenario;
  if (part > parts.length) return `scenario ${id} has no part ${part}`;
  putAside?.();
  openPins(notebook);
  bench.turnTo(id, files);
  bench.setState((state) => withFiles(state, files));
  if (moment.filter !== undefined) controls.setFilter(moment.filter);
  const done = parts.slice(0, Math.max(0, part));
  // Sent together: nobody sees a cluster that nothing was asked of yet, and nothing comes between.
  const begun = [
    session.open({ ...fresh, cluster, scenario: id, inputs: [] }),
    session.parts(
      done.map(({ input }) => input),
      placeOf(to),
    ),
  ];
  // At once: what the reader turns to while the parts are told is not taken away again.
  viewer.setState({ ...looksOf(moment, done.at(-1) ?? parts[0], known), phoneTab: 'yaml' });
  await Promise.all(begun);
  return true;
}

/**
 * Opens what the address asks for: nothing, or a text that says why not, when it cannot. The manifests of a run of no
 * scenario come to the desk of that name. Where the story is another one than the link was made of, the page says so.
 */
export async function openLinked(
  page: Page,
  bench: Workbench,
  desk: string,
  fresh: RunDescription,
  known: Known,
  link: Link | string | undefined = readLink(location),
): Promise<boolean | string> {
  page.viewer.setState({ linkMoved: undefined });
  if (link === undefined || typeof link === 'string') return link ?? false;
  const opened =
    'scenario' in link.of
      ? await openScenario(page, bench, fresh, link.of, known, link)
      : await openRun(page, bench, desk, link.of, known, link);
  if (opened === true) await tellWhatMoved(page, link);
  return opened;
}

async function openRun(
  page: Page,
  bench: Workbench,
  desk: string,
  linked: LinkedRun,
  known: Known,
  { to, moment }: Link,
): Promise<true> {
  const { run, files = filesOf(run) } = linked;
  page.putAside?.();
  openPins(page.notebook, moment.pins);
  if (moment.filter !== undefined) page.controls.setFilter(moment.filter);
  const place = placeOf(to);
  const begun = [page.session.open(run, hintOf(place))];
  // What the number hints at is seen until the story has been told to its end, and one knows where to look.
  if (place !== undefined && 'anchor' in place) begun.push(page.session.parts([], place));
  page.viewer.setState(looksOf(moment, undefined, known));
  await Promise.all(begun);
  bench.turnTo(run.scenario ?? desk);
  bench.setState((state) => withFilesOf(state, files));
  return true;
}

function placeOf(to: Link['to']): Place | undefined {
  return to !== undefined && 'start' in to ? { seq: -1 } : to;
}

function hintOf(place: Place | undefined): number | undefined {
  if (place === undefined || 'index' in place) return undefined;
  return 'anchor' in place ? place.anchor.seq : place.seq;
}

/** What the link was looking at, and where it does not say, what the part is about. */
function looksOf(
  { panel, chosen, layout }: Link['moment'],
  part: Scenario['parts'][number] | undefined,
  { isPanel }: Known,
) {
  const known = panel !== undefined && isPanel(panel) ? panel : undefined;
  const other = part === undefined ? {} : { panel: part.panel ?? 'step', chosen: part.look ?? {} };
  return {
    ...other,
    ...(known === undefined ? {} : { panel: known, chosen: chosen ?? {} }),
    ...(layout === undefined ? {} : { asObjects: layout.split(' ').includes(OBJECTS) }),
    lentLayout: wordsOf(layoutOf(layout ?? '')) || undefined,
  };
}

async function tellWhatMoved({ session, viewer, controls }: Page, link: Link): Promise<void> {
  // Who typed a number says nothing of what stood there.
  if (link.form === 'typed') return;
  const { to, moment } = link;
  const { build = '', kubernetes = '' } = session.frames.getState();
  const anchor = to !== undefined && 'anchor' in to ? to.anchor : undefined;
  const now = await session.query({ type: 'anchor' });
  const answer = anchor === undefined ? undefined : await session.query({ type: 'found', anchor });
  if (now?.type !== 'anchor') return;
  const { found, said } = answer?.type === 'found' ? answer : {};
  const { filter } = moment;
  // One object of the story was followed, which has another name here.
  const object = anchor !== undefined && filter?.object === anchor.subject ? found?.subject : filter?.object;
  if (filter !== undefined && object !== undefined && object !== filter.object)
    controls.setFilter({ ...filter, object });
  if (moment.isInside === true && found?.beat !== undefined) {
    const inside = { ...viewer.getState().filter, within: found.beat };
    viewer.setState({ filter: inside });
    await session.filter(inside);
  }
  const verdict = verdictOf(link, { found, whole: now.whole, build, kubernetes });
  if (verdict !== undefined)
    viewer.setState({ linkMoved: { ...verdict, ...(said === undefined ? {} : { now: said }) } });
}
