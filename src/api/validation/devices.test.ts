import { expect, it } from 'vitest';
import { applyDefaults } from '../defaults/index.ts';
import { errorText } from '../field-error.ts';
import { resourceOf } from '../scheme.ts';
import type { KObject } from '../types/meta.ts';
import { validateCreate, validateUpdate } from './index.ts';

const info = (resource: string) => resourceOf(resource, 'resource.k8s.io');

function claim(devices: object): KObject {
  const object = {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { name: 'c', namespace: 'default', resourceVersion: '1' },
    spec: { devices },
  };
  return applyDefaults(info('resourceclaims'), object);
}

const problems = (devices: object) => validateCreate(info('resourceclaims'), claim(devices)).map(errorText);

it('VAL7: a claim asks for a class by name, in one way, with expressions over devices', () => {
  expect(problems({ requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } }] })).toEqual([]);
  expect(claim({ requests: [{ name: 'gpu', exactly: { deviceClassName: 'x' } }] }).spec).toMatchObject({
    devices: { requests: [{ exactly: { allocationMode: 'ExactCount', count: 1 } }] },
  });
  expect(problems({ requests: [{ name: 'gpu' }] })).toEqual([
    'spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required',
  ]);
  const selectors = [
    { cel: { expression: "device.driver == 1 && device.model == 'x'" } },
    { cel: { expression: "'x'" } },
  ];
  expect(problems({ requests: [{ name: 'a', exactly: { deviceClassName: '', selectors } }] })).toEqual([
    'spec.devices.requests[0].exactly.deviceClassName: Required value',
    expect.stringContaining(
      "compilation failed: ERROR: <input>:1:15: found no matching overload for '_==_' applied to '(string, int)'",
    ),
    'spec.devices.requests[0].exactly.selectors[1].cel.expression: Invalid value: "\'x\'": must evaluate to bool or the unknown type, not string',
  ]);
  const ask = { deviceClassName: 'x', allocationMode: 'All', count: 2 };
  expect(
    problems({ requests: [{ name: 'a', exactly: ask }], constraints: [{ requests: ['b'], matchAttribute: 'numa' }] }),
  ).toEqual([
    "spec.devices.requests[0].exactly.count: Invalid value: 2: must not be specified when allocationMode is 'All'",
    'spec.devices.constraints[0].requests[0]: Invalid value: "b": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\'',
    'spec.devices.constraints[0].matchAttribute: Invalid value: "numa": must include a domain',
  ]);
});

it('VAL7: a claim stays as it was asked', () => {
  const before = claim({ requests: [{ name: 'a', exactly: { deviceClassName: 'x' } }] });
  const after = claim({ requests: [{ name: 'a', exactly: { deviceClassName: 'y' } }] });
  expect(validateUpdate(info('resourceclaims'), before, after).map(errorText)[0]).toMatch(
    /^spec: Invalid value: .*: field is immutable$/,
  );
});

it('VAL7: a slice says where its devices are and what they have', () => {
  const slice = (spec: object): KObject => ({
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata: { name: 's' },
    spec,
  });
  const texts = (spec: object) => validateCreate(info('resourceslices'), slice(spec)).map(errorText);
  const pool = { name: 'node-1', generation: 1, resourceSliceCount: 1 };
  expect(
    texts({
      driver: 'gpu.example.com',
      pool,
      nodeName: 'node-1',
      devices: [{ name: 'gpu-0', attributes: { model: { string: 'a' } } }],
    }),
  ).toEqual([]);
  expect(
    texts({
      driver: '',
      pool: { name: '', generation: 0, resourceSliceCount: 0 },
      devices: [{ name: 'a', attributes: { '1': {} } }],
    }),
  ).toEqual([
    'spec.driver: Required value',
    'spec.pool.name: Required value',
    'spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
    'spec: Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required',
    expect.stringContaining('spec.devices[0].attributes: Invalid value: "1": a valid C identifier'),
    'spec.devices[0].attributes[1]: Required value: exactly one value must be specified',
  ]);
});
