import type { RunDescription } from '../protocol/run-description.ts';
import { type Part, SCENARIOS } from '../scenarios/index.ts';
import { type Workbench, withFiles } from '../ui/editor/workbench.ts';
import type { Page } from '../ui/public.ts';
import { readLink, type ScenarioPlace } from '../ui/scenarios/link.ts';

/** Begins a scenario, with as many of its parts done as a link says; true when there is one of that name. */
export async function openScenario(
  { session, viewer, putAside }: Page,
  bench: Workbench,
  fresh: RunDescription,
  { scenario: id, part, step }: ScenarioPlace,
): Promise<boolean> {
  const scenario = SCENARIOS.find((each) => each.id === id);
  if (scenario === undefined) return false;
  const { cluster, files, parts } = scenario;
  putAside?.();
  bench.turnTo(id, files);
  bench.setState((state) => withFiles(state, files));
  const done = parts.slice(0, Math.max(0, part));
  // Sent together: nobody sees a cluster that nothing was asked of yet, and nothing comes between.
  const begun = [session.open({ ...fresh, cluster, scenario: id, inputs: [] }), ...done.slice(0, 1).map(given)];
  const own = session.opened;
  await Promise.all(begun);
  for (const next of done.slice(1)) {
    await session.runToQuiescence();
    // The reader may have opened another run meanwhile, which must not be given this one's parts.
    if (session.opened !== own) return true;
    await given(next);
  }
  if (step !== undefined) await session.runToQuiescence();
  if (session.opened !== own) return true;
  const { panel = 'step', look = {} } = done.at(-1) ?? parts[0];
  viewer.setState({ panel, chosen: look, phoneTab: 'yaml' });
  if (step !== undefined) await session.seekIndex(step);
  return true;

  function given({ input }: Part): Promise<void> {
    return session.give(input);
  }
}

/** Opens what the address asks for: nothing, or a text that says why not, when it cannot. */
export async function openLinked(page: Page, bench: Workbench, fresh: RunDescription): Promise<boolean | string> {
  const asked = readLink(location.search, location.hash);
  if (asked === undefined || typeof asked === 'string') return asked ?? false;
  if ('scenario' in asked) return (await openScenario(page, bench, fresh, asked)) || `no scenario ${asked.scenario}`;
  page.putAside?.();
  await page.session.open(asked.run, asked.position);
  return true;
}
