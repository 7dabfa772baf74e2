import { expect, it } from 'vitest';
import { begun, openCopy, owned, revised, unowned, withMetadata } from './copies.ts';
import type { KObject, ObjectMeta } from './types/meta.ts';

const POD =
  'name generateName labels ownerReferences namespace managedFields uid creationTimestamp generation resourceVersion';
const METADATA = [
  POD,
  POD.replace(' resourceVersion', ''),
  POD.replace(' managedFields', ''),
  'generateName labels namespace',
  'name namespace',
  'name namespace managedFields',
  'name namespace managedFields uid creationTimestamp',
  'name namespace managedFields uid creationTimestamp resourceVersion',
  'name resourceVersion annotations uid',
  '',
].map((fields) => made(fields) as ObjectMeta);

const OBJECTS = [
  'kind apiVersion metadata spec status',
  'apiVersion kind metadata spec status',
  'kind apiVersion metadata spec',
  'kind apiVersion metadata spec status more',
  'kind apiVersion metadata involvedObject reason message source firstTimestamp lastTimestamp count type eventTime reportingComponent reportingInstance',
  'kind apiVersion metadata involvedObject reason message source firstTimestamp lastTimestamp type eventTime reportingComponent reportingInstance',
].map((fields) => made(fields) as unknown as KObject);

/** Each field holds its own name. */
function made(fields: string): Record<string, unknown> {
  return Object.fromEntries(fields.split(' ').flatMap((field) => (field === '' ? [] : [[field, field]])));
}

/** With the order of its fields. */
const shown = (object: object): string => JSON.stringify(object);

const less = ({ ...object }: Record<string, unknown>, field: string): Record<string, unknown> => {
  delete object[field];
  return object;
};

it('a copy that names its fields has what one that asks for them has, in the same order', () => {
  const owners: ObjectMeta['managedFields'] = [];
  for (const object of OBJECTS) {
    for (const metadata of METADATA) expect(shown(withMetadata(object, metadata))).toBe(shown({ ...object, metadata }));
    expect(shown(openCopy(object))).toBe(shown(object));
    expect(openCopy(object)).not.toBe(object);
  }
  for (const metadata of METADATA) {
    const fields = metadata as Record<string, unknown>;
    expect(shown(revised(metadata, '7'))).toBe(shown({ ...less(fields, 'resourceVersion'), resourceVersion: '7' }));
    expect(shown(owned(metadata, owners))).toBe(shown({ ...metadata, managedFields: owners }));
    expect(shown(unowned(metadata))).toBe(shown(less(fields, 'managedFields')));
    const { name, generateName, uid: _uid, creationTimestamp: _time, ...rest } = metadata;
    expect(shown(begun(metadata, 'u', 't'))).toBe(
      shown({ name, generateName, ...rest, uid: 'u', creationTimestamp: 't' }),
    );
  }
});
