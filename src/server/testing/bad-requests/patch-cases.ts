import { namespaced } from './objects.ts';
import type { Case } from './request.ts';
import { request, status } from './request.ts';

/** Is in every cluster, and no request here changes it. */
const THERE = '/api/v1/namespaces/default/configmaps/kube-root-ca.crt';
const JSON_PATCH = 'application/json-patch+json';
const MERGE = 'application/merge-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';
const APPLY = 'application/apply-patch+yaml';
const REJECTED = status(422, 'Invalid', /^the server rejected our request due to an error in our request$/);

/** Patches that are none, or that do not apply. */
export const patchCases: readonly Case[] = [
  (chance) => {
    const type = chance.of(['application/json', 'text/plain', `application/${chance.word()}`]);
    const expected = status(415, 'UnsupportedMediaType', /^415: Unsupported Media Type$/);
    return request('a patch of an unknown type', 'PATCH', THERE, expected, { body: {}, type });
  },
  (chance) => {
    const gone = { op: 'remove', path: `/${chance.word()}` };
    const below = { op: chance.of(['add', 'replace']), path: `/${chance.word()}/x`, value: 1 };
    const body = [chance.of<object>([gone, below])];
    return request('a JSON patch of what is not there', 'PATCH', THERE, REJECTED, { body, type: JSON_PATCH });
  },
  (chance) => {
    const body = [{ op: 'test', path: '/metadata/name', value: chance.word() }];
    return request('a JSON patch whose test fails', 'PATCH', THERE, REJECTED, { body, type: JSON_PATCH });
  },
  (chance) => {
    const body = chance.of([{}, { op: 'add' }, '"x"', 3]);
    const message =
      /^error decoding patch: json: cannot unmarshal \w+ into Go value of type \[\]handlers\.jsonPatchOp$/;
    return request('a JSON patch that is no list', 'PATCH', THERE, status(400, 'BadRequest', message), {
      body: typeof body === 'number' ? String(body) : body,
      type: JSON_PATCH,
    });
  },
  (chance) => {
    const body = chance.of(['[]', '3', '"x"', 'true']);
    const message =
      /^error decoding patch: json: cannot unmarshal \w+ into Go value of type map\[string\]interface \{\}$/;
    const type = chance.of([MERGE, STRATEGIC]);
    return request('a merge patch that is no object', 'PATCH', THERE, status(400, 'BadRequest', message), {
      body,
      type,
    });
  },
  (chance) => {
    const body = `{"data":${chance.of(['', '{', '[', '"x'])}`;
    const type = chance.of([MERGE, STRATEGIC]);
    return request('a patch that is no JSON', 'PATCH', THERE, status(400, 'BadRequest', /^error decoding patch: /), {
      body,
      type,
    });
  },
  (chance) => {
    const body = { metadata: { resourceVersion: '1' }, data: { [chance.word()]: 'x' } };
    const message = /the object has been modified; please apply your changes to the latest version and try again$/;
    return request('a patch of an old revision', 'PATCH', THERE, status(409, 'Conflict', message), {
      body,
      type: MERGE,
    });
  },
  (chance) => {
    const body = { data: { [chance.word()]: chance.of([1, true, {}, []]) } };
    return request('a patch of a wrong type', 'PATCH', THERE, status(422, 'Invalid', /patch: Invalid value: /), {
      body,
      type: MERGE,
    });
  },
  (chance) => {
    const body = { [chance.of(['kind', 'apiVersion'])]: chance.of([1, true, [], {}]) };
    const expected = status(422, 'Invalid', /cannot unmarshal \w+ into Go struct field \.\w+ of type string$/);
    return request('a patch to a kind that is no text', 'PATCH', THERE, expected, { body, type: MERGE });
  },
  () => {
    const message =
      /^PatchOptions\.meta\.k8s\.io "" is invalid: fieldManager: Required value: is required for apply patch$/;
    const body = { apiVersion: 'v1', kind: 'ConfigMap' };
    return request('an apply by nobody', 'PATCH', THERE, status(422, 'Invalid', message), { body, type: APPLY });
  },
  (chance) => {
    const target = `${THERE}?fieldManager=me&force=true`;
    const message = /force: Forbidden: may not be specified for non-apply patch$/;
    const type = chance.of([MERGE, STRATEGIC]);
    return request('a forced patch', 'PATCH', target, status(422, 'Invalid', message), { body: {}, type });
  },
  (chance) => {
    const { path, kind } = chance.of(namespaced('default').filter((each) => each.path.startsWith('/apis/')));
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'none' } };
    const expected = status(
      400,
      'BadRequest',
      /^Incorrect version specified in apply patch\. Specified patch version: v1, /,
    );
    return request(`an apply of another version than ${kind}'s`, 'PATCH', `${path}/none?fieldManager=me`, expected, {
      body,
      type: APPLY,
    });
  },
];
