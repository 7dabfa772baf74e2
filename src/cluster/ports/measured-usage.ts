import { fnv1a } from '../../base/bytes/hash.ts';

export interface MeasuredUsage {
  readonly millicores: number;
  readonly kibibytes: number;
}

/** What something is said to use: whoever measures it by this name gets the same, and never more than so much. */
function measuredUsage(name: string, millicores: number, kibibytes: number): MeasuredUsage {
  const hash = fnv1a(name);
  return { millicores: 1 + (hash % millicores), kibibytes: Math.floor(kibibytes / 2) + (hash % kibibytes) };
}

export function nodeUsage(node: string): MeasuredUsage {
  return measuredUsage(node, 400, 2_000_000);
}

export function containerUsage(pod: string, container: string): MeasuredUsage {
  return measuredUsage(`${pod}/${container}`, 20, 30_000);
}
