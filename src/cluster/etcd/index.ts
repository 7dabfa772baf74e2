export { createEtcd, type EtcdOptions } from './etcd.ts';
