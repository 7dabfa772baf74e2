// Models the small tools that people ask a network with: curl, iptables, conntrack, and ssh before them (v1.36)

import { type Address, type Family, familyOf, joinHostPort, parseAddress, urlHost } from '../../base/address.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Context, Process } from '../../engine/index.ts';
import { kubectl as kinds } from '../../steps/kubectl.ts';
import { type Frames, Interrupt, KILLED } from '../kubectl/session/interrupt.ts';
import { COMMANDS_TABLE, type CommandRow } from '../kubectl/session/rows.ts';
import { type NodeNetfilter, type Result, TCP, UDP } from '../network/index.ts';
import { ipvsadmText, ipvsConnections } from '../network/ipvs/print.ts';
import type { NetworkTool, ToolUser } from '../ports/cri.ts';
import type { IptablesTable } from '../ports/netfilter.ts';
import { RULESET_TABLES } from '../proxy/shared/rows.ts';
import { hostIn, type ResolverTool, resolverProgram } from '../resolvers/index.ts';
import type { ApiWay } from '../wiring/api-way.ts';
import { OUTSIDE } from '../wiring/cluster-network.ts';
import type { Reach } from '../wiring/reach.ts';
import { connectFailed, connectSays, readConnect } from './agnhost-connect.ts';
import { askApi, isApiLine, isLocalLine, runApiLine, type Watcher } from './api-curl.ts';
import { curlSays, curlUnresolved, type Printed, readCurl, type Target, targetOf } from './curl.ts';
import { ipsetTool, ipTool } from './node-tools.ts';
import { hostText, readWget, wgetSays } from './wget.ts';

const TABLES: readonly IptablesTable[] = ['raw', 'mangle', 'nat', 'filter'];
const LONGEST_SLEEP = 86_400;
const AGENT = 'curl/8.14.1';

const said = (stdout: string): Printed => ({ stdout, stderr: '', code: 0 });
const failed = (stderr: string, code = 1): Printed => ({ stdout: '', stderr, code });

/** Runs one line of the shell to its end. */
export function* runShell(ctx: Context, reach: Reach, argv: readonly string[]): Process<number> {
  const commands = ctx.engine.table<CommandRow>(COMMANDS_TABLE);
  const id = commands.size + 1;
  const subject = `kubectl/${id}`;
  const begun = ctx.step(kinds.arguments, subject, { line: argv.join(' ') });
  const row: CommandRow = { id, argv, stdout: '', stderr: '', exitCode: undefined };
  commands.set(String(id), row);
  const show = (stdout: string): unknown => commands.set(String(id), { ...row, stdout });
  const shell = new Shell(begun, reach, ofPerson(reach.api, id, show));
  const { stdout, stderr, code } = yield* shell.run(OUTSIDE, argv);
  const line = (stdout || stderr).split('\n')[0] ?? '';
  let own = shell.ctx.as('kubectl');
  if (stdout + stderr !== '') {
    own = own.step(kinds.printed, subject, { line });
    commands.set(String(id), { ...row, stdout, stderr });
  }
  own.step(kinds.exit, subject, { code });
  commands.set(String(id), { ...row, stdout, stderr, exitCode: code });
  return code;
}

/** A tool that a process of a Pod (`namespace/name`) runs. On the network of its node it asks as the node. */
export function* runTool(
  ctx: Context,
  reach: Reach,
  { node, pod }: { readonly node: string; readonly pod: string },
  argv: readonly string[],
  user: ToolUser,
): ReturnType<NetworkTool> {
  const from = reach.wires.network.host(pod) === undefined ? node : pod;
  const shell = new Shell(ctx, reach, inPod(user), { ...user, from, pod });
  return { ...(yield* shell.run(from, argv)), ctx: shell.ctx };
}

/** A tool that a line of a person runs, here or on a node: its words are as the shell has read them. */
export function* runFrom(
  ctx: Context,
  reach: Reach,
  from: string,
  argv: readonly string[],
  user: ToolUser,
): ReturnType<NetworkTool> {
  const text = argv.join(' ');
  if (argv[0] === 'curl' && (isApiLine(text) || (from === OUTSIDE && isLocalLine(text))))
    return yield* askApi(ctx, reach, from, argv, inPod(user));
  const shell = new Shell(ctx, reach, inPod(user), { ...user, from, pod: from });
  return { ...(yield* shell.run(from, argv)), ctx: shell.ctx };
}

/** What the command of a person shows. */
function ofPerson({ running }: ApiWay, id: number, show: (stdout: string) => void): Watcher {
  return {
    begin(interrupt) {
      if (running.get(id)?.isGiven === true) interrupt.give();
      running.set(id, interrupt);
      return () => running.delete(id);
    },
    show(ctx, line, whole) {
      show(whole);
      return ctx.as('kubectl').step(kinds.printed, `kubectl/${id}`, { line: line.slice(0, 120) });
    },
    keeps: true,
  };
}

