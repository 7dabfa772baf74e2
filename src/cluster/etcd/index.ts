export { createEtcd } from './etcd.ts';
