// Models bin/dig/dig.c of BIND 9.18 (v1.36)

import { parseAddress } from '../../base/address.ts';
import { hexDigits } from '../../base/bytes/hex.ts';
import type { Micros } from '../../base/time/units.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Context, Process } from '../../engine/index.ts';
import { candidates, type Heard, type RecordType } from '../dns/index.ts';
import { dateText } from '../tools/around.ts';
import { type Answered, type Asker, isRefused, PORT, undotted } from './asker.ts';
import { reverseName, typeNamed } from './questions.ts';

const VERSION = '9.18.39';
const BUFFER = 1232;
const TTL = 30;
const NO_SERVER = 9;
const TRIES = 3;
const SECTIONS = ['cmd', 'comments', 'question', 'answer', 'authority', 'additional', 'stats'] as const;
type Section = (typeof SECTIONS)[number];

const USAGE = `Usage:  dig [@global-server] [domain] [q-type] [q-class] {q-opt}
            {global-d-opt} host [@local-server] {local-d-opt}
            [ host [@local-server] {local-d-opt} [...]]

Use "dig -h" (or "dig -h | more") for complete list of options
`;

/** Options without an effect on what there is to see here. */
const PASSED = new Set(
  'tcp vc time timeout retry recurse rec edns bufsize dnssec cookie ndots domain ignore fail onesoa multiline ttlid class adflag cdflag aaonly identify qr'.split(
    ' ',
  ),
);
const ALONE = /^-[46hmruv]$/;

/** What its words ask for. */
class Asked {
  name: string | undefined;
  type: RecordType | undefined;
  server: string | undefined;
  shown = new Set<Section>(SECTIONS);
  isShort = false;
  searches = false;
  tries = TRIES;
  /** What it does not understand. */
  problem: string | undefined;

  constructor(readonly words: readonly string[]) {
    const rest = [...words];
    for (let word = rest.shift(); word !== undefined; word = rest.shift()) this.read(word, rest);
  }

  private read(word: string, rest: string[]): void {
    if (word.startsWith('@')) this.server = word.slice(1);
    else if (word.startsWith('+')) this.readOption(word);
    else if (word.startsWith('-') && !ALONE.test(word)) this.readFlag(word.slice(0, 2), word.slice(2) || rest.shift());
    else if (!word.startsWith('-')) this.readName(word);
  }

  private readName(word: string): void {
    const type = typeNamed(word);
    if (type !== undefined) this.type = type;
    else if (word.toUpperCase() !== 'IN') this.name ??= word;
  }

  private readFlag(flag: string, value = ''): void {
    if (flag === '-t') this.type = typeNamed(value);
    else if (flag === '-q') this.name = value;
    else if (flag === '-x') {
      this.name = reverseName(value) ?? `${value}.in-addr.arpa`;
      this.type = 'PTR';
    }
  }

  private readOption(word: string): void {
    const [, no, name = '', value] = /^\+(no)?([a-z]+)(?:=(\d+))?$/.exec(word) ?? [];
    const isOn = no === undefined;
    const section = SECTIONS.find((each) => each === name);
    if (section !== undefined) this.shown[isOn ? 'add' : 'delete'](section);
    else if (name === 'all') this.shown = new Set(isOn ? SECTIONS : []);
    else if (name === 'short') this.isShort = isOn;
    else if (name === 'search') this.searches = isOn;
    else if (name === 'tries') this.tries = Math.max(1, Number(value ?? TRIES));
    else if (!PASSED.has(name)) this.problem ??= `Invalid option: ${word}\n${USAGE}`;
  }
}

export function* dig(begun: Context, asker: Asker, words: readonly string[]): Process<Answered> {
  const asked = new Asked(words);
  if (asked.problem !== undefined) return { stdout: '', stderr: asked.problem, code: 1, ctx: begun };
  const server = asked.server ?? asker.config.nameservers[0] ?? '';
  if (parseAddress(server) === undefined)
    return { stdout: '', stderr: `dig: couldn't get address for '${server}': not found\n`, code: 1, ctx: begun };
  const { name: wanted = '.', type = asked.name === undefined ? 'NS' : 'A' } = asked;
  const names = asked.searches ? candidates(wanted, asker.config) : [undotted(wanted)];
  let ctx = begun;
  for (const [at, name] of names.entries()) {
    const heard = yield* asker.ask(ctx, { server, name, type, place: at + 1, of: names.length });
    const micros = heard.ctx.now - ctx.now;
    ctx = heard.ctx;
    if (heard.error !== undefined) return { ...unheard(asked, server, heard.error), ctx };
    if (heard.rcode !== 'NOERROR' && at + 1 < names.length) continue;
    const stdout = asked.isShort
      ? heard.answers.map(({ data }) => `${data}\n`).join('')
      : new Report(ctx, asked, server, { name, type }, heard).text(micros);
    return { stdout, stderr: '', code: 0, ctx };
  }
  return { stdout: '', stderr: '', code: 0, ctx };
}

function head({ words, server }: Asked): string {
  const found = server === undefined ? '' : '; (1 server found)\n';
  return `\n; <<>> DiG ${VERSION} <<>> ${words.join(' ')}\n${found};; global options: +cmd\n`;
}

