import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiRequest } from '../cluster/ports/transport.ts';
import { AuditLog, readAuditPolicy } from './audit-log.ts';
import { readOptions } from './options.ts';
import { ServedCluster } from './served-cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'kubestep-audit-'));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const POLICY = `
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: None
  userGroups: ["system:serviceaccounts", "system:nodes"]
- level: None
  users: ["system:kube-scheduler"]
- level: RequestResponse
  resources: [{group: "", resources: [configmaps]}]
- level: Metadata
`;

afterAll(() => rmSync(folder, { recursive: true }));

describe('SV15: what is noted of requests', () => {
  const path = join(folder, 'audit.log');
  let cluster: ServedCluster;
  const lines = () =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const ask = (method: ApiRequest['method'], target: string, body?: object, headers: Record<string, string> = {}) => {
    const [where = '', query = ''] = target.split('?');
    const authorization = `Bearer ${cluster.tokens.get('kubernetes-admin')}`;
    return cluster.request({
      method,
      path: where,
      query: [...new URLSearchParams(query)],
      headers: { authorization, 'user-agent': 'test', ...headers },
      body,
      clientCertificate: undefined,
      from: '127.0.0.1',
    });
  };

  beforeAll(() => {
    const policy = readAuditPolicy(file('policy.yaml', POLICY));
    if (typeof policy === 'string') throw new Error(policy);
    const host = {
      now: () => 0,
      soon: (action: () => void) => void setImmediate(action),
      later: () => () => undefined,
    };
    const broken = (error: unknown): void => {
      throw error;
    };
    const options = {
      nodes: 1,
      seed: 1,
      speed: 'events',
      startTime: 1.7e15,
      audit: new AuditLog(policy, path),
    } as const;
    cluster = new ServedCluster(options, { ...host, broken });
  });

  it('is there before the answer, in the real form, for its owner only', async () => {
    const map = { metadata: { name: 'a' }, data: { z: '<1>' } };
    const response = await ask('POST', '/api/v1/namespaces/default/configmaps', map, { 'audit-id': 'mine' });
    expect(response.headers['audit-id']).toBe('mine');
    expect(lines().at(-1)).toMatchObject({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'RequestResponse',
      auditID: 'mine',
      stage: 'ResponseComplete',
      user: { username: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] },
      sourceIPs: ['127.0.0.1'],
      objectRef: { resource: 'configmaps', namespace: 'default', apiVersion: 'v1' },
      responseStatus: { metadata: {}, code: 201 },
      requestObject: { data: { z: '<1>' } },
    });
    expect(readFileSync(path, 'utf8')).toContain('"z":"\\u003c1\\u003e"');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
  it('has the details of a refusal', async () => {
    await ask('GET', '/api/v1/namespaces/default/secrets/nope');
    expect(lines().at(-1).responseStatus).toEqual({
      metadata: {},
      status: 'Failure',
      message: 'secrets "nope" not found',
      reason: 'NotFound',
      details: { name: 'nope', kind: 'secrets' },
      code: 404,
    });
  });
  it('names a watch when it begins and again when it ends, at the latest with the server', async () => {
    const response = await ask('GET', '/api/v1/namespaces/default/pods?watch=1');
    const stages = () =>
      lines()
        .filter(({ auditID }) => auditID === response.headers['audit-id'])
        .map(({ stage }) => stage);
    expect(stages()).toEqual(['ResponseStarted']);
    cluster.ended(response);
    cluster.ended(response);
    expect(stages()).toEqual(['ResponseStarted', 'ResponseComplete']);
    const last = await ask('GET', '/api/v1/namespaces/default/pods?watch=1');
    cluster.close();
    expect(lines().at(-1)).toMatchObject({ stage: 'ResponseComplete', auditID: last.headers['audit-id'] });
  });
});

describe('SV16: options', () => {
  const audit = (policy: string) =>
    readOptions(['--audit-policy-file', file('bad.yaml', policy), '--audit-log-path', join(folder, 'unused')]);
  it.each([
    [['--port', 'abc'], '--port takes a number up to 65535'],
    [['--port', '1', '--port', '2'], '--port is given twice'],
    [['--nodes', '1e1'], '--nodes takes a number from 1 to 200'],
    [['--listen', 'nowhere'], '--listen takes an address of this machine'],
    [['--kubeconfig', '--port', '1'], '--kubeconfig needs a value'],
    [['--proxy', 'x'], '--proxy takes iptables, ipvs, nftables, none'],
    [['--audit-log-path', 'x'], '--audit-log-path needs --audit-policy-file'],
    [['--speed', '0'], '--speed takes max or a number greater than 0'],
    [['here'], 'here is not an option'],
  ])('say what is wrong with %j', (words, problem) => {
    expect(readOptions(words)).toBe(problem);
  });
  it.each([
    ['kind: Policy', 'a policy is of kind Policy of audit.k8s.io/v1'],
    [POLICY.replace('rules:', 'rule:'), 'unknown field "rule"'],
    ['apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: []', 'loaded illegal policy with 0 rules'],
    [POLICY.replace('level: Metadata', 'level: All'), 'rules[3].level: Unsupported value: "All"'],
    [POLICY.replace('[RequestReceived]', '[Begin]'), 'omitStages[0]: Unsupported value: "Begin"'],
    [
      POLICY.replace('- level: Metadata', '- level: Metadata\n  namespaces: [a]\n  nonResourceURLs: [/x]'),
      'rules[3].nonResourceURLs: rules cannot apply to both regular resources and non-resource URLs',
    ],
  ])('say what is wrong with a policy', (policy, problem) => {
    expect(audit(policy)).toContain(problem);
  });
  it('are all optional', () => {
    expect(readOptions([])).toMatchObject({ port: 0, nodes: 3, speed: 1, proxy: 'iptables' });
    expect(readOptions(['--proxy=none', '--speed=max'])).toMatchObject({ proxy: undefined, speed: 'max' });
  });
});
