export { createEtcd } from './etcd.ts';
export type { EtcdOptions } from './replica.ts';
