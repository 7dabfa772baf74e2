import { describe, expect, it } from 'vitest';
import { en } from '../../../narration/parts/en.ts';
import { ACTORS, actorWords, type PartText, PLACES } from '../../../narration/parts/part-words.ts';
import { zh } from '../../../narration/parts/zh.ts';
import { withToggled } from '../../../protocol/breakpoint.ts';
import { type Part, type PartSort, partId, readPart } from '../../../protocol/part-view.ts';
import type { LineView, StageView } from '../../../protocol/views.ts';
import { SERVER_STATIONS, STATIONS } from '../../../steps/define.ts';
import { say } from '../../widgets/kit/words.ts';
import { layOut } from '../layout.ts';
import { partBoxes, vehicleBoxes } from './part-boxes.ts';
import { nowOf } from './part-now.ts';
import { PLACE_TABLES, stopOf, tableOf } from './part-places.ts';
import { partStrings } from './strings.ts';

describe('what is said of every part of the map', () => {
  const texts = (words: typeof en): [string, PartText][] => [
    ...PLACES.map((place): [string, PartText] => [place, words.places[place]]),
    ...ACTORS.map((actor): [string, PartText] => [actor, words.actors[actor]]),
  ];
  it('is a name and two sentences, in English', () => {
    for (const [part, { name, says }] of texts(en)) {
      expect(name, part).not.toBe('');
      for (const sentence of says) expect(sentence, part).toMatch(/^[A-Za-z][^`*]{15,210}[.?]$|^Who is asking\?$/);
      expect(says.join(' ').length, part).toBeLessThan(260);
    }
  });
  it('and in Chinese, with Chinese stops', () => {
    for (const [part, { name, says }] of texts(zh)) {
      expect(name, part).not.toBe('');
      for (const sentence of says)
        expect(sentence, part).toMatch(/^[^`*.]*[\u4e00-\u9fff][^`*]*[。？]$|^.*[\u4e00-\u9fff].*[。？]$/);
    }
  });
  it('keeps the names that are to be filled in', () => {
    for (const place of PLACES)
      expect(zh.places[place].name.includes('{'), place).toBe(en.places[place].name.includes('{'));
  });
});

describe('the table of every part', () => {
  it('is a panel, or there is a reason for none in both languages', () => {
    const tables = [...Object.values(PLACE_TABLES), ...ACTORS.map((of) => tableOf({ sort: 'actor', of }))];
    for (const table of tables) {
      const key = 'none' in table ? table.none : (`panel.${table.panel}` as const);
      for (const language of ['en', 'zh'] as const) {
        const text = say(partStrings, language, key as 'none.seats');
        expect(text).not.toBe(key);
        expect(text.length).toBeGreaterThan(1);
      }
    }
  });
});

function line(actor: string, family: LineView['family'], letter: string): LineView {
  return { actor, family, letter, requested: true, heard: false, status: undefined };
}

const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => line(`${name}-controller`, 'other', name));
const nodes = ['node-1', 'node-2', 'node-3'].map((name) => ({ name }) as StageView['nodes'][number]);
const view = {
  lines: [
    line('kubectl', 'you', ''),
    line('kubelet/node-1', 'kubelet', '1'),
    line('kube-proxy/node-1', 'proxy', '1'),
    ...many,
  ],
  nodes,
  stations: STATIONS.map((id) => ({ id, state: 'quiet', verdict: undefined }) as const),
};

describe('the places of parts', () => {
  for (const [width, height] of [
    [770, 590],
    [900, 690],
    [1250, 700],
  ] as const) {
    const layout = layOut(view, width, height);
    const boxes = partBoxes(layout);
    const ids = boxes.map(({ part }) => partId(part));
    it(`hold every station, line, controller and agent once, at ${width}×${height}`, () => {
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id } of view.stations) expect(ids).toContain(`station:${id}`);
      for (const { id } of layout.lanes.slice(1)) expect(ids).toContain(`line:${id}`);
      for (const { name } of nodes)
        expect(ids).toEqual(expect.arrayContaining([`actor:kubelet/${name}`, `actor:kube-proxy/${name}`]));
      expect(ids).toEqual(
        expect.arrayContaining([
          'server',
          'told',
          'actor:kubectl',
          'actor:kube-scheduler',
          'actor:deployment-controller',
        ]),
      );
    });
    it(`lie within the map and not upon one another, at ${width}×${height}`, () => {
      for (const one of boxes) {
        expect(one.x, partId(one.part)).toBeGreaterThanOrEqual(0);
        expect(one.x + one.width, partId(one.part)).toBeLessThanOrEqual(width + 1);
        for (const other of boxes) {
          if (one === other) continue;
          const apart =
            one.x + one.width <= other.x + 3 ||
            other.x + other.width <= one.x + 3 ||
            one.y + one.height <= other.y + 3 ||
            other.y + other.height <= one.y + 3;
          expect(apart, `${partId(one.part)} and ${partId(other.part)}`).toBe(true);
        }
      }
    });
  }
  it('are given to what travels, one for each client and direction', () => {
    const layout = layOut(view, 900, 690);
    const vehicle = { id: '1', label: 'POST pods', subject: 'pods/default/x', at: 'authn', now: true };
    const boxes = vehicleBoxes(layout, [
      { ...vehicle, actor: 'kubectl', direction: 'request' },
      { ...vehicle, actor: 'kubectl', direction: 'request', at: 'tls' },
      { ...vehicle, actor: 'kube-scheduler', direction: 'watch' },
    ]);
    expect(boxes.map(({ part }) => partId(part))).toEqual(['request:kubectl', 'event:kube-scheduler']);
  });
});

it('a part’s id names it, whatever stands in its name', () => {
  for (const part of [
    { sort: 'pod', of: 'pods/default/a' },
    { sort: 'next', of: '' },
    { sort: 'actor', of: 'kubelet/n:1' },
  ] as Part[])
    expect(readPart(partId(part))).toEqual(part);
});

it('an actor on a node has the words of what it is, a stranger those of a program', () => {
  expect(['kubelet/node-1', 'kube-proxy/n', 'job-controller', 'video-operator'].map(actorWords)).toEqual([
    'kubelet',
    'kube-proxy',
    'job-controller',
    'program',
  ]);
});

describe('stop here', () => {
  const stop = (sort: PartSort, of = '', subject?: string) => stopOf({ sort, of }, subject);
  it('is the breakpoint of the place', () => {
    expect(stop('station', 'authz')).toEqual({ station: 'authz' });
    expect(stop('actor', 'kubelet/node-1')).toEqual({ actor: 'kubelet/node-1' });
    expect(stop('line', 'proxy')).toEqual({ kind: 'proxy.*' });
    expect(stop('ticket', '646', 'deployments.apps/default/nginx')).toEqual({ resource: 'deployments', name: 'nginx' });
    expect(stop('line', 'others')).toBeUndefined();
  });
  it('is set once and taken away by the same press', () => {
    const other = { id: 'b4', enabled: true, kind: 'etcd.*' };
    const set = withToggled([other], { station: 'authz' });
    expect(set).toEqual([other, { id: 'b5', enabled: true, station: 'authz' }]);
    expect(withToggled(set, { station: 'authz' })).toEqual([other]);
  });
});

it('what passes a station is the request with its actor and outcome', () => {
  const t = (key: Parameters<typeof say>[2], args?: Parameters<typeof say>[3]) =>
    say(partStrings, 'en', key as 'idle', args);
  const stations = SERVER_STATIONS.map((id) => ({
    id,
    state: id === 'authz' ? ('refused' as const) : id === 'authn' ? ('passed' as const) : ('quiet' as const),
    verdict: id === 'authz' ? { key: '403' } : undefined,
  }));
  const request = { method: 'POST', resource: 'pods', actor: 'replicaset-controller', code: 403 };
  const stage = { ...view, stations, request, vehicles: [] } as unknown as StageView;
  const said = (of: string) => nowOf({ sort: 'station', of }, stage, undefined, { phrase: ({ key }) => key }, t);
  expect(said('authz')).toEqual(['POST pods of replicaset: was refused here (403)']);
  expect(said('authn')).toEqual(['POST pods of replicaset: has passed']);
  expect(said('registry')).toEqual(['POST pods of replicaset: does not come here']);
});
