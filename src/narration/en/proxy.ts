import type { proxy as kinds } from '../../steps/proxy.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

/** What a port of a Service becomes in each mode. */
const GIVEN: { readonly [mode: string]: string | undefined } = {
  ipvs: 'virtual server',
  userspace: 'kube-proxy’s own port',
};

const IN_CHAINS =
  'The chain’s name is a hash of the Service’s port, so that it is short and the same on every node. Its rules share new connections evenly: the first of n endpoints is taken with probability 1/n, the next with 1/(n−1) of what is left, the last always. Established connections never come here again: conntrack remembers where they went.';
const SHARED: { readonly [mode: string]: string | undefined } = {
  nftables:
    'The chain has the Service’s port in its name, after a hash that keeps names apart. One rule draws a number among the endpoints and jumps to the one that it stands for, so that all are equally likely and none is tried in turn. Established connections never come here again: conntrack remembers where they went.',
  ipvs: 'The kernel’s own load balancer holds a virtual server for each address and port, and the endpoints are its real servers. It finds the server by a hash, however many Services there are, and its scheduler, round robin by default, chooses among them.',
  userspace:
    'Rules bring the Service’s packets to this port of the node, where kube-proxy itself accepts the connection. It chooses an endpoint, one after another, and copies the bytes.',
};

export const proxy: Texts<typeof kinds> = {
  serviceTracked: {
    say: ({ change, ports }) =>
      change === 'delete'
        ? 'kube-proxy notes that {subject} is **gone**.'
        : `kube-proxy notes {subject} with **${ports} port${ports === 1 ? '' : 's'}** to forward.`,
    why: 'Every node has its own kube-proxy, and each of them hears of every Service. It only notes the change for now; the packet rules are written in a sync that may take in many changes at once. Headless Services and external names never come here: there is no address to forward.',
  },
  endpointsTracked: {
    say: 'kube-proxy notes the endpoints of **{service}**: {ready} of {total} ready in {subject}.',
    why: 'A Service is only an address; where its packets go is said by EndpointSlices, which a controller keeps equal to the ready Pods. Every kube-proxy watches all of them, since a client on this node may ask for any Service.',
  },
  nodeTracked: {
    say: ({ zone }) => `kube-proxy learns where its own node stands${zone === '' ? '' : `: in **${zone}**`}.`,
    why: 'Whether an endpoint is local, and in the same zone, depends on the node from which one asks. That is why two nodes can have different rules for the same Service.',
  },
  delayed: {
    say: 'The next sync waits **{millis} ms**: syncs keep a second apart.',
    why: 'Writing packet rules is not cheap, and changes often come in crowds, such as a rollout. The runner lets at least minSyncPeriod pass between syncs, so that what comes meanwhile is written together. It is one reason why a new endpoint takes a moment to get traffic.',
  },
  sync: {
    say: ({ full, changed }) =>
      full
        ? `kube-proxy writes **all** rules of its node ({mode}): {services} Services, {endpoints} endpoints.`
        : `kube-proxy writes the rules of **${changed} changed port${changed === 1 ? '' : 's'}** ({mode}).`,
    why: 'kube-proxy is no longer in the way of packets: it translates Services and endpoints into rules of the kernel and leaves the rest to it. A full sync writes everything; a partial one rewrites the chains that all Services share and the own chains of what changed, and leaves the others with their counters.',
  },
  refused: {
    say: 'kube-proxy **does not start**: the mode {mode} is gone.',
    why: 'In the userspace mode, the first one, kube-proxy was a proxy indeed: rules redirected each Service’s packets to a port of its own, where it accepted the connection, chose an endpoint round-robin and copied every byte between two sockets. Each byte crossed the kernel’s border twice, clients’ addresses were lost, and a restart cut all connections. iptables took its place as the default in v1.2, and v1.26 removed it.',
  },
  relayed: {
    say: 'kube-proxy itself takes the connection for **{port}** and opens another to **{endpoint}**, number {place} of {of} in turn.',
    why: 'In the userspace mode each byte passes kube-proxy: from the kernel up to the process, and down again into a second connection. The server sees the node as its client, and when kube-proxy restarts all connections break. That is why rules of the kernel took over.',
  },
  prepared: {
    say: 'kube-proxy prepares its node for **{mode}**.',
    why: 'Some things are done once: the kernel is allowed to route packets for 127.0.0.0/8, so that node ports answer on localhost, and an empty chain is made in each table. If such a canary chain is gone, somebody has flushed the tables and everything must be written again.',
  },
  programmed: {
    say: 'The kernel of **{node}** now knows {subject}: packets to it find their way.',
    why: 'From here on kube-proxy has nothing to do with any packet. The kernel applies the rules to the first packet of each connection and remembers the outcome for the rest. Other nodes get their own rules at their own moment, so for an instant nodes may disagree.',
  },
  jumpsEnsured: {
    say: 'The kernel’s own chains have their **{jumps} jumps** into kube-proxy’s ({added} were missing).',
    why: 'PREROUTING, OUTPUT, INPUT, FORWARD and POSTROUTING belong to everybody on the node, so kube-proxy adds single rules there that jump into chains of its own. Each is put before what is there already. Only full syncs look after them.',
  },
  portWritten: {
    say: ({ mode, total }) =>
      `**{port}** leads to {usable} of ${counted(total, 'endpoint', 'endpoints')}, {local} of them on this node: ${GIVEN[mode] ?? 'chain'} **{chain}**.`,
    why: ({ mode }) => SHARED[mode] ?? IN_CHAINS,
  },
  portRefused: {
    say: '**{port}** has nowhere to go on this node: its packets get **{target}**.',
    why: 'Without any endpoint a REJECT answers at once, so that clients see “connection refused” instead of waiting. With endpoints on other nodes only and a traffic policy Local it is a DROP, as another node may well answer for the same address.',
  },
  chainsDeleted: {
    say: '**{chains}** chains that nobody needs are deleted, {first} first.',
    why: 'A restore with --noflush leaves alone what it does not name, so chains of endpoints that are gone must be named once more: declared, which empties them, and then deleted.',
  },
  weightZero: {
    say: '{real} leaves **{server}**, but connections still lead there: its weight becomes **0**.',
    why: 'With weight 0 it gets no new connections, while those that it has go on. kube-proxy looks every minute whether they are over. Endpoints of UDP go at once.',
  },
  farewell: {
    say: 'The last connection to {real} is over: it **leaves** {server}.',
    why: 'Now nobody is cut off. A real server that stays too long is one whose clients keep connections open.',
  },
  restored: {
    say: 'kube-proxy gives its kernel the new rules in one go: **{lines} lines** for {tool}.',
    why: 'All changes go to the kernel in one transaction a table, so no packet ever meets half of the rules. Running the tool is what a sync spends most of its time with on a large cluster.',
  },
  failed: {
    say: 'The rules were **not accepted**: {error}.',
    why: 'Nothing was changed, as a restore is all or nothing. kube-proxy has forgotten by now what had changed, so it tries again in 30 seconds and writes everything then.',
  },
  healthChanged: {
    say: 'The health check port **{port}** answers {code}: {local} ready endpoints here.',
    why: 'A load balancer that must keep the client’s address may only send to nodes that have an endpoint themselves. It finds them by asking each node’s kube-proxy at this port.',
  },
};
