import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allResources } from '../api/scheme/scheme.ts';
import type { Serving } from './serve.ts';
import { takeApart } from './testing/protobuf-fields.ts';
import { withoutZeros } from './testing/zero-values.ts';
import { serveForTest } from './testing.ts';
import { decodeProtobuf } from './wire/protobuf.ts';
import { encodeProtobuf } from './wire/protobuf-encode.ts';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const METADATA = `${PROTOBUF};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`;

interface Answer {
  readonly code: number;
  readonly type: string | undefined;
  readonly bytes: Buffer;
}

interface Listed {
  readonly items?: readonly { readonly metadata: { readonly name: string; readonly namespace?: string } }[];
}

let serving: Serving;
let session: ClientHttp2Session;
let authorization: string;

beforeAll(async () => {
  serving = await serveForTest({ nodes: 1, speed: 'events' });
  const text = readFileSync(serving.kubeconfig, 'utf8');
  authorization = `Bearer ${/token: (\S+)/.exec(text)?.[1]}`;
  const ca = Buffer.from(/certificate-authority-data: (\S+)/.exec(text)?.[1] ?? '', 'base64');
  session = connect(serving.url, { ca });
});
afterAll(async () => {
  session.close();
  await serving.close();
});

function ask(path: string, headers: Record<string, string> = {}, method = 'GET', body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const target = { ':path': path, ':method': method, authorization };
    const sent = session.request({ ...target, ...headers }, { endStream: body === undefined });
    const chunks: Buffer[] = [];
    let received: IncomingHttpHeaders = {};
    sent.on('response', (answered) => {
      received = answered;
    });
    sent.on('data', (chunk: Buffer) => chunks.push(chunk));
    sent.on('error', reject);
    sent.on('end', () =>
      resolve({
        code: Number(received[':status']),
        type: received['content-type'],
        bytes: Buffer.concat(chunks),
      }),
    );
    if (body !== undefined) sent.end(body);
  });
}

const json = (answer: Answer): unknown => JSON.parse(answer.bytes.toString('utf8'));
const accept = (type: string) => ({ accept: type });
const objectOf = ({ bytes }: Answer): Record<string, unknown> => {
  const decoded = decodeProtobuf(bytes);
  return 'object' in decoded ? (decoded.object as Record<string, unknown>) : decoded;
};

