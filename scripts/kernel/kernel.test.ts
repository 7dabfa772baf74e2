import { beforeAll, describe, expect, it } from 'vitest';
import { COLLISION, isSixMode, judgeTopologies, type Mode, type Verdict } from './judge.ts';
import { Lab, sweep, whyNot, whyNotNft, whyNotSix } from './lab.ts';

const reason = whyNot();
if (reason !== undefined) process.stdout.write(`The Linux kernel is not asked about packets: ${reason}.\n`);

const reasonNft = reason ?? whyNotNft();
if (reason === undefined && reasonNft !== undefined)
  process.stdout.write(`The Linux kernel is not asked about nftables: ${reasonNft}.\n`);

const reasonSix = reason ?? whyNotSix();
if (reason === undefined && reasonSix !== undefined)
  process.stdout.write(`The Linux kernel is not asked about IPv6: ${reasonSix}.\n`);

/** Services in every shape, tried from everywhere. */
const TOPOLOGIES = 200;
/** Of the same; 200 agree as well, and take as long as those of iptables. */
const NFT_TOPOLOGIES = 100;

/** Of the same, with addresses of IPv6. */
const SIX_TOPOLOGIES = 60;
/** Of those that come after them. */
const NFT_SIX_TOPOLOGIES = 25;

interface Asked {
  readonly mode: Mode;
  readonly topologies: number;
  /** After so many others of the same kind. */
  readonly after?: number;
  /** Fewer of an outcome would mean that it was not asked for. */
  readonly answered: number;
  readonly failed: number;
}

/** In a lab of its own, one after another: beside others an answer may come too late, and would be taken for none. */
async function judged({ mode, topologies, after = 0, answered, failed }: Asked): Promise<Verdict> {
  const lab = new Lab(isSixMode(mode));
  try {
    await lab.start();
    const verdict = await judgeTopologies(lab, topologies, mode, after);
    expect(verdict.differences.slice(0, 10)).toEqual([]);
    expect(verdict.topologies).toBe(topologies);
    expect(verdict.outcomes.get('answered')).toBeGreaterThan(answered);
    for (const outcome of ['refused', 'timed out'])
      expect(verdict.outcomes.get(outcome), outcome).toBeGreaterThan(failed);
    return verdict;
  } finally {
    lab.stop();
  }
}

describe.skipIf(reason !== undefined)('the Linux kernel as judge', { timeout: 900_000 }, () => {
  beforeAll(() => sweep());

  it('NW4: every connection of every topology ends as it does in the kernel, with the same counters', async () => {
    const verdict = await judged({ mode: 'iptables', topologies: TOPOLOGIES, answered: 300, failed: 20 });
    // Now and then is chance; a wrong rule about ports would be seen all the time.
    expect(verdict.outcomes.get(COLLISION) ?? 0).toBeLessThan(30);
  });

  it.skipIf(reasonNft !== undefined)(
    'NW10: every connection ends as it does in the kernel with the table of nftables, too',
    () => judged({ mode: 'nftables', topologies: NFT_TOPOLOGIES, answered: NFT_TOPOLOGIES, failed: 10 }),
  );

  it.skipIf(reasonSix !== undefined)(
    'NW13: every connection over IPv6 ends as it does in the kernel, with the same counters',
    () => judged({ mode: 'ip6tables', topologies: SIX_TOPOLOGIES, answered: SIX_TOPOLOGIES, failed: 5 }),
  );

  it.skipIf((reasonSix ?? reasonNft) !== undefined)(
    'NW13: every connection over IPv6 ends as it does in the kernel with the table of nftables, too',
    () =>
      judged({
        mode: 'nftables6',
        topologies: NFT_SIX_TOPOLOGIES,
        after: SIX_TOPOLOGIES,
        answered: NFT_SIX_TOPOLOGIES,
        failed: 2,
      }),
  );
});
