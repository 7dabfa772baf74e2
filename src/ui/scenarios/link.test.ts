import { expect, it } from 'vitest';
import { type Anchor, readLink } from '../../protocol/link/index.ts';
import type { Frame } from '../../protocol/messages.ts';
import type { Input } from '../../protocol/run-description.ts';
import { SCENARIOS } from '../../scenarios/index.ts';
import { linkTo } from './link.ts';
import { newestWithFiles, progressOf, stageOf } from './progress.ts';

const scenario = SCENARIOS.find(({ id }) => id === 'cron-tab') as (typeof SCENARIOS)[number];
const given = (inputs: readonly Input[], seq = 1000): Frame =>
  ({
    seq,
    index: 7,
    branches: [{}],
    run: {
      v: 1,
      build: 'b',
      seed: 1,
      scenario: scenario.id,
      cluster: scenario.cluster,
      inputs: inputs.map((input, at) => ({ afterStep: at * 10, afterOccurrence: at, time: at, input })),
    },
  }) as unknown as Frame;
const parts = scenario.parts.map(({ input }) => input);

it('parts that were done are counted in their order, what was done beside them is passed over', () => {
  const own: Input = { type: 'kubectl', argv: ['kubectl', 'get', 'nodes'], files: {} };
  const frame = given([own, parts[0] as Input, own, parts[1] as Input], 25);
  expect(progressOf(scenario, frame)).toEqual({ begins: [10, 30], at: 0 });
});

const PLAIN = { grain: 'step', scope: 'story' } as const;
const DETAILS = { grain: 'detail', scope: 'everything', actor: 'scheduler' } as const;
const looked = { filter: PLAIN, files: [], panel: 'node', chosen: { node: 'node-1', subject: undefined } };
const HERE = 'https://example.org/x/?a=b#c';
const ANCHOR: Anchor = {
  seq: 1000,
  story: 2,
  by: 'beat',
  kind: 'insight.stored',
  subject: 'pods/default/web-7d4b9c-x2x4z',
  actor: 'etcd',
  nth: 2,
  like: 3,
  says: '0abcdef',
  before: '1234567',
};
const placed = { kubernetes: 'v1.36', anchor: ANCHOR, told: 'It is stored & “kept” — 存好了。' };
const read = (link: string) => readLink(new URL(link));
const moment = {
  kubernetes: 'v1.36',
  build: 'b',
  told: placed.told,
  filter: PLAIN,
  panel: 'node',
  chosen: { node: 'node-1' },
};

it('GV9: a part that was told in words of the reader’s own counts as that part, and its link holds the words', () => {
  const [first, second] = [parts[0] as Input, parts[1] as Input];
  const own = { ...first, files: { 'x.yaml': 'own' } } as Input;
  const frame = given([own, second], 25);
  const run = { ...frame.run, inputs: frame.run.inputs.map((one, at) => (at === 0 ? { ...one, isPart: true } : one)) };
  expect(progressOf(scenario, { ...frame, run })).toEqual({ begins: [0, 10], at: 1 });
  expect(progressOf(scenario, frame).begins).toEqual([]);
  expect(linkTo(HERE, { ...frame, run }, scenario, looked, placed)).toContain('#run=');
});

it('a link names the parts where nothing else was done, and what happens there, by any filter', () => {
  for (const filter of [PLAIN, DETAILS, { grain: 'beat', scope: 'story', object: 'pods/a/b' } as const]) {
    const link = linkTo(HERE, given(parts.slice(0, 3)), scenario, { ...looked, filter }, placed);
    expect(link).toMatch(/^https:\/\/example\.org\/x\/\?v=2&scenario=cron-tab&part=3&k8s=v1\.36&.*&sum=[0-9a-z]{7}$/);
    const place = { of: { scenario: 'cron-tab', part: 3 }, to: { anchor: ANCHOR } };
    expect(read(link)).toEqual({ form: 'anchored', ...place, moment: { ...moment, filter } });
    expect(read(link.replace('?', '?embed&lang=zh&'))).toMatchObject({ ...place, moment: { language: 'zh' } });
    expect(read(`${link}&utm_source=mail`)).toEqual(read(link));
  }
});

