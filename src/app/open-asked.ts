import type { RunDescription } from '../protocol/run-description.ts';
import { SCENARIOS } from '../scenarios/index.ts';
import { filesOf } from '../ui/editor/applied.ts';
import { type Workbench, withFiles, withFilesOf } from '../ui/editor/workbench.ts';
import type { Page } from '../ui/public.ts';
import { readLink, type ScenarioPlace } from '../ui/scenarios/link.ts';

/** Begins a scenario, with as many of its parts done as a link says; true when there is one of that name. */
export async function openScenario(
  { session, viewer, controls, putAside }: Page,
  bench: Workbench,
  fresh: RunDescription,
  { scenario: id, part, to, filter }: ScenarioPlace,
): Promise<boolean> {
  const scenario = SCENARIOS.find((each) => each.id === id);
  if (scenario === undefined) return false;
  const { cluster, files, parts } = scenario;
  putAside?.();
  bench.turnTo(id, files);
  bench.setState((state) => withFiles(state, files));
  if (filter !== undefined) controls.setFilter(filter);
  const done = parts.slice(0, Math.max(0, part));
  const { panel = 'step', look = {} } = done.at(-1) ?? parts[0];
  // Sent together: nobody sees a cluster that nothing was asked of yet, and nothing comes between.
  const begun = [
    session.open({ ...fresh, cluster, scenario: id, inputs: [] }),
    session.parts(
      done.map(({ input }) => input),
      to,
    ),
  ];
  // At once: what the reader turns to while the parts are told is not taken away again.
  viewer.setState({ panel, chosen: look, phoneTab: 'yaml' });
  await Promise.all(begun);
  return true;
}

/**
 * Opens what the address asks for: nothing, or a text that says why not, when it cannot. The manifests of a run of no
 * scenario come to the desk of that name.
 */
export async function openLinked(
  page: Page,
  bench: Workbench,
  desk: string,
  fresh: RunDescription,
): Promise<boolean | string> {
  const asked = readLink(location.search, location.hash);
  if (asked === undefined || typeof asked === 'string') return asked ?? false;
  if ('scenario' in asked) return (await openScenario(page, bench, fresh, asked)) || `no scenario ${asked.scenario}`;
  const { run, position, filter, files = filesOf(run) } = asked;
  page.putAside?.();
  if (filter !== undefined) page.controls.setFilter(filter);
  await page.session.open(run, position);
  bench.turnTo(run.scenario ?? desk);
  bench.setState((state) => withFilesOf(state, files));
  return true;
}