function unheard(asked: Asked, server: string, error: string): Omit<Answered, 'ctx'> {
  const why = isRefused(error) ? 'connection refused' : 'timed out';
  const tries = `;; communications error to ${server}#${PORT}: ${why}\n`.repeat(asked.tries);
  const begins = asked.shown.has('cmd') && !asked.isShort ? head(asked) : '';
  return { stdout: `${tries}${begins};; no servers could be reached\n`, stderr: '', code: NO_SERVER };
}

class Report {
  private readonly id: number;
  private readonly cookie: string;

  constructor(
    private readonly ctx: Context,
    private readonly asked: Asked,
    private readonly server: string,
    private readonly question: { readonly name: string; readonly type: RecordType },
    private readonly heard: Heard,
  ) {
    const random = ctx.engine.random(`dig/${ctx.engine.stepCount}`);
    this.id = random.below(65_536);
    this.cookie = Array.from({ length: COOKIE_BYTES }, () => hexDigits(random.below(256), 2)).join('');
  }

  text(micros: Micros): string {
    const { shown } = this.asked;
    const { name, type } = this.question;
    const { answers } = this.heard;
    const full = dotted(name);
    let text = shown.has('cmd') ? head(this.asked) : '';
    if (shown.has('comments')) text += this.header();
    if (shown.has('question')) text += this.section('QUESTION', [columns([`;${full}`, 32, 'IN', 40, type])]);
    if (shown.has('answer'))
      text += this.section(
        'ANSWER',
        answers.map((each) => record(each.name, each.type, each.data)),
      );
    if (shown.has('authority')) text += this.section('AUTHORITY', this.authority());
    if (!shown.has('stats')) return text;
    const { server } = this;
    return `${text};; Query time: ${Math.round(micros / 1000)} msec\n;; SERVER: ${server}#${PORT}(${server}) (UDP)\n;; WHEN: ${dateText(this.ctx.now, '+%a %b %d %T UTC %Y')}\n;; MSG SIZE  rcvd: ${this.size()}\n\n`;
  }

  private header(): string {
    const { rcode, answers, isRecursive } = this.heard;
    const isLocal = /\.local$/.test(this.question.name);
    const flags = isRecursive ? 'qr rd ra' : 'qr aa rd';
    const lines = [
      ';; Got answer:',
      ...(isLocal
        ? [
            ';; WARNING: .local is reserved for Multicast DNS',
            ';; You are currently testing what happens when an mDNS query is leaked to DNS',
          ]
        : []),
      `;; ->>HEADER<<- opcode: QUERY, status: ${rcode}, id: ${this.id}`,
      `;; flags: ${flags}; QUERY: 1, ANSWER: ${answers.length}, AUTHORITY: ${this.authority().length}, ADDITIONAL: 1`,
      ...(isRecursive ? [] : [';; WARNING: recursion requested but not available']),
      '',
      ';; OPT PSEUDOSECTION:',
      `; EDNS: version: 0, flags:; udp: ${BUFFER}`,
      `; COOKIE: ${this.cookie} (echoed)`,
    ];
    return `${lines.join('\n')}\n`;
  }

  private section(title: string, lines: readonly string[]): string {
    if (lines.length === 0) return '';
    const begins = this.asked.shown.has('comments') ? `;; ${title} SECTION:\n` : '';
    const ends = this.asked.shown.has('comments') ? '\n' : '';
    return `${begins}${lines.join('')}${ends}`;
  }

  /** Who says that there is nothing. */
  private authority(): readonly string[] {
    if (this.heard.answers.length > 0 || this.heard.isRecursive) return [];
    const serial = Math.floor(this.ctx.now / SECOND);
    return [
      record(
        'cluster.local',
        'SOA',
        `ns.dns.cluster.local. hostmaster.cluster.local. ${serial} 7200 1800 86400 ${TTL}`,
      ),
    ];
  }

  /** Nothing in it is said only once and pointed to. */
  private size(): number {
    const question = wireLength(this.question.name) + 4;
    const records = this.heard.answers.reduce(
      (sum, { name, type, data }) => sum + wireLength(name) + 10 + dataLength(type, data),
      0,
    );
    const authority = this.authority().length * (wireLength('cluster.local') + 10 + SOA_BYTES);
    return HEADER_BYTES + question + records + authority + OPTION_BYTES;
  }
}

const HEADER_BYTES = 12;
const OPTION_BYTES = 23;
const COOKIE_BYTES = 8;
const SOA_BYTES = 22 + 26 + 20;

const dotted = (name: string): string => name.replace(/\.?$/, '.');
const wireLength = (name: string): number => dotted(name).length + 1;

function dataLength(type: RecordType, data: string): number {
  if (type === 'A') return 4;
  if (type === 'AAAA') return 16;
  return type === 'SRV' ? 6 + wireLength(data.split(' ')[3] ?? '') : wireLength(data);
}

const record = (name: string, type: RecordType, data: string): string =>
  columns([dotted(name), 24, String(TTL), 32, 'IN', 40, type, 48, data]);

/** Words and the columns that follow them: by tabs, or by a blank where a word has gone beyond. */
function columns(parts: readonly (string | number)[]): string {
  let [line, width] = ['', 0];
  for (const part of parts) {
    if (typeof part === 'string') [line, width] = [line + part, width + part.length];
    else if (width >= part) [line, width] = [`${line} `, width + 1];
    else [line, width] = [line + '\t'.repeat(Math.ceil((part - width) / 8)), part];
  }
  return `${line}\n`;
}
