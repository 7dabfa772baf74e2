import { describe, expect, it } from 'vitest';
import { applyDefaults } from '../defaults/index.ts';
import { invalid } from '../errors/status.ts';
import { findResource, type ResourceInfo } from '../scheme/scheme.ts';
import type { KObject } from '../types/meta.ts';
import { validateCreate, validateUpdate } from './index.ts';
import recorded from './testdata/refused.json';

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

  const texts = (info: ResourceInfo, object: object): readonly string[] =>
    validateCreate(info, applyDefaults(info, object as KObject)).map((each) => `${each.field}: ${each.message}`);

  function pod(spec: object): object {
    return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'd' }, spec };
  }

  it('VAL1: what a pod can have wrong', () => {
    const spec = {
      containers: [
        {
          name: 'c',
          image: 'i',
          resources: { limits: { cpu: '1' }, requests: { cpu: '2' } },
          volumeMounts: [
            { name: 'v', mountPath: '/a' },
            { name: 'v', mountPath: '/a' },
          ],
        },
        { name: 'c', image: 'i' },
      ],
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: {} } },
    };
    expect(texts(findResource('pods') as ResourceInfo, pod(spec))).toEqual([
      'spec.containers[0].volumeMounts[0].name: Not found: "v"',
      'spec.containers[0].volumeMounts[1].name: Not found: "v"',
      'spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/a": must be unique',
      'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
      'spec.containers[1].name: Duplicate value: "c"',
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value: must have at least one node selector term',
    ]);
  });

  it('VAL1: what a Deployment can have wrong', () => {
    const deployment = (spec: object): object => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd', namespace: 'd' },
      spec: {
        template: {
          metadata: { labels: { a: 'b' } },
          spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] },
        },
        ...spec,
      },
    });
    const info = findResource('deployments', 'apps') as ResourceInfo;
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } };
    expect(texts(info, deployment({ strategy, progressDeadlineSeconds: 0 }))).toEqual([
      'spec.selector: Required value',
      'spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`',
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
      'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0',
      'spec.progressDeadlineSeconds: Invalid value: 0: must be greater than minReadySeconds',
    ]);
  });

  it('VAL3: an unchanged spec and a status update are not looked at', () => {
    const info = findResource('pods') as ResourceInfo;
    const metadata = { name: 'p', namespace: 'd', uid: 'u', resourceVersion: '1' };
    const before = { ...pod({ containers: [] }), metadata } as unknown as KObject;
    const after = { ...before, metadata: { ...metadata, labels: { 'a b': '' } } };
    expect(validateUpdate(info, before, after)).toHaveLength(3);
    expect(validateUpdate(info, before, { ...before, status: { phase: 'Failed' } })).toEqual([]);
  });
});
