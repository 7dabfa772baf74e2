import { describe, expect, it } from 'vitest';
import { structOf } from '../../api/schema/packages.ts';
import { allResources } from '../../api/scheme/scheme.ts';
import { withoutZeros } from '../testing/zero-values.ts';
import { decodeProtobuf } from './protobuf.ts';
import { encodeFrame, encodeProtobuf } from './protobuf-encode.ts';

const hex = (bytes: Buffer | undefined): string | undefined => bytes?.toString('hex');

describe('answers in protobuf', () => {
  it('SV8: are written byte by byte as Go writes them: zero values held by value too, fields by their numbers', () => {
    const namespace = {
      kind: 'Namespace',
      apiVersion: 'v1',
      metadata: { name: 'x', creationTimestamp: '1970-01-01T00:00:05Z' },
    };
    const metadata = ['0a0178', '1200', '1a00', '2200', '2a00', '3200', '3800', '420408051000'].join('');
    const raw = `0a${(metadata.length / 2).toString(16)}${metadata}12001a020a00`;
    expect(hex(encodeProtobuf(namespace))).toBe(
      `6b3873000a0f0a02763112094e616d65737061636512${(raw.length / 2).toString(16)}${raw}1a002200`,
    );
  });

  it('SV8: every built-in kind has a message', () => {
    const without = allResources().filter(({ group, version, kind }) => structOf(group, version, kind) === undefined);
    expect(without.map(({ resource }) => resource)).toEqual([]);
  });

  it.each([
    [
      'v1',
      'Service',
      {
        spec: {
          ports: [
            { port: 80, targetPort: 'web' },
            { port: -1, targetPort: 8080 },
          ],
          clusterIPs: ['10.0.0.1'],
          selector: { b: '1', a: '2' },
        },
      },
    ],
    ['v1', 'Secret', { data: { key: 'AAEC/w==' }, immutable: true }],
    [
      'v1',
      'Pod',
      {
        spec: {
          containers: [
            {
              name: 'c',
              resources: { requests: { cpu: '1500m' } },
              env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'x' } } }],
            },
          ],
          volumes: [{ name: 'v', emptyDir: { sizeLimit: '1Gi' } }],
          securityContext: { runAsUser: 5_000_000_000, supplementalGroups: [1, 2] },
        },
      },
    ],
    [
      'coordination.k8s.io/v1',
      'Lease',
      { spec: { holderIdentity: 'ä'.repeat(100), renewTime: '2026-01-15T09:00:00.123456Z' } },
    ],
    ['rbac.authorization.k8s.io/v1', 'ClusterRole', { rules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }] }],
    ['apps/v1', 'ControllerRevision', { data: { spec: { a: [1, { b: '<' }] } }, revision: 3 }],
    ['authorization.k8s.io/v1', 'SubjectAccessReview', { spec: { user: 'u', extra: { scopes: ['a', 'b'] } } }],
    [
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      {
        spec: {
          group: 'g',
          versions: [
            {
              name: 'v1',
              schema: {
                openAPIV3Schema: {
                  type: 'object',
                  maximum: 1.5,
                  properties: {
                    a: { type: 'array', items: { type: 'string', enum: ['x', 1] } },
                    b: { additionalProperties: true },
                    c: { additionalProperties: { type: 'string', default: 'd' } },
                  },
                },
              },
            },
          ],
        },
      },
    ],
  ])('SV8: %s %s comes back as it was', (apiVersion, kind, rest) => {
    const object = {
      kind,
      apiVersion,
      metadata: {
        name: 'x',
        labels: { l: 'v' },
        managedFields: [{ manager: 'm', fieldsV1: { 'f:spec': { '.': {} } } }],
      },
      ...rest,
    };
    const decoded = decodeProtobuf(encodeProtobuf(object) ?? Buffer.alloc(0));
    expect('object' in decoded ? withoutZeros(decoded.object) : decoded).toEqual(
      withoutZeros({
        ...object,
        metadata: { ...object.metadata, managedFields: [{ manager: 'm', fieldsV1: { 'f:spec': { '.': {} } } }] },
      }),
    );
  });

  it('SV8: a schema within a schema comes back without the zero values that protobuf says', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'array', items: { type: 'object', 'x-kubernetes-validations': [{ rule: 'true' }] } },
        b: { type: 'object', additionalProperties: { type: 'string', minLength: 0 } },
        c: { type: 'object', additionalProperties: false },
      },
    };
    const versions = [{ name: 'v1', served: true, storage: false, schema: { openAPIV3Schema: schema } }];
    const kind = 'CustomResourceDefinition';
    const object = { kind, apiVersion: 'apiextensions.k8s.io/v1', metadata: { name: 'x' }, spec: { versions } };
    const decoded = decodeProtobuf(encodeProtobuf(object) ?? Buffer.alloc(0));
    expect(decoded).toMatchObject({ object: { spec: { versions } } });
    const { spec } = (decoded as { object: { spec: { versions: typeof versions } } }).object;
    expect(spec.versions[0]?.schema.openAPIV3Schema).toEqual(schema);
  });

  it('SV8: lists, metadata alone and errors have messages; Tables and what is no object have none', () => {
    const list = {
      kind: 'PodList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '7' },
      items: [{ metadata: { name: 'a' } }],
    };
    expect(encodeProtobuf(list)?.toString('latin1')).toContain('PodList');
    const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'a' } };
    expect(encodeProtobuf(partial)).toBeDefined();
    expect(
      encodeProtobuf({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 404 }),
    ).toBeDefined();
    expect(encodeProtobuf({ kind: 'Table', apiVersion: 'meta.k8s.io/v1', rows: [] })).toBeUndefined();
    expect(encodeProtobuf({ major: '1' })).toBeUndefined();
  });

  it('SV7: an event of a watch has its length before it', () => {
    const frame = encodeFrame({
      type: 'BOOKMARK',
      object: { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '9' } },
    });
    expect(frame?.readUInt32BE(0)).toBe((frame?.length ?? 0) - 4);
    expect(frame?.toString('latin1', 4, 14)).toBe('\n\bBOOKMARK');
    expect(frame?.toString('latin1')).toContain('k8s\0');
  });
});
