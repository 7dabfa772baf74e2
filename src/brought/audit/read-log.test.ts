import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAuditLog, readLog } from './read-log.ts';

/** The log of a real API server while Deployments were rolled out that get stuck. */
const RECORDED = gunzipSync(readFileSync(new URL('../../../testdata/audit/c01.log.gz', import.meta.url))).toString();
const LINES = RECORDED.trimEnd().split('\n');

const event = (change: object = {}) => ({
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  auditID: 'a',
  stage: 'ResponseComplete',
  verb: 'create',
  requestURI: '/api/v1/namespaces/shop/secrets',
  requestReceivedTimestamp: '2026-03-01T10:00:00.000001Z',
  stageTimestamp: '2026-03-01T10:00:00.500000Z',
  user: { username: 'jane' },
  objectRef: { resource: 'secrets', namespace: 'shop', name: 'db', apiVersion: 'v1' },
  ...change,
});
const log = (...events: readonly object[]) =>
  readLog({ name: 'audit.log', text: events.map((each) => JSON.stringify(each)).join('\n') });

describe('a log', () => {
  it('BRO14: both stages of a request are one request, in the order of arrival', () => {
    const { log: read, complaints } = readLog({ name: 'c01.log', text: RECORDED });
    expect(complaints).toEqual([]);
    expect(isAuditLog(RECORDED)).toBe(true);
    expect(read?.requests.length).toBe(new Set(LINES.map((line) => JSON.parse(line).auditID)).size);
    expect(read?.time).toBe('2026-11-28T11:56:53Z');
    const create = read?.requests.find(({ verb, target }) => verb === 'create' && target?.resource === 'deployments');
    expect(create).toMatchObject({ user: 'kubernetes-admin', credential: 'certificate', code: 201, decision: 'allow' });
    expect(create?.answer?.metadata.name).toBe('web');
  });

  it('BRO15: a line that cannot be read is complained of with its number, and the others are used', () => {
    const text = `${JSON.stringify(event())}\n{"kind":\n[]\n${JSON.stringify(event({ kind: 'Pod' }))}\n${JSON.stringify(event({ auditID: '' }))}\n`;
    const { log: read, complaints } = readLog({ name: 'audit.log', text });
    expect(read?.requests.length).toBe(1);
    expect(complaints.map(({ key, place }) => [key, place.line])).toEqual([
      ['unreadable', 2],
      ['noObject', 3],
      ['noAudit', 4],
      ['missing', 5],
    ]);
  });

  it('BRO16: no Secret and no token is kept, however it was written', () => {
    const data = { password: 'czNjcjN0LXZhbHVl' };
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db' }, data };
    const { log: read } = log(
      event({ requestObject: secret, responseObject: secret }),
      event({ auditID: 'b', verb: 'patch', requestObject: { data } }),
      event({ auditID: 'c', verb: 'list', responseObject: { kind: 'SecretList', apiVersion: 'v1', items: [secret] } }),
      event({
        auditID: 'd',
        objectRef: { resource: 'serviceaccounts', subresource: 'token', name: 'x' },
        responseObject: { kind: 'TokenRequest', status: { token: data.password } },
      }),
    );
    expect(read?.requests.length).toBe(4);
    expect(JSON.stringify(read)).not.toContain(data.password);
  });

  it('BRO4: damaged logs never throw, and say where', () => {
    const text = LINES.slice(0, 60).join('\n');
    fc.assert(
      fc.property(
        fc.nat(text.length),
        fc.integer({ min: 0, max: 2_000 }),
        fc.constantFrom('', '"', '{', '}', '\n', '7', 'null', '\u0000', '[]'),
        (at, cut, put) => {
          const { complaints } = readLog({ name: 'a.log', text: text.slice(0, at) + put + text.slice(at + cut) });
          for (const { place } of complaints) expect(place.line).toSatisfy((line: number) => line >= 1);
        },
      ),
      { numRuns: 60, seed: 3 },
    );
  });
});
