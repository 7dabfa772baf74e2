import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Context, Engine, type Process } from '../../engine/index.ts';
import { kubectl } from '../../steps/kubectl.ts';
import type { Heard, Question, RecordType } from '../dns/index.ts';
import { clusterKinds } from '../program.ts';
import type { Answered, Asker } from './asker.ts';
import { type ResolverTool, resolverProgram } from './index.ts';

interface Recorded {
  readonly line: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

const RECORDED = JSON.parse(
  readFileSync(new URL('../../../testdata/resolvers/recorded.json', import.meta.url), 'utf8'),
) as readonly Recorded[];

const HOSTS = '127.0.0.1 localhost\n10.1.2.3 foo.local bar.local\n';
const [SILENT, CLOSED] = ['10.96.0.12', '10.96.0.13'];
const DOMAIN = 'default.svc.cluster.local';
const PORT = `_web._tcp.nginx.${DOMAIN}`;

/** What the server knew that the programs were recorded with. */
const ZONE: readonly (readonly [name: string, type: RecordType, data: string])[] = [
  [`web.${DOMAIN}`, 'A', '10.96.10.10'],
  [`nginx.${DOMAIN}`, 'A', '10.244.1.2'],
  [`nginx.${DOMAIN}`, 'A', '10.244.2.2'],
  [`web-0.nginx.${DOMAIN}`, 'A', '10.244.1.2'],
  [`dual.${DOMAIN}`, 'A', '10.96.10.11'],
  [`dual.${DOMAIN}`, 'AAAA', 'fd00:10:96::b'],
  [`only6.${DOMAIN}`, 'AAAA', 'fd00:10:96::c'],
  [PORT, 'SRV', `0 50 80 web-0.nginx.${DOMAIN}.`],
  [PORT, 'SRV', `0 50 80 web-1.nginx.${DOMAIN}.`],
  ['10.10.96.10.in-addr.arpa', 'PTR', `web.${DOMAIN}.`],
  ['10.0.96.10.in-addr.arpa', 'PTR', 'kube-dns.kube-system.svc.cluster.local.'],
  ['2.1.244.10.in-addr.arpa', 'PTR', `web-0.nginx.${DOMAIN}.`],
  ['example.com', 'A', '93.184.216.34'],
];
const WITHOUT_RECORDS = [`empty.${DOMAIN}`];

function answersTo(name: string, type: RecordType): Heard['answers'] {
  const own = ZONE.filter((record) => record[0] === name && record[1] === type);
  const answers = own.map(([owner, kind, data]) => ({ name: owner, type: kind, data }));
  if (name !== `ext.${DOMAIN}`) return answers;
  return [{ name, type: 'CNAME', data: 'example.com.' }, ...answersTo('example.com', type)];
}

function heard(ctx: Context, { server, name, type }: Question): Heard {
  const nothing = { ctx, rcode: 'NXDOMAIN', answers: [], isRecursive: false } as const;
  if (server === SILENT) return { ...nothing, error: 'Connection timed out' };
  if (server === CLOSED) return { ...nothing, error: 'Connection refused' };
  const asked = name.replace(/\.$/, '');
  const isKnown = WITHOUT_RECORDS.includes(asked) || ZONE.some(([owner]) => owner === asked);
  const answers = answersTo(asked, type);
  const isOwn = asked.endsWith('cluster.local') || (asked.endsWith('.arpa') && isKnown);
  const rcode = isKnown || answers.length > 0 ? 'NOERROR' : 'NXDOMAIN';
  return { ctx, rcode, answers, isRecursive: !isOwn, error: undefined };
}

const asker: Asker = {
  config: {
    nameservers: ['10.96.0.10'],
    searches: [DOMAIN, 'svc.cluster.local', 'cluster.local'],
    options: ['ndots:5'],
  },
  *ask(ctx, question): Process<Heard> {
    return heard(ctx, question);
  },
};

const OPTIONS = { seed: 1, kinds: clusterKinds, recording: 'off', maxSteps: 0, freeze: false } as const;

function run(line: string, image: string): Omit<Answered, 'ctx'> {
  const [tool, ...words] = line.split(' ');
  const engine = new Engine({ ...OPTIONS, startTime: 1_768_468_805_000_000 });
  let said: IteratorResult<unknown, Answered> | undefined;
  engine.perform(() => {
    const begun = engine.beginStory('kubectl', kubectl.command, 'kubectl', { line });
    // Every answer is there at once, so it ends with its first step.
    said = resolverProgram(tool as ResolverTool, image)(begun, asker, words, HOSTS).next(undefined as never);
  });
  if (said?.done !== true) throw new Error(`${line} did not end`);
  const { stdout, stderr, code } = said.value;
  return { stdout, stderr, code };
}

const BIND = 'registry.k8s.io/e2e-test-images/agnhost:2.53';

/** What differs from run to run, and what the recorded server left out. */
function settled(text: string): string {
  return text
    .replace(/DiG [^ ]+/, 'DiG VERSION')
    .replace(/, id: \d+/, ', id: ID')
    .replace(/ADDITIONAL: \d/, 'ADDITIONAL: N')
    .replace(/;; OPT PSEUDOSECTION:\n.*\n.*\n/, '')
    .replace(/Query time: \d+/, 'Query time: N')
    .replace(/WHEN: .*/, 'WHEN: TIME')
    .replace(/rcvd: \d+/, 'rcvd: N');
}

function checkAll(wanted: RegExp): void {
  const chosen = RECORDED.filter(({ line }) => wanted.test(line));
  it.each(chosen.map((each) => [each.line, each] as const))('%s', (line, { stdout, stderr, code }) => {
    const isBusybox = line.startsWith('busybox ');
    const told = run(line.replace('busybox ', ''), isBusybox ? 'busybox:1.36' : BIND);
    expect({ ...told, stdout: settled(told.stdout) }).toEqual({ stdout: settled(stdout), stderr, code });
  });
}

describe('RS2: nslookup of busybox', () => checkAll(/^busybox nslookup (?!.*96\.0\.1[23])/));
describe('RS3: nslookup of BIND', () => checkAll(/^nslookup (?!.*96\.0\.1[23])/));
describe('RS4: dig', () => checkAll(/^dig (?!@10.96.0.1[23])/));
describe('RS5: getent', () => checkAll(/^getent /));
describe('RS6: servers that say nothing, or no', () => checkAll(/96\.0\.1[23]/));

describe('RS1: nslookup of an old busybox', () => {
  const SERVER = 'Server:    10.96.0.10\nAddress 1: 10.96.0.10 kube-dns.kube-system.svc.cluster.local\n\n';

  it('shows the names of addresses, and takes the first suffix that fits', () => {
    const told = run('nslookup web.default', 'busybox:1.28');
    const found = `Name:      web.default\nAddress 1: 10.96.10.10 web.${DOMAIN}\n`;
    expect(told).toEqual({ stdout: SERVER + found, stderr: '', code: 0 });
  });

  it('shows an address without a name alone', () => {
    const addresses = `Address 1: 10.244.1.2 web-0.nginx.${DOMAIN}\nAddress 2: 10.244.2.2\n`;
    expect(run('nslookup nginx', 'busybox:1.28.4').stdout).toBe(`${SERVER}Name:      nginx\n${addresses}`);
  });

  it('says what it cannot resolve, and fails', () => {
    const stderr = "nslookup: can't resolve 'nope'\n";
    expect(run('nslookup nope', 'busybox:1.27.2')).toEqual({ stdout: SERVER, stderr, code: 1 });
    expect(run('nslookup nope', 'busybox').stdout).toContain("** server can't find nope.svc.cluster.local: NXDOMAIN");
  });
});
