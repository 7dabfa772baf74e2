import type { Process } from '../../engine/index.ts';

export interface OutsideRequest {
  readonly url: string;
  readonly body: object;
  /** PEM in base64, of who signed the other side's certificate; empty: anybody whom the machine trusts. */
  readonly caBundle: string;
  readonly timeoutSeconds: number;
}

export type OutsideAnswer = { readonly code: number; readonly text: string } | { readonly error: string };

/** Programs outside of the cluster: only one that is served to the outside can ask them. */
export interface Outside {
  post(request: OutsideRequest): Process<OutsideAnswer>;
}
