import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Asked, embedAddress, readAsked } from './address.ts';
import type { Command } from './contract.ts';
import { isHello, isHere, readCommand, readEvent } from './read.ts';

/** `KUBESTEP_MESSAGES=10000 npm run unit -- src/protocol/embed` draws as many of each. */
const NUM_RUNS = Number(process.env.KUBESTEP_MESSAGES ?? 2_000);

const COMMANDS: readonly Command[] = [
  { type: 'go', to: 3 },
  { type: 'go', to: 'end' },
  { type: 'go', to: { by: -2 } },
  { type: 'go', to: { scene: 1 } },
  { type: 'play' },
  { type: 'pause' },
  { type: 'reset' },
  { type: 'apply', yaml: 'kind: Pod' },
  { type: 'apply', line: 'kubectl get pods' },
  { type: 'set', grain: 'beat', scope: 'everything', actor: '', object: 'pods/default/a', speed: 2, motion: 'none' },
  { type: 'set', range: [5, 12] },
  { type: 'set', range: null },
  { type: 'look', theme: 'dark', lang: 'zh', scale: 1.25, panel: 'node' },
  { type: 'export', as: 'poster' },
];
const WORDS = [
  'id',
  'type',
  'to',
  'by',
  'scene',
  'yaml',
  'line',
  'grain',
  'range',
  'theme',
  'as',
  'kubestep',
  'version',
];
const any = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
});
/** Objects with the names of the contract and values of any sort. */
const nearly = fc.dictionary(
  fc.constantFrom(...WORDS, '__proto__', 'constructor'),
  fc.oneof(any, fc.constantFrom('go', 'set', 'hello', 1)),
);

describe('commands', () => {
  it('are read as they were written, without what a later version may add', () => {
    for (const command of COMMANDS)
      expect(readCommand({ ...command, id: 7, later: true })).toEqual({ ...command, id: 7 });
  });

  it('whose field is another sort of thing are refused in words, under their number', () => {
    const wrong = [
      { type: 'go' },
      { type: 'go', to: -1 },
      { type: 'go', to: '4' },
      { type: 'go', to: { by: 0 } },
      { type: 'apply', yaml: '' },
      { type: 'set', speed: Number.NaN },
      { type: 'set', range: [9, 3] },
      { type: 'look', theme: 'pink' },
      { type: 'export', as: 'cookies' },
      { type: 'toString' },
    ];
    for (const one of wrong) expect(readCommand({ id: 1, ...one }), JSON.stringify(one)).toHaveProperty('unknown');
  });
});

it('random and malformed messages throw nothing; none of them is read as what it is not', () => {
  const isWhole = (value: unknown) => {
    const command = readCommand(value);
    const event = readEvent(value);
    expect([typeof isHello(value), typeof isHere(value)]).toEqual(['boolean', 'boolean']);
    // What is read has been checked: reading it again gives the same.
    if (command !== undefined && !('unknown' in command)) expect(readCommand(command)).toEqual(command);
    if (event !== undefined) expect(readEvent(event)).toBe(event);
  };
  fc.assert(fc.property(any, isWhole), { numRuns: NUM_RUNS });
  fc.assert(fc.property(nearly, isWhole), { numRuns: NUM_RUNS });
});

it('a command with one field that is something else is that command, another one of the contract, or refused', () => {
  const field = fc.record({ place: fc.nat(COMMANDS.length - 1), name: fc.constantFrom(...WORDS), value: any });
  fc.assert(
    fc.property(field, ({ place, name, value }) => {
      const read = readCommand({ id: 1, ...COMMANDS[place], [name]: value });
      if (read === undefined) expect(['id', 'type']).toContain(name);
      else if (!('unknown' in read)) expect(readCommand(read)).toEqual(read);
    }),
    { numRuns: NUM_RUNS },
  );
});

describe('the address of a demo', () => {
  const asked: fc.Arbitrary<Asked> = fc.record(
    {
      lang: fc.constantFrom('en' as const, 'zh' as const),
      theme: fc.constantFrom('light' as const, 'dark' as const),
      scale: fc.constantFrom(0.5, 1.25, 3),
      grain: fc.constantFrom('beat' as const, 'step' as const),
      scope: fc.constantFrom('story' as const, 'everything' as const),
      actor: fc.string({ minLength: 1, maxLength: 30 }),
      object: fc.string({ minLength: 1, maxLength: 30 }),
      speed: fc.constantFrom(0.125, 2, 16),
      motion: fc.constantFrom('full' as const, 'none' as const),
      range: fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 50, max: 999 })),
      panels: fc.subarray(['object', 'node', 'etcd'], { minLength: 1 }),
      edit: fc.constant(true as const),
      eager: fc.constant(true as const),
      host: fc.constantFrom('https://docs.example', 'http://localhost:3000'),
    },
    { requiredKeys: [] },
  );
  const links = fc.constantFrom(
    'https://k.example/x/?v=2&scenario=fruit&sum=0abcdef',
    'https://k.example/x/?scenario=fruit&part=2#run',
    '?v=2#run=v2.a.b',
    '/x/index.html',
  );

  it('holds what was asked for, whatever stands in it, and the link as it was', () => {
    fc.assert(
      fc.property(links, asked, (link, one) => {
        const address = embedAddress(link, one);
        const { search, pathname, hash } = new URL(address, 'https://k.example/x/');
        expect(readAsked(search)).toEqual(one);
        expect([pathname, hash]).toEqual(['/x/embed.html', new URL(link, 'https://k.example/').hash]);
        // Asked for again, for instance with another look, nothing is there twice.
        expect(embedAddress(address, one)).toBe(address);
      }),
      { numRuns: 500 },
    );
  });

  it('asks for nothing where what stands there is not as it should be', () => {
    const bad = 'embed&lang=fr&theme=pink&scale=9&embed.grain=leap&embed.range=9-3&embed.speed=fast&embed.edit=maybe';
    expect(readAsked(`?${bad}`)).toEqual({});
  });
});
