import { ADDRESS_TABLES } from '../../cluster/cni/rows.ts';
import { CHAIN_TABLES } from '../../cluster/network/iptables/rows.ts';
import { CONNECTIONS_TABLE } from '../../cluster/network/packets/rows.ts';
import { SERVICE_PORT_TABLES, SYNC_TABLES } from '../../cluster/proxy/shared/rows.ts';
import type { ViewParams } from '../../protocol/messages.ts';
import type { NetworkView } from '../../protocol/network-view.ts';
import { network } from '../../steps/network.ts';
import type { Snapshot } from '../snapshot.ts';
import { compareView } from './network-compare.ts';
import { BALANCER, NFT, NodeTables, primaryFamily, SIX } from './network-tables.ts';
import { networkTargets } from './network-targets.ts';
import { REACH, Walk } from './packet-walk.ts';

const SUBJECT = /^connections\/\d+$/;
const SEARCH = 6000;
const MOST_CONNECTIONS = 12;
/** Where to begin reading, in each mode. */
const FIRST_CHAIN: { readonly [mode: string]: string } = {
  nftables: `${NFT}/services`,
  ipvs: `${BALANCER}/ipvsadm -Ln`,
  userspace: 'nat/KUBE-PORTALS-CONTAINER',
};

/** A node's packet rules, and the packet that walks through them. */
export function networkView(snapshot: Snapshot, params: ViewParams): NetworkView {
  const nodes = snapshot.membersOf(CHAIN_TABLES.IPv4);
  const seqs = packetSteps(snapshot);
  const walk = seqs === undefined ? undefined : new Walk(snapshot, seqs);
  const node = params.name ?? walk?.node ?? nodes[0];
  const tables = new NodeTables(snapshot, node ?? '');
  const current = walk?.now;
  const family = primaryFamily(snapshot, node ?? '');
  const mode = snapshot.table(SYNC_TABLES[family].of(node ?? '')).get('last')?.mode;
  const here =
    current !== undefined && walk?.node === node
      ? `${walk?.isSix ? SIX : ''}${current.table}/${current.chain}`
      : undefined;
  const usual = FIRST_CHAIN[mode ?? ''] ?? 'nat/KUBE-SERVICES';
  const prefix = family === 'IPv6' && mode !== 'ipvs' ? SIX : '';
  const chosen = params.subject ?? here ?? `${prefix}${usual}`;
  const services = [...snapshot.table(SERVICE_PORT_TABLES[family].of(node ?? '')).keys()];
  return {
    nodes,
    node,
    walk: walk?.view(),
    chains: tables.names(),
    chain: chosen,
    listing: tables.listing(chosen),
    entries: tables.entries(),
    connections: [...snapshot.table(CONNECTIONS_TABLE).values()].slice(-MOST_CONNECTIONS).map((row) => ({
      id: row.id,
      from: row.from,
      to: row.to,
      outcome: row.outcome,
      process: row.process,
      seen: row.seen,
      packets: row.packets,
      examined: row.examined,
    })),
    senders: ['client', ...nodes, ...podsOf(snapshot, nodes)],
    targets: networkTargets(snapshot, node ?? '', nodes),
    mode,
    services,
    compare: params.service === undefined ? undefined : compareView(snapshot, params.service, node ?? '', nodes),
  };
}

function podsOf(snapshot: Snapshot, nodes: readonly string[]): readonly string[] {
  return nodes.flatMap((node) => [...snapshot.table(ADDRESS_TABLES.of(node)).values()].map(({ owner }) => owner));
}

/** The steps of the packet at the cursor, or of the last one before it, in order; those after the cursor too. */
function packetSteps({ journal, cursor }: Snapshot): readonly number[] | undefined {
  const isOf = (seq: number, subject: string) => journal.subjectOf(seq) === subject;
  let at = cursor.position;
  const oldest = Math.max(journal.base, at - SEARCH);
  while (at >= oldest && !(journal.has(at) && SUBJECT.test(journal.subjectOf(at)))) at -= 1;
  if (at < oldest) return undefined;
  const subject = journal.subjectOf(at);
  const seqs: number[] = [];
  for (let seq = at; seq >= Math.max(journal.base, at - REACH); seq -= 1) {
    if (!isOf(seq, subject)) continue;
    seqs.push(seq);
    const kind = journal.kindOf(seq).name;
    if (kind === network.sent.name || kind === network.connect.name) break;
  }
  seqs.reverse();
  const begun = journal.kindOf(seqs[0] ?? at) === network.sent;
  for (let seq = at + 1; seq < Math.min(journal.end, at + REACH); seq += 1) {
    if (!isOf(seq, subject)) continue;
    const kind = journal.kindOf(seq).name;
    // Before its first packet is sent, a connection shows that packet's way.
    if (kind === network.ended.name || (kind === network.sent.name && begun)) break;
    seqs.push(seq);
    if (kind === network.sent.name) break;
  }
  return seqs;
}
