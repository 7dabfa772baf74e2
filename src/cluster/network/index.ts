export type { Answer, Listener } from './host.ts';
export { DEFAULT_NETWORK, Network, type NetworkOptions } from './network.ts';
export type { NodeNetfilter } from './node-netfilter.ts';
export { TCP, UDP } from './packet.ts';
export type { Result } from './request.ts';
