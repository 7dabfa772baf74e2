import { clusterWide, namespaced } from './objects.ts';
import type { Case } from './request.ts';
import { request, status } from './request.ts';

const SAMPLES = [...namespaced('default'), ...clusterWide()];
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const BODY = { metadata: { name: 'never' } };

const LABEL_SELECTORS = [
  'a b c',
  '=',
  '==',
  '!',
  'a in',
  'a in (',
  'a in b',
  'a,,b',
  'a=b,',
  '(a)',
  'a!b',
  'a==b==c',
  'a notin ()x',
  'a=b c',
];
const FIELD_SELECTORS = ['nothing=1', 'spec.nothing=x', 'metadata.labels=a', 'metadata.name', 'a~b'];
const ASK = ['GET', 'DELETE'] as const;

/** Resource versions, limits and matches that do not go together. */
const COMBINATIONS: readonly (readonly [string, number, RegExp])[] = [
  [
    'resourceVersionMatch=Exact',
    422,
    /resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided/,
  ],
  ['resourceVersionMatch=NotOlderThan', 422, /forbidden unless resourceVersion is provided/],
  [
    'resourceVersionMatch=Exact&resourceVersion=0',
    422,
    /resourceVersionMatch "exact" is forbidden for resourceVersion "0"/,
  ],
  [
    'resourceVersionMatch=Maybe&resourceVersion=1',
    422,
    /Unsupported value: "Maybe": supported values: "Exact", "NotOlderThan", ""/,
  ],
  ['sendInitialEvents=true', 422, /sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list/],
  ['watch=1&sendInitialEvents=true', 422, /sendInitialEvents requires setting resourceVersionMatch to NotOlderThan/],
  [
    'watch=1&resourceVersionMatch=NotOlderThan',
    422,
    /resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided/,
  ],
  ['limit=1&continue=x&resourceVersion=3', 400, /^specifying resource version is not allowed when using continue$/],
  ['limit=1&continue=e30&resourceVersionMatch=Exact', 422, /forbidden when continue is provided/],
];

/** Queries that say something impossible. */
export const queryCases: readonly Case[] = [
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const target = `${path}?labelSelector=${encodeURIComponent(chance.of(LABEL_SELECTORS))}`;
    return request('a label selector that is none', 'GET', target, status(400, 'BadRequest'));
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const target = `${path}?fieldSelector=${encodeURIComponent(chance.of(FIELD_SELECTORS))}`;
    return request('a field that cannot be selected by', 'GET', target, status(400, 'BadRequest'));
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const value = chance.of([`${chance.word()}\\`, `\\${chance.word()}`, `${chance.word()}=`]);
    const target = `${path}?fieldSelector=${encodeURIComponent(`metadata.name=${value}`)}`;
    const message = /^invalid field selector: (?:invalid escape sequence: \\|unescaped character in value: 61$)/;
    return request('an escape that is none', 'GET', target, status(400, 'BadRequest', message));
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const [name, value] = [chance.of(['limit', 'timeoutSeconds']), `${chance.word()}${chance.below(9)}`];
    const message = new RegExp(`^strconv\\.ParseInt: parsing "${value}": invalid syntax$`);
    return request('a number that is none', 'GET', `${path}?${name}=${value}`, status(400, 'BadRequest', message));
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const value = chance.word();
    const message = new RegExp(`^invalid resource version: resourceVersion: Invalid value: "${value}": strconv`);
    return request(
      'a revision that is none',
      'GET',
      `${path}?resourceVersion=${value}`,
      status(400, 'BadRequest', message),
    );
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const value = chance.word();
    const message = new RegExp(
      `^resourceVersion: Invalid value: "${value}": strconv\\.ParseUint: parsing "${value}": invalid syntax$`,
    );
    return request('a watch from no revision', 'GET', `${path}?watch=1&resourceVersion=${value}`, {
      code: 500,
      message,
    });
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const message = /^invalid continue token: continue key is not valid: /;
    const text = chance.once(2)
      ? chance.word(9)
      : Buffer.from(JSON.stringify({ v: chance.word(), rv: 1, start: 'x' })).toString('base64url');
    return request(
      'a page that nobody gave out',
      'GET',
      `${path}?limit=1&continue=${text}`,
      status(400, 'BadRequest', message),
    );
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const [query, code, message] = chance.of(COMBINATIONS);
    const reason = code === 400 ? 'BadRequest' : 'Invalid';
    return request('options that do not go together', 'GET', `${path}?${query}`, status(code, reason, message));
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const message = /^Timeout: Too large resource version: 99999999\d+, current: \d+$/;
    const target = `${path}?resourceVersion=99999999${chance.below(99)}`;
    return request('a revision of the future', 'GET', target, status(504, 'Timeout', message));
  },
  (chance) => {
    const value = chance.word();
    const message = new RegExp(
      `^CreateOptions\\.meta\\.k8s\\.io "" is invalid: dryRun: Unsupported value: \\["${value}"\\]: supported values: "All"$`,
    );
    return request('an unknown dry run', 'POST', `${CONFIG_MAPS}?dryRun=${value}`, status(422, 'Invalid', message), {
      body: BODY,
    });
  },
  (chance) => {
    const value = chance.word();
    const message = /fieldValidation: Unsupported value: .*supported values: "", "Ignore", "Strict", "Warn"$/;
    return request(
      'an unknown validation',
      'POST',
      `${CONFIG_MAPS}?fieldValidation=${value}`,
      status(422, 'Invalid', message),
      { body: BODY },
    );
  },
  (chance) => {
    const target = `${CONFIG_MAPS}?fieldManager=${chance.word(129)}`;
    const message = /fieldManager: Too long: may not be more than 128 bytes$/;
    return request('a manager with a long name', 'POST', target, status(422, 'Invalid', message), { body: BODY });
  },
  (chance) => {
    const policy = chance.word();
    const message = new RegExp(
      `^DeleteOptions\\.meta\\.k8s\\.io "" is invalid: propagationPolicy: Unsupported value: "${policy}"`,
    );
    const target = `${CONFIG_MAPS}/none`;
    const expected = status(422, 'Invalid', message);
    return chance.once(2)
      ? request('an unknown propagation', 'DELETE', `${target}?propagationPolicy=${policy}`, expected)
      : request('an unknown propagation', 'DELETE', target, expected, { body: { propagationPolicy: policy } });
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const target = `${path}/none?gracePeriodSeconds=${chance.word()}`;
    return request(
      'a grace that is no number',
      'DELETE',
      target,
      status(400, 'BadRequest', /^strconv\.ParseInt: parsing /),
    );
  },
  (chance) => {
    const { path } = chance.of(namespaced('default').slice(0, 3));
    const target = `${path}?labelSelector=${encodeURIComponent(chance.of(LABEL_SELECTORS))}`;
    return request('a selector that is none', chance.of(ASK), target, status(400, 'BadRequest'));
  },
];
