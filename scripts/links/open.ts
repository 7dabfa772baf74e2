import type { Run } from '../../src/engine/index.ts';
import type { Snapshot } from '../../src/inspect/snapshot.ts';
import type { Filter } from '../../src/protocol/messages.ts';
import type { Input, RunDescription } from '../../src/protocol/run-description.ts';
import { looksAsked } from '../../src/ui/embed/asked.ts';
import { readLink } from '../../src/ui/scenarios/link.ts';
import { newRun } from '../../src/worker/scenario-run.ts';
import { Simulation, type SimulationOptions } from '../../src/worker/simulation.ts';
import { toldStory } from '../kubestep/told-stories.ts';
import { sentenceIn } from './stand.ts';

/** How far a run may go. */
const MOST_STEPS = 2_000_000;
/** What the page steps by where a link does not say, and who embeds it. */
const FIRST_FILTERS: { readonly [frame in 'page' | 'embed']: Filter } = {
  page: { grain: 'beat', scope: 'story' },
  embed: { grain: 'step', scope: 'story' },
};

/** Opens links as the page would, without one. What is told once is looked at by all links to it. */
export class LinkOpener {
  private told: { readonly name: string; readonly run: Run<Input> } | undefined;

  constructor(private readonly tell: (scenario: string) => Run<Input> = toldStory) {}

  /** The sentence that it opens at; a text that begins with `!` where it says that it cannot. */
  open(link: string): string {
    const { search, hash } = new URL(link, 'https://kubestep.example/');
    const asked = readLink(search, hash);
    if (asked === undefined || typeof asked === 'string') return `! ${asked ?? 'it asks for nothing'}`;
    const frame = new URLSearchParams(search).has('embed') ? 'embed' : 'page';
    const filter = asked.filter ?? looksAsked(search).filter ?? FIRST_FILTERS[frame];
    if ('run' in asked) return sentenceIn(this.at(this.runOf(asked.run), asked.run, filter, asked.position));
    const { scenario, part, to } = asked;
    const run = this.once(scenario, () => this.tell(scenario));
    const begun = run.inputs[part - 1]?.afterStep ?? -1;
    const simulation = this.simulationOf(run, described(run), filter);
    simulation.seekPlace(to ?? { seq: begun + 1 });
    return sentenceIn(simulation.snapshot);
  }

  private runOf(description: RunDescription): Run<Input> {
    return this.once(JSON.stringify(description), () => {
      const run = newRun(description.cluster, description.seed, MOST_STEPS);
      for (const given of description.inputs) run.replay(given);
      run.advance({ quiescent: true });
      return run;
    });
  }

  private at(run: Run<Input>, description: RunDescription, filter: Filter, position: number | undefined): Snapshot {
    const simulation = this.simulationOf(run, description, filter);
    simulation.seek(position ?? Number.POSITIVE_INFINITY);
    return simulation.snapshot;
  }

  private simulationOf(run: Run<Input>, description: RunDescription, filter: Filter): Simulation {
    const { kinds, startTime, maxSteps } = run.options;
    const options: SimulationOptions = {
      kinds,
      program: () => {
        throw new Error('the run is here');
      },
      startTime: () => startTime,
      settleMicros: 0,
      maxSteps: maxSteps ?? MOST_STEPS,
      restlessAfter: MOST_STEPS,
      build: description.build,
      live: run,
    };
    const simulation = new Simulation(description, options);
    simulation.setFilter(filter);
    return simulation;
  }

  private once(name: string, tell: () => Run<Input>): Run<Input> {
    if (this.told?.name !== name) this.told = { name, run: tell() };
    return this.told.run;
  }
}

function described({ inputs }: Run<Input>): RunDescription {
  return { v: 1, build: '', seed: 1, cluster: { nodes: 3, latencies: 'realistic' }, inputs };
}
