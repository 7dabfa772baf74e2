import { expect, it } from 'vitest';
import { SECOND } from '../../base/time/units.ts';
import { logLine } from './etcd.ts';

it('a line of a member’s log is as zap writes it', () => {
  const fields = { took: 1.5 * SECOND, 'expected-duration': SECOND, prefix: 'read-only range ' };
  const row = { at: 1_768_467_601_250_000, member: 'etcd-0', caller: 'wal/wal.go', message: 'slow fdatasync', fields };
  expect(logLine(row)).toBe(
    '{"level":"warn","ts":"2026-01-15T09:00:01.250000Z","caller":"wal/wal.go","msg":"slow fdatasync","took":"1.5s","expected-duration":"1s","prefix":"read-only range "}',
  );
});
