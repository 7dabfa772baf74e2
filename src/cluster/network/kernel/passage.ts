// Models the kernel's net/ipv4/netfilter and net/netfilter/nf_nat_core.c: a packet in the hooks of one node (v1.36)

import { type Address, isSix } from '../../../base/address.ts';
import type { Context, Random } from '../../../engine/index.ts';
import { network as kinds } from '../../../steps/network.ts';
import type { IptablesTable } from '../../ports/netfilter.ts';
import { targetName } from '../iptables/print-rule.ts';
import type { ChainRow } from '../iptables/rows.ts';
import type { RuleTables } from '../iptables/rule-tables.ts';
import type { Rule, Target } from '../iptables/rules.ts';
import type { NftChainRow, NftRuleRow } from '../nft/rows.ts';
import type { NftStage, NftTables } from '../nft/tables.ts';
import { destinationText, type Packet, sourceText } from '../packets/packet.ts';
import { balance, unbalance } from './balance.ts';
import type { Entry, Tracked } from './conntrack.ts';
import type { AtHook, Decision, Hook } from './hook.ts';
import { addressOn, type Device, type Host, type Kernel, LOOPBACK6 } from './host.ts';
import { judge, type Verdict } from './match.ts';
import { type NftFinding, walkNft } from './nft-walk.ts';
import { bind, keepSource, translate } from './translation.ts';

const BEFORE_NAT: { readonly [H in Hook]: readonly IptablesTable[] } = {
  PREROUTING: ['mangle'],
  INPUT: ['mangle', 'filter'],
  FORWARD: ['mangle', 'filter'],
  OUTPUT: ['mangle'],
  POSTROUTING: ['mangle'],
};

/** Which end nat may translate at a hook. */
const TRANSLATES: { readonly [H in Hook]: 'source' | 'destination' | undefined } = {
  PREROUTING: 'destination',
  INPUT: 'source',
  FORWARD: undefined,
  OUTPUT: 'destination',
  POSTROUTING: 'source',
};

const MOST_JUMPS = 64;
/** The name by which steps call kube-proxy's table in nftables. */
const NFT_TABLE = 'kube-proxy';

export interface PassageOptions {
  readonly random: Random;
  readonly nth: Map<number, number>;
  /** Told of every change, so that the packet can be shown. */
  readonly show: (passage: Passage) => void;
}

/**
 * One packet inside one node, from its first hook to its last.
 *
 * Promises: hooks, tables and rules are looked at in the kernel's order, and each rule that was looked at is a step; a
 * connection is translated once, by its first packet, and later packets are treated alike, in both directions.
 * Does not promise: where the packet comes from or goes to next. Its way through the host and from host to host is its
 * caller's, who reads `packet` after each hook, for its ends may have changed.
 * Called by: `within-hosts`, once for each hook on the way, in this order: PREROUTING or OUTPUT, INPUT or FORWARD, POSTROUTING.
 */
export class Passage implements AtHook {
  /** The devices by which it came in and goes out, as far as the hook knows them. */
  in: Device | undefined;
  out: Device | undefined;
  /** Rules looked at so far. */
  examined = 0;
  /** The hook that it is at; undefined before the first. */
  hook: Hook | undefined;
  /** A balancer has sent it on to another machine. */
  turned = false;
  /** Its connection; undefined until it was looked up at the first hook. */
  tracked: Tracked | undefined;
  readonly kernel: Kernel;
  readonly six: boolean;
  private readonly told: boolean;

  constructor(
    public ctx: Context,
    readonly host: Host,
    public packet: Packet,
    readonly subject: string,
    private readonly options: PassageOptions,
  ) {
    this.kernel = host.kernel as Kernel;
    this.six = isSix(packet.source);
    this.told = ctx.engine.recording === 'full';
  }

  get entry(): Entry | undefined {
    return this.tracked?.entry;
  }

  get standing() {
    return this.tracked?.standing ?? 'NEW';
  }

