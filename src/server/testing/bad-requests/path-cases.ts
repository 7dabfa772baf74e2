import { allResources } from '../../../api/scheme/scheme.ts';
import { clusterWide, namespaced } from './objects.ts';
import type { Case } from './request.ts';
import { NOT_ALLOWED, NOT_FOUND_PATH, request, status } from './request.ts';

const SAMPLES = [...namespaced('default'), ...clusterWide()];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const GROUP_VERSIONS = [...new Set(allResources().map(({ group, version }) => `${group}/${version}`))];

function rootOf(groupVersion: string): string {
  return groupVersion.startsWith('/') ? `/api${groupVersion}` : `/apis/${groupVersion}`;
}

/** Paths and methods that nobody serves, and people who may not ask. */
export const pathCases: readonly Case[] = [
  (chance) => {
    const target = `/apis/${chance.word()}.example/v1/${chance.word()}`;
    return request('an unknown group', chance.of(METHODS), target, { code: 404, text: '404 page not found\n' });
  },
  (chance) =>
    request('an unknown path', 'GET', `/${chance.word()}/${chance.word()}`, {
      code: 404,
      text: '404 page not found\n',
    }),
  (chance) => {
    const target = `${rootOf(chance.of(GROUP_VERSIONS))}/namespaces/default/${chance.word(9)}`;
    return request('an unknown resource', chance.of(METHODS), target, NOT_FOUND_PATH);
  },
  (chance) => {
    const group = chance.of(['apps', 'batch', 'policy', 'networking.k8s.io']);
    return request('an unknown version', 'GET', `/apis/${group}/v${chance.below(7) + 3}/things`, NOT_FOUND_PATH);
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const [method, target] = chance.of([
      ['POST', `${path}/some`],
      ['PUT', path],
      ['PATCH', path],
      ['OPTIONS', path],
      ['TRACE', path],
      [chance.word(4).toUpperCase(), path],
    ] as const);
    return request('a method that is not allowed', method, target, NOT_ALLOWED, { body: {} });
  },
  (chance) => {
    const { path } = chance.of(namespaced('default').slice(0, 4));
    return request('an unknown subresource', chance.of(['GET', 'PUT']), `${path}/x/${chance.word()}`, NOT_FOUND_PATH, {
      body: {},
    });
  },
  (chance) => {
    const [method, target] = chance.of([
      ['GET', '/api/v1/namespaces/default/pods/x/binding'],
      ['DELETE', '/api/v1/namespaces/default/pods/x/binding'],
      ['PUT', '/api/v1/namespaces/default/pods/x/eviction'],
      ['POST', '/api/v1/namespaces/default/pods/x/status'],
      ['POST', '/apis/apps/v1/namespaces/default/deployments/x/scale'],
      ['DELETE', '/apis/apps/v1/namespaces/default/deployments/x/scale'],
      ['GET', '/api/v1/namespaces/default/serviceaccounts/x/token'],
      ['GET', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'],
      ['DELETE', '/apis/authentication.k8s.io/v1/tokenreviews'],
    ] as const);
    return request('a method that a subresource does not know', method, target, NOT_ALLOWED, { body: {} });
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    return request('a HEAD of a resource', 'HEAD', path, { code: 405, text: '' });
  },
  (chance) => {
    const { path, object } = chance.of(SAMPLES);
    const name = `none-${chance.word()}`;
    const expected = status(404, 'NotFound', new RegExp(` "${name}" not found$`));
    const method = chance.of(['GET', 'DELETE', 'PATCH'] as const);
    const body = method === 'PATCH' ? { metadata: { labels: { a: 'b' } } } : undefined;
    const type = 'application/merge-patch+json';
    return request(`${method} of a missing ${String(object.kind)}`, method, `${path}/${name}`, expected, {
      body,
      type,
    });
  },
  (chance) => {
    const { path, object } = chance.of(namespaced(`none-${chance.word()}`));
    const missing = /^namespaces "none-[a-z]+" not found$/;
    const valid = { ...object, metadata: { name: chance.word() } };
    return request('a create in a missing namespace', 'POST', path, status(404, 'NotFound', missing), { body: valid });
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const who = chance.of(['jane', 'nobody'] as const);
    const name = who === 'jane' ? 'jane' : 'system:anonymous';
    const expected = status(403, 'Forbidden', new RegExp(`User "${name}" cannot `));
    return request(`${who} without rights`, chance.of(METHODS), path, expected, { sender: who, body: {} });
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    return request('a token that nobody issued', 'GET', path, status(401, 'Unauthorized'), { sender: 'stranger' });
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const accept = chance.of(['text/html', 'image/png', `application/${chance.word()}`]);
    return request('a form that nobody has', 'GET', path, status(406, 'NotAcceptable'), { headers: { accept } });
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const accept = `application/json;as=${chance.word()};v=v1;g=meta.k8s.io`;
    const expected = status(406, 'NotAcceptable', /^only the following media types are accepted: /);
    return request('a shape that nobody has', 'GET', path, expected, { headers: { accept } });
  },
];
