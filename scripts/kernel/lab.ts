import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { inSix } from './six.ts';

/** Two nodes, their Pods and a client: the same machine in namespaces of the kernel and in the simulation. */
export const NODES = [
  { name: 'node-1', address: '10.123.0.11', podCIDR: '10.244.1.0/24', gateway: '10.244.1.1' },
  { name: 'node-2', address: '10.123.0.12', podCIDR: '10.244.2.0/24', gateway: '10.244.2.1' },
] as const;

export const PODS = [
  { name: 'pod-a', node: 'node-1', address: '10.244.1.2', veth: 'vetha' },
  { name: 'pod-b', node: 'node-1', address: '10.244.1.3', veth: 'vethb' },
  { name: 'pod-c', node: 'node-2', address: '10.244.2.2', veth: 'vethc' },
] as const;

export const CLIENT = '10.123.0.1';
/** What the client sends to node-1 because nobody on its own wire has it. */
const THROUGH_NODE_1 = ['10.96.0.0/12', '203.0.113.0/24', '198.51.100.0/24'];
/** Where Pods listen, for TCP and UDP. */
export const PORTS = [8080, 9090];

export interface Attempt {
  readonly outcome: string;
  readonly text: string;
  readonly local: number;
}

/** Why the kernel cannot be asked here; undefined when it can. */
export function whyNot(): string | undefined {
  if (process.platform !== 'linux') return `the system is ${process.platform}, not Linux`;
  if (process.getuid?.() !== 0) return 'it needs root to make network namespaces';
  if (!has('ip', ['-V']) || !has('iptables-restore', ['--version'])) {
    if (!install()) return 'ip and iptables are missing and cannot be installed';
  }
  const probe = `kubestep-probe-${process.pid}`;
  try {
    run('ip', ['netns', 'add', probe]);
    run('ip', ['netns', 'exec', probe, 'iptables-restore'], PROBE);
    run('ip', ['-n', probe, 'link', 'add', 'br0', 'type', 'bridge']);
    run('ip', ['-n', probe, 'link', 'add', 'one', 'type', 'veth', 'peer', 'name', 'other']);
    return undefined;
  } catch (error) {
    return `this kernel does not allow it: ${String(error).split('\n').slice(0, 3).join(' ')}`;
  } finally {
    has('ip', ['netns', 'del', probe]);
  }
}

/** Why IPv6 cannot be asked, where iptables can. */
export function whyNotSix(): string | undefined {
  const probe = `kubestep-probe-${process.pid}`;
  try {
    run('ip', ['netns', 'add', probe]);
    run('ip', ['netns', 'exec', probe, 'ip6tables-restore'], inSix(PROBE).replaceAll('10.0.0.1:80', '[fd00::1]:80'));
    run('ip', ['netns', 'exec', probe, 'sh', '-ec', 'ip link set lo up; ip addr add fd00::1/64 dev lo nodad']);
    return undefined;
  } catch (error) {
    return `this kernel does not allow it: ${String(error).split('\n').slice(0, 3).join(' ')}`;
  } finally {
    has('ip', ['netns', 'del', probe]);
  }
}

/** Why nftables cannot be asked, where iptables can. */
export function whyNotNft(): string | undefined {
  if (
    !has('nft', ['--version']) &&
    !(has('apt-get', ['install', '-y', '-qq', 'nftables']) && has('nft', ['--version']))
  )
    return 'nft is missing and cannot be installed';
  const probe = `kubestep-probe-${process.pid}`;
  try {
    run('ip', ['netns', 'add', probe]);
    run('ip', ['netns', 'exec', probe, 'nft', '-f', '-'], NFT_PROBE);
    run('ip', ['netns', 'exec', probe, 'cat', '/proc/net/nf_conntrack']);
    return undefined;
  } catch (error) {
    return `this kernel does not allow it: ${String(error).split('\n').slice(0, 3).join(' ')}`;
  } finally {
    has('ip', ['netns', 'del', probe]);
  }
}

