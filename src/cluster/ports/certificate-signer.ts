/** What a certificate that is asked for may be used for, and for how long. */
export interface SigningOrder {
  /** A PKCS #10 request, PEM in base64 as objects hold it. */
  readonly request: string;
  readonly usages: readonly string[];
  readonly seconds: number;
}

/** What a request says of itself. */
export interface RequestedSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Names and addresses besides. */
  readonly hasAlternativeNames: boolean;
}

/** The cluster's authority. Synchronous: real cryptography is given by whoever has it. */
export interface CertificateSigner {
  /** Why a request cannot be read is a text. */
  read(request: string): RequestedSubject | string;
  /** PEM in base64. */
  sign(order: SigningOrder): string;
}
