import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dnsSubdomainProblems } from './label-syntax.ts';

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

it('a name that is told without the pattern is what the pattern says', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a9.A_ -]{0,8}$/), (name) => {
      expect(dnsSubdomainProblems(name).length === 0).toBe(SUBDOMAIN.test(name));
    }),
    { numRuns: 500 },
  );
});
