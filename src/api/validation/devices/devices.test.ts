import { describe, expect, it } from 'vitest';
import { applyDefaults } from '../../defaults/index.ts';
import { errorText } from '../../errors/field-error.ts';
import { resourceOf } from '../../scheme/scheme.ts';
import type { KObject } from '../../types/meta.ts';
import { validateCreate, validateUpdate } from '../index.ts';
import { claimStatusErrors } from './status.ts';

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
    'spec.devices.constraints[0].matchAttribute: Invalid value: "numa": a fully qualified name must be a domain and a name separated by a slash',
  ]);
});

it('VAL7: a claim stays as it was asked', () => {
  const before = claim({ requests: [{ name: 'a', exactly: { deviceClassName: 'x' } }] });
  const after = claim({ requests: [{ name: 'a', exactly: { deviceClassName: 'y' } }] });
  const shown =
    '{"Devices":{"Requests":[{"Name":"a","Exactly":{"DeviceClassName":"y","Selectors":null,"AllocationMode":"ExactCount","Count":1,"AdminAccess":null,"Tolerations":null,"Capacity":null},"FirstAvailable":null}],"Constraints":null,"Config":null}}';
  expect(validateUpdate(info('resourceclaims'), before, after).map(errorText)).toEqual([
    `spec: Invalid value: ${shown}: field is immutable`,
  ]);
});

const slice = (spec: object): KObject => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceSlice',
  metadata: { name: 's', resourceVersion: '1' },
  spec,
});
const texts = (spec: object) => validateCreate(info('resourceslices'), slice(spec)).map(errorText);
const pool = { name: 'node-1', generation: 1, resourceSliceCount: 1 };
const offered = (...devices: object[]) => texts({ driver: 'a.example.com', pool, nodeName: 'node-1', devices });

it('VAL7: a slice says where its devices are and what they have', () => {
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
    expect.stringContaining('spec.devices[0].attributes[1]: Invalid value: "1": a valid C identifier'),
    'spec.devices[0].attributes[1]: Invalid value: "": exactly one value must be specified',
  ]);
});

it('VAL7: of too many none is looked at, and a name is taken once', () => {
  const request = (name: string) => ({ name, exactly: { deviceClassName: 'x' } });
  expect(problems({ requests: [request('a'), request('a')] })).toEqual([
    'spec.devices.requests[1]: Duplicate value: "a"',
  ]);
  expect(problems({ requests: Array.from({ length: 33 }, () => ({})) })).toEqual([
    'spec.devices.requests: Too many: 33: must have at most 32 items',
  ]);
  const config = [{ requests: ['a', 'a', 'a/b/c'], opaque: { driver: 'x', parameters: [] } }];
  expect(problems({ requests: [request('a')], config })).toEqual([
    'spec.devices.config[0].requests[2]: Invalid value: "a/b/c": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\'',
    'spec.devices.config[0].requests[1]: Duplicate value: "a"',
    'spec.devices.config[0].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object',
  ]);
});

it('VAL7: an extended resource behind a class has a domain that is not ours', () => {
  const deviceClass = (extendedResourceName: string) =>
    validateCreate(info('deviceclasses'), {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'DeviceClass',
      metadata: { name: 'c' },
      spec: { extendedResourceName },
    }).map(errorText);
  expect(deviceClass('example.com/gpu')).toEqual([]);
  for (const name of ['gpu', 'node.kubernetes.io/gpu', 'requests.example.com/gpu', 'example.com/'])
    expect(deviceClass(name)).toEqual([
      `spec.extendedResourceName: Invalid value: "${name}": must be a valid extended resource name`,
    ]);
});