describe('SV8: clients that speak protobuf', () => {
  it('get every kind of object as it is in JSON', async () => {
    const kinds = allResources().filter(({ verbs }) => verbs.includes('list') && verbs.includes('get'));
    let compared = 0;
    for (const { group, version, resource, namespaced } of kinds) {
      const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
      const { items = [] } = json(await ask(`${root}/${resource}?limit=3`)) as Listed;
      for (const { metadata } of items) {
        const place = namespaced ? `/namespaces/${metadata.namespace}` : '';
        const path = `${root}${place}/${resource}/${metadata.name}`;
        const answer = await ask(path, accept(PROTOBUF));
        expect(answer).toMatchObject({ code: 200, type: PROTOBUF });
        expect(withoutZeros(objectOf(answer))).toEqual(withoutZeros(json(await ask(path))));
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(40);
  });

  it('write and patch with it, and get errors in it', async () => {
    const path = '/api/v1/namespaces/default/configmaps';
    const map = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'p' }, data: { a: 'b' } };
    const type = { ...accept(`${PROTOBUF},application/json`), 'content-type': PROTOBUF };
    const created = await ask(path, type, 'POST', encodeProtobuf(map));
    expect(created).toMatchObject({ code: 201, type: PROTOBUF });
    expect(objectOf(created)).toMatchObject({ kind: 'ConfigMap', data: { a: 'b' } });
    const again = await ask(path, type, 'POST', encodeProtobuf(map));
    expect(again).toMatchObject({ code: 409, type: PROTOBUF });
    expect(objectOf(again)).toMatchObject({ kind: 'Status', reason: 'AlreadyExists', code: 409 });
    const options = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' };
    expect((await ask(`${path}/p`, type, 'DELETE', encodeProtobuf(options))).code).toBe(200);
  });

  it('change nothing by writing back what they got, schemas and devices included', async () => {
    const leaf = { type: 'string', maxLength: 3, nullable: true };
    const properties = {
      list: { type: 'array', items: leaf, 'x-kubernetes-list-type': 'atomic' },
      map: { type: 'object', additionalProperties: leaf },
      open: { type: 'object', additionalProperties: true },
      port: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      sized: { type: 'integer', minimum: 0, maximum: 5, default: 0, enum: [0, 5] },
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, default: { a: ['', 0, null] } },
      ruled: { type: 'string', maxLength: 9, 'x-kubernetes-validations': [{ rule: 'self != "a"', message: 'no' }] },
    };
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } };
    const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const DEVICES = '/apis/resource.k8s.io/v1';
    const requests = [{ name: 'one', exactly: { deviceClassName: 'fast', count: 2, allocationMode: 'ExactCount' } }];
    const written: readonly (readonly [string, string, object])[] = [
      [
        CRDS,
        'apiextensions.k8s.io/v1 CustomResourceDefinition things.wire.example',
        {
          group: 'wire.example',
          scope: 'Namespaced',
          names: { plural: 'things', kind: 'Thing', shortNames: ['th'] },
          versions: [{ name: 'v1', served: true, storage: true, schema, subresources: { status: {} } }],
        },
      ],
      [
        `${DEVICES}/deviceclasses`,
        'resource.k8s.io/v1 DeviceClass fast',
        {
          selectors: [{ cel: { expression: 'device.driver == "d.example"' } }],
        },
      ],
      [
        `${DEVICES}/namespaces/default/resourceclaims`,
        'resource.k8s.io/v1 ResourceClaim some',
        { devices: { requests } },
      ],
      [
        `${DEVICES}/resourceslices`,
        'resource.k8s.io/v1 ResourceSlice near',
        {
          driver: 'd.example',
          nodeName: 'node-1',
          pool: { name: 'node-1', generation: 1, resourceSliceCount: 1 },
          devices: [
            {
              name: 'd0',
              attributes: { model: { string: 'x' }, cores: { int: 4 }, fast: { bool: true } },
              capacity: { memory: { value: '2Gi' } },
            },
          ],
        },
      ],
    ];
    const type = { ...accept(PROTOBUF), 'content-type': PROTOBUF };
    for (const [path, named, spec] of written) {
      const [apiVersion, kind, name] = named.split(' ');
      const body = Buffer.from(JSON.stringify({ apiVersion, kind, metadata: { name }, spec }));
      const made = await ask(path, { 'content-type': 'application/json' }, 'POST', body);
      expect([named, made.code, made.bytes.toString()]).toEqual([named, 201, expect.anything()]);
      await serving.cluster.catchUpWith(serving.cluster.engine.now + 3_000_000);
      const got = await ask(`${path}/${name}`, accept(PROTOBUF));
      const before = json(await ask(`${path}/${name}`));
      const put = await ask(`${path}/${name}`, type, 'PUT', got.bytes);
      expect([named, put.code]).toEqual([named, 200]);
      expect(json(await ask(`${path}/${name}`))).toEqual(before);
      expect(put.bytes.equals(got.bytes)).toBe(true);
    }
  });

  it('watch with a length before each event', async () => {
    const path = '/api/v1/namespaces?watch=1&resourceVersion=0&timeoutSeconds=1&fieldSelector=metadata.name=default';
    const watched = ask(path, accept(`${PROTOBUF},application/json`));
    await ask('/version');
    await serving.cluster.catchUpWith(serving.cluster.engine.now + 3_000_000);
    const { code, type, bytes } = await watched;
    expect({ code, type }).toEqual({ code: 200, type: `${PROTOBUF};stream=watch` });
    const event = takeApart(bytes.subarray(4, 4 + bytes.readUInt32BE(0)));
    expect(event.get(1)?.[0]?.toString()).toBe('ADDED');
    const object = takeApart(event.get(2)?.[0]).get(1)?.[0];
    expect(objectOf({ code, type, bytes: object ?? Buffer.alloc(0) })).toMatchObject({ metadata: { name: 'default' } });
  });

  it('get metadata alone, of custom resources too, which have no messages of their own', async () => {
    const name = 'things.example.com';
    const definition = {
      kind: 'CustomResourceDefinition',
      apiVersion: 'apiextensions.k8s.io/v1',
      metadata: { name },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'things', kind: 'Thing' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    };
    const made = await ask(
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      { ...accept(PROTOBUF), 'content-type': PROTOBUF },
      'POST',
      encodeProtobuf(definition),
    );
    expect(made).toMatchObject({ code: 201, type: PROTOBUF });
    await serving.cluster.kubectl(['wait', '--for=condition=Established', `crd/${name}`]);
    const path = '/apis/example.com/v1/things';
    expect(await ask(path, accept(METADATA))).toMatchObject({ code: 200, type: PROTOBUF });
    const refused = await ask(path, accept(PROTOBUF));
    expect(json(refused)).toMatchObject({
      message: `only the following media types are accepted: application/json, application/yaml, ${PROTOBUF}`,
      reason: 'NotAcceptable',
      code: 406,
    });
    expect((await ask(path, accept(`${PROTOBUF},application/json`))).type).toBe('application/json');
    expect(json(await ask(`${path}?watch=1`, accept('application/yaml')))).toMatchObject({
      message: `only the following media types are accepted: application/json;stream=watch, ${PROTOBUF};stream=watch`,
    });
  });

  it('learn what there is', async () => {
    const content = async (path: string, accept = PROTOBUF) => {
      const { type, bytes } = await ask(path, { accept });
      expect(type).toBe(accept);
      const envelope = takeApart(bytes.subarray(4));
      return { kind: String(takeApart(envelope.get(1)?.[0]).get(2)?.[0]), message: takeApart(envelope.get(2)?.[0]) };
    };
    const texts = (of: readonly Buffer[] | undefined) => (of ?? []).map(String);
    const core = await content('/api');
    expect([core.kind, texts(core.message.get(1))]).toEqual(['APIVersions', ['v1']]);
    const groups = await content('/apis');
    expect(groups.kind).toBe('APIGroupList');
    const apps = groups.message
      .get(1)
      ?.map(takeApart)
      .find((each) => String(each.get(1)?.[0]) === 'apps');
    expect(texts(takeApart(apps?.get(3)?.[0]).get(1))).toEqual(['apps/v1']);
    const resources = await content('/apis/apps/v1');
    expect([resources.kind, texts(resources.message.get(1))]).toEqual(['APIResourceList', ['apps/v1']]);
    const deployments = resources.message
      .get(2)
      ?.map(takeApart)
      .find((each) => String(each.get(1)?.[0]) === 'deployments');
    expect(texts(deployments?.get(3))).toEqual(['Deployment']);
    expect(texts(takeApart(deployments?.get(4)?.[0]).get(1))).toContain('deletecollection');
    expect([texts(deployments?.get(5)), texts(deployments?.get(6)), texts(deployments?.get(7))]).toEqual([
      ['deploy'],
      ['deployment'],
      ['all'],
    ]);
    const all = await content('/apis', `${PROTOBUF};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`);
    expect(all.kind).toBe('APIGroupDiscoveryList');
    const version = takeApart(takeApart(all.message.get(2)?.[1]).get(2)?.[0]);
    expect(texts(version.get(3))).toEqual(['Current']);
    expect(texts(takeApart(version.get(2)?.[0]).get(3))).toEqual(['Namespaced']);
  });

  it('get rows as JSON or not at all', async () => {
    const table = 'as=Table;g=meta.k8s.io;v=v1';
    const path = '/api/v1/namespaces';
    expect((await ask(path, accept(`${PROTOBUF};${table}`))).code).toBe(406);
    expect(json(await ask(path, accept(`${PROTOBUF};${table},application/json;${table}`)))).toMatchObject({
      kind: 'Table',
    });
    expect((await ask(path, accept('application/json;q=0.5,application/vnd.kubernetes.protobuf'))).type).toBe(PROTOBUF);
  });
});
