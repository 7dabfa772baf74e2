import type { KvError } from '../ports/kv.ts';

// Models etcd api/v3rpc/rpctypes/error.go (v3.6): the texts and the gRPC codes that go with them.
const fail = (code: number, text: string): KvError => ({ error: `etcdserver: ${text}`, code });

export const emptyKey = fail(3, 'key is not provided');
export const keyNotFound = fail(3, 'key not found');
export const valueProvided = fail(3, 'value is provided');
export const leaseProvided = fail(3, 'lease is provided');
export const tooManyOps = fail(3, 'too many operations in txn request');
export const duplicateKey = fail(3, 'duplicate key given in txn request');
export const requestTooLarge = fail(3, 'request is too large');
export const compacted = fail(11, 'mvcc: required revision has been compacted');
export const futureRevision = fail(11, 'mvcc: required revision is a future revision');
export const noSpace = fail(8, 'mvcc: database space exceeded');
export const leaseNotFound = fail(5, 'requested lease not found');
export const leaseExists = fail(9, 'lease already exists');
export const leaseTtlTooLarge = fail(11, 'too large lease TTL');
export const timeout = fail(14, 'request timed out');
export const timeoutLeaderLost = fail(14, 'request timed out, possibly due to previous leader failure');
export const badTransferee = fail(9, 'bad leader transferee');

/** The member that was asked went away before it had answered. */
export const connectionLost: KvError = {
  error: 'rpc error: code = Unavailable desc = error reading from server: EOF',
  code: 14,
};

/** No member answers at all. */
export const connectionRefused: KvError = {
  error:
    'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp 10.123.0.2:2379: connect: connection refused"',
  code: 14,
};

/** What a client's own deadline says. */
export const deadlineExceeded: KvError = { error: 'context deadline exceeded', code: 4 };

/** No member leads, so the proposal was never made: the member's own deadline, without a code that says more. */
export const proposalBlocked: KvError = { error: 'context deadline exceeded', code: 2 };
