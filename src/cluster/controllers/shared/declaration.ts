import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { PolicyRule } from '../../../api/types/rbac.ts';
import type { CertificateSigner } from '../../ports/certificate-signer.ts';
import type { Credentials } from '../../ports/credentials.ts';
import type { SecretTokenIssuer } from '../../ports/secret-token.ts';
import type { Controller, ControllerRuntime } from './runtime.ts';

export interface ControllerManagerOptions {
  /** How a controller proves who it is: the token of `system:serviceaccount:kube-system:<name>`. */
  readonly credentials: (controller: string) => Credentials;
  /** How the process itself does (lease, shared informers): a certificate of `system:kube-controller-manager` unless told. */
  readonly own?: Credentials;
  /** In Kubernetes' own form: `v1.36.2 (linux/amd64) kubernetes/8e16b12`. */
  readonly version?: string;
  /** What is published to every namespace; what kube-system has unless told. */
  readonly rootCertificate?: string;
  /** Signs what is asked for in CertificateSigningRequests; without it nobody does. */
  readonly certificateSigner?: CertificateSigner | undefined;
  /** Signs the tokens that Secrets ask for; without it nobody does. */
  readonly secretToken?: SecretTokenIssuer | undefined;
  /** Out of which nodes get the addresses of their Pods, one a family; without any nobody gives them. */
  readonly podRanges?: readonly PodRange[];
  /** Called when a claim waits for a driver. */
  readonly driverAsked?: () => void;
  readonly qps?: number;
  readonly burst?: number;
  /** `<host>_<uuid>`; without it the process works at once and holds no lease. */
  readonly identity?: string;
  /** What the garbage collector follows; everything that can be deleted unless told. */
  readonly collected?: readonly ResourceInfo[];
}

/** A range of all Pods, and how large the part of a node is. */
export interface PodRange {
  readonly cidr: string;
  readonly nodePrefix: number;
}

/**
 * A controller, declared in its folder: the `declared.ts` of a folder exports `controllers()`, and the process is put together
 * from what all of them say.
 */
export interface DeclaredController {
  /** Its place among those of the process, which are made and started in this order; one without comes behind all others. */
  readonly order?: number;
  /** Nothing where it cannot do its work. */
  readonly make: (runtime: ControllerRuntime, options: ControllerManagerOptions) => Controller | undefined;
  /** It acts in the name of the process, as a client of this name there, not of an account of its own. */
  readonly actsAsProcess?: string;
  /**
   * The account of a controller that upstream has not, and what it may do. Those of upstream are in the API server's policy,
   * as upstream has them (`apiserver/bootstrap`).
   */
  readonly rights?: { readonly account: string; readonly rules: readonly PolicyRule[] };
}