it('VAL7: devices of a slice have places, counters, taints and conditions as it says', () => {
  const one = { driver: 'a.example.com', pool, perDeviceNodeSelection: true };
  expect(texts({ ...one, devices: [{ name: 'a' }, { name: 'b', nodeName: 'n', allNodes: true }] })).toEqual([
    'spec.devices[0]: Required value: exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec',
    'spec.devices[1]: Invalid value: "{`nodeName`, `allNodes`}": exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec',
  ]);
  expect(offered({ name: 'a', allNodes: true })).toEqual([
    'spec.devices[0]: Invalid value: null: `nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec',
  ]);
  expect(offered({ name: 'a', consumesCounters: [{ counterSet: '' }], taints: [{ key: 'k', effect: 'No' }] })).toEqual([
    'spec.devices[0].taints[0].effect: Unsupported value: "No": supported values: "NoExecute", "NoSchedule", "None"',
    'spec.devices[0].consumesCounters[0].counterSet: Required value',
    'spec.devices[0].consumesCounters[0].counters: Required value',
  ]);
  expect(offered({ name: 'a', bindingConditions: ['x', 'x'], bindingFailureConditions: ['x'] })).toEqual([
    'spec.devices[0].bindingConditions[1]: Duplicate value: "x"',
    'spec.devices[0].bindingFailureConditions[0]: Invalid value: "x": bindingFailureConditions must not overlap with bindingConditions',
  ]);
  const many = Array.from({ length: 65 }, (_, i) => ({ name: `d${i}`, taints: [{ key: 'k', effect: 'None' }] }));
  expect(offered(...many)).toEqual(['spec.devices: Too many: 65: must have at most 64 items']);
  const sharedCounters = [{ name: 'a', counters: { m: { value: '1' } } }];
  expect(texts({ driver: 'a.example.com', pool, allNodes: true, sharedCounters })).toEqual([]);
  expect(texts({ driver: 'a.example.com', pool, allNodes: true, sharedCounters, devices: [] })).toEqual([
    'spec: Invalid value: "": only one of `sharedCounters` or `devices` is allowed',
  ]);
  expect(texts({ driver: 'a.example.com', pool, allNodes: false, nodeName: '', nodeSelector: {} })).toEqual([
    'spec.nodeName: Invalid value: "": must be either unset or set to a non-empty string',
    'spec.nodeSelector.nodeSelectorTerms: Required value: must have at least one node selector term',
    'spec.nodeSelector.nodeSelectorTerms: Invalid value: null: must have exactly one node selector term',
    'spec.allNodes: Invalid value: false: must be either unset or set to true',
  ]);
});

it('VAL7: attributes are versions and texts of some length, and what one may have of a capacity fits', () => {
  const attributes = { v: { version: '1.2' }, s: { string: 'x'.repeat(65) }, b: { int: 1, bool: true } };
  expect(offered({ name: 'a', attributes })).toEqual([
    'spec.devices[0].attributes[b]: Invalid value: {"IntValue":1,"BoolValue":true,"StringValue":null,"VersionValue":null}: exactly one value must be specified',
    'spec.devices[0].attributes[s].string: Too long: may not be more than 64 bytes',
    'spec.devices[0].attributes[v].version: Invalid value: "1.2": must be a string compatible with semver.org spec 2.0.0',
  ]);
  const shared = (requestPolicy: object) =>
    offered({ name: 'a', allowMultipleAllocations: true, capacity: { m: { value: '10Gi', requestPolicy } } }).map(
      (text) => text.replace('spec.devices[0].capacity[m].requestPolicy', ''),
    );
  expect(offered({ name: 'a', capacity: { m: { value: '1', requestPolicy: {} } } })).toEqual([
    'spec.devices[0].capacity[m].requestPolicy: Forbidden: allowMultipleAllocations must be true',
  ]);
  expect(shared({ default: '1Gi', validValues: ['1Gi', '2Gi'] })).toEqual([]);
  expect(shared({ default: '3Gi', validValues: ['2Gi', '1Gi', '1024Mi', '11Gi'] })).toEqual([
    '.validValues[1]: Invalid value: "1Gi": values must be sorted in ascending order',
    '.validValues[3]: Invalid value: "11Gi": option is larger than capacity value: 10Gi',
    '.validValues[2]: Duplicate value: "1073741824"',
    '.validValues: Invalid value: "3Gi": default value is not valid according to the requestPolicy',
  ]);
  expect(shared({ validRange: { min: '1' } })).toEqual([
    '.default: Required value: required when validRange is defined',
  ]);
  expect(shared({ default: '1Gi', validRange: { min: '2Gi', max: '11Gi', step: '2Gi' } })).toEqual([
    '.validRange.min: Invalid value: "1Gi": default is less than min: 2Gi',
    '.validRange.max: Invalid value: "11Gi": max is larger than capacity value: 10Gi',
    '.validRange.step: Invalid value: "1Gi": value is not a multiple of a given step (2Gi) from (2Gi)',
    '.validRange.step: Invalid value: "11Gi": value is not a multiple of a given step (2Gi) from (2Gi)',
  ]);
});