const NFT_PROBE = `table ip probe {
	set s {
		type ipv4_addr
		size 65535
		flags dynamic,timeout
		timeout 3h
	}
	map m {
		type ipv4_addr . inet_proto . inet_service : verdict
	}
	chain a {
		update @s { ip saddr }
		fib saddr type local reject
		meta l4proto tcp dnat ip to numgen random mod 2 map { 0 : 10.0.0.1 . 80, 1 : 10.0.0.2 . 80 }
	}
	chain b {
		type nat hook prerouting priority dstnat; policy accept;
		ip daddr . meta l4proto . th dport vmap @m
		jump a
	}
	chain c {
		type nat hook postrouting priority srcnat; policy accept;
		masquerade fully-random
	}
}
`;

/** Every module that the rules of kube-proxy need. */
const PROBE = `*nat
:A - [0:0]
-A A -m comment --comment "x y" -m statistic --mode random --probability 0.5 -j RETURN
-A A -m recent --rcheck --seconds 10 --reap --name KUBESTEP --rsource -j RETURN
-A A -m addrtype --dst-type LOCAL -m mark --mark 0x4000/0x4000 -j MARK --or-mark 0x4000
-A A -p tcp -m tcp --dport 80 -j DNAT --to-destination 10.0.0.1:80
-A POSTROUTING -j MASQUERADE --random-fully
COMMIT
*filter
-A FORWARD -m conntrack --ctstate NEW -p udp -m udp --dport 9 -j REJECT
COMMIT
`;

function has(command: string, args: readonly string[]): boolean {
  try {
    run(command, args);
    return true;
  } catch {
    return false;
  }
}

/** On Debian as root the tools can be fetched. */
function install(): boolean {
  if (!has('apt-get', ['--version'])) return false;
  has('apt-get', ['update', '-qq']);
  return has('apt-get', ['install', '-y', '-qq', 'iptables', 'iproute2']) && has('iptables-restore', ['--version']);
}