  run(hook: Hook): Decision {
    this.hook = hook;
    this.ctx = this.ctx.step(kinds.hook, this.subject, {
      hook,
      in: this.in?.name ?? '',
      out: this.out?.name ?? '',
      source: sourceText(this.packet),
      destination: destinationText(this.packet),
      mark: this.packet.mark,
    });
    this.show();
    const first = hook === 'PREROUTING' || hook === 'OUTPUT';
    if (first && !this.turned) {
      const raw = this.walkTable('raw', hook);
      if (raw !== 'accept') return raw;
      this.track();
    }
    for (const table of BEFORE_NAT[hook]) {
      const decision = this.walkTable(table, hook);
      if (decision !== 'accept') return decision;
    }
    if (this.nft !== undefined) {
      const early = hook === 'INPUT' || hook === 'FORWARD' ? 'filter' : 'early';
      const decision = this.walkNft(hook, early);
      if (decision !== 'accept') return decision;
    }
    if (hook === 'INPUT') {
      const decision = balance(this);
      if (decision !== 'accept' || this.turned) return decision;
    }
    if (hook === 'FORWARD') unbalance(this);
    const end = TRANSLATES[hook];
    if (end !== undefined && !(this.turned && hook === 'OUTPUT')) {
      const decision = this.nat(hook, end);
      if (decision !== 'accept') return decision;
    }
    if (hook === 'OUTPUT' && !this.turned) {
      const decision = balance(this);
      if (decision !== 'accept') return decision;
    }
    // A process's own packets meet filter after their destination was translated.
    if (hook !== 'OUTPUT') return 'accept';
    const filtered = this.walkTable('filter', hook);
    return filtered === 'accept' ? this.walkNft(hook, 'filter') : filtered;
  }

  /** The last hook is behind it. */
  confirm(): void {
    const { tracked } = this;
    if (tracked === undefined) return;
    const { entry, standing, direction } = tracked;
    if (entry === undefined || standing === 'RELATED') return;
    const before = entry.confirmed ? entry.state : undefined;
    this.ctx = this.ctx.step(entry.confirmed ? kinds.seen : kinds.remembered, this.subject, {
      original: `${sourceText(entry.original)} → ${destinationText(entry.original)}`,
      reply: `${sourceText(entry.reply)} → ${destinationText(entry.reply)}`,
      state: before ?? '',
      direction,
    });
    this.kernel.conntrack.confirm(tracked, this.packet);
  }

  /** The connection that an ICMP error of this very node is about, though it was never confirmed. */
  adopt(of: Passage): void {
    if (of.tracked?.entry !== undefined)
      this.tracked = { entry: of.tracked.entry, direction: 'reply', standing: 'RELATED' };
  }

  private track(): void {
    if (this.tracked !== undefined) return;
    this.tracked = this.kernel.conntrack.track(this.packet);
    const { entry, standing, direction } = this.tracked;
    this.ctx = this.ctx.step(kinds.tracked, this.subject, {
      standing,
      direction,
      entry: entry?.confirmed === true ? entry.id : undefined,
      state: entry?.state,
    });
  }

  /** Takes over the connection of a packet that comes back through `lo`. */
  continueAs(other: Passage): void {
    this.tracked = other.tracked;
  }

  // Rules

  private get rules(): RuleTables | undefined {
    return this.six ? this.kernel.rules6 : this.kernel.rules;
  }

  private get nft(): NftTables | undefined {
    return this.six ? this.kernel.nft6 : this.kernel.nft;
  }

  private walkTable(table: IptablesTable, hook: Hook): Decision {
    const row = this.rules?.chain(table, hook);
    if (row === undefined || (row.rules.length === 0 && row.policy !== 'DROP')) return 'accept';
    const result = this.walkChain(row, 0);
    if (result !== 'return') return result;
    this.ctx = this.ctx.step(kinds.policy, this.subject, { table, chain: hook, policy: row.policy ?? 'ACCEPT' });
    return row.policy === 'DROP' ? 'drop' : 'accept';
  }

  private walkChain(row: ChainRow, depth: number): Decision | 'return' {
    if (depth > MOST_JUMPS) return 'drop';
    const { rules } = row;
    for (let at = 0; at < rules.length; at += 1) {
      const rule = rules[at] as Rule;
      if (!this.examine(row, rule, at, depth)) continue;
      const { target } = rule;
      if (target === undefined) continue;
      if (target.kind === 'jump') {
        const next = this.rules?.chain(row.table, target.chain);
        const result = next === undefined ? 'return' : this.walkChain(next, depth + 1);
        if (result !== 'return') return result;
        if (target.goto) return 'return';
        continue;
      }
      const result = this.act(target);
      if (result !== undefined) return result;
    }
    return 'return';
  }

