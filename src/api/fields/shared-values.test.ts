import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeStrict } from '../decoding/decode.ts';
import { applyStrategicMerge } from '../patch/strategic-merge-patch.ts';
import type { KObject } from '../types/meta.ts';
import { difference, type FieldSet, members, union } from './field-sets.ts';
import { ignoreTimestampChanges, updateManagedFields, withManagedFields } from './managed-fields.ts';

const KIND = { apiVersion: 'v1', kind: 'Pod' };
const POD = { group: '', version: 'v1', kind: 'Pod' };

const text = fc.constantFrom('True', 'False', '', 'why');
const time = fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:07Z', '2026-01-01 00:00', null);
const type = fc.constantFrom('Ready', 'Initialized', 'PodScheduled');
const condition = fc.record(
  { type, status: text, lastProbeTime: time, lastTransitionTime: time, reason: text, stray: text },
  { requiredKeys: ['type'] },
);
const change = fc.oneof(
  { weight: 5, arbitrary: condition },
  fc.record({ type, $patch: fc.constantFrom('delete', 'replace', 'odd') }),
  fc.record({ status: text }),
);
const order = fc.array(fc.record({ type }), { maxLength: 3 });
const conditions = fc.uniqueArray(condition, { selector: (each) => each.type, maxLength: 3 });
const address = fc.constantFrom('10.0.0.1', '10.0.0.2');
const statusPatch = fc.record(
  {
    conditions: fc.array(change, { maxLength: 3 }),
    '$setElementOrder/conditions': order,
    podIPs: fc.array(fc.record({ ip: address }), { maxLength: 2 }),
    phase: text,
    containerStatuses: fc.array(fc.record({ name: text, ready: fc.boolean(), image: text }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
/** Which of the lists each of some writes takes: those that take the same share it. */
const writes = fc.array(fc.record({ pod: fc.nat(2), patch: fc.nat(2), now: fc.nat(1) }), {
  minLength: 1,
  maxLength: 8,
});

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function podWith(name: string, list: unknown): KObject {
  const pod = { ...KIND, metadata: { name, uid: 'u' }, spec: { containers: [] }, status: { conditions: list } };
  return decodeStrict<KObject>(POD, pod, { strict: false }).object;
}

/** What a status becomes by a patch, and who owns it then; a text when the patch is refused. */
function written(pod: KObject, patch: object, now: number): KObject | string {
  const merged = applyStrategicMerge(KIND, pod, { status: patch });
  if ('error' in merged) return merged.error;
  const { object, error, unknownFields } = decodeStrict<KObject>(POD, merged.object, { strict: false, known: pod });
  if (error !== undefined) return `${error} ${unknownFields}`;
  const tracked = withManagedFields(
    object,
    updateManagedFields({
      kind: KIND,
      before: pod,
      after: object,
      manager: 'kubelet',
      time: `2026-01-01T00:00:0${now}Z`,
      subresource: 'status',
      hidden: ['spec'],
    }),
  );
  return ignoreTimestampChanges(pod, tracked);
}

describe('values that objects share', () => {
  it('PAT1, DEC1, MFD1: what one Pod becomes by the lists of another is what it becomes by copies of them', () => {
    const three = <T>(each: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(each, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(three(conditions), three(statusPatch), writes, (lists, patches, steps) => {
        const shared: KObject[] = [];
        const apart: KObject[] = [];
        for (const { pod, patch, now } of steps) {
          const before = shared[pod] ?? podWith(`p${pod}`, lists[pod % 2]);
          const alone = apart[pod] ?? copy(before);
          const after = written(before, patches[patch] as object, now);
          const expected = written(alone, copy(patches[patch] as object), now);
          expect(typeof after === 'string' ? after : copy(after)).toEqual(
            typeof expected === 'string' ? expected : copy(expected),
          );
          if (typeof after === 'string' || typeof expected === 'string') continue;
          shared[pod] = after;
          apart[pod] = copy(expected);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('MFD1: sets that come again are joined and taken apart as if they came for the first time', () => {
    const leaf: fc.Arbitrary<FieldSet> = fc.constant({});
    const step = fc.constantFrom('f:a', 'f:b', 'k:{"name":"x"}');
    const nested = fc.dictionary(step, fc.oneof(leaf, fc.dictionary(step, leaf)), { maxKeys: 3 });
    const paths = (set: FieldSet): Set<string> => new Set(members(set).map((path) => path.join('/')));
    fc.assert(
      fc.property(fc.array(nested, { minLength: 2, maxLength: 4 }), (sets) => {
        for (const a of [...sets, ...sets]) {
          for (const b of sets) {
            const [left, right] = [paths(a), paths(b)];
            expect(paths(union(a, b))).toEqual(new Set([...left, ...right]));
            expect(paths(difference(a, b))).toEqual(new Set([...left].filter((path) => !right.has(path))));
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
