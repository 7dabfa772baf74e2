import type { Run } from '../../src/engine/index.ts';
import { findAnchor } from '../../src/inspect/anchors/anchors.ts';
import { Snapshot } from '../../src/inspect/snapshot.ts';
import { readAsked } from '../../src/protocol/embed/index.ts';
import { type Link, readLink } from '../../src/protocol/link/index.ts';
import type { Filter, Place } from '../../src/protocol/messages.ts';
import type { Input, RunDescription } from '../../src/protocol/run-description.ts';
import { SCENARIOS } from '../../src/scenarios/index.ts';
import { filterAsked, looksAsked } from '../../src/ui/embed/asked.ts';
import { verdictOf } from '../../src/ui/scenarios/verdict.ts';
import { newRun } from '../../src/worker/scenario-run.ts';
import { Simulation, type SimulationOptions } from '../../src/worker/simulation.ts';
import { toldStory } from '../kubestep/told-stories.ts';
import { type Said, saidIn } from './stand.ts';

/** How far a run may go. */
const MOST_STEPS = 2_000_000;
/** What the page steps by where a link does not say, and who embeds it. */
const FIRST_FILTERS: { readonly [frame in 'page' | 'embed']: Filter } = {
  page: { grain: 'beat', scope: 'story' },
  embed: { grain: 'step', scope: 'story' },
};

export interface OpenedLink {
  readonly link: Link;
  /** The story up to there, as it is looked at. */
  readonly snapshot: Snapshot;
  /** The last step of what the link asks for: all parts are told at once, though it may ask for the first ones alone. */
  readonly end: number;
  readonly said: Said;
  /** What the page says of it where it is not, for certain, what it was made of. */
  readonly verdict: ReturnType<typeof verdictOf>;
}

/** Opens links as the page would, without one. What is told once is looked at by all links to it. */
export class LinkOpener {
  private told: { readonly name: string; readonly run: Run<Input> } | undefined;

  constructor(
    private readonly about: { readonly build: string; readonly kubernetes: string },
    private readonly tell: (scenario: string) => Run<Input> = toldStory,
  ) {}

  /** A text says why it cannot be opened. */
  open(address: string): OpenedLink | string {
    const { search, hash, pathname } = new URL(address, 'https://kubestep.example/');
    const link = readLink({ search, hash });
    if (link === undefined || typeof link === 'string') return link ?? 'it asks for nothing';
    const run = this.runOf(link);
    if (typeof run === 'string') return run;
    const isEmbedded = new URLSearchParams(search).has('embed') || pathname.endsWith('/embed.html');
    const looked = link.moment.filter ?? looksAsked(search).filter ?? FIRST_FILTERS[isEmbedded ? 'embed' : 'page'];
    // What the author of a page asks for stands in the place of what the link says.
    const filter = isEmbedded ? filterAsked(readAsked(search), looked) : looked;
    const simulation = simulationOf(run, filter);
    const beyond = beyondIn(run, link, simulation);
    if (beyond !== undefined) return beyond;
    simulation.seekPlace(placeIn(run, link));
    const { snapshot } = simulation;
    const said = saidIn(snapshot);
    const found = link.to !== undefined && 'anchor' in link.to ? findAnchor(snapshot, link.to.anchor) : undefined;
    return {
      link,
      snapshot,
      end: nextPart(run, link)?.afterStep ?? Number.POSITIVE_INFINITY,
      said,
      verdict: verdictOf(link, { ...this.about, found, whole: wholeOf(run, link, simulation) }),
    };
  }

  private runOf({ of }: Link): Run<Input> | string {
    if ('run' in of) return this.once(JSON.stringify(of.run), () => repeated(of.run));
    const scenario = SCENARIOS.find(({ id }) => id === of.scenario);
    if (scenario === undefined) return `no scenario ${of.scenario}`;
    if (of.part > scenario.parts.length) return `scenario ${of.scenario} has no part ${of.part}`;
    return this.once(of.scenario, () => this.tell(of.scenario));
  }

  private once(name: string, tell: () => Run<Input>): Run<Input> {
    if (this.told?.name !== name) this.told = { name, run: tell() };
    return this.told.run;
  }
}

function repeated({ cluster, seed, inputs }: RunDescription): Run<Input> {
  const run = newRun(cluster, seed, MOST_STEPS);
  for (const given of inputs) run.replay(given);
  run.advance({ quiescent: true, steps: MOST_STEPS });
  return run;
}

/** All parts are told at once, though the link may ask for the first ones alone. */
function placeIn(run: Run<Input>, { of, to }: Link): Place {
  if (to === undefined) return { seq: 'part' in of ? (run.inputs[of.part - 1]?.afterStep ?? -1) + 1 : -1 };
  return 'start' in to ? { seq: -1 } : to;
}

/** Who counts steps by hand may count too many. */
function beyondIn(run: Run<Input>, { of, to }: Link, { snapshot }: Simulation): string | undefined {
  if (to === undefined || !('index' in to) || !('part' in of)) return undefined;
  const { index } = new Snapshot(snapshot.engine, to.filter);
  index.refresh();
  const steps = index.countUpTo(run.inputs[of.part]?.afterStep ?? Number.POSITIVE_INFINITY);
  return to.index > steps ? `scenario ${of.scenario} has no step ${to.index} by the end of part ${of.part}` : undefined;
}

function nextPart({ inputs }: Run<Input>, { of }: Link) {
  return 'part' in of ? inputs[of.part] : undefined;
}

/** What has been told when the last part of the link has come to rest. */
function wholeOf(run: Run<Input>, link: Link, { snapshot }: Simulation): string {
  const next = nextPart(run, link);
  const { told } = snapshot;
  return next === undefined ? told.whole() : told.before(next.afterStep + 1);
}

/** What a page would move in: the run is told already. */
function simulationOf(run: Run<Input>, filter: Filter): Simulation {
  const { kinds, startTime, maxSteps = MOST_STEPS } = run.options;
  const options: SimulationOptions = {
    kinds,
    program: () => {
      throw new Error('the run is told already');
    },
    startTime: () => startTime,
    settleMicros: 0,
    maxSteps,
    restlessAfter: MOST_STEPS,
    build: '',
    live: run,
  };
  const description: RunDescription = {
    v: 1,
    build: '',
    seed: 1,
    cluster: { nodes: 0, latencies: 'zero' },
    inputs: run.inputs,
  };
  const simulation = new Simulation(description, options);
  simulation.setFilter(filter);
  return simulation;
}
