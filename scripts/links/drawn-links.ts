import type { Run } from '../../src/engine/index.ts';
import { anchorAt } from '../../src/inspect/anchors/anchors.ts';
import { embedAddress } from '../../src/protocol/embed/index.ts';
import { isByBeats } from '../../src/protocol/filter-check.ts';
import type { Filter, Frame } from '../../src/protocol/messages.ts';
import { KUBERNETES } from '../../src/protocol/messages.ts';
import type { Input, RunDescription } from '../../src/protocol/run-description.ts';
import { SCENARIOS, type Scenario } from '../../src/scenarios/index.ts';
import { SAMPLES } from '../../src/ui/editor/samples.ts';
import { linkTo } from '../../src/ui/scenarios/link.ts';
import { newRun, settledAt } from '../../src/worker/scenario-run.ts';
import { toldStory } from '../kubestep/told-stories.ts';
import { type Said, Stand } from './stand.ts';

/** A link, without the address of the page, the sentence that it opens at, and what that one is about. */
export type KeptLink = readonly [link: string, sentence: string, what: string];

const HERE = 'https://docs.example/kubestep/';
const BUILD = 'fixture';

/** Grains and scopes as they are set on the page; actor and object are those of the step. */
const LOOKS = ['beat', 'step', 'detail', 'scene', 'everything', 'actor', 'object'] as const;
type Look = (typeof LOOKS)[number];

function filterOf(look: Look, { actor, subject }: { readonly actor: string; readonly subject: string }): Filter {
  if (look === 'everything') return { grain: 'detail', scope: 'everything' };
  if (look === 'actor') return { grain: 'step', scope: 'story', actor };
  if (look === 'object') return { grain: 'beat', scope: 'story', object: subject };
  return { grain: look, scope: 'story' };
}

/** Links over the first story, every scenario and runs of one's own; always the same ones. */
export function drawnLinks(): readonly KeptLink[] {
  return [
    ...SCENARIOS.flatMap((scenario, place) => ofScenario(scenario, place)),
    ...OWN_RUNS.flatMap((own, place) => ofRun(own(), place)),
  ];
}

/** Two exact links after different parts, each by another grain, and of every third one that somebody wrote by hand. */
function ofScenario(scenario: Scenario, place: number): readonly KeptLink[] {
  const stand = new Stand(toldStory(scenario.id));
  const { length } = scenario.parts;
  const parts = [1 + (place % length), length - (Math.floor(place / 3) % Math.min(3, length))];
  const exact = parts.map((part, nth) => {
    const look = LOOKS[(place * 2 + nth * 3) % LOOKS.length] as Look;
    return exactLink(scenario, stand, { part, look, draw: place * 7 + nth * 3 });
  });
  return place % 3 === 0 ? [...exact, writtenLink(scenario, stand, place)] : exact;
}

function kept(link: string, { sentence, what }: Said): KeptLink {
  return [link, sentence, what];
}

interface Drawn {
  readonly part: number;
  readonly look: Look;
  readonly draw: number;
}

function exactLink(scenario: Scenario, stand: Stand, { part, look, draw }: Drawn): KeptLink {
  const [from, to] = spanOf(stand.run, part);
  const { seq, filter } = stepWithin(stand, { from, to, look, draw });
  const run = { ...described(stand.run, part), cluster: scenario.cluster, scenario: scenario.id };
  const link = linkTo(HERE, frameAt(run, seq), scenario, { ...LOOKED, filter, files: [] }, placeIn(stand, seq, filter));
  return kept(inItsForm(link, draw), stand.saidAt(seq, filter));
}

/** By hand one counts the steps of the story. */
function writtenLink({ id, parts }: Scenario, stand: Stand, place: number): KeptLink {
  const filter: Filter = { grain: 'step', scope: 'story' };
  const { index } = stand.through(filter);
  const part = 1 + (place % parts.length);
  const [from, to] = spanOf(stand.run, part);
  const first = index.countUpTo(from);
  const step = first + 1 + ((place * 13) % Math.max(1, index.countUpTo(to) - first));
  const seq = index.at(step - 1) ?? to;
  return kept(`?scenario=${id}&part=${part}&step=${step}`, stand.saidAt(seq, filter));
}

/** Shared runs: several moments of each, with manifests beside it or without. */
function ofRun(run: Run<Input>, place: number): readonly KeptLink[] {
  const stand = new Stand(run);
  const all = described(run, run.inputs.length);
  // Of the first story, which everybody sees, there are more.
  return Array.from({ length: place === 0 ? 17 : 6 }, (_, nth) => {
    const draw = place * 11 + nth;
    const [from, to] = spanOf(run, 1 + (nth % run.inputs.length));
    const { seq, filter } = stepWithin(stand, { from, to, look: LOOKS[draw % LOOKS.length] as Look, draw: nth * 5 });
    const files = nth % 2 === 0 ? [] : [{ name: 'notes.yaml', text: '# 记\nkind: Pod\n' }];
    const link = linkTo(HERE, frameAt(all, seq), undefined, { ...LOOKED, filter, files }, placeIn(stand, seq, filter));
    return kept(inItsForm(link, draw), stand.saidAt(seq, filter));
  });
}

