import type { network as kinds } from '../../steps/network.ts';
import { isSameAddress } from '../facts.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

export const network: Texts<typeof kinds> = {
  restore: {
    say: 'The kernel of {subject} takes over **{rules} rules in {chains} chains** (tables {tables}) in one go.',
    why: 'iptables-restore reads the text of whole chains and swaps them in at once, so no packet ever sees half of a change. With --noflush, chains that the text does not name stay as they are, which is why a small change needs a small text.',
  },
  restoreFailed: {
    say: 'The kernel of {subject} **refuses** the rules: {error}',
    why: 'One fault anywhere makes the whole text fail, and the old rules stay in force. kube-proxy logs the words of the tool and tries everything again later.',
  },
  nftApplied: {
    say: 'The kernel of {subject} takes over **{chains} chains** with {rules} rules and {elements} elements of sets and maps ({deleted} chains and {removed} elements go).',
    why: 'nft hands everything to the kernel as one transaction. A change of one Service touches its own chains and a few elements: the maps that find a Service by address, protocol and port are asked once a packet, however many Services there are.',
  },
  setsFilled: {
    say: '**{sets} sets** of {subject} are filled: {entries} entries.',
    why: 'A rule of iptables can ask a set, which is a hash table: one look whatever its size. That is how the rules around IPVS stay few when Services are many.',
  },
  balancerWritten: {
    say: 'The kernel of {subject} balances at **{virtual} virtual servers** with {real} real servers ({removed} go).',
    why: 'IPVS is a load balancer inside the kernel. kube-proxy tells it every address and port of a Service, and the endpoints behind it. The addresses are bound to a device of the node, kube-ipvs0, since IPVS looks only at packets that are for this machine.',
  },
  unbalanced: {
    say: 'Virtual server **{server}** has **no real server**: the packet is refused.',
    why: 'Nobody is behind the Service. The balancer answers in the place of the process, so the sender fails at once.',
  },
  balanced: {
    say: ({ remembered, scheduler }) =>
      remembered
        ? 'IPVS: **{server}** knows this client, so it stays with **{real}**.'
        : `IPVS: **{server}** ${SCHEDULERS[scheduler] ?? 'chooses'} ({scheduler}); number {place} of {of} is next: **{real}**.`,
    why: 'No chain of rules is walked here: the virtual server is found in a hash table by address, protocol and port, whatever the number of Services. The scheduler of the virtual server then chooses: by turns unless kube-proxy was told otherwise, where iptables draws lots.',
  },
  chain: {
    say: 'A chain **{chain}** is made in table {table} of {subject}.',
    why: 'A chain is a named list of rules. A packet comes to it only when a rule of another chain jumps there, in the end from one of the chains that hang on the hooks of the kernel.',
  },
  chainDeleted: {
    say: 'Chain **{chain}** goes from table {table} of {subject}, and with it {rules} rules.',
    why: 'A chain can only go when no rule jumps to it any more. Whoever takes one away first removes the jumps, then empties it.',
  },
  ruleAdded: {
    say: 'Chain **{chain}** in table {table} of {subject} gets a rule: {rule}',
    why: 'This is the jump by which packets leave the chain of a hook for chains of a component. It is checked for first and only added when it is missing, since others write into the built-in chains too.',
  },
  ruleDeleted: {
    say: 'A rule leaves chain **{chain}** in table {table} of {subject}: {rule}',
    why: 'The rule to delete is named by its whole text. Its counter goes with it.',
  },
  forget: {
    say: '{subject} **forgets {entries} connections** that no longer lead anywhere.',
    why: 'UDP has no end of a connection that the kernel could see. An entry would go on translating packets to an endpoint that is gone for as long as packets keep coming, so it is deleted by hand.',
  },
  sysctl: {
    say: 'The kernel setting **{name}** of {subject} becomes {value}.',
    why: 'Some ways of a packet are closed by default. Packets from 127.0.0.1 that are sent on to a Pod, for example, would be dropped as nonsense without route_localnet.',
  },
  connect: {
    say: ({ to, address }) =>
      `**{from}** opens a {protocol} connection to **{to}**${isSameAddress(to, address) ? '' : ', that is {address}'}.`,
    why: 'From here on packets travel, and every kernel on their way may look at them, change them or stop them. Nothing of Kubernetes runs on this way: kube-proxy wrote the rules beforehand, the kernel alone carries the packets.',
  },
  sent: {
    say: '{from} sends **{what}** from {source} to {destination}, {bytes} bytes.',
    why: 'A process hands bytes to its kernel, which puts a header in front: who sends, and to whom. Everything that follows is decided by this header and by what kernels remember.',
  },
  delivered: {
    say: '**{what}** has arrived at **{to}**, as a packet from {source} to {destination}.',
    why: 'The destination is an address of this very machine or Pod, so the packet leaves the network and goes up to the socket that listens there.',
  },
  accepted: {
    say: '**{process}** answers at port {port}; for it the sender is **{seen}**.',
    why: 'What a server sees as its client is the source of the packet after all translations. When a node put its own address there, logs show the node, and rules by client address see it too.',
  },
  nobodyListens: {
    say: '**Nobody listens** at port {port} of {at}: the kernel says so at once.',
    why: 'A closed port is answered (for TCP with a reset), so the sender sees "connection refused" immediately. Often the targetPort of a Service is not the port that the process listens at.',
  },
  notRecognised: {
    say: 'The answer comes from **{seen}**, but the sender waits for one from {want}: **no socket takes it**.',
    why: 'Answers must pass the node that translated the question, so that the translation can be undone. Here they took another way, for example straight over a bridge whose packets iptables does not see.',
  },
  pathMtu: {
    say: 'A packet of {bytes} bytes is **too big for the way**: only {mtu} fit. The same bytes go again in smaller packets.',
    why: 'VXLAN needs 50 bytes of every packet between nodes. When Pods do not know that, a router on the way has to tell them with an ICMP error. Where such errors are dropped, small requests work and large answers hang.',
  },
  again: {
    say: 'No answer: after {seconds} s the sender tries again, attempt **{attempt}**.',
    why: 'TCP does not know whether its packet or the answer was lost. It sends the same packet again, waiting twice as long each time.',
  },
  gaveUp: {
    say: 'After **{seconds} s** and {attempts} attempts the sender **gives up**.',
    why: 'Silence means that something drops packets: a rule with DROP, a router that knows no way, a policy. A refusal would have come at once.',
  },
  noNeighbour: {
    say: 'Nobody on the wire of {at} has this address: **no route to host**.',
    why: 'A kernel asks its neighbours who has an address before it sends. When nobody answers for three seconds, it tells the sender. An endpoint that is gone but still in the rules looks like this.',
  },
  ended: {
    say: ({ outcome, process, packets, examined }) => {
      const cost = `${counted(packets, 'packet', 'packets')}, ${counted(examined, 'rule', 'rules')} looked at`;
      return outcome === 'answered'
        ? `Answered by **{process}**, who saw {seen}: ${cost}.`
        : `The connection ends: **{outcome}**${process === '' ? '' : ' (after {process} had answered)'}, ${cost}.`;
    },
    why: 'The chains of nat are asked for the first packet of a connection only; all others are translated from memory. The chains of filter see every packet.',
  },
  hook: {
    say: ({ hook, in: from, out }) =>
      `The packet {source} → {destination} reaches the hook **{hook}**${from === '' || hook === 'POSTROUTING' ? '' : ', in by {in}'}${out === '' || hook === 'PREROUTING' || hook === 'INPUT' ? '' : ', out by {out}'}.`,
    why: 'The kernel has five places where rules may look at a packet: before and after the routing decision, on the way to a process, from a process, and between two devices. Tables hang on each of them in a fixed order: raw, mangle, nat, filter.',
  },
  tracked: {
    say: ({ standing, direction }) =>
      standing === 'NEW'
        ? 'Connection tracking does not know this connection: the packet is **NEW**.'
        : standing === 'INVALID'
          ? 'Connection tracking can make **nothing** of this packet: INVALID.'
          : direction === 'reply'
            ? 'Connection tracking knows it: **{standing}**, an answer.'
            : 'Connection tracking knows it: **{standing}**.',
    why: 'The kernel remembers both directions of every connection. That is how it tells a first packet from a later one, and how it finds what to undo in an answer.',
  },
  rule: {
    say: ({ matched, why, target }) =>
      `Rule {number} of **{chain}** in {table}: ${matched ? '**yes**' : 'no'}${REASONS[why] ?? ''}${matched && target !== '' ? ', so **{target}**' : ''}.`,
    why: 'Rules of a chain are tried from the first to the last, and each one costs time. A rule matches when all its conditions hold; then its target decides, or the next chain does. One that does not match leaves no trace, one that does counts the packet.',
  },
  marked: {
    say: ({ mark }) => (mark === 0 ? 'The **mark** of the packet is taken off.' : 'The packet gets a **mark**.'),
    why: 'A mark is a note on the packet inside this kernel; it is not sent. kube-proxy uses bit 0x4000 to say "this one needs the address of the node as its source" long before that can be done, in POSTROUTING.',
  },
  policy: {
    say: 'No rule of {chain} in {table} decided: its **policy** is {policy}.',
    why: 'Only chains at hooks have a policy; at the end of any other chain a packet goes back to where it came from.',
  },
  translated: {
    say: ({ undone, end }) =>
      undone
        ? `Undone in the answer: the ${end === 'source' ? 'source' : 'destination'} {before} becomes **{after}** again.`
        : end === 'destination'
          ? 'The **destination** {before} becomes **{after}**.'
          : 'The **source** {before} becomes **{after}**.',
    why: 'This is all there is to a Service address: no machine has it, and rules replace it by the address of a Pod. The same kernel undoes it in every answer, so the sender never learns of it.',
  },
  routed: {
    say: ({ local, via }) =>
      local
        ? '{destination} is an address of **this machine**: the packet goes to a process here.'
        : `To {destination} it goes out by **{device}**${via === '' ? '' : ' by way of {via}'}.`,
    why: 'The routing decision comes after the destination was translated and before the source is: that is why there are PREROUTING and POSTROUTING. The most specific route wins.',
  },
  remembered: {
    say: 'The kernel **remembers** the connection {original}, answers {reply}.',
    why: 'The entry is written when the packet has passed its last hook. If a rule had dropped it, there would be none. All further packets of the connection are translated as this entry says, even after the rules changed.',
  },
  seen: {
    say: 'The entry {original} is **kept alive** by this packet.',
    why: 'Every packet moves the state of the entry on and sets its clock anew. An entry without packets is forgotten after a time that depends on its state.',
  },
  rejected: {
    say: 'A rule **rejects** the packet at {at} with {with}.',
    why: 'REJECT answers in the place of the process, so the sender fails at once instead of waiting. kube-proxy writes such a rule for a Service that has no endpoints.',
  },
  complained: {
    say: '{at} sends back an **error** ({code}) from {source} to {destination}.',
    why: 'An ICMP error quotes the packet that it is about, so the sender’s kernel finds the socket that it concerns.',
  },
  lost: {
    say: ({ why }) => `${LOSSES[why] ?? 'The packet is **lost** at {at}.'}`,
    why: 'Nobody tells the sender. It will only notice that no answer comes.',
  },
  hop: {
    say: 'Over the wire from {from} ({out}) to **{to}** ({in}): {source} → {destination}.',
    why: 'Between a Pod and its node the wire is a pair of virtual devices, between nodes it is the real network. What rules noted on the packet stays behind; only the packet itself travels.',
  },
  wrapped: {
    say: 'The packet {inner} is **wrapped** into {outer} for {to}, {bytes} bytes in all.',
    why: 'The network between the nodes does not know Pod addresses. VXLAN carries the whole packet as the load of a UDP packet from node to node. It costs 50 bytes, so less fits into a packet of a Pod.',
  },
  unwrapped: {
    say: 'At {at} the packet {inner} is **unwrapped** and goes on as if it had come from a wire.',
    why: 'The device flannel.1 takes the load out of the UDP packet. From here on it passes the hooks of this node like any other.',
  },
};

