import type { Faults, Place, Remarks } from './complaint.ts';

export type Say<A> = (args: A) => string;

/** What a language has to say of what was brought. */
export interface BroughtWords {
  readonly faults: { readonly [K in keyof Faults]: Say<Faults[K]> };
  readonly remarks: { readonly [K in keyof Remarks]: Say<Remarks[K]> };
  /** `dump.yaml, line 7, spec.replicas of Deployment web/api` */
  place(place: Place): string;
  /** The place and what is wrong there. */
  join(place: string, fault: string): string;
}
