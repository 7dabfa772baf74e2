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

it('a link names the parts where nothing else was done', () => {
  const link = linkTo('https://example.org/x/?a=b#c', given(parts.slice(0, 3)), scenario);
  expect(link).toBe('https://example.org/x/?scenario=cron-tab&part=3&step=7');
  expect(readLink('?scenario=cron-tab&part=3&step=7', '')).toEqual({ scenario: 'cron-tab', part: 3, step: 7 });
  expect(readLink('?scenario=cron-tab&part=x', '')).toEqual({ scenario: 'cron-tab', part: 1, step: undefined });
});

it('any other run is in its link whole', () => {
  const frame = given([{ type: 'kubectl', argv: ['kubectl', 'get', 'pods'], files: { 'ä.yaml': '名: 1\n' } }]);
  const link = linkTo('https://example.org/', frame, undefined);
  const read = readLink('', link.slice(link.indexOf('#')));
  expect(read).toEqual({ run: frame.run, position: 1000 });
});

it('a damaged link says so', () => {
  const link = linkTo('https://example.org/', given(parts.slice(1, 2)), undefined);
  const hash = link.slice(link.indexOf('#'));
  for (const cut of [5, 12, hash.length - 9]) expect(typeof readLink('', hash.slice(0, cut))).toBe('string');
  expect(typeof readLink('', '#run=!!!')).toBe('string');
  expect(readLink('', '#other')).toBeUndefined();
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
