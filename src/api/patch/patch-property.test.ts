import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeStrict } from '../decoding/decode.ts';
import { updateManagedFields } from '../fields/managed-fields.ts';
import { applyMergePatch, createMergePatch } from './merge-patch.ts';
import { applyStrategicMerge, createThreeWayPatch, createTwoWayPatch } from './strategic-merge-patch.ts';

const KIND = { apiVersion: 'v1', kind: 'Pod' };

const name = fc.constantFrom('a', 'b', 'c', 'd');
const value = fc.constantFrom('1', '2', '3');
const named = <T>(rest: fc.Arbitrary<T>) =>
  fc
    .uniqueArray(fc.tuple(name, rest), { selector: ([key]) => key, maxLength: 4 })
    .map((items) => items.map(([key, other]) => ({ name: key, ...other })));
const optional = { requiredKeys: [] };

const container = fc.record(
  { image: value, env: named(fc.record({ value }, optional)), args: fc.array(value, { maxLength: 2 }) },
  optional,
);
const volume = fc.oneof(
  fc.record({ emptyDir: fc.record({ medium: value }, optional) }),
  fc.record({ hostPath: fc.record({ path: value }) }),
);
// Lists of texts that are not sorted have a test of their own: their order is sent each time, or never.
const texts = fc.uniqueArray(value).map((list) => list.sort());
const pod = fc.record({
  metadata: fc.record({ labels: fc.dictionary(name, value), finalizers: texts, generation: fc.nat(3) }, optional),
  spec: fc.record({ containers: named(container), volumes: named(volume), nodeName: value }, optional),
});

/** Without undefined fields and without a prototype of its own. */
const plain = <T>(object: T): T => JSON.parse(JSON.stringify(object)) as T;

function merged(original: object, patch: object): unknown {
  const result = applyStrategicMerge(KIND, original, patch as Record<string, unknown>);
  return 'object' in result ? plain(result.object) : result.error;
}

describe('patches of random objects', () => {
  it('PAT3: a two-way patch leads from one to the other', () => {
    fc.assert(
      fc.property(pod, pod, (a, b) => {
        const from = plain(a);
        const to = plain(b);
        expect(merged(from, createTwoWayPatch(KIND, from, to))).toEqual(to);
      }),
      { numRuns: 500 },
    );
  });

  it('PAT3: a three-way patch with nothing applied by others leads to what was applied', () => {
    fc.assert(
      fc.property(pod, pod, (a, b) => {
        const from = plain(a);
        const to = plain(b);
        const made = createThreeWayPatch(KIND, from, to, from);
        expect('object' in made && merged(from, made.object)).toEqual(to);
      }),
      { numRuns: 500 },
    );
  });

  it('PAT1: an object patched to itself is itself', () => {
    fc.assert(
      fc.property(pod, (a) => {
        expect(createTwoWayPatch(KIND, a, plain(a))).toEqual({});
        const result = applyStrategicMerge(KIND, a, plain(a) as Record<string, unknown>);
        expect('object' in result && result.object).toBe(a);
      }),
      { numRuns: 300 },
    );
  });

  it('PAT4: a merge patch leads from one to the other', () => {
    fc.assert(
      fc.property(pod, pod, (a, b) => {
        const from = plain(a);
        const to = plain(b);
        expect(applyMergePatch(from, createMergePatch(from, to))).toEqual(to);
      }),
      { numRuns: 300 },
    );
  });

  it('MFD1: whoever writes all of a new object owns all of it, in one step or in two', () => {
    fc.assert(
      fc.property(pod, pod, (a, b) => {
        const write = (before: object | undefined, after: object) =>
          updateManagedFields({
            kind: KIND,
            before: before as never,
            after: after as never,
            manager: 'm',
            time: '2026-01-01T00:00:00Z',
          });
        const stored = (each: object) =>
          decodeStrict({ group: '', version: 'v1', kind: 'Pod' }, { ...KIND, ...plain(each) }, { strict: false })
            .object as typeof KIND & typeof a;
        const first = stored(a);
        const second = stored(b);
        const owned = write(undefined, first);
        const twoSteps = write({ ...first, metadata: { ...first.metadata, managedFields: owned } }, second);
        // What nobody owns anything of stays so until somebody applies it.
        if (owned.length === 0) expect(twoSteps).toEqual([]);
        else expect(twoSteps[0]?.fieldsV1 ?? {}).toEqual(write(undefined, second)[0]?.fieldsV1 ?? {});
      }),
      { numRuns: 300 },
    );
  });
});
