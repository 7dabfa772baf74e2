import { PROBABILITY_ONE } from '../../cluster/network/iptables/rules.ts';
import { PACKETS_TABLE, type PacketRow } from '../../cluster/network/packets/rows.ts';
import type { Step, StepKind } from '../../engine/index.ts';
import type { PacketHeader, WalkedChain, WalkedRule, WalkStop, WalkView } from '../../protocol/network-view.ts';
import { network } from '../../steps/network.ts';
import type { Snapshot } from '../snapshot.ts';
import { BALANCER, NFT, NodeTables, shortName } from './network-tables.ts';

/** How far back and ahead of the cursor a packet's steps are looked for. */
export const REACH = 30_000;
/** Of a long chain: rules that did not match are folded, except some at its ends. */
const SHOWN_MISSES = 4;
const SHOWN_AHEAD = 3;

const STOPS: { readonly [kind: string]: (args: Step['args']) => Omit<WalkStop, 'seq' | 'state' | 'host'> } = {
  [network.sent.name]: ({ from, source }) => ({
    name: shortName(String(from)),
    note: String(source),
    kind: 'host',
  }),
  [network.hop.name]: ({ in: device, to }) => ({ name: String(device), note: shortName(String(to)), kind: 'device' }),
  [network.hook.name]: ({ hook }) => ({ name: String(hook), note: '', kind: 'hook' }),
  [network.routed.name]: ({ device, local }) => ({
    name: 'routing',
    note: local === true ? 'local' : String(device),
    kind: 'routing',
  }),
  [network.wrapped.name]: ({ to, inner }) => ({ name: tunnelFor(inner), note: `vxlan → ${to}`, kind: 'device' }),
  [network.unwrapped.name]: ({ at, inner }) => ({ name: tunnelFor(inner), note: String(at), kind: 'device' }),
  [network.delivered.name]: ({ to, destination }) => ({
    name: shortName(String(to)),
    note: String(destination),
    kind: 'host',
  }),
  [network.balanced.name]: ({ real }) => ({ name: 'IPVS', note: String(real), kind: 'hook' }),
  [network.rejected.name]: ({ with: what }) => ({ name: 'REJECT', note: String(what), kind: 'end' }),
  [network.complained.name]: ({ code }) => ({ name: 'ICMP', note: String(code), kind: 'end' }),
  [network.lost.name]: ({ why }) => ({ name: 'lost', note: String(why), kind: 'end' }),
};

/** Each family has a tunnel of its own. */
function tunnelFor(inner: unknown): string {
  return String(inner).startsWith('[') ? 'flannel-v6.1' : 'flannel.1';
}

const EFFECTS: ReadonlySet<StepKind> = new Set([
  network.rule,
  network.marked,
  network.translated,
  network.rejected,
  network.balanced,
  network.unbalanced,
]);
/** What makes a connection go elsewhere: with the rules before it, it is a decision. */
const DECISIONS: ReadonlySet<StepKind> = new Set([network.translated, network.balanced]);
/** A rule, or the balancer in the place of rules. */
const LOOKS: ReadonlySet<StepKind> = new Set([network.rule, network.balanced, network.unbalanced]);

interface Now {
  readonly table: string;
  readonly chain: string;
  readonly number: number;
}

interface Visit {
  readonly table: string;
  readonly chain: string;
  readonly depth: number;
  readonly steps: Map<number, Step>;
}

/** One packet as far as the cursor has it. */
export class Walk {
  private readonly steps: readonly Step[];
  /** The node whose kernel has the packet, or had it last. */
  readonly node: string | undefined;
  readonly now: Now | undefined;
  private readonly matched: boolean;
  /** Rules that an earlier packet met: they decided about the connection, and this packet has met none. */
  private readonly decision: readonly Step[];
  private readonly tables: NodeTables;

  constructor(
    private readonly snapshot: Snapshot,
    seqs: readonly number[],
  ) {
    const { journal, cursor } = snapshot;
    this.steps = seqs.map((seq) => journal.step(seq));
    const passed = this.steps.filter(({ seq }) => seq <= cursor.position);
    const inKernel = passed.findLast(({ actor }) => actor.startsWith('network/'));
    this.node = inKernel?.actor.slice('network/'.length);
    const look = passed.findLast(({ kind }) => LOOKS.has(kind));
    this.now = look === undefined ? undefined : placeOf(look);
    this.matched = look?.args.matched !== false;
    // The chains that are shown are those that it met last, which may be on the node before.
    this.decision = look === undefined ? this.decisionBefore(seqs[0] ?? cursor.position) : [];
    const walkedBy = look ?? this.decision[0];
    const walked = walkedBy?.actor.slice(walkedBy.actor.indexOf('/') + 1) ?? this.node ?? '';
    this.tables = new NodeTables(snapshot, walked, this.isSix ? 'IPv6' : 'IPv4');
  }

