import { describe, expect, it } from 'vitest';
import { isFailure } from '../errors/status.ts';
import type { KObject, ManagedFieldsEntry } from '../types/meta.ts';
import { applyConfiguration } from './apply.ts';

const TIME = '2026-01-01T00:00:00Z';
const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment' };

function withContainer(container: object): KObject {
  return {
    ...DEPLOYMENT,
    metadata: { name: 'd' },
    spec: { template: { spec: { containers: [container] } } },
  } as KObject;
}

function apply(live: KObject | undefined, config: KObject, manager = 'm1'): KObject {
  const kind = { apiVersion: config.apiVersion ?? '', kind: config.kind ?? '' };
  const applied = applyConfiguration({ kind, live, config, manager, time: TIME, force: false });
  if (isFailure(applied)) throw new Error(applied.message);
  const { object, managedFields } = applied;
  return { ...object, metadata: { ...object.metadata, managedFields } };
}

const containerOf = (object: KObject): unknown =>
  (object as unknown as { spec: { template: { spec: { containers: readonly unknown[] } } } }).spec.template.spec
    .containers[0];

describe('what an applier does not send any more', () => {
  const plain = { name: 'c', image: 'nginx:1.27' };

  it('MFD4: an item of a list goes as a whole, with its key', () => {
    const first = apply(
      undefined,
      withContainer({ ...plain, env: [{ name: 'X', value: '1' }], ports: [{ containerPort: 80 }] }),
    );
    const both = apply(first, withContainer({ name: 'c', env: [{ name: 'Y', value: '2' }] }), 'm2');
    const again = apply(both, withContainer({ name: 'c' }), 'm2');
    expect(containerOf(again)).toEqual(containerOf(first));
    expect(containerOf(apply(again, withContainer(plain)))).toEqual(plain);
  });

  it('MFD4: an item goes with who named it, also when somebody else changed something in it', () => {
    const applied = apply(undefined, withContainer({ ...plain, env: [{ name: 'X', value: '1' }] }));
    const changed: ManagedFieldsEntry = {
      manager: 'other',
      operation: 'Update',
      apiVersion: 'apps/v1',
      fieldsType: 'FieldsV1',
      fieldsV1: {
        'f:spec': {
          'f:template': {
            'f:spec': { 'f:containers': { 'k:{"name":"c"}': { 'f:env': { 'k:{"name":"X"}': { 'f:value': {} } } } } },
          },
        },
      },
    };
    const entries = [...(applied.metadata.managedFields ?? []), changed];
    const live = { ...applied, metadata: { ...applied.metadata, managedFields: entries } };
    expect(containerOf(apply(live, withContainer(plain)))).toEqual({ ...plain, env: [] });
  });

  it('MFD4: a part goes with the last of its fields', () => {
    const first = apply(
      undefined,
      withContainer({ ...plain, securityContext: { runAsUser: 1 }, livenessProbe: { exec: { command: ['a'] } } }),
    );
    expect(containerOf(apply(first, withContainer(plain)))).toEqual(plain);
  });

  it('MFD4: an object that has nothing to own is nobody’s before the first apply', () => {
    const live = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm', namespace: 'default' } };
    const applied = apply(live, { ...live, data: { a: '1' } } as KObject);
    expect(applied.metadata.managedFields?.map(({ manager }) => manager)).toEqual(['m1']);
  });
});