function inPod({ write, over, isOver }: ToolUser): Watcher {
  return {
    begin(interrupt, engine) {
      let isDone = isOver();
      if (isDone) interrupt.give();
      engine.spawn(
        (function* wait(): Process {
          while (!isDone && !isOver()) yield over;
          isDone = true;
          interrupt.give();
        })(),
      );
      return () => {
        isDone = true;
      };
    },
    show(ctx, line) {
      write(ctx, line);
      return ctx;
    },
    keeps: false,
  };
}

/** How a page is asked for. */
interface Sending {
  readonly method: string;
  readonly body: string | undefined;
  readonly agent: string;
  readonly seconds: number | undefined;
}

/** A process of a Pod: its packets come from `from`, and the files below /etc are those of `pod`. */
interface PodUser extends ToolUser {
  readonly from: string;
  readonly pod: string;
}

class Shell {
  constructor(
    public ctx: Context,
    private readonly reach: Reach,
    private readonly watcher: Watcher,
    private readonly user?: PodUser,
  ) {}

  /** Whose files are read at `from`: a Pod's (`namespace/name`), or those of a machine. */
  private readerAt(from: string): string {
    return from === this.user?.from ? this.user.pod : from;
  }

  *run(from: string, argv: readonly string[]): Process<Printed> {
    const [tool = '', ...rest] = argv;
    const script = tool === 'sh' && rest[0] === '-c' ? (rest[1] ?? '') : argv.map(quoted).join(' ');
    if ((from === OUTSIDE && isLocalLine(script)) || isApiLine(script)) return yield* this.api(from, script);
    switch (tool) {
      case 'curl':
        return yield* this.curl(from, rest);
      case 'wget':
        return yield* this.wget(from, rest);
      case 'agnhost':
      case 'agnhost-2':
        return yield* this.connect(from, rest);
      case 'nc':
        return yield* this.nc(from, rest);
      case 'ssh':
        return yield* this.ssh(rest);
      case 'nslookup':
      case 'dig':
      case 'getent':
        return yield* this.resolver(from, tool, rest);
      case 'ip':
        return saidOr(ipTool(this.reach.wires.network, from, rest), 'Usage: ip [ route | addr ]\n', 255);
      case 'sleep':
        return yield* this.sleep(rest);
      default:
        return this.nodeTool(from, tool, rest);
    }
  }

  private *api(from: string, script: string): Process<Printed> {
    const { ctx, ...said } = yield* runApiLine(this.ctx, this.reach, this.readerAt(from), script, this.watcher);
    this.ctx = ctx;
    return said;
  }

  private *ssh([node = '', ...command]: readonly string[]): Process<Printed> {
    if (this.reach.wires.network.netfilter(node) === undefined)
      return failed(`ssh: Could not resolve hostname ${node}: Name or service not known\n`, 255);
    if (command.length === 0) return failed('ssh: give a command to run there\n', 255);
    return yield* this.run(node, command);
  }

  private *curl(from: string, words: readonly string[]): Process<Printed> {
    const asked = readCurl(words);
    const { target, family } = asked;
    if (target === undefined) return failed("curl: try 'curl --help' or 'curl --manual' for more information\n", 2);
    const address = yield* this.addressOf(from, target.host, family);
    if (address === undefined) return curlUnresolved(target.host, asked);
    return curlSays(yield* this.fetch(from, target, address, { ...asked, agent: AGENT }), asked, target);
  }

  private *wget(from: string, words: readonly string[]): Process<Printed> {
    const asked = readWget(words);
    const target = targetOf(asked.url);
    if (target === undefined) return failed('BusyBox v1.36.1 multi-call binary.\n\nUsage: wget [OPTIONS] URL...\n');
    const address = yield* this.addressOf(from, target.host);
    if (address === undefined) return failed(`wget: bad address '${hostText(asked.url)}'\n`);
    const method = asked.body === undefined ? 'GET' : 'POST';
    const result = yield* this.fetch(from, target, address, { ...asked, method, agent: 'Wget' });
    return wgetSays(result, asked, { ...target, address: this.reach.wires.network.addressText(address) });
  }

  private *fetch(
    from: string,
    { host, port, path }: Target,
    address: Address,
    { method, body, agent, seconds }: Sending,
  ): Process<Result> {
    const said = `${method} ${path} HTTP/1.1\r\nHost: ${port === 80 ? urlHost(host) : joinHostPort(host, port)}\r\nUser-Agent: ${agent}\r\nAccept: */*\r\n\r\n`;
    const result = yield* this.reach.wires.network.request(this.ctx, {
      from,
      to: joinHostPort(host, port),
      address,
      port,
      protocol: TCP,
      bytes: said.length + (body?.length ?? 0),
      what: `${method} ${path}`,
      agent,
      body,
      timeoutMicros: seconds === undefined ? undefined : Math.round(seconds * SECOND),
    });
    this.ctx = result.ctx;
    return result;
  }

