import type { ClientCertificate } from './transport.ts';

/** How a client proves who it is. */
export interface Credentials {
  readonly clientCertificate?: ClientCertificate;
  /** A bearer token: a ServiceAccount JWT (opaque to everyone but the API server) or a static one. */
  readonly token?: string;
  /** Name and password: sent, and read by no server since v1.19. */
  readonly basic?: { readonly username: string; readonly password: string };
}
