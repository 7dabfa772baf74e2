// Models the kernel's net/netfilter/nf_nat_core.c (v1.36): the ends of a connection, and what packets look like for it

import { type Address, formatAddress } from '../../../base/address.ts';
import type { Random } from '../../../engine/index.ts';
import { network as kinds } from '../../../steps/network.ts';
import { destinationText, endText, inverse, SCTP, sourceText, TCP, UDP } from '../packets/packet.ts';
import type { Entry } from './conntrack.ts';
import type { AtHook, Decision } from './hook.ts';

/** A rule chooses an end anew. */
export function bind(
  at: AtHook,
  end: 'source' | 'destination',
  address: Address,
  port: number | undefined,
  random: boolean,
): Decision {
  const entry = at.entry;
  if (entry === undefined) return 'accept';
  const { reply } = entry;
  if (end === 'destination') {
    entry.reply = { ...reply, source: address, sport: port ?? reply.sport };
    entry.dnat = true;
    entry.destinationDone = true;
  } else {
    const wanted = port ?? reply.dport;
    entry.reply = { ...reply, destination: address, dport: random ? randomPort(at.random, wanted) : wanted };
    entry.snat = true;
    makeUnique(at, entry);
    entry.sourceDone = true;
  }
  return 'accept';
}

/** Even a connection whose source nobody changes must not look like another one to whoever answers. */
export function keepSource(at: AtHook, entry: Entry): void {
  const before = entry.reply.dport;
  makeUnique(at, entry);
  if (entry.reply.dport !== before) entry.snat = true;
}

function makeUnique(at: AtHook, entry: Entry): void {
  const { protocol } = entry.reply;
  if (protocol !== TCP && protocol !== UDP && protocol !== SCTP) return;
  for (let tries = 0; tries < 128 && at.kernel.conntrack.taken(entry.reply, entry); tries += 1)
    entry.reply = { ...entry.reply, dport: randomPort(at.random, entry.reply.dport) };
}

/** Ports stay in their class, as the kernel has it. */
function randomPort(random: Random, wanted: number): number {
  if (wanted < 512) return 1 + random.below(511);
  if (wanted < 1024) return 600 + random.below(424);
  return 1024 + random.below(64_512);
}

export function translate(at: AtHook, entry: Entry, end: 'source' | 'destination', byRule: boolean): void {
  const original = at.tracked?.direction === 'original';
  // Answers are translated the other way round: what DNAT did to the destination is undone at their source.
  const changed = original === (end === 'source') ? entry.snat : entry.dnat;
  if (!changed) return;
  const wanted = inverse(original ? entry.reply : entry.original);
  const { packet } = at;
  if (packet.error !== undefined) {
    translateError(at, entry, end, original);
    return;
  }
  const [before, address, port] =
    end === 'source'
      ? [sourceText(packet), wanted.source, wanted.sport]
      : [destinationText(packet), wanted.destination, wanted.dport];
  const after = endText(address, port);
  if (before === after) return;
  at.ctx = at.ctx.step(kinds.translated, at.subject, { end, before, after, undone: !original, byRule });
  at.packet =
    end === 'source' ? { ...packet, source: address, sport: port } : { ...packet, destination: address, dport: port };
  at.show();
}

/** An error's own addresses change, and those of the packet that it quotes. */
function translateError(at: AtHook, entry: Entry, end: 'source' | 'destination', original: boolean): void {
  const { packet } = at;
  if (packet.error === undefined) return;
  const wanted = inverse(original ? entry.reply : entry.original);
  const address = end === 'source' ? wanted.source : wanted.destination;
  const before = end === 'source' ? packet.source : packet.destination;
  const error = { ...packet.error, about: original ? entry.reply : entry.original };
  at.packet = { ...packet, error };
  if (before === address) return;
  at.ctx = at.ctx.step(kinds.translated, at.subject, {
    end,
    before: formatAddress(before),
    after: formatAddress(address),
    undone: !original,
    byRule: false,
  });
  at.packet = end === 'source' ? { ...at.packet, source: address } : { ...at.packet, destination: address };
  at.show();
}