  private *nc(from: string, words: readonly string[]): Process<Printed> {
    const udp = words.some((word) => /^-\w*u/.test(word));
    const isValue = (at: number): boolean => /^-\w*[ipqsw]$/.test(words[at - 1] ?? '');
    const [host = '', portText = ''] = words.filter((word, at) => !word.startsWith('-') && !isValue(at));
    const patience = words.find((_, at) => /^-\w*w$/.test(words[at - 1] ?? ''));
    const own = words.find((_, at) => /^-\w*p$/.test(words[at - 1] ?? ''));
    const port = Number(portText);
    const address = yield* this.addressOf(from, host);
    if (address === undefined || !(port > 0 && port < 65_536)) return failed(`nc: bad address '${host}'\n`);
    const datagram = udp ? this.user?.input : undefined;
    const isLook = words.some((word) => /^-\w*z/.test(word));
    const result = yield* this.reach.wires.network.request(this.ctx, {
      from,
      to: joinHostPort(host, port),
      address,
      port,
      fromPort: own === undefined ? undefined : Number(own),
      protocol: udp ? UDP : TCP,
      bytes: datagram?.length ?? 7,
      what: datagram ?? 'hello',
      timeoutMicros: patience === undefined ? undefined : Number(patience) * SECOND,
    });
    this.ctx = result.ctx;
    if (result.outcome === 'answered' && isLook) {
      const isTold = words.some((word) => /^-\w*v/.test(word));
      const place = this.reach.wires.network.addressText(address);
      return { stdout: '', stderr: isTold ? `${host} (${place}:${port}) open\n` : '', code: 0 };
    }
    if (result.outcome === 'answered') return said(result.text);
    return failed(`nc: connect to ${host} port ${port} (${udp ? 'udp' : 'tcp'}) failed: ${result.error}\n`);
  }

  private *connect(from: string, words: readonly string[]): Process<Printed> {
    const asked = readConnect(words);
    if (asked === undefined) return connectFailed('DNS: missing port in address');
    const address = yield* this.addressOf(from, asked.host);
    if (address === undefined) return connectFailed(`DNS: lookup ${asked.host}: no such host`);
    const result = yield* this.reach.wires.network.request(this.ctx, {
      from,
      address,
      bytes: 7,
      what: 'hello',
      ...asked,
    });
    this.ctx = result.ctx;
    return connectSays(result);
  }

  /** Machines are known by name everywhere, Services to Pods alone: by DNS, which knows no Pod by its name. */
  private *addressOf(from: string, name: string, family?: Family): Process<Address | undefined> {
    const reader = this.readerAt(from);
    const isPod = this.reach.names !== undefined && reader.includes('/');
    const written = isPod ? hostIn(this.reach.names?.hosts(reader) ?? '', name)?.addresses[0] : undefined;
    const local = name === 'localhost' && from !== OUTSIDE ? '127.0.0.1' : (written ?? name);
    const isMachine = !isPod || from.endsWith(`/${name}`) || this.reach.wires.network.hostNames('node').includes(name);
    const own = isPod && isMachine && from.endsWith(`/${name}`) ? from : name;
    const known = parseAddress((isMachine ? this.reach.wires.resolve(own, family) : undefined) ?? local);
    if (known !== undefined) return family === undefined || familyOf(known) === family ? known : undefined;
    if (this.reach.names === undefined) return undefined;
    const found = yield* this.reach.names.lookup(this.ctx, reader, name, family);
    if (found === undefined) return undefined;
    this.ctx = found.ctx;
    return found.address === undefined ? undefined : parseAddress(found.address);
  }

  private *resolver(from: string, tool: ResolverTool, words: readonly string[]): Process<Printed> {
    const { names } = this.reach;
    const reader = this.readerAt(from);
    const asker = names?.asker(reader);
    if (names === undefined || asker === undefined) return this.nodeTool(from, tool, words);
    const program = resolverProgram(tool, this.user?.image ?? '');
    const { ctx, ...told } = yield* program(this.ctx, asker, words, names.hosts(reader));
    this.ctx = ctx;
    return told;
  }

  private *sleep([seconds = '']: readonly string[]): Process<Printed> {
    const time = Number(seconds);
    if (seconds === '' || !(time >= 0 && time <= LONGEST_SLEEP))
      return failed(`sleep: invalid time interval '${seconds}'\n`);
    const { ctx } = this;
    if (this.user !== undefined) {
      yield ctx.sleep(Math.round(time * SECOND));
      return said('');
    }
    const interrupt = new Interrupt();
    const end = this.watcher.begin(interrupt, ctx.engine);
    let isOver = false;
    const timer = ctx.after(Math.round(time * SECOND), () => {
      isOver = true;
      interrupt.give();
    });
    yield* interrupt.next(ctx.engine, NOTHING);
    timer.cancel();
    end();
    return isOver ? said('') : failed('', KILLED);
  }

