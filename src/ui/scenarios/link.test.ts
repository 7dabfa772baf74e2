import { expect, it } from 'vitest';
import type { Frame } from '../../protocol/messages.ts';
import type { Input } from '../../protocol/run-description.ts';
import { SCENARIOS } from '../../scenarios/index.ts';
import { linkTo, readLink } from './link.ts';
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
const DETAILS = { grain: 'detail', scope: 'everything' } as const;
const looked = { filter: PLAIN, files: [] };
const HERE = 'https://example.org/x/?a=b#c';
const read = (link: string) => {
  const { search, hash } = new URL(link);
  return readLink(search, hash);
};

it('GV9: a part that was told in words of the reader’s own counts as that part, and its link holds the words', () => {
  const [first, second] = [parts[0] as Input, parts[1] as Input];
  const own = { ...first, files: { 'x.yaml': 'own' } } as Input;
  const frame = given([own, second], 25);
  const run = { ...frame.run, inputs: frame.run.inputs.map((one, at) => (at === 0 ? { ...one, isPart: true } : one)) };
  expect(progressOf(scenario, { ...frame, run })).toEqual({ begins: [0, 10], at: 1 });
  expect(progressOf(scenario, frame).begins).toEqual([]);
  expect(linkTo(HERE, { ...frame, run }, scenario, looked)).toContain('#run=');
});

it('a link names the parts where nothing else was done, and the step itself, whatever is shown of the others', () => {
  for (const filter of [PLAIN, DETAILS]) {
    const link = linkTo(HERE, given(parts.slice(0, 3)), scenario, { ...looked, filter });
    expect(link).toMatch(/^https:\/\/example\.org\/x\/\?sum=[0-9a-z]{7}&scenario=cron-tab&part=3&at=1000&/);
    expect(read(link)).toEqual({ scenario: 'cron-tab', part: 3, to: { seq: 1000 }, filter });
    expect(read(link.replace('?', '?embed&lang=zh&'))).toEqual(read(link));
  }
});

it('a link that somebody wrote counts the steps of the story, as links always did', () => {
  const to = { index: 7, filter: PLAIN };
  const place = { scenario: 'cron-tab', part: 3, to, filter: PLAIN };
  expect(readLink('?scenario=cron-tab&part=3&step=7', '')).toEqual(place);
  expect(readLink('?scenario=cron-tab&part=x', '')).toEqual({ scenario: 'cron-tab', part: 1 });
});

const OWN: Input = { type: 'kubectl', argv: ['kubectl', 'get', 'pods'], files: { 'ä.yaml': '名: 1\n' } };
const FILES = [{ name: 'b.yaml', text: 'not applied' }];

it('any other run is in its link whole, with the manifests beside it and the filter that was looked through', () => {
  const frame = given([OWN]);
  const link = linkTo(HERE, frame, undefined, { filter: DETAILS, files: FILES });
  expect(read(link)).toEqual({ run: frame.run, position: 1000, filter: DETAILS, files: FILES });
});

it('a run as links held it before they had a checksum is still read', () => {
  const link = linkTo(HERE, given([OWN]), undefined, looked);
  expect(read(link.replace(/#run=2\.[0-9a-z]+\./, '#run='))).toEqual(read(link));
  expect(read(link.replace('#run=2.', '#run=3.'))).toBe('made for version 3 of the format');
});

it('a link with one character that is another, or cut, shows no other story', () => {
  const links = [
    linkTo(HERE, given(parts.slice(0, 3)), scenario, { ...looked, filter: DETAILS }),
    linkTo(HERE, given([OWN]), undefined, { ...looked, files: FILES }),
  ];
  for (const link of links) {
    const whole = read(link);
    const begin = HERE.indexOf('?');
    for (let at = begin + 1; at < link.length; at += 1) {
      for (const other of ['0', 'q', '=', '%'])
        if (link[at] !== other) refused(read(`${link.slice(0, at)}${other}${link.slice(at + 1)}`), whole);
      refused(read(link.slice(0, at)), whole);
    }
  }
  expect(readLink('', '#other')).toBeUndefined();
});

/** Refused, or asks for nothing, or is the same after all (`+` and `%20`). */
function refused(now: ReturnType<typeof readLink>, whole: ReturnType<typeof readLink>): void {
  if (typeof now === 'object') expect(now).toEqual(whole);
}

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
