export type { Result } from './journeys/request.ts';
export type { Answer, Listener } from './kernel/host.ts';
export type { NodeNetfilter } from './kernel/node-netfilter.ts';
export { DEFAULT_NETWORK, Network, type NetworkOptions } from './network.ts';
export { TCP, UDP } from './packets/packet.ts';
