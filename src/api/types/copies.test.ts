import { expect, it } from 'vitest';
import { openCopy, withMetadata } from './copies.ts';
import type { KObject } from './meta.ts';

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
  return Object.fromEntries(fields.split(' ').map((field) => [field, field]));
}

/** With the order of its fields. */
const shown = (object: object): string => JSON.stringify(object);

it('a copy that names its fields has what one that asks for them has, in the same order', () => {
  for (const object of OBJECTS) {
    const metadata = { name: 'other' };
    expect(shown(withMetadata(object, metadata))).toBe(shown({ ...object, metadata }));
    expect(shown(openCopy(object))).toBe(shown(object));
    expect(openCopy(object)).not.toBe(object);
  }
});
