import { describe, expect, it } from 'vitest';
import type { Status } from '../api/errors/status.ts';
import { ADMIN, type TestCluster, testCluster } from '../cluster/apiserver/testing.ts';
import type { ApiResponse } from '../cluster/ports/transport.ts';
import { clusterKinds } from '../steps/index.ts';
import { onSmallStack } from './testing/small-stack.ts';
import { encodeProtobuf } from './wire/protobuf-encode.ts';
import { toApiRequest } from './wire/request.ts';

const DEPTHS = [10, 100, 480, 999, 1000, 1001, 1500, 2000, 5000, 9_990, 10_000, 10_001, 20_000];
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const FRUITS = '/apis/example.org/v1/namespaces/default/fruits';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const REVISIONS = '/apis/apps/v1/namespaces/default/controllerrevisions';
const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const [JSON_PATCH, MERGE] = ['application/json-patch+json', 'application/merge-patch+json'];
const [STRATEGIC, APPLY] = ['application/strategic-merge-patch+json', 'application/apply-patch+yaml'];

const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const lists = (levels: number): string => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
const schemas = (levels: number): string =>
  `${'{"type":"object","properties":{"a":'.repeat(levels)}{"type":"string"}${'}}'.repeat(levels)}`;
const definition = (plural: string, kind: string, spec: string): string =>
  `{"metadata":{"name":"${plural}.example.org"},"spec":{"group":"example.org","scope":"Namespaced",` +
  `"names":{"plural":"${plural}","kind":"${kind}"},"versions":[{"name":"v1","served":true,"storage":true,` +
  `"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":${spec}}}}}]}}`;
const fruit = (name: string, spec: string): string =>
  `{"apiVersion":"example.org/v1","kind":"Fruit","metadata":{"name":"${name}"},"spec":${spec}}`;

type Send = (method: string, target: string, body?: string | Buffer, type?: string) => ApiResponse;

function sender(cluster: TestCluster): Send {
  return (method, target, body = '', type = 'application/json') => {
    const { clientCertificate } = ADMIN;
    const rawHeaders = ['content-type', type, 'accept', 'application/json', 'user-agent', 'test'];
    const read = toApiRequest({ method, target, rawHeaders, body: Buffer.from(body), clientCertificate });
    if ('unreadable' in read) throw new Error(read.unreadable);
    return cluster.send(read) as ApiResponse;
  };
}

function started(): Send {
  const send = sender(testCluster({ engine: { recording: 'full', maxSteps: 0 }, kinds: clusterKinds }));
  const open = '{"type":"object","x-kubernetes-preserve-unknown-fields":true}';
  send('POST', DEFINITIONS, definition('fruits', 'Fruit', open));
  send('POST', FRUITS, fruit('base', '{}'));
  send('POST', CONFIG_MAPS, '{"metadata":{"name":"base"}}');
  return send;
}

const messageOf = ({ body }: ApiResponse): string => (body as Status).message ?? '';

/** What a body may be said to be, from the shallowest to the deepest. */
const LIMITS = ['', 'nested more than 500 levels deep, which this simulation does not follow', 'exceeded max depth'];

const FORMS: { readonly [form: string]: (send: Send, levels: number) => ApiResponse } = {
  'an unknown field': (send, levels) =>
    send('POST', `${CONFIG_MAPS}?fieldValidation=Ignore`, `{"metadata":{"name":"u${levels}"},"x":${objects(levels)}}`),
  'an unknown field in YAML': (send, levels) => {
    const body = `{"metadata":{"name":"y${levels}"},"x":${lists(levels)}}`;
    return send('POST', `${CONFIG_MAPS}?fieldValidation=Ignore`, body, 'application/yaml');
  },
  'an unknown field that is minded': (send, levels) =>
    send('POST', `${CONFIG_MAPS}?fieldValidation=Warn`, `{"metadata":{"name":"w${levels}"},"x":${objects(levels)}}`),
  'an unknown field in a PUT': (send, levels) =>
    send('PUT', `${CONFIG_MAPS}/base`, `{"metadata":{"name":"base"},"x":${lists(levels)}}`),
  'a merge patch': (send, levels) => send('PATCH', `${CONFIG_MAPS}/base`, `{"x":${objects(levels)}}`, MERGE),
  'a strategic patch': (send, levels) => send('PATCH', `${CONFIG_MAPS}/base`, `{"x":${objects(levels)}}`, STRATEGIC),
  'a JSON patch': (send, levels) =>
    send('PATCH', `${CONFIG_MAPS}/base`, `[{"op":"add","path":"/x","value":${objects(levels)}}]`, JSON_PATCH),
  'a JSON patch that tests': (send, levels) => {
    const value = objects(levels);
    const [add, test] = ['add', 'test'].map((op) => `{"op":"${op}","path":"/x","value":${value}}`);
    return send('PATCH', `${CONFIG_MAPS}/base`, `[${add},${test}]`, JSON_PATCH);
  },
  'a custom resource': (send, levels) => send('POST', FRUITS, fruit(`f${levels}`, objects(levels))),
  'a custom resource of lists': (send, levels) => send('POST', FRUITS, fruit(`l${levels}`, `{"a":${lists(levels)}}`)),
  'a merge patch of a custom resource': (send, levels) =>
    send('PATCH', `${FRUITS}/base`, `{"spec":${objects(levels)}}`, MERGE),
  'a JSON patch of a custom resource': (send, levels) =>
    send('PATCH', `${FRUITS}/base`, `[{"op":"add","path":"/spec","value":${objects(levels)}}]`, JSON_PATCH),
  'an applied custom resource': (send, levels) =>
    send('PATCH', `${FRUITS}/applied?fieldManager=x`, fruit('applied', objects(levels)), APPLY),
  'a revision': (send, levels) =>
    send('POST', REVISIONS, `{"metadata":{"name":"r${levels}"},"revision":1,"data":${objects(levels)}}`),
  'a definition': (send, levels) =>
    send('POST', DEFINITIONS, definition(`d${levels}s`, `D${levels}`, schemas(Math.floor(levels / 2)))),
  'a question': (send, levels) =>
    send('POST', REVIEWS, `{"spec":{"nonResourceAttributes":{"path":"/"}},"x":${objects(levels)}}`),
};

