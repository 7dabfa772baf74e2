import { describe, expect, it } from 'vitest';
import { isFailure } from '../errors/status.ts';
import type { KObject, ManagedFieldsEntry } from '../types/meta.ts';
import { applyConfiguration } from './apply.ts';
import { ignoreTimestampChanges, updateManagedFields, withManagedFields } from './managed-fields.ts';
import recorded from './testdata/managed-fields.json';

const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' };
const TIME = '2026-01-01T00:00:00Z';

function map(data: Record<string, string>, managedFields?: readonly ManagedFieldsEntry[]): KObject {
  return {
    ...CONFIG_MAP,
    metadata: { name: 'm', namespace: 'default', ...(managedFields && { managedFields }) },
    data,
  };
}

function created(data: Record<string, string>, manager = 'kubectl-create'): KObject {
  const after = map(data);
  const entries = updateManagedFields({ kind: CONFIG_MAP, before: undefined, after, manager, time: TIME });
  return withManagedFields(after, entries);
}

describe('updateManagedFields', () => {
  for (const { name, expected, ...write } of recorded) {
    it(`MFD1: ${name}`, () => {
      const entries = updateManagedFields({ ...write, time: TIME } as unknown as Parameters<
        typeof updateManagedFields
      >[0]);
      const byName = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
      const untimed = entries.map(({ time: _, ...rest }) => rest);
      expect(untimed.sort(byName)).toEqual((expected as object[]).sort(byName));
    });
  }

  it('MFD1: what was in an object goes when a text takes its place, and comes when that goes', () => {
    const kind = { apiVersion: 'a.example/v1', kind: 'Thing' };
    const entriesOf = (before: object, after: object, manager: string, had?: readonly ManagedFieldsEntry[]) => {
      const whole = (any: object, managedFields?: readonly ManagedFieldsEntry[]): KObject =>
        ({ ...kind, metadata: { name: 'x', ...(managedFields && { managedFields }) }, ...any }) as KObject;
      const entries = updateManagedFields({
        kind,
        before: had === undefined ? undefined : whole(before, had),
        after: whole(after, had),
        manager,
        time: TIME,
      });
      return entries;
    };
    const made = entriesOf({}, { spec: { any: { q: 1 }, b: 2 } }, 'one');
    const changed = entriesOf({ spec: { any: { q: 1 }, b: 2 } }, { spec: { any: 'text', b: 2 } }, 'two', made);
    const sets = (entries: readonly ManagedFieldsEntry[]) =>
      entries.map(({ manager, fieldsV1 }) => [manager, fieldsV1]);
    expect(sets(changed)).toEqual([
      ['one', { 'f:spec': { '.': {}, 'f:b': {} } }],
      ['two', { 'f:spec': { 'f:any': {} } }],
    ]);
    const back = entriesOf({ spec: { any: 'text', b: 2 } }, { spec: { any: { z: 1 }, b: 2 } }, 'three', changed);
    expect(sets(back)).toEqual([
      ['one', { 'f:spec': { '.': {}, 'f:b': {} } }],
      ['three', { 'f:spec': { 'f:any': { '.': {}, 'f:z': {} } } }],
    ]);
  });

  it('MFD2: a write that changes nothing keeps the list', () => {
    const before = created({ a: '1' });
    const after = { ...before, metadata: { ...before.metadata, resourceVersion: '7' } };
    const entries = updateManagedFields({ kind: CONFIG_MAP, before, after, manager: 'x', time: TIME });
    expect(entries).toBe(before.metadata.managedFields);
  });

  it('MFD2: new times alone are no change', () => {
    const before = created({ a: '1' });
    const entries = before.metadata.managedFields?.map((each) => ({ ...each, time: '2027-01-01T00:00:00Z' }));
    expect(ignoreTimestampChanges(before, withManagedFields(before, entries ?? []))).toBe(before);
  });

  it('MFD1: a removed field is nobody’s, a changed one belongs to who changed it', () => {
    const before = created({ a: '1', b: '1' });
    const after = { ...before, data: { a: '2' } };
    const entries = updateManagedFields({ kind: CONFIG_MAP, before, after, manager: 'other', time: TIME });
    expect(entries.map(({ manager, fieldsV1 }) => [manager, fieldsV1])).toEqual([
      ['kubectl-create', { 'f:data': {} }],
      ['other', { 'f:data': { 'f:a': {} } }],
    ]);
  });

  it('MFD3: the oldest of more than ten are joined', () => {
    let object = created({ k: '0' });
    for (let i = 0; i < 12; i += 1) {
      const after = { ...object, data: { ...(object.data as object), [`f${i}`]: 'x' } };
      const time = `2026-01-01T00:00:${String(i + 10)}Z`;
      const entries = updateManagedFields({ kind: CONFIG_MAP, before: object, after, manager: `m${i}`, time });
      object = withManagedFields(after, entries);
    }
    const managers = object.metadata.managedFields?.map((each) => each.manager);
    expect(managers).toHaveLength(10);
    expect(managers).toContain('ancient-changes');
  });
});

describe('applyConfiguration', () => {
  const apply = (live: KObject | undefined, data: Record<string, string>, manager = 'one', force = false) =>
    applyConfiguration({ kind: CONFIG_MAP, live, config: map(data), manager, time: TIME, force });

  function applied(live: KObject | undefined, data: Record<string, string>, manager = 'one', force = false): KObject {
    const result = apply(live, data, manager, force);
    if (!('managedFields' in result)) throw new Error(JSON.stringify(result));
    return withManagedFields(result.object, result.managedFields);
  }

  it('MFD4: what is not sent any more goes, what others own stays', () => {
    const first = applied(undefined, { a: '1', b: '1' });
    const second = applied(first, { c: '1', a: '1' }, 'two');
    expect(applied(second, {}, 'one').data).toEqual({ a: '1', c: '1' });
  });

  it('MFD4: another value is a conflict unless forced; the same value is shared', () => {
    const first = applied(undefined, { a: '1' });
    const refused = apply(first, { a: '2' }, 'two');
    expect(isFailure(refused, 'Conflict') && refused.message).toBe(
      'Apply failed with 1 conflict: conflict with "one": .data.a',
    );
    const forced = applied(first, { a: '2' }, 'two', true);
    expect(forced.metadata.managedFields?.map((each) => each.manager)).toEqual(['two']);
    expect(applied(first, { a: '1' }, 'two').metadata.managedFields).toHaveLength(2);
  });

  it('MFD5: kubectl takes over from client-side apply', () => {
    const live = created({ a: '1' }, 'kubectl-client-side-apply');
    const text = JSON.stringify({ ...CONFIG_MAP, metadata: { name: 'm' }, data: { a: '1' } });
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': text };
    const annotated = { ...live, metadata: { ...live.metadata, annotations } };
    expect(applied(annotated, { a: '2' }, 'kubectl').data).toEqual({ a: '2' });
    expect(isFailure(apply(annotated, { a: '2' }, 'other'), 'Conflict')).toBe(true);
  });
});