  view(): WalkView {
    const { cursor } = this.snapshot;
    const passed = this.steps.filter(({ seq }) => seq <= cursor.position);
    const decided = this.decision.length > 0;
    const shown = decided ? this.decision : passed.slice(this.lastHookWithRules(passed));
    const visits = this.visits(shown);
    const row = this.row();
    const chooser = visits.findLast(
      ({ table, chain }) => table === BALANCER || /^(KUBE-SV[CL]|service|local)-/.test(chain),
    );
    return {
      connection: Number(row?.connection ?? 0),
      what: row?.what ?? '',
      protocol: row?.protocol ?? '',
      bytes: row?.bytes ?? 0,
      node: this.node,
      hook: String(passed.findLast(({ kind }) => kind === network.hook)?.args.hook ?? ''),
      examined: passed.filter(({ kind }) => kind === network.rule).length,
      stops: this.stops(),
      chains: visits.map((visit) => this.chain(visit)),
      chainsAt: String(shown[0]?.args.hook ?? ''),
      decidedOn: decided ? shown[0]?.actor.slice('network/'.length) : undefined,
      before: headerOf(this.isNew ? row : (this.before() ?? row)),
      after: headerOf(row),
      rule: this.now === undefined ? undefined : this.tables.fullRule(this.now.table, this.now.chain, this.now.number),
      ruleMatched: this.matched,
      endpoints: chooser === undefined ? [] : this.endpoints(chooser),
    };
  }

  /** The packet before this one was another packet: nothing was rewritten. */
  private get isNew(): boolean {
    return this.snapshot.step?.kind === network.sent;
  }

  get isSix(): boolean {
    return isSixText(this.row()?.source ?? '');
  }

  private get key(): string {
    return this.steps[0]?.subject.slice('connections/'.length) ?? '';
  }

  private row(): PacketRow | undefined {
    return this.snapshot.table(PACKETS_TABLE).get(this.key);
  }

  private before(): PacketRow | undefined {
    return this.snapshot.changesOf(PACKETS_TABLE).find(({ key }) => key === this.key)?.before;
  }

  private stops(): readonly WalkStop[] {
    const { position } = this.snapshot.cursor;
    const found: WalkStop[] = [];
    for (const { seq, kind, args, actor } of this.steps) {
      const make = STOPS[kind.name];
      if (make === undefined) continue;
      const host = actor.slice(actor.indexOf('/') + 1);
      found.push({ ...make(args), host, seq, state: seq > position ? 'ahead' : 'passed' });
    }
    const last = found.findLastIndex(({ state }) => state === 'passed');
    return found.map((stop, at) => (at === last ? { ...stop, state: 'now' } : stop));
  }

  /** The passage of a hook at which an earlier packet of this connection was sent elsewhere. */
  private decisionBefore(first: number): readonly Step[] {
    const { journal } = this.snapshot;
    const earlier: Step[] = [];
    for (let seq = first - 1; seq >= Math.max(journal.base, first - REACH); seq -= 1) {
      if (journal.subjectOf(seq) !== this.steps[0]?.subject) continue;
      const kind = journal.kindOf(seq);
      if (kind === network.connect) break;
      if (kind === network.hook || LOOKS.has(kind) || DECISIONS.has(kind)) earlier.push(journal.step(seq));
    }
    earlier.reverse();
    const decided = earlier.findIndex(({ kind }) => DECISIONS.has(kind));
    if (decided < 0) return [];
    const begin = earlier.findLastIndex(({ kind }, at) => at < decided && kind === network.hook);
    return begin < 0 ? [] : earlier.slice(begin, decided + 1);
  }

  /** Chains of the hook at which the steps begin, in the order in which the packet came to them. */
  private visits(steps: readonly Step[]): readonly Visit[] {
    const visits: Visit[] = [];
    const open: Visit[] = [];
    for (const step of steps) {
      if (step.kind === network.hook && step !== steps[0]) break;
      if (!LOOKS.has(step.kind)) continue;
      const { table, chain, number } = placeOf(step);
      const depth = Number(step.args.depth ?? 0);
      const known = open[depth];
      if (known === undefined || known.chain !== chain || known.table !== table) {
        open.length = depth;
        const visit = { table, chain, depth, steps: new Map<number, Step>() };
        open[depth] = visit;
        visits.push(visit);
      }
      open.length = depth + 1;
      open[depth]?.steps.set(number, step);
    }
    return visits;
  }

