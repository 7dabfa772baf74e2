import { describe, expect, it } from 'vitest';
import { applyDefaults } from '../defaults/index.ts';
import { errorText } from '../field-error.ts';
import { type ResourceInfo, resourceOf } from '../scheme.ts';
import type { KObject } from '../types/meta.ts';
import { validateCreate, validateUpdate } from './index.ts';

function infoOf(name: string): ResourceInfo {
  const [resource = '', ...group] = name.split('.');
  const info = resourceOf(resource, group.join('.'));
  if (info === undefined) throw new Error(name);
  return info;
}

function objectOf(info: ResourceInfo, fields: object): KObject {
  const metadata = { name: 'x', ...(info.namespaced ? { namespace: 'n' } : {}), resourceVersion: '1' };
  return applyDefaults(info, { kind: info.kind, apiVersion: 'v1', metadata, ...fields } as KObject);
}

function wrong(name: string, fields: object): readonly string[] {
  const info = infoOf(name);
  return validateCreate(info, objectOf(info, fields)).map(errorText);
}

function wrongChange(name: string, before: object, after: object): readonly string[] {
  const info = infoOf(name);
  return validateUpdate(info, objectOf(info, before), objectOf(info, after)).map(errorText);
}

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };

describe('VAL4: kinds that few people write by hand', () => {
  it.each<readonly [string, object, readonly string[]]>([
    ['replicationcontrollers', { spec: { selector: { a: 'b' }, template } }, []],
    [
      'replicationcontrollers',
      { spec: { selector: { a: 'c' }, replicas: -1, template } },
      [
        'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
        'spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`',
      ],
    ],
    ['podtemplates', { template: { spec: {} } }, ['template.spec.containers: Required value']],
    [
      'events',
      { involvedObject: { namespace: 'm' } },
      ['involvedObject.namespace: Invalid value: "m": does not match event.namespace'],
    ],
    ['controllerrevisions.apps', { revision: 1 }, ['data: Required value: data is mandatory']],
    [
      'endpointslices.discovery.k8s.io',
      { addressType: 'IPv5', endpoints: [{ addresses: [] }] },
      [
        'addressType: Unsupported value: "IPv5": supported values: "FQDN", "IPv4", "IPv6"',
        'endpoints[0].addresses: Required value: must contain at least 1 address',
      ],
    ],
    [
      'certificatesigningrequests.certificates.k8s.io',
      { spec: { request: 'AA==', signerName: 'x', expirationSeconds: 5 } },
      [
        'spec.request: Invalid value: "AA==": PEM block type must be CERTIFICATE REQUEST',
        'spec.usages: Required value',
        `spec.signerName: Invalid value: "x": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
        'spec.expirationSeconds: Invalid value: 5: may not specify a duration less than 600 seconds (10 minutes)',
      ],
    ],
    [
      'flowschemas.flowcontrol.apiserver.k8s.io',
      { spec: { matchingPrecedence: 20000 } },
      [
        'spec.matchingPrecedence: Invalid value: 20000: must not be greater than 10000',
        'spec.priorityLevelConfiguration.name: Required value: must reference a priority level',
      ],
    ],
    ['ingressclasses.networking.k8s.io', { spec: { controller: '' } }, ['spec.controller: Required value']],
    [
      'ingressclasses.networking.k8s.io',
      { spec: { controller: 'nginx' } },
      ['spec.controller: Invalid value: "nginx": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    ['csidrivers.storage.k8s.io', { spec: {} }, []],
    [
      'csinodes.storage.k8s.io',
      { spec: { drivers: [{ name: 'd', nodeID: 'n' }, { name: 'd' }] } },
      ['spec.drivers[1].nodeID: Required value', 'spec.drivers[1].name: Duplicate value: "d"'],
    ],
    [
      'volumeattachments.storage.k8s.io',
      { spec: { nodeName: 'n', source: {} } },
      [
        'spec.attacher: Required value',
        'spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
      ],
    ],
    [
      'volumeattributesclasses.storage.k8s.io',
      { driverName: 'd' },
      ['parameters: Required value: must contain at least one key/value pair'],
    ],
    [
      'ingresses.networking.k8s.io',
      { spec: { defaultBackend: { service: { name: 's', port: {} } }, rules: [{ host: '10.0.0.1' }] } },
      [
        'spec.defaultBackend.service: Required value: port name or number is required',
        'spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address',
      ],
    ],
    [
      'poddisruptionbudgets.policy',
      { spec: { minAvailable: 1, unhealthyPodEvictionPolicy: 'x' } },
      ['spec.unhealthyPodEvictionPolicy: Unsupported value: "x": supported values: "AlwaysAllow", "IfHealthyBudget"'],
    ],
    [
      'limitranges',
      {
        spec: {
          limits: [{ type: 'Container', max: { cpu: '1' }, default: { cpu: '2' }, defaultRequest: { cpu: '1' } }],
        },
      },
      ['spec.limits[0].default[cpu]: Invalid value: "2": default value 2 is greater than max value 1'],
    ],
  ])('VAL4: %s %j', (name, fields, expected) => {
    expect(wrong(name, fields)).toEqual(expected);
  });

  it.each<readonly [string, object, object, readonly string[]]>([
    [
      'storageclasses.storage.k8s.io',
      { provisioner: 'a', parameters: { x: '1' } },
      { provisioner: 'b', parameters: { x: '2' } },
      [
        'parameters: Forbidden: updates to parameters are forbidden.',
        'provisioner: Forbidden: updates to provisioner are forbidden.',
      ],
    ],
    [
      'runtimeclasses.node.k8s.io',
      { handler: 'a' },
      { handler: 'b' },
      ['handler: Invalid value: "b": field is immutable'],
    ],
    [
      'controllerrevisions.apps',
      { data: { a: 1 }, revision: 1 },
      { data: { a: 2 }, revision: 1 },
      ['data: Invalid value: {"a":2}: field is immutable'],
    ],
  ])('VAL4: a change of %s', (name, before, after, expected) => {
    expect(wrongChange(name, before, after)).toEqual(expected);
  });
});