it('a step inside of a beat, the map of objects and the start of a story are kept', () => {
  const inside = { ...looked, filter: { grain: 'beat', scope: 'story', within: 77 } as const, asObjects: true };
  const frame = given(parts.slice(0, 1));
  const link = read(linkTo(HERE, frame, scenario, inside, { kubernetes: 'v1.36' }));
  expect(link).toMatchObject({
    to: { start: true },
    moment: { filter: { grain: 'beat', scope: 'story' }, isInside: true, layout: 'objects' },
  });
  const moved = { ...looked, layout: 'left320 no-map' };
  const layoutOf = (of: typeof moved & { readonly asObjects?: boolean }) => {
    const read_ = read(linkTo(HERE, frame, scenario, of, placed));
    return typeof read_ === 'object' ? read_.moment.layout : read_;
  };
  expect(layoutOf(moved)).toBe('left320 no-map');
  expect(layoutOf({ ...moved, asObjects: true })).toBe('objects left320 no-map');
  expect(layoutOf({ ...moved, layout: '' })).toBeUndefined();
});

it('a link that somebody wrote counts the steps of the story, as links always did; what is no number is refused', () => {
  const typed = (search: string) => readLink({ search, hash: '' });
  const of = { scenario: 'cron-tab', part: 3 };
  expect(typed('?scenario=cron-tab&part=3&step=7')).toEqual({
    form: 'typed',
    of,
    to: { index: 7, filter: PLAIN },
    moment: { filter: PLAIN },
  });
  expect(typed('?scenario=cron-tab')).toEqual({ form: 'typed', of: { ...of, part: 1 }, moment: {} });
  expect(typed('?scenario=cron-tab&part=x')).toBe('part is not a number of parts');
  expect(typed('?scenario=cron-tab&step=-2')).toBe('step is not the number of a step');
});

const OWN: Input = { type: 'kubectl', argv: ['kubectl', 'get', 'pods'], files: { 'ä.yaml': '名: 1\n' } };
const FILES = [{ name: 'b.yaml', text: 'not applied' }];

it('any other run is in its link whole, with the manifests beside it and the filter that was looked through', () => {
  const frame = given([OWN]);
  const link = linkTo(HERE, frame, undefined, { ...looked, filter: DETAILS, files: FILES }, placed);
  expect(read(link)).toEqual({
    form: 'anchored',
    of: { run: frame.run, files: FILES },
    to: { anchor: ANCHOR },
    moment: { ...moment, filter: DETAILS },
  });
  expect(read(link.replace('run=v2.', 'run=v3.'))).toBe('made for version 3 of the format');
});

it('a manifest that was written into, or lies beside those of the scenario, goes along', () => {
  const frame = given(parts.slice(0, 1));
  const [file] = scenario.files;
  const with_ = (files: readonly { readonly name: string; readonly text: string }[]) =>
    read(linkTo(HERE, frame, scenario, { ...looked, files }, placed));
  expect(with_([file as NonNullable<typeof file>])).toMatchObject({ of: { scenario: scenario.id } });
  const own = [{ name: file?.name ?? '', text: 'my own' }];
  expect(with_(own)).toMatchObject({ of: { run: { scenario: scenario.id }, files: own } });
  expect(with_(FILES)).toMatchObject({ of: { files: FILES } });
});

it('each file stands as it was given to kubectl last, also by parts that were jumped over', () => {
  const operator = SCENARIOS.find(({ id }) => id === 'operator') as (typeof SCENARIOS)[number];
  const film = (at: number) => {
    const filed = newestWithFiles(operator, at);
    const stage = stageOf(operator, filed);
    const { text, others } = stage.files.find(({ name }) => name === 'holiday.yaml') ?? {};
    expect(new Set(others).size).toBeGreaterThan(1);
    return [filed, stage.shown, /resolution: (.*)/.exec(text ?? '')?.[1]];
  };
  expect(film(-1)).toEqual([-1, undefined, '1080p']);
  expect(film(2)).toEqual([2, 'video-operator.yaml', '1080p']);
  expect(film(4)).toEqual([3, 'holiday.yaml', '1080p']);
  expect(film(6), 'part 7 deletes, part 6 applied').toEqual([5, 'holiday.yaml', '2160p']);
});