it('VAL7: a slice keeps its pool, its driver and its node', () => {
  const before = slice({ driver: 'a.example.com', pool, nodeName: 'n' });
  const after = slice({ driver: 'b.example.com', pool: { ...pool, name: 'p' }, allNodes: true });
  expect(validateUpdate(info('resourceslices'), before, after).map(errorText)).toEqual([
    'spec.pool.name: Invalid value: "p": field is immutable',
    'spec.driver: Invalid value: "b.example.com": field is immutable',
    'spec.nodeName: Invalid value: null: field is immutable',
  ]);
});

describe('what a claim has got', () => {
  const asked = claim({ requests: [{ name: 'a', exactly: { deviceClassName: 'x' } }] });
  const got = { request: 'a', driver: 'a.example.com', pool: 'p', device: 'd' };
  const allocation = { devices: { results: [got] } };
  const user = { resource: 'pods', name: 'p', uid: 'u' };
  const status = (before: object, after: object, metadata: object = {}) =>
    claimStatusErrors(
      { ...asked, status: before },
      { ...asked, metadata: { ...asked.metadata, ...metadata }, status: after },
    ).map(errorText);

  it('VAL7: it is allocated once, and used while it is', () => {
    expect(status({}, { allocation, reservedFor: [user] })).toEqual([]);
    expect(status({}, { reservedFor: [{ ...user, uid: '' }] })).toEqual([
      'status.reservedFor[0].uid: Required value',
      'status.reservedFor: Forbidden: may not be specified when `allocated` is not set',
    ]);
    const other = { devices: { results: [{ ...got, device: 'e' }] } };
    expect(status({ allocation }, { allocation: other })[0]).toMatch(/^status.allocation: Invalid value: .*immutable$/);
    expect(status({ allocation }, { allocation, reservedFor: [user] }, { deletionTimestamp: 'now' })).toEqual([
      'status.reservedFor: Forbidden: new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set',
    ]);
  });

  it('VAL7: its devices are those that were asked for', () => {
    const wrong = { request: 'b', driver: '', pool: '', device: 'D', shareID: 'x' };
    const config = [{ source: 'Here', opaque: { driver: 'a', parameters: {} } }];
    expect(status({}, { allocation: { devices: { results: [wrong], config } } })).toEqual([
      'status.allocation.devices.results[0].request: Invalid value: "b": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\'',
      'status.allocation.devices.results[0].driver: Required value',
      'status.allocation.devices.results[0].pool: Required value',
      expect.stringContaining(
        'status.allocation.devices.results[0].device: Invalid value: "D": a lowercase RFC 1123 label',
      ),
      'status.allocation.devices.results[0].shareID: Invalid value: "x": error validating uid: invalid UUID length: 1',
      'status.allocation.devices.config[0].source: Unsupported value: "Here": supported values: "FromClaim", "FromClass"',
    ]);
    const networkData = { ips: ['10.0.0.1', '10.0.0.1/24', '2001:DB8::1/64'] };
    const device = { driver: 'a.example.com', pool: 'p', device: 'e', networkData };
    expect(status({ allocation }, { allocation, devices: [device] })).toEqual([
      'status.devices[0]: Invalid value: a.example.com/p/e: must be an allocated device in the claim',
      'status.devices[0].networkData.ips[0]: Invalid value: "10.0.0.1": must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)',
      'status.devices[0].networkData.ips[2]: Invalid value: "2001:DB8::1/64": must be in canonical form ("2001:db8::1/64")',
    ]);
  });
});
