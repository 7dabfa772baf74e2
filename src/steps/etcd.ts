import { defineSteps, step } from './define.ts';

const RAFT = 'https://kubernetes.io/docs/concepts/overview/components/#etcd';
const RAFT_FILE = 'etcd raft/raft.go';
const HEARTBEATS = 'Members send heartbeats ten times a second; here only what a missing one leads to is told.';

export const etcd = defineSteps('etcd', {
  loaded: step<{ keys: number; revision: number }>({
    level: 'detail',
    models: 'etcd server/etcdserver/bootstrap.go',
    notModelled: 'A new cluster fills its store by many requests; here the first keys are there at once.',
  }),
  proposed: step<{ op: string; key: string; compare: number; member?: string | undefined }>({
    level: 'detail',
    models: 'etcd server/etcdserver/v3_server.go',
    docs: RAFT,
    station: 'etcd',
  }),
  appended: step<{ index: number; term: number; member?: string }>({
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
  txnApplied: step<{ compares: number; succeeded: boolean; ops: number }>({
    level: 'step',
    models: 'etcd server/etcdserver/txn/txn.go',
    station: 'etcd',
  }),
  leaseRenewed: step<{ lease: string; ttl: number }>({
    level: 'detail',
    models: 'etcd server/lease/lessor.go',
    station: 'etcd',
  }),
  leaseRevoked: step<{ lease: string; keys: number }>({
    level: 'step',
    models: 'etcd server/lease/lessor.go',
    station: 'etcd',
  }),
  alarmRaised: step<{ alarm: string; quota: number }>({
    level: 'step',
    models: 'etcd server/etcdserver/apply/apply.go',
    station: 'etcd',
  }),
  alarmDisarmed: step<{ alarm: string }>({
    level: 'step',
    models: 'etcd server/etcdserver/apply/apply.go',
    station: 'etcd',
  }),
  defragmented: step<{ member: string; before: number; after: number }>({
    level: 'step',
    models: 'etcd server/storage/backend/backend.go',
    station: 'etcd',
  }),
  // Several members
  forwarded: step<{ member: string; leader: string }>({ level: 'detail', models: RAFT_FILE, station: 'etcd' }),
  stalled: step<{ member: string; lost: boolean }>({ level: 'step', models: RAFT_FILE, station: 'etcd' }),
  sent: step<{ index: number; followers: number }>({ level: 'detail', models: RAFT_FILE, station: 'etcd' }),
  replicated: step<{ index: number; member: string; entries: number }>({
    level: 'detail',
    models: RAFT_FILE,
    station: 'etcd',
  }),
  followerApplied: step<{ index: number; member: string }>({ level: 'detail', models: RAFT_FILE, station: 'etcd' }),
  timedOut: step<{ error: string }>({
    level: 'step',
    models: 'etcd server/etcdserver/v3_server.go',
    station: 'etcd',
  }),
  fault: step<{ member: string; state: string; millis?: number }>({ level: 'step', models: RAFT_FILE }),
  memberSet: step<{ member: string; state: string; millis?: number }>({ level: 'step', models: RAFT_FILE }),
  warned: step<{ member: string; message: string; millis: number }>({
    level: 'step',
    models: 'etcd server/storage/wal/wal.go',
    station: 'etcd',
  }),
  steppedDown: step<{ member: string; term: number }>({ level: 'step', models: RAFT_FILE }),
  electionTimeout: step<{ member: string; term: number; alive: number; quorum: number }>({
    level: 'step',
    models: RAFT_FILE,
    notModelled: HEARTBEATS,
  }),
  campaigned: step<{ member: string; term: number; last: number }>({ level: 'step', models: RAFT_FILE }),
  voted: step<{ member: string; candidate: string; term: number; granted: boolean }>({
    level: 'step',
    models: RAFT_FILE,
  }),
  elected: step<{ member: string; term: number; votes: number; members: number }>({
    level: 'step',
    models: RAFT_FILE,
  }),
  leaderMoved: step<{ from: string; to: string }>({ level: 'step', models: RAFT_FILE }),
});
