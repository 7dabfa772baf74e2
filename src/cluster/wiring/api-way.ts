import type { Interrupt } from '../kubectl/session/interrupt.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import type { LocalPorts } from '../ports/local-ports.ts';
import type { Transport } from '../ports/transport.ts';

/** What a shell needs to reach the API server. */
export interface ApiWay {
  readonly env: Environment;
  readonly transport: Transport;
  readonly running: Map<number, Interrupt>;
  /** Who types outside of the cluster. */
  readonly person: Credentials;
  /** Of the server, as clients outside and inside reach it. */
  readonly addresses: ReadonlySet<string>;
  /** What listens on the machine of who types outside of the cluster. */
  readonly localPorts: LocalPorts;
  /** Names that were given values: `TOKEN=$(…)`. */
  readonly variables: Map<string, string>;
}
