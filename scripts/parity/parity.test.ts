import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from './comparing/align.ts';
import { compareRecordings, sideOf } from './comparing/compare.ts';
import { Commoner, type CommonWrite } from './comparing/effect.ts';
import { anonymous } from './comparing/naming.ts';
import { Normaliser } from './comparing/normalise.ts';
import { isAccepted, showDifferences } from './comparing/report.ts';
import { gatherFacts } from './recordings/facts.ts';
import { loadRecordings } from './recordings/load.ts';
import { MUTATIONS } from './recordings/mutations.ts';
import type { Recording } from './recordings/recording.ts';
import { retell } from './recordings/rename.ts';

const folder = join(import.meta.dirname, '../../testdata/golden');
const recorded = loadRecordings(folder).all;
/** One story in five parts; other recordings of the folder stand alone. */
const all = recorded.filter(({ name }) => /^a0[1-5]$/.test(name));

function named(name: string, among: readonly Recording[] = all): Recording {
  const found = among.find((recording) => recording.name === name);
  if (found === undefined) throw new Error(`no recording ${name}`);
  return found;
}

function differences(want: Recording, got: Recording, except?: RegExp): string {
  const report = compareRecordings(want, got, except === undefined ? {} : { except });
  return showDifferences(report, { known: true, all: true });
}

describe('recordings', () => {
  it('know which scenario they follow', () => {
    expect(all.map((recording) => [recording.name, recording.follows])).toEqual([
      ['a01', undefined],
      ['a02', 'a01'],
      ['a03', 'a02'],
      ['a04', 'a03'],
      ['a05', 'a04'],
    ]);
  });

  it('start with what was left to them', () => {
    const kinds = named('a02').initial.map((object) => object.kind);
    expect(kinds.filter((kind) => kind === 'Pod')).toHaveLength(3);
  });
});

describe('a comparison accepts', () => {
  it.each(recorded.map((recording) => recording.name))('%s against itself', (name) => {
    const recording = named(name, recorded);
    const report = compareRecordings(recording, recording);
    expect(showDifferences(report, { known: true, all: true })).toBe('');
    expect(isAccepted([report])).toBe(true);
    expect(report.tallies.writes.matched + report.tallies.events.matched + report.optional / 2).toBe(
      recording.audit.length,
    );
  });

  it('a second run on other nodes, for all writers but the kubelet', () => {
    const other = named('a01', loadRecordings(join(folder, 'hollow')).all);
    expect(differences(named('a01'), other, /^system:node:/)).toBe('');
  });

  it('the same story with other names, numbers and interleaving', () => {
    const stories = ['a01', 'a02', 'a05'];
    fc.assert(
      fc.property(fc.constantFrom(...stories), fc.infiniteStream(fc.nat(1_000_003)), (name, stream) => {
        const recording = named(name);
        const chance = (below: number) => (stream.next().value as number) % below;
        const told = retell(recording, gatherFacts(recording).generated.keys(), chance);
        expect(differences(recording, told)).toBe('');
      }),
      { numRuns: 12 },
    );
  });
});

describe('status updates', () => {
  /** What the kubelets did to each pod of a01, in words that do not tell pods apart. */
  function patches(): readonly (readonly CommonWrite[])[] {
    const side = sideOf(named('a01'));
    const nodes = new Map([...side.facts.nodes.keys()].map((node) => [node, node]));
    const commoner = new Commoner(side.facts, new Normaliser(side.facts, anonymous(side.facts, nodes)));
    const writes = side.history.writes.filter(
      ({ entry }) => entry.resource === 'pods' && entry.subresource === 'status',
    );
    const names = [...new Set(writes.map((write) => write.podName))];
    return names.map((name) => writes.filter((write) => write.podName === name).map((write) => commoner.write(write)));
  }
  const [three = [], two = []] = [...patches()].sort((a, b) => b.length - a.length).filter((_, index) => index !== 1);

  it('that one kubelet merged match those that another sent one by one', () => {
    expect([three.length, two.length]).toEqual([3, 2]);
    for (const [want, got] of [
      [three, two],
      [two, three],
    ] as const) {
      expect(align(want, got).map((pairing) => pairing.fields)).toEqual([[], []]);
    }
  });

  it('do not match when one of them is left out', () => {
    for (const left of [0, 1, 2]) {
      const got = three.filter((_, index) => index !== left);
      const told = align(three, got).filter((pairing) => pairing.fields.length > 0 || pairing.got.length === 0);
      expect(told.length).toBeGreaterThan(0);
    }
  });
});

describe('a comparison rejects', () => {
  it.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))('%s', (_, mutation) => {
    const recording = named('a01');
    const report = compareRecordings(recording, mutation.apply(recording));
    expect(showDifferences(report, { known: true, all: true })).toMatch(mutation.told);
    expect(isAccepted([report])).toBe(false);
  });

  it('the kubelet of a run on other nodes', () => {
    const other = named('a01', loadRecordings(join(folder, 'hollow')).all);
    expect(differences(named('a01'), other)).toContain('ua: kubelet/');
  });
});