function run(command: string, args: readonly string[], input?: string): string {
  return execFileSync(command, args, { input: input ?? '', encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
}

type Reply = (attempt: Attempt) => void;

let built = 0;

/** The namespaces, and a process in each that listens and connects. Several labs do not see one another. */
export class Lab {
  private readonly prefix = `kubestep-${process.pid}-${++built}`;
  private readonly agents = new Map<string, ChildProcess>();
  private readonly waiting = new Map<number, Reply>();
  private next = 0;

  /** `six`: everything has addresses of IPv6, too. */
  constructor(private readonly six = false) {
    const names = ['client', ...NODES.map(({ name }) => name), ...PODS.map(({ name }) => name)];
    for (const name of names) run('ip', ['netns', 'add', this.ns(name)]);
    for (const name of names) this.inside(name, `${SETTINGS}\n${six ? SETTINGS6 : WITHOUT_SIX}`);
    // A bridge that snoops joins a multicast group and says so now and then.
    this.inside(
      'client',
      'ip link add br0 type bridge mcast_snooping 0; ip addr add 10.123.0.1/24 dev br0; ip link set br0 up',
    );
    for (const { name, address, gateway } of NODES) this.wireNode(name, address, gateway);
    for (const pod of PODS) this.wirePod(pod);
    for (const { name, podCIDR, address } of NODES) {
      this.inside('client', `ip route add ${podCIDR} via ${address}`);
      for (const other of NODES)
        if (other.name !== name) this.inside(other.name, `ip route add ${podCIDR} via ${address}`);
    }
    for (const cidr of THROUGH_NODE_1) this.inside('client', `ip route add ${cidr} via ${NODES[0].address}`);
    if (six) this.addSix();
  }

  private addSix(): void {
    this.inside('client', inSix(`ip addr add ${CLIENT}/64 dev br0 nodad`));
    for (const { name, address, gateway } of NODES)
      this.inside(
        name,
        inSix(`ip addr add ${address}/64 dev eth0 nodad; ip addr add ${gateway}/64 dev cni0 nodad
          ip -6 route add default via ${CLIENT}; echo 1 > /proc/sys/net/ipv6/conf/all/forwarding
          echo 1 > /proc/sys/net/bridge/bridge-nf-call-ip6tables`),
      );
    for (const { name, node, address } of PODS) {
      const gateway = NODES.find((each) => each.name === node)?.gateway ?? '';
      this.inside(name, inSix(`ip addr add ${address}/64 dev eth0 nodad; ip -6 route add default via ${gateway}`));
    }
    const route = (on: string, cidr: string, via: string) =>
      this.inside(on, inSix(`ip -6 route add ${cidr} via ${via}`));
    for (const { name, podCIDR, address } of NODES) {
      route('client', podCIDR, address);
      for (const other of NODES) if (other.name !== name) route(other.name, podCIDR, address);
    }
    for (const cidr of THROUGH_NODE_1) route('client', cidr, NODES[0].address);
  }

  private ns(name: string): string {
    return `${this.prefix}-${name}`;
  }

  private inside(name: string, script: string): string {
    return run('ip', ['netns', 'exec', this.ns(name), 'sh', '-ec', script]);
  }

  private wireNode(name: string, address: string, gateway: string): void {
    const end = `w${name.slice(-1)}`;
    run('ip', [
      '-n',
      this.ns('client'),
      'link',
      'add',
      end,
      'type',
      'veth',
      'peer',
      'name',
      'eth0',
      'netns',
      this.ns(name),
    ]);
    this.inside('client', `ip link set ${end} master br0; ip link set ${end} up`);
    this.inside(
      name,
      `ip addr add ${address}/24 dev eth0; ip link set eth0 up; ip route add default via ${CLIENT}
       ip link add cni0 type bridge mcast_snooping 0; ip addr add ${gateway}/24 dev cni0; ip link set cni0 up
       echo 1 > /proc/sys/net/ipv4/ip_forward; echo 1 > /proc/sys/net/ipv4/conf/all/route_localnet
       echo 1 > /proc/sys/net/bridge/bridge-nf-call-iptables`,
    );
  }

  private wirePod({ name, node, address, veth }: (typeof PODS)[number]): void {
    run('ip', [
      '-n',
      this.ns(node),
      'link',
      'add',
      veth,
      'type',
      'veth',
      'peer',
      'name',
      'eth0',
      'netns',
      this.ns(name),
    ]);
    this.inside(
      node,
      `ip link set ${veth} master cni0; ip link set ${veth} type bridge_slave hairpin on; ip link set ${veth} up`,
    );
    const gateway = NODES.find((each) => each.name === node)?.gateway ?? '';
    this.inside(name, `ip addr add ${address}/24 dev eth0; ip link set eth0 up; ip route add default via ${gateway}`);
  }

  /** Starts the processes; Pods listen. */
  async start(): Promise<void> {
    const path = fileURLToPath(new URL('./agent.mjs', import.meta.url));
    for (const name of ['client', 'node-1', ...PODS.map((pod) => pod.name)]) {
      const child = spawn('ip', ['netns', 'exec', this.ns(name), process.execPath, path], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      this.agents.set(name, child);
      hurry(child);
      let rest = '';
      child.stdout?.on('data', (data) => {
        const lines = (rest + String(data)).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.heard(line);
      });
    }
    for (const { name } of PODS)
      for (const port of PORTS)
        for (const command of ['listenTcp', 'listenUdp'])
          await this.tell(name, { command, port, name, host: this.six ? '::' : '0.0.0.0' });
  }

  private heard(line: string): void {
    const { id, ...attempt } = JSON.parse(line) as { id: number } & Attempt;
    this.waiting.get(id)?.(attempt);
    this.waiting.delete(id);
  }

  tell(name: string, command: object): Promise<Attempt> {
    this.next += 1;
    const id = this.next;
    return new Promise((done) => {
      this.waiting.set(id, done);
      this.agents.get(name)?.stdin?.write(`${JSON.stringify({ id, ...command })}\n`);
    });
  }

  private get tool(): string {
    return this.six ? 'ip6tables' : 'iptables';
  }

  async restore(node: string, text: string): Promise<void> {
    await this.ask(node, [`${this.tool}-restore`], `${text}\n`);
  }

  /** Nothing but one table of nftables. */
  async restoreNft(node: string, text: string): Promise<void> {
    await this.ask(node, ['nft', '-f', '-'], `flush ruleset\n${text}\n`);
  }

  /** What the kernel remembers, oldest first, as far as it says. */
  async remembered(node: string): Promise<readonly string[]> {
    return (await this.ask(node, ['cat', '/proc/net/nf_conntrack'], '')).split('\n').filter((line) => line !== '');
  }

  /** How many connections each Pod has refused so far, by its address: a connection that is refused is forgotten at once. */
  async resets(): Promise<ReadonlyMap<string, number>> {
    const counted = await Promise.all(
      PODS.map(async ({ name, address }) => {
        const { text } = await this.tell(name, { command: 'resets' });
        return [this.six ? inSix(address) : address, Number(text)] as const;
      }),
    );
    return new Map(counted);
  }

  /** `iptables-save -c` without dates, nat and filter. */
  async save(node: string): Promise<readonly string[]> {
    const text = await this.ask(node, [`${this.tool}-save`, '-c'], '');
    return ['nat', 'filter'].flatMap((table) => sectionOf(text, table));
  }

  private ask(name: string, command: readonly string[], input: string): Promise<string> {
    return new Promise((done, fail) => {
      const child = spawn('ip', ['netns', 'exec', this.ns(name), ...command], { stdio: ['pipe', 'pipe', 'pipe'] });
      let out = '';
      let complaint = '';
      child.stdout.on('data', (data) => {
        out += data;
      });
      child.stderr.on('data', (data) => {
        complaint += data;
      });
      child.on('close', (code) => (code === 0 ? done(out) : fail(new Error(`${command.join(' ')}: ${complaint}`))));
      // A command that reads nothing may be gone before it is told so.
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
    });
  }

  stop(): void {
    for (const child of this.agents.values()) child.kill('SIGKILL');
    for (const name of ['client', ...NODES.map((node) => node.name), ...PODS.map((pod) => pod.name)])
      has('ip', ['netns', 'del', this.ns(name)]);
  }
}

/** The lines of one table, without dates. */
function sectionOf(text: string, table: string): readonly string[] {
  const lines = text.split('\n');
  const from = lines.indexOf(`*${table}`);
  return from < 0 ? [] : lines.slice(from, lines.indexOf('COMMIT', from) + 1);
}

const SETTINGS = `ip link set lo up
for f in all default; do echo 0 > /proc/sys/net/ipv4/conf/$f/rp_filter; echo 0 > /proc/sys/net/ipv4/conf/$f/send_redirects; echo 0 > /proc/sys/net/ipv4/conf/$f/accept_redirects; done
echo 0 > /proc/sys/net/ipv4/icmp_ratelimit`;
const WITHOUT_SIX = 'echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6 2>/dev/null || true';
const SETTINGS6 = `for f in all default; do echo 0 > /proc/sys/net/ipv6/conf/$f/disable_ipv6; echo 0 > /proc/sys/net/ipv6/conf/$f/accept_ra; echo 0 > /proc/sys/net/ipv6/conf/$f/accept_dad; echo 0 > /proc/sys/net/ipv6/conf/$f/accept_redirects; done
echo 0 > /proc/sys/net/ipv6/icmp/ratelimit`;

/** Namespaces of runs that were killed. */
export function sweep(): void {
  const known = run('ip', ['netns', 'list']).split('\n');
  for (const line of known) {
    const [name = ''] = line.split(' ');
    const pid = /^kubestep-(?:probe-)?(\d+)/.exec(name)?.[1];
    if (pid !== undefined && !alive(Number(pid))) has('ip', ['netns', 'del', name]);
  }
}

function alive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8') !== '';
  } catch {
    return false;
  }
}

/** Before the tests beside it: an answer that comes too late would be taken for none. */
function hurry({ pid }: ChildProcess): void {
  const BEFORE_OTHERS = -10;
  try {
    if (pid !== undefined) setPriority(pid, BEFORE_OTHERS);
  } catch {
    // It takes rights that a lab on one's own machine may lack: there it runs like the others.
  }
}
