import type { InnerRoom } from './inner-room.ts';

// Inside the network, from the bottom up.
export const NETWORK_ROOMS: readonly InnerRoom[] = [
  { folder: 'packets', uses: {} },
  { folder: 'iptables', uses: { packets: 'a rule matches packets' } },
  {
    folder: 'ipvs',
    uses: { packets: 'a service chooses where a packet goes', iptables: 'addresses are printed as there' },
  },
  { folder: 'nft', uses: {} },
  {
    folder: 'kernel',
    uses: {
      packets: 'packets pass through its hooks',
      iptables: 'rules that a packet meets',
      ipvs: 'services that a packet meets',
      nft: 'rules of the other kind',
    },
  },
  {
    folder: 'journeys',
    uses: { packets: 'carries them from host to host', kernel: 'takes them through the kernel of each host' },
  },
];
