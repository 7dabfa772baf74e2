import type { Credentials } from '../../../cluster/ports/credentials.ts';
import { anything } from './anything.ts';
import { bodyCases } from './body-cases.ts';
import { patchCases } from './patch-cases.ts';
import { pathCases } from './path-cases.ts';
import { queryCases } from './query-cases.ts';
import { Chance } from './random.ts';

/** Who sends a request. */
export type Sender = 'admin' | 'jane' | 'nobody' | 'stranger';

/** A request as it goes over the wire, and what must come back. */
export interface BadRequest {
  readonly what: string;
  readonly method: string;
  readonly target: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly sender: Sender;
  /** Undefined: whatever a server may say that is well-formed and no 500. */
  readonly expected: Expected | undefined;
}

export interface Expected {
  readonly code: number;
  readonly reason?: string;
  readonly message?: RegExp;
  /** The whole body, where it is plain text. */
  readonly text?: string;
}

export type Case = (chance: Chance) => BadRequest;

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
