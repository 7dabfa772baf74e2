import { aside, type Claims, counted, never, shows, step, stored } from '../../worker/claims/claim.ts';

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

const asked = (name: string, type: string, times: number) => step('dns.query', { args: { name, type }, times });

/** What the parts say. */
export const claims: Claims = {
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
};