const SCHEDULERS: { readonly [scheduler: string]: string } = {
  rr: 'takes turns',
  wrr: 'takes turns, by weight',
  lc: 'looks for the fewest connections',
  wlc: 'looks for the fewest connections, by weight',
  sh: 'looks up the source’s hash',
  dh: 'looks up the destination’s hash',
  sed: 'looks for the shortest expected delay',
  nq: 'looks for somebody idle',
};

const REASONS: { readonly [why: string]: string } = {
  always: ', it has no condition',
  source: ', the source is {seen} and the rule is for {want}',
  destination: ', the destination is {seen} and the rule is for {want}',
  in: ', it came in by {seen}, the rule is for {want}',
  out: ', it goes out by {seen}, the rule is for {want}',
  protocol: ', it is {seen}, the rule is for {want}',
  'source port': ', the source port is {seen}, the rule is for {want}',
  port: ', the port is {seen}, the rule is for {want}',
  flags: ', the flags are {seen}, the rule is for {want}',
  state: ', it is {seen}, the rule is for {want}',
  mark: ', the mark is {seen}, the rule asks for {want}',
  'source type': ', the source is {seen}, the rule is for {want}',
  type: ', {seen}, the rule is for {want}',
  odds: ', drew {seen} and the rule takes what is below {want}',
  turn: ', its turn is {seen}, the rule takes {want}',
  recent: ', last seen {seen} ago, the rule asks for {want}',
  limit: ', within {want}',
  set: ', {seen}, the rule is for {want}',
  lookup: ', {seen} looked up in {want}',
  draw: ', drew {seen} of {want}',
};

const LOSSES: { readonly [why: string]: string } = {
  dropped: 'A rule **drops** the packet at {at}, without a word.',
  'no route': '{at} has **no route** to {destination}.',
  'no neighbour': 'Nobody answers {at} for {destination}.',
  router: 'Beyond {at} **no router knows** {destination}: the packet is gone.',
  hairpin: 'The bridge of {at} does **not send back** a packet through the cable that it came from (no hairpin mode).',
  'not local': '{at} gets a packet for {destination}, which is not its address, and ignores it.',
  loopback: '{at} lets no packet out or in with a **loopback address** ({source} → {destination}).',
  'too big': 'The packet is **too big** for the wire of {at}.',
  'too many hops': 'The packet goes **in circles** and is dropped at {at}.',
  'no node': '{at} hangs on no node.',
};