describe('bodies of every depth', () => {
  const send = started();

  it.each(Object.keys(FORMS))('AS112: %s is answered the deeper the less, and never by a panic', (form) => {
    const answers = onSmallStack(() => DEPTHS.map((levels) => (FORMS[form] as (typeof FORMS)[string])(send, levels)));
    const limits = answers.map((answer, at) => {
      const levels = DEPTHS[at];
      const said = messageOf(answer);
      const limit = LIMITS.findLastIndex((each) => said.includes(each));
      expect([levels, answer.code, said]).toEqual([levels, limit > 0 ? 400 : expect.toBeOneOf([200, 201]), said]);
      return limit;
    });
    expect(limits).toEqual(limits.toSorted((one, other) => one - other));
    expect([limits[0], limits.at(-1)]).toEqual([0, 2]);
  });

  it.each([CONFIG_MAPS, FRUITS, REVISIONS, DEFINITIONS])('AS112: what is kept of them can be had: %s', (kind) => {
    onSmallStack(() => {
      expect(send('GET', kind).code).toBe(200);
      const watch = send('GET', `${kind}?watch=1&resourceVersion=0`);
      expect([watch.code, watch.stream?.tryNext()?.type]).toEqual([200, 'ADDED']);
      watch.stream?.stop();
      expect(send('DELETE', kind).code).toBe(200);
    });
  });
});

describe('what is deep', () => {
  it('AS112: is refused in protobuf, too', () => {
    const send = started();
    const answers = [10, 100, 240, 300, 1_000, 3_000].map((levels) => {
      const object = JSON.parse(definition(`p${levels}s`, `P${levels}`, schemas(levels))) as object;
      const typed = { ...object, apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };
      const body = encodeProtobuf(typed) as Buffer;
      const { code, body: said } = onSmallStack(() =>
        send('POST', DEFINITIONS, body, 'application/vnd.kubernetes.protobuf'),
      );
      return [code, code === 201 || ((said as Status).message ?? '').includes('nested more than 500 levels deep')];
    });
    expect(answers).toEqual([201, 201, 201, 400, 400, 400].map((code) => [code, true]));
  });

  it('AS112: is refused above 10,000 levels in the words of its decoder', () => {
    const send = started();
    const deep = objects(10_001);
    const known = "invalid character '{' exceeded max depth";
    const cases: readonly (readonly [ApiResponse, string])[] = [
      [
        send('POST', FRUITS, deep),
        `the object provided is unrecognized (must be of type Fruit): couldn't get version/kind; json parse error: ${known} ({"a":{"a":{"a":{"a":{"a":{"a": ...)`,
      ],
      [send('PATCH', `${FRUITS}/base`, deep, MERGE), `error decoding patch: ${known}`],
      [
        send('PATCH', `${FRUITS}/base?fieldManager=x`, deep, APPLY),
        'error decoding YAML: error converting YAML to JSON: yaml: exceeded max depth of 10000',
      ],
    ];
    for (const [answer, message] of cases)
      expect([answer.code, (answer.body as Status).reason, messageOf(answer)]).toEqual([400, 'BadRequest', message]);
  });

  it('AS112: may be made by copies in a JSON patch, which are counted', () => {
    const send = started();
    const path = '/a'.repeat(60);
    const copies = Array.from({ length: 40 }, (_, at) => ({
      op: 'copy',
      from: '/spec',
      path: `/spec${path.repeat(at + 1)}`,
    }));
    const add = { op: 'add', path: '/spec', value: JSON.parse(objects(60)) as unknown };
    const answer = onSmallStack(() => send('PATCH', `${FRUITS}/base`, JSON.stringify([add, ...copies]), JSON_PATCH));
    expect([400, 422]).toContain(answer.code);
    expect(send('GET', `${FRUITS}/base`).code).toBe(200);
  });

  it('AS112: goes back as it was answered, with who owns its fields', () => {
    const send = started();
    for (let levels = 490; levels <= 500; levels += 1) {
      const { code } = send('POST', FRUITS, fruit(`edge${levels}`, objects(levels)));
      if (code === 400) continue;
      const { body } = send('GET', `${FRUITS}/edge${levels}`);
      expect(send('PUT', `${FRUITS}/edge${levels}`, JSON.stringify(body)).code).toBe(200);
    }
  });
});