  // Tools of a node

  private nodeTool(node: string, tool: string, words: readonly string[]): Printed {
    const netfilter = this.reach.wires.network.netfilter(node);
    if (netfilter === undefined) return failed(`sh: ${tool}: not found\n`, 127);
    switch (tool) {
      case 'iptables':
        return iptables(netfilter, words);
      case 'iptables-save':
        return iptablesSave(netfilter, words);
      case 'ip6tables':
        return iptables(netfilter.six, words);
      case 'ip6tables-save':
        return iptablesSave(netfilter.six, words);
      case 'nft':
        return this.ruleset(node, [tool, ...words].join(' '));
      case 'ipvsadm':
        return said(lines(this.ipvsadm(netfilter, words.join(' '))));
      case 'ipset':
        return saidOr(ipsetTool(netfilter, words), 'ipset v7.17: The set with the given name does not exist\n', 1);
      case 'conntrack':
        return said(lines((words.includes('ipv6') ? netfilter.six : netfilter).connections(this.ctx.now)));
      default:
        return failed(`-bash: ${tool}: command not found\n`, 127);
    }
  }

  private ipvsadm({ kernel }: NodeNetfilter, words: string): readonly string[] {
    const connections = kernel.ipvs?.connectionRows.values() ?? [];
    if (/c/.test(words)) return ipvsConnections(connections, this.ctx.now);
    return ipvsadmText(kernel.ipvs?.rows.values() ?? [], connections, this.ctx.now);
  }

  /** What kube-proxy of another mode than iptables has written. */
  private ruleset(node: string, command: string): Printed {
    const printed = (['IPv4', 'IPv6'] as const).flatMap((family) => {
      const rows = this.ctx.engine.table(RULESET_TABLES[family].of(node));
      const found = rows.get(RULESETS[command]?.[family] ?? command);
      return found?.lines ?? [];
    });
    return said(lines(printed));
  }
}

/** What never comes. */
const NOTHING: Frames<never> = {
  tryNext: () => undefined,
  *next() {
    yield { begin: () => undefined };
    return undefined;
  },
};

/** The words with which people ask for what a proxy of another mode has written. */
const RULESETS: { readonly [command: string]: { readonly [family: string]: string } } = {
  'nft list ruleset': { IPv4: 'nft list table ip kube-proxy', IPv6: 'nft list table ip6 kube-proxy' },
};

function quoted(word: string): string {
  if (!/[\s"']/.test(word) || /^\w+=/.test(word)) return word;
  return word.includes("'") ? `"${word}"` : `'${word}'`;
}

const saidOr = (text: string | undefined, error: string, code: number): Printed =>
  text === undefined ? failed(error, code) : said(text);

const lines = (text: readonly string[]): string => text.map((line) => `${line}\n`).join('');

function tableOf(words: readonly string[]): IptablesTable | undefined {
  const at = words.findIndex((word) => word === '-t' || word === '--table');
  return at < 0 ? undefined : TABLES.find((table) => table === words[at + 1]);
}

/** `iptables [-t table] -L [chain] [-v] [-n] [-x] [--line-numbers]` and `-S`. */
function iptables(netfilter: NodeNetfilter, words: readonly string[]): Printed {
  const table = tableOf(words) ?? 'filter';
  const short = words.filter((word) => /^-[A-Za-z]+$/.test(word)).join('');
  const at = words.findIndex((word) => /^-[vnx]*L[vnx]*$/.test(word) || word === '--list');
  if (words.includes('-S')) return said(lines(netfilter.save(table).filter((line) => line.startsWith('-'))));
  if (at < 0)
    return failed("iptables v1.8.9 (nf_tables): no command specified\nTry `iptables -h' for more information.\n", 2);
  const next = words[at + 1];
  const listing = netfilter.rules.list(table, {
    ...(next === undefined || next.startsWith('-') ? {} : { chain: next }),
    verbose: short.includes('v'),
    exact: short.includes('x'),
    lineNumbers: words.includes('--line-numbers'),
  });
  return /^ip6?tables:/.test(listing[0] ?? '') ? failed(lines(listing)) : said(lines(listing));
}

function iptablesSave(netfilter: NodeNetfilter, words: readonly string[]): Printed {
  const only = tableOf(words);
  const counters = words.includes('-c') || words.includes('--counters');
  const shown = only === undefined ? TABLES.filter((table) => netfilter.isUsed(table)) : [only];
  return said(shown.map((table) => lines(netfilter.save(table, counters))).join(''));
}
