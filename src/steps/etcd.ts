import { defineSteps, step } from './define.ts';

const RAFT = 'https://kubernetes.io/docs/concepts/overview/components/#etcd';

export const etcd = defineSteps('etcd', {
  loaded: step<{ keys: number; revision: number }>({
    level: 'detail',
    models: 'etcd server/etcdserver/bootstrap.go',
    notModelled: 'A new cluster fills its store by many requests; here the first keys are there at once.',
  }),
  proposed: step<{ op: string; key: string; compare: number }>({
    level: 'detail',
    models: 'etcd server/etcdserver/v3_server.go',
    docs: RAFT,
    station: 'etcd',
  }),
  appended: step<{ index: number; term: number }>({
    level: 'detail',
    models: 'etcd server/storage/wal/wal.go',
    docs: RAFT,
    station: 'etcd',
  }),
  committed: step<{ index: number; members: number; quorum: number }>({
    level: 'detail',
    models: 'etcd raft/raft.go',
    docs: RAFT,
    station: 'etcd',
  }),
  applied: step<{ op: string; key: string; revision: number; version: number }>({
    level: 'step',
    models: 'etcd server/storage/mvcc/kvstore_txn.go',
    docs: RAFT,
    station: 'etcd',
  }),
  compareFailed: step<{ key: string; expected: number; actual: number }>({
    level: 'step',
    models: 'etcd server/etcdserver/txn/txn.go',
    station: 'etcd',
  }),
  read: step<{ key: string; revision: number; found: number }>({
    level: 'detail',
    models: 'etcd server/etcdserver/v3_server.go',
    station: 'etcd',
  }),
  leaseGranted: step<{ lease: string; ttl: number }>({
    level: 'detail',
    models: 'etcd server/lease/lessor.go',
    station: 'etcd',
  }),
  leaseExpired: step<{ lease: string; keys: number }>({
    level: 'detail',
    models: 'etcd server/lease/lessor.go',
    station: 'etcd',
  }),
  compacted: step<{ revision: number; dropped: number }>({
    level: 'detail',
    models: 'etcd server/storage/mvcc/kvstore_compaction.go',
    station: 'etcd',
  }),
});
