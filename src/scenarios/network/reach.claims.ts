import { aside, type Claims, counted, never, shows, step, stored } from '../../worker/claims/claim.ts';

const WEB = 'services/default/web';

const rule = (args: {
  readonly chain?: string;
  readonly why?: string;
  readonly want?: string;
  readonly target?: string;
  readonly matched?: boolean;
}) => step('network.rule', { args });

const noLot = never('network.rule', { args: { why: 'odds' } });

const chains = aside(
  'names of chains, shortened, as iptables lists them',
  'KUBE-FW-',
  'KUBE-EXT-',
  'KUBE-SVL-',
  'DNAT',
  'DROP',
);

const asked = (name: string, type: string, times: number) => step('dns.query', { args: { name, type }, times });

/** What the parts say. */
export const claims: Claims = {
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