  /** One rule: a step, a counter. */
  private examine(row: ChainRow, rule: Rule, at: number, depth: number): boolean {
    const { packet } = this;
    this.examined += 1;
    const verdict = judge(rule, {
      host: this.host,
      packet,
      in: this.in?.name,
      out: this.out?.name,
      standing: this.standing,
      snat: this.entry?.snat === true,
      dnat: this.entry?.dnat === true,
      random: this.options.random,
      nth: this.options.nth,
      told: this.told,
    });
    this.emitRule(row, rule, at, depth, verdict);
    verdict.apply?.();
    if (verdict.matched) this.rules?.count(rule.id, packet.size);
    return verdict.matched;
  }

  private emitRule(row: ChainRow, rule: Rule, at: number, depth: number, { matched, why, want, seen }: Verdict): void {
    if (!this.told) {
      this.ctx = this.ctx.step(kinds.rule, this.subject);
      return;
    }
    this.ctx = this.ctx.step(kinds.rule, this.subject, {
      table: row.table,
      chain: row.name,
      number: at + 1,
      rule: rule.id,
      matched,
      why,
      want,
      seen,
      target: targetName(rule.target),
      depth,
    });
  }

  // Translation

  /** The chains of nat are asked once a connection and end; later packets are translated from memory. */
  private nat(hook: Hook, end: 'source' | 'destination'): Decision {
    const entry = this.entry;
    if (entry === undefined || this.standing === 'INVALID') return 'accept';
    const done = end === 'source' ? entry.sourceDone : entry.destinationDone;
    const asks = this.standing === 'NEW' && !done;
    if (asks) {
      const asked = this.walkTable('nat', hook);
      const chosen = end === 'source' ? entry.sourceDone : entry.destinationDone;
      const decision = asked === 'accept' && !chosen ? this.walkNft(hook, 'nat') : asked;
      if (decision !== 'accept') return decision;
      if (end === 'source') {
        if (!entry.sourceDone) keepSource(this, entry);
        entry.sourceDone = true;
      } else entry.destinationDone = true;
    }
    translate(this, entry, end, asks);
    return 'accept';
  }

  // The table of nftables

  private walkNft(hook: Hook, stage: NftStage): Decision {
    const { nft } = this;
    if (nft === undefined) return 'accept';
    for (const chain of nft.at(hook.toLowerCase(), stage)) {
      const result = walkNft<Decision>(nft, this, chain);
      // A packet that one chain accepts may still be refused by the next chain at the hook.
      if (result !== 'return' && result !== 'accept') return result;
      if (stage === 'nat' && result === 'accept') return result;
    }
    return 'accept';
  }

  get random(): Random {
    return this.options.random;
  }

  get translated(): boolean {
    return this.entry?.dnat === true;
  }

  /** One rule of nftables: a step. */
  found(row: NftChainRow, rule: NftRuleRow, at: number, depth: number, finding: NftFinding): void {
    this.examined += 1;
    if (!this.told) {
      this.ctx = this.ctx.step(kinds.rule, this.subject);
      return;
    }
    this.ctx = this.ctx.step(kinds.rule, this.subject, {
      table: NFT_TABLE,
      chain: row.name,
      number: at + 1,
      rule: rule.id,
      ...finding,
      depth,
    });
  }

  show(): void {
    this.options.show(this);
  }

  act(target: Target): Decision | 'return' | undefined {
    switch (target.kind) {
      case 'verdict':
        return target.verdict === 'ACCEPT' ? 'accept' : target.verdict === 'DROP' ? 'drop' : 'return';
      case 'mark': {
        const mark = ((this.packet.mark & ~target.mask) ^ target.value) >>> 0;
        this.ctx = this.ctx.step(kinds.marked, this.subject, { before: this.packet.mark, mark });
        this.packet = { ...this.packet, mark };
        this.show();
        return undefined;
      }
      case 'reject':
        return { reject: target.with };
      case 'dnat':
        return bind(this, 'destination', target.address, target.port, false);
      case 'redirect':
        return bind(this, 'destination', this.localAddress(), target.port, false);
      case 'snat':
        return bind(this, 'source', target.address, target.port, target.random);
      case 'masquerade':
        return bind(
          this,
          'source',
          this.out === undefined ? 0 : addressOn(this.host, this.out, this.packet.source),
          undefined,
          target.randomFully,
        );
      default:
        return undefined;
    }
  }

  private localAddress(): Address {
    if (this.in === undefined) return this.six ? LOOPBACK6 : 0x7f00_0001;
    return addressOn(this.host, this.in, this.packet.source);
  }
}
