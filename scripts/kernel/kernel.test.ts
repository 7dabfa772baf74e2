import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLLISION, judgeTopologies, type Verdict } from './judge.ts';
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

describe.skipIf(reason !== undefined)('the Linux kernel as judge', () => {
  let lab: Lab;

  beforeAll(async () => {
    sweep();
    lab = new Lab();
    await lab.start();
  }, 60_000);

  afterAll(() => lab?.stop());

  it('NW4: every connection of every topology ends as it does in the kernel, with the same counters', async () => {
    const verdict: Verdict = await judgeTopologies(lab, TOPOLOGIES, 'iptables');
    expect(verdict.differences.slice(0, 10)).toEqual([]);
    expect(verdict.topologies).toBe(TOPOLOGIES);
    expect(verdict.outcomes.get('answered')).toBeGreaterThan(300);
    // Now and then is chance; a wrong rule about ports would be seen all the time.
    expect(verdict.outcomes.get(COLLISION) ?? 0).toBeLessThan(30);
    for (const outcome of ['refused', 'timed out']) expect(verdict.outcomes.get(outcome), outcome).toBeGreaterThan(20);
  }, 900_000);

  it.skipIf(reasonNft !== undefined)(
    'NW10: every connection ends as it does in the kernel with the table of nftables, too',
    async () => {
      const verdict = await judgeTopologies(lab, NFT_TOPOLOGIES, 'nftables');
      expect(verdict.differences.slice(0, 10)).toEqual([]);
      expect(verdict.outcomes.get('answered')).toBeGreaterThan(NFT_TOPOLOGIES);
      for (const outcome of ['refused', 'timed out'])
        expect(verdict.outcomes.get(outcome), outcome).toBeGreaterThan(10);
    },
    900_000,
  );
});

const reasonNft6 = reasonSix ?? reasonNft;

describe.skipIf(reasonSix !== undefined)('the Linux kernel as judge of IPv6', () => {
  let lab: Lab;

  beforeAll(async () => {
    lab = new Lab(true);
    await lab.start();
  }, 60_000);

  afterAll(() => lab?.stop());

  it('NW13: every connection over IPv6 ends as it does in the kernel, with the same counters', async () => {
    const verdict = await judgeTopologies(lab, SIX_TOPOLOGIES, 'ip6tables');
    expect(verdict.differences.slice(0, 10)).toEqual([]);
    expect(verdict.outcomes.get('answered')).toBeGreaterThan(SIX_TOPOLOGIES);
    for (const outcome of ['refused', 'timed out']) expect(verdict.outcomes.get(outcome), outcome).toBeGreaterThan(5);
  }, 900_000);

  it.skipIf(reasonNft6 !== undefined)(
    'NW13: every connection over IPv6 ends as it does in the kernel with the table of nftables, too',
    async () => {
      const verdict = await judgeTopologies(lab, NFT_SIX_TOPOLOGIES, 'nftables6', SIX_TOPOLOGIES);
      expect(verdict.differences.slice(0, 10)).toEqual([]);
      expect(verdict.outcomes.get('answered')).toBeGreaterThan(NFT_SIX_TOPOLOGIES);
      for (const outcome of ['refused', 'timed out']) expect(verdict.outcomes.get(outcome), outcome).toBeGreaterThan(2);
    },
    900_000,
  );
});
