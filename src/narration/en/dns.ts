import type { dns as kinds } from '../../steps/dns.ts';
import type { Texts } from '../text.ts';

export const dns: Texts<typeof kinds> = {
  resolving: {
    say: 'The resolver of {subject} wants an address for **{name}**, in up to {tries} tries (ndots {ndots}).',
    why: 'The kubelet has written the Pod’s resolv.conf: the address of the cluster’s DNS, a search list and ndots. A name with fewer dots than ndots is tried with each suffix of the list first, and only then as it is.',
  },
  query: {
    say: 'Try {place} of {of}: it asks for **{name}** ({type}).',
    why: 'Each suffix of the search list costs a question of its own, and real resolvers ask twice, for IPv4 and for IPv6. That is why a name outside of the cluster, with ndots 5, is asked for three times in vain before its turn comes. A dot at its end avoids that.',
  },
  answered: {
    say: ({ rcode }) =>
      rcode === 'NOERROR' ? 'CoreDNS answers: {name} is **{data}**.' : 'CoreDNS answers **{rcode}** for {name}.',
    why: 'CoreDNS watches Services and EndpointSlices like any other client, and answers from its cache. A Service’s name is its cluster IP, that of a headless Service the addresses of its ready Pods. It knows nothing that the API server does not say.',
  },
  forwarded: {
    say: '{name} is not of this cluster: it is asked **elsewhere**.',
    why: 'The cluster’s DNS answers for its own domain only. For everything else it asks the servers of the node on which it runs, as the line forward of its Corefile says.',
  },
  unreachable: {
    say: 'The DNS server {server} **did not answer**: {error}.',
    why: 'The server is reached through a Service like everything else, by packets over UDP. When that Service has no endpoints, or the way there is broken, no name can be resolved, and programs fail in ways that look like something else.',
  },
  unresolved: {
    say: '**{name}** has no address: {tried} tries, no answer.',
    why: 'The last answer counts. A Service in another namespace needs at least its namespace in its name; a Service that does not exist, or a headless one without ready Pods, is NXDOMAIN.',
  },
};
