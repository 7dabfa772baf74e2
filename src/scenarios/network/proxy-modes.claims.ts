import { aside, type Claims, inOrder, never, shows, step, stored } from '../../worker/claims/claim.ts';

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

/** What the parts say. */
export const claims: Claims = {
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
};