  private lastHookWithRules(passed: readonly Step[]): number {
    let rules = false;
    for (let at = passed.length - 1; at >= 0; at -= 1) {
      const kind = passed[at]?.kind;
      if (kind !== undefined && LOOKS.has(kind)) rules = true;
      if (kind === network.hook && rules) return at;
    }
    return 0;
  }

  private chain({ table, chain, depth, steps }: Visit): WalkedChain {
    const total = this.tables.size(table, chain);
    const last = Math.max(0, ...steps.keys());
    const shown: WalkedRule[] = [];
    let folded = 0;
    for (let at = 0; at < total; at += 1) {
      const step = steps.get(at + 1);
      const matched = step !== undefined && step.args.matched !== false;
      const now = step !== undefined && this.isEffect && this.isNow(chain, at + 1);
      const near = at < SHOWN_MISSES || (at + 1 > last - SHOWN_MISSES && at < last + SHOWN_AHEAD);
      if (!matched && !now && !near && total > SHOWN_MISSES * 3) {
        folded += 1;
        continue;
      }
      shown.push({ ...this.tables.ruleView(table, chain, at + 1), ...outcome(step), now, folded });
      folded = 0;
    }
    const builtIn = this.tables.isBuiltIn(table, chain);
    return { table, name: chain, depth, rules: shown, builtIn, total, folded };
  }

  /** The cursor is on a rule, or on what that rule did. */
  private get isEffect(): boolean {
    return this.snapshot.step !== undefined && EFFECTS.has(this.snapshot.step.kind);
  }

  private isNow(chain: string, number: number): boolean {
    return this.now?.chain === chain && this.now.number === number;
  }

  /** Whom a Service's packets may come to, and how likely each was. */
  private endpoints({ table, chain, steps }: Visit): WalkView['endpoints'] {
    if (table === BALANCER) return this.tables.realServers(chain, placesOf(steps));
    if (table === NFT) return this.tables.drawnEndpoints(chain, steps);
    let rest = 1;
    const found: { address: string; pod: string; chance: string; chosen: boolean }[] = [];
    this.tables.chain(table, chain)?.rules.forEach((rule, at) => {
      const target = rule.target?.kind === 'jump' ? rule.target.chain : '';
      if (!target.startsWith('KUBE-SEP-') || rule.matches.some(({ kind }) => kind === 'recent')) return;
      const random = rule.matches.find((match) => match.kind === 'random');
      const share = random?.kind === 'random' ? random.probability / PROBABILITY_ONE : 1;
      const address = this.tables.destinationOf(table, target);
      const chosen = steps.get(at + 1)?.args.matched === true;
      found.push({ address, pod: this.tables.podAt(address), chance: fraction(rest * share), chosen });
      rest *= 1 - share;
    });
    return found;
  }
}

/** The balancer's list of real servers stands for a chain, and the chosen one for a rule. */
function placeOf({ kind, args }: Step): Now {
  if (kind === network.rule)
    return { table: String(args.table), chain: String(args.chain), number: Number(args.number) };
  return { table: BALANCER, chain: String(args.server), number: Number(args.place ?? 0) };
}

function placesOf(steps: ReadonlyMap<number, Step>): number | undefined {
  return [...steps.keys()].at(-1);
}

function outcome(step: Step | undefined): Pick<WalkedRule, 'verdict' | 'why' | 'want' | 'seen' | 'seq'> {
  if (step === undefined) return { verdict: 'ahead', why: '', want: '', seen: '', seq: undefined };
  const { matched = true, why = 'turn', want = '', seen = `${step.args.place}/${step.args.of}` } = step.args;
  return {
    verdict: matched === true ? 'hit' : 'miss',
    why: String(why),
    want: String(want),
    seen: String(seen),
    seq: step.seq,
  };
}

/** Chances of endpoints are one of so many. */
function fraction(share: number): string {
  const parts = Math.round(1 / Math.max(share, 1e-9));
  return Math.abs(1 / parts - share) < 1e-4 ? `1/${parts}` : share.toFixed(3);
}

/** `[fd00::1]:80` or `fd00::1`, as packets tell their ends. */
function isSixText(end: string): boolean {
  return end.startsWith('[') || end.indexOf(':') !== end.lastIndexOf(':');
}

function headerOf(row: PacketRow | undefined): PacketHeader {
  return {
    source: row?.source ?? '',
    destination: row?.destination ?? '',
    mark: row === undefined ? '' : `0x${row.mark.toString(16)}`,
    in: row?.in ?? '',
    out: row?.out ?? '',
  };
}
