import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../base/address.ts';
import type { IpvsScheduler } from '../../ports/netfilter.ts';
import { TCP } from '../packets/packet.ts';
import { realText, type VirtualServerRow } from './rows.ts';
import { choose, type Load } from './schedulers.ts';

const A = { ip: '10.244.1.2', port: 80, weight: 1 };
const B = { ip: '10.244.1.3', port: 80, weight: 1 };
const C = { ip: '10.244.2.2', port: 80, weight: 1 };
const LEAVING = { ...A, weight: 0 };

function chosen(
  scheduler: IpvsScheduler,
  loads: readonly (readonly [active: number, inactive: number])[],
  options: { readonly servers?: readonly (typeof A)[]; readonly source?: string; readonly last?: string } = {},
): string | undefined {
  const { servers = [A, B, C], source = '10.0.0.1', last = '' } = options;
  const row: VirtualServerRow = {
    protocol: 'tcp',
    address: '10.96.0.7',
    port: 80,
    scheduler,
    persistent: 0,
    servers,
    last,
  };
  const loadOf = (real: typeof A): Load => {
    const [active, inactive] = loads[servers.indexOf(real)] ?? [0, 0];
    return { active, inactive };
  };
  const packet = {
    protocol: TCP,
    source: parseAddress(source) ?? 0,
    sport: 1000,
    destination: parseAddress(source.includes(':') ? 'fd00::7' : '10.96.0.7') ?? 0,
    dport: 80,
  };
  return choose(row, loadOf, packet)?.ip;
}

describe('IV6: who gets a new connection', () => {
  it('rr and wrr: the next one in turn, without those that leave', () => {
    for (const scheduler of ['rr', 'wrr'] as const) {
      expect(chosen(scheduler, [], { last: realText(A) })).toBe(B.ip);
      expect(chosen(scheduler, [], { last: realText(C) })).toBe(A.ip);
      expect(chosen(scheduler, [], { last: realText(C), servers: [LEAVING, B, C] })).toBe(B.ip);
    }
  });

  it('lc and wlc: the least connections; an established one counts as 256 others', () => {
    for (const scheduler of ['lc', 'wlc'] as const) {
      expect(
        chosen(scheduler, [
          [1, 0],
          [0, 255],
          [0, 256],
        ]),
      ).toBe(B.ip);
      expect(
        chosen(scheduler, [
          [1, 0],
          [0, 257],
          [2, 0],
        ]),
      ).toBe(A.ip);
      expect(
        chosen(
          scheduler,
          [
            [0, 0],
            [1, 0],
            [1, 0],
          ],
          { servers: [LEAVING, B, C] },
        ),
      ).toBe(B.ip);
    }
  });

  it('sed: the shortest delay to be expected; nq: somebody idle first', () => {
    const heavy = { ...A, weight: 3 };
    expect(
      chosen(
        'sed',
        [
          [1, 9],
          [0, 0],
          [1, 0],
        ],
        { servers: [heavy, B, C] },
      ),
    ).toBe(heavy.ip);
    expect(
      chosen(
        'nq',
        [
          [1, 9],
          [0, 0],
          [1, 0],
        ],
        { servers: [heavy, B, C] },
      ),
    ).toBe(B.ip);
    expect(
      chosen(
        'nq',
        [
          [1, 0],
          [1, 0],
          [1, 0],
        ],
        { servers: [heavy, B, C] },
      ),
    ).toBe(heavy.ip);
  });

  it('sh: the same client comes to the same server, others to others; one that leaves turns its own away', () => {
    const clients = Array.from({ length: 60 }, (_, at) => `10.0.${at}.${at * 3 + 1}`);
    const answers = clients.map((source) => chosen('sh', [], { source }));
    expect(answers).toEqual(clients.map((source) => chosen('sh', [[9, 9]], { source, last: realText(B) })));
    for (const { ip } of [A, B, C]) expect(answers.filter((each) => each === ip).length).toBeGreaterThan(8);
    const later = clients.map((source) => chosen('sh', [], { source, servers: [LEAVING, B, C] }));
    expect(later).toEqual(answers.map((each) => (each === A.ip ? undefined : each)));
    expect(chosen('sh', [], { source: 'fd00:10:244:1::2' })).toBe(
      chosen('sh', [[5, 5]], { source: 'fd00:10:244:1::2' }),
    );
  });

  it('dh: an address of a Service has one server for everybody', () => {
    const answers = new Set(['10.0.0.1', '10.0.9.4', '10.7.7.7'].map((source) => chosen('dh', [], { source })));
    expect(answers.size).toBe(1);
  });

  it('nobody, when nobody is there', () => {
    for (const scheduler of ['rr', 'wrr', 'lc', 'wlc', 'sed', 'nq', 'sh', 'dh'] as const) {
      expect(chosen(scheduler, [], { servers: [] })).toBeUndefined();
      expect(chosen(scheduler, [], { servers: [LEAVING] })).toBeUndefined();
    }
  });
});
