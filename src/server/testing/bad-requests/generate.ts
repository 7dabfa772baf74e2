import type { Credentials } from '../../../cluster/ports/credentials.ts';
import { anything } from './anything.ts';
import { bodyCases } from './body-cases.ts';
import { patchCases } from './patch-cases.ts';
import { pathCases } from './path-cases.ts';
import { queryCases } from './query-cases.ts';
import { Chance } from './random.ts';
import type { BadRequest, Case, Sender } from './request.ts';

const CASES: readonly Case[] = [...pathCases, ...bodyCases, ...queryCases, ...patchCases];

/** The n-th request of a seed: half are of a class whose answer is known, half are anything. */
export function badRequest(seed: number, n: number): BadRequest {
  const chance = new Chance(seed * 1_000_003 + n);
  return chance.once(2) ? anything(chance) : chance.of(CASES)(chance);
}

export function credentialsOf(sender: Sender): Credentials {
  if (sender === 'nobody') return {};
  if (sender === 'stranger') return { token: 'nobody.issued.this' };
  const organizations = sender === 'admin' ? ['system:masters'] : ['dev'];
  const commonName = sender === 'admin' ? 'kubernetes-admin' : sender;
  return { clientCertificate: { commonName, organizations, fingerprint: `X509SHA256=${sender}` } };
}
