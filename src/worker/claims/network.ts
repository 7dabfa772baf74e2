import { aside, type Claims, counted, inOrder, never, shows, step, stored } from './claim.ts';

const WEB = 'services/default/web';
const rule = (args: {
  readonly chain?: string;
  readonly why?: string;
  readonly want?: string;
  readonly target?: string;
  readonly matched?: boolean;
}) => step('network.rule', { args });
const lot = (want: string) => rule({ why: 'odds', want });
const noLot = never('network.rule', { args: { why: 'odds' } });
const chains = aside(
  'names of chains, shortened, as iptables lists them',
  'KUBE-FW-',
  'KUBE-EXT-',
  'KUBE-SVL-',
  'DNAT',
  'DROP',
);
const written = aside('it was written in a part before', 'kube-proxy');
const asked = (name: string, type: string, times: number) => step('dns.query', { args: { name, type }, times });

/** What the parts of these scenarios say. */
export const networkClaims: Claims = {
  'mode-nftables': [
    [
      /service\/web created/,
      stored('deployments.apps/default/web', 'spec.replicas', 3),
      shows('service-nodeports', 'cluster-ips'),
    ],
    [
      /^web-/,
      rule({ chain: 'services', want: '@service-ips', matched: false }),
      rule({ chain: 'services', want: '@service-nodeports', matched: true }),
      rule({ target: 'mark | 0x4000', matched: true }),
      rule({ why: 'draw', want: '3' }),
    ],
    [/numgen random mod 3 map/],
  ],
  'mode-ipvs': [
    [/service\/web created/, shows('10.123.0.11:30080')],
    [
      /^web-/,
      inOrder(
        ['network.hook', { args: { hook: 'PREROUTING' } }],
        ['network.routed', { args: { local: true } }],
        ['network.hook', { args: { hook: 'INPUT' } }],
        ['network.balanced', { args: { place: 1, of: 3 } }],
        ['network.hook', { args: { hook: 'OUTPUT' } }],
        ['network.hook', { args: { hook: 'POSTROUTING' } }],
      ),
      noLot,
    ],
    [/^web-/, step('network.balanced', { args: { place: 2, of: 3 } })],
    [/10\.123\.0\.11:30080 rr\n( {2}-> .* 1 +0 +\d +\n){3}/, aside('minutes, as long as the kernel keeps them', '2')],
    [/scaled/, shows(/Masq +0 /), aside('three were there, one stays', '2')],
    [/30080 rr\n(.*\n)*.* Masq {4}0 /],
  ],
  'mode-userspace': [
    [/service\/web created/, step('proxy.restored'), aside('what a real one does today', 'v1.36')],
    [/^web-/, step('network.connect', { times: 2 }), step('network.accepted', { times: 2 })],
    [/REDIRECT .*dpt:30080 redir ports \d+/, chains],
  ],
  'no-endpoints': [
    [
      /created/,
      stored('deployments.apps/default/web', 'spec.replicas', 2),
      stored(WEB, 'spec.selector.app', 'wbe'),
      shows('"chain":"filter/KUBE-SERVICES"', 'has no endpoints', 'REJECT'),
    ],
    [/Could not resolve host/],
    [
      /\(7\) Failed to connect/,
      step('network.complained'),
      rule({ chain: 'KUBE-SERVICES', target: 'REJECT', matched: true }),
    ],
    [/<unset>/, shows('endpoints: ')],
    [/configured/, stored(WEB, 'spec.selector.app', 'web'), step('proxy.restored', { by: 'kube-proxy/node-1' })],
    [/^web-/],
  ],
  'local-policy': [
    [
      /created/,
      counted('nodes', 2),
      counted('pods/default', 1),
      shows('"node":"node-2"', 'has no local endpoints', 'DROP'),
      chains,
    ],
    [/node-1 /, shows('nodeName: node-1')],
    [/^web-/, step('network.accepted', { args: { seen: '203.0.113.9:60291' } })],
    [
      /^curl: \(28\)/,
      step('network.sent', { args: { what: 'SYN' }, times: 3 }),
      step('network.gaveUp', { args: { seconds: 4, attempts: 3 } }),
    ],
    [/^curl: \(28\)/, step('network.lost', { args: { why: 'dropped' } })],
  ],
  affinity: [
    [/created/, shows('recent: CHECK')],
    [
      /^web-/,
      lot('0.33333333349'),
      rule({ why: 'recent', want: 'set' }),
      aside('as iptables takes and prints it', '--set', 'SET'),
    ],
    [/^web-/, noLot, rule({ why: 'recent', want: 'rcheck 10800 s', matched: true })],
    [/^web-/, lot('0.33333333349')],
  ],
  hairpin: [
    [/created/],
    [/^web-/],
    [
      /\(28\) Connection timed out/,
      step('network.lost', { args: { why: 'hairpin' } }),
      rule({ why: 'source', target: 'KUBE-MARK-MASQ', matched: true }),
    ],
  ],
  mtu: [
    [/created/, stored('deployments.apps/default/web', 'spec.replicas', 2), counted('nodes', 2)],
    [/^web-/, never('network.pathMtu')],
    [
      /^4000 bytes/,
      never('network.pathMtu'),
      step('network.sent', { args: { bytes: 1500 } }),
      never('network.wrapped'),
    ],
    [
      /^4000 bytes/,
      step('network.pathMtu', { args: { bytes: 1500, mtu: 1450 } }),
      step('network.sent', { args: { bytes: 1450 } }),
    ],
    [/^4000 bytes/, step('network.pathMtu'), aside('web servers there are', '2')],
  ],
  'dns-failure': [
    [/created/],
    [/ndots:5/, shows('ndots:5', 'search default.svc.cluster.local')],
    [
      /^web\.default\.svc\.cluster\.local\. 30 IN\tA\t10\.\d+\.\d+\.\d+\n$/,
      step('dns.query', { times: 1 }),
      step('dns.answered', { times: 1 }),
      step('network.connect', { args: { protocol: 'udp' }, times: 1 }),
    ],
    [
      /status: NXDOMAIN[\s\S]*\n;wbe\./,
      step('dns.query', { times: 4 }),
      asked('wbe.cluster.local', 'A', 1),
      asked('wbe', 'A', 1),
      aside('suffixes in the search list', '3'),
    ],
    [/^10\.\d+\.\d+\.\d+\n$/, step('dns.query', { times: 1 })],
    [
      /"kube-dns" deleted/,
      step('proxy.serviceTracked', { by: 'kube-proxy/node-1' }),
      step('proxy.serviceTracked', { by: 'kube-proxy/node-2' }),
    ],
    [/Could not resolve host: web/],
  ],
  'dual-stack': [
    [
      /service\/web created/,
      stored(WEB, 'spec.clusterIPs', ['10.96.0.80', 'fd00:10:96::80']),
      stored('pods/default/shell', 'status.podIPs.length', 2),
      shows('clusterIPs'),
    ],
    [
      /IPv4 [\s\S]*IPv6 |IPv6 [\s\S]*IPv4 /,
      shows('addressType: IPv6'),
      counted('endpointslices.discovery.k8s.io/default', 3),
      aside('the third is of kubernetes', '2'),
    ],
    [
      /Address: 10\.96\.0\.80[\s\S]*Address: fd00:10:96::80/,
      asked('web.default.svc.cluster.local', 'A', 1),
      asked('web.default.svc.cluster.local', 'AAAA', 1),
      step('dns.query', { times: 2 }),
    ],
    [
      /^web-/,
      shows('ip6/'),
      step('network.sent', { args: { what: 'SYN', bytes: 80 } }),
      aside('more than the 60 of IPv4', '20'),
    ],
    [/^web-/],
    [/^web-/],
    [/! -d ::1\/128 [\s\S]*|--to-destination \[fd00:10:244:/],
    [/dst=fd00:10:96::80 sport=\d+ dport=80 src=fd00:10:244:/],
  ],
  'ipv6-only': [
    [
      /service\/web created/,
      stored(WEB, 'spec.clusterIPs.length', 1),
      aside('a range of this cluster', 'fd00:10:96::/112'),
    ],
    [/node-1 .* fd00:10:123::b /],
    [/web-.* fd00:10:244:2::2 +node-2/, stored('nodes/node-1', 'spec.podCIDR', 'fd00:10:244:1::/64')],
    [
      /^(?!.*Address: 10\.)[\s\S]*Address: fd00:10:96::/,
      step('dns.answered', { args: { rcode: 'NODATA' } }),
      step('dns.answered', { args: { rcode: 'NOERROR' } }),
    ],
    [/^web-/],
    [/--to-destination \[fd00:10:244:/],
    [/"IPv4": not configured on this cluster/],
  ],
  'without-selector': [
    [
      /endpoints\/db created\nWarning: v1 Endpoints is deprecated/,
      step('clientgo.request', { by: 'endpointslicemirroring-controller', args: { verb: 'create' } }),
    ],
    [
      /db-\w+ +IPv4 +5432 +192\.0\.2\.10 /,
      shows('endpointslice.kubernetes.io/managed-by', 'endpointslicemirroring-controller'),
      aside('the label', 'managed-by'),
    ],
    [
      /endpoints\/db configured/,
      step('clientgo.request', { by: 'endpointslicemirroring-controller', args: { verb: 'update' } }),
    ],
    [
      /to-destination 192\.0\.2\.11:5432[\s\S]*to-destination 192\.0\.2\.10:5432/,
      written,
      aside('one for each address', '2'),
    ],
    [
      /endpoints\/db labeled/,
      step('clientgo.request', { by: 'endpointslicemirroring-controller', args: { verb: 'delete' } }),
    ],
    [/^No resources found/],
    [/default\/db has no endpoints" .* -j REJECT/, written],
  ],
  'traffic-distribution': [
    [/node\/node-1 labeled\nnode\/node-2 labeled/, shows('topology.kubernetes.io/zone: east')],
    [/labeled/, shows('topology.kubernetes.io/zone: west')],
    [/created/, stored('deployments.apps/default/web', 'spec.replicas', 3), counted('nodes', 3)],
    [/(10\.244\.\d\.\d:80[\s\S]*){3}/],
    [
      /configured/,
      step('proxy.restored', { by: 'kube-proxy/node-1' }),
      step('proxy.restored', { by: 'kube-proxy/node-3' }),
    ],
    [/10\.244\.1\.\d:80 .* probability 0\.5[\s\S]*10\.244\.2\.\d:80 \*\/\n$/],
    [/dpt:80\n.*10\.244\.3\.\d:80 \*\/\n$/],
    [/configured/],
    [/^web-/, noLot],
    [
      /scaled/,
      stored('deployments.apps/default/web', 'status.replicas', 1),
      counted('nodes', 3),
      aside('three less the one that has it', '2'),
    ],
  ],
  'load-balancer': [
    [/created/, stored(WEB, 'status.loadBalancer.ingress.0.ip', '203.0.113.10'), chains],
    [/"localEndpoints": 1/, aside('who answers at that port', 'kube-proxy')],
    [/"localEndpoints": 0/, aside('the code of that answer, which curl does not print', '503')],
    [/^web-/, step('network.accepted', { args: { seen: '203.0.113.9:54169' } }), chains],
    [/configured/, stored(WEB, 'spec.loadBalancerSourceRanges', ['192.0.2.0/24'])],
    [
      /\(28\) Connection timed out/,
      rule({ chain: 'KUBE-PROXY-FIREWALL', target: 'DROP', matched: true }),
      never('network.translated'),
      chains,
    ],
  ],
};
