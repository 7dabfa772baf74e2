import { describe, expect, it } from 'vitest';
import { applyDefaults } from '../defaults/index';
import { findResource, type ResourceInfo } from '../scheme';
import { invalid } from '../status';
import recorded from '../testdata/refused.json';
import type { KObject } from '../types/meta';
import { validateCreate, validateUpdate } from './index';

describe('validation', () => {
  for (const { expected, before, after, ...kind } of recorded as {
    readonly expected: string;
    readonly before?: KObject;
    readonly after: KObject;
    readonly group: string;
    readonly kind: string;
    readonly resource: string;
  }[]) {
    it(`VAL1: ${expected.slice(0, 100)}`, () => {
      const info = (findResource(kind.resource, kind.group) ?? kind) as ResourceInfo;
      const errors = before === undefined ? validateCreate(info, after) : validateUpdate(info, before, after);
      expect(invalid(info, after.metadata.name ?? '', errors).message).toBe(expected);
    });
  }

  it('VAL2: the difference stands in the text', () => {
    const diffs = recorded.filter((each) => each.expected.includes('@@ -'));
    expect(diffs.length).toBeGreaterThan(0);
  });

  it('VAL1: a defaulted object that is right passes', () => {
    const info = findResource('pods') as ResourceInfo;
    const pod = applyDefaults(info, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'default' },
      spec: { containers: [{ name: 'c', image: 'nginx' }] },
    });
    expect(validateCreate(info, pod)).toEqual([]);
    expect(validateUpdate(info, pod, pod)).toEqual([]);
  });
});
