export type { Result } from './connection.ts';
export type { Answer, Listener } from './host.ts';
export { DEFAULT_NETWORK, Network, type NetworkOptions, type NodeNetfilter } from './network.ts';
export { TCP, UDP } from './packet.ts';