/** The steps that a part caused: from the one before it to the last. */
function spanOf({ inputs, engine }: Stand['run'], part: number): readonly [number, number] {
  return [inputs[part - 1]?.afterStep ?? -1, inputs[part]?.afterStep ?? engine.journal.end - 1];
}

/** A step of that span that the look shows, and the filter; a beat where it shows none. */
function stepWithin(
  stand: Stand,
  { from, to, look, draw }: { readonly from: number; readonly to: number; readonly look: Look; readonly draw: number },
): { readonly seq: number; readonly filter: Filter } {
  const base = filterOf(look === 'actor' || look === 'object' ? 'step' : look, { actor: '', subject: '' });
  const { index, journal } = stand.through(base);
  const [first, last] = [index.countUpTo(from), index.countUpTo(to)];
  const seq = last > first ? index.at(first + ((draw * 31) % (last - first))) : undefined;
  if (seq === undefined) return { seq: to, filter: base };
  return { seq, filter: filterOf(look, journal.step(seq)) };
}

/** What is on the page besides. */
const LOOKED = { panel: 'step', chosen: {} } as const;

function placeIn(stand: Stand, seq: number, filter: Filter) {
  const anchor = anchorAt(stand.through(filter), seq, isByBeats(filter));
  const told = stand.saidAt(seq, filter).sentence;
  return { kubernetes: KUBERNETES, told, ...(anchor === undefined ? {} : { anchor }) };
}

function described({ inputs }: Stand['run'], count: number): RunDescription {
  return { v: 1, build: BUILD, seed: 1, cluster: { nodes: 3, latencies: 'realistic' }, inputs: inputs.slice(0, count) };
}

function frameAt(run: RunDescription, seq: number): Frame {
  return { run, seq, branches: [{}] } as unknown as Frame;
}

/** Every fourth as it stands in somebody else's page. */
function inItsForm(link: string, draw: number): string {
  const { search, hash } = new URL(draw % 4 === 3 ? embedded(link) : link);
  return search + hash;
}

function embedded(link: string): string {
  return embedAddress(link, { lang: 'zh', theme: 'dark' });
}

const kubectl = (line: string, files: { readonly [name: string]: string } = {}): Input => ({
  type: 'kubectl',
  argv: line.split(' '),
  files,
});
const SAMPLE = SAMPLES[0] as (typeof SAMPLES)[number];
const APPLIED = kubectl(`apply -f ${SAMPLE.file}`, { [SAMPLE.file]: SAMPLE.text });

/** The first story, and what one may do after it or in the middle of it. */
const OWN_RUNS: readonly (() => Run<Input>)[] = [
  () => given([APPLIED]),
  () => given([APPLIED, kubectl('get pods -o wide')]),
  () => given([APPLIED, kubectl('scale deployment/web --replicas=5'), kubectl('delete deployment web')]),
  () => given([kubectl('create namespace blue'), kubectl('run one --image=nginx -n blue'), kubectl('get all -n blue')]),
  () => given([APPLIED, { type: 'kubelet', node: 'node-2', state: 'stopped' }, kubectl('sleep 60')]),
  () => given([APPLIED, { type: 'api-server', state: 'stopped' }, { type: 'api-server', state: 'running' }]),
  () => given([{ type: 'request', method: 'GET', path: '/api/v1/nodes?limit=1', user: 'jane' }, APPLIED]),
  () => given([APPLIED, { type: 'cut-watch', informer: 'kube-scheduler/pods' }, kubectl('get nodes')]),
  () => given([{ type: 'etcdctl', argv: ['etcdctl', 'get', '/registry', '--prefix', '--keys-only'] }, APPLIED]),
  () => given([APPLIED, kubectl('scale deployment/web --replicas=1')], 400),
];

/** Each when all has come to rest, or after so many steps of what was given before. */
function given(inputs: readonly Input[], steps?: number): Run<Input> {
  const run = newRun({ nodes: 3, latencies: 'realistic' }, 1, 1_000_000);
  run.advance({ time: settledAt(run) });
  for (const input of inputs) {
    run.give(input);
    run.advance({ quiescent: true, ...(steps === undefined ? {} : { steps: run.engine.stepCount + steps }) });
  }
  run.advance({ quiescent: true });
  return run;
}
