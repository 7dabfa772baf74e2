// Models crypto/x509/verify.go, Certificate.isValid, for the certificates that kubeadm makes (v1.36)

import { DAY, MINUTE, type Micros } from '../../base/time/units.ts';
import { rfc3339 } from './time.ts';

/** A cluster has been up for this long when a run begins; its certificates are made to begin five minutes before it does. */
const BEFORE = 15 * MINUTE;
const YEAR = 365 * DAY;

/** From when till when the certificates of a cluster are valid. */
export class CertificateTimes {
  private readonly from: Micros;
  private readonly until: Micros;

  constructor(begin: Micros) {
    this.from = begin - BEFORE;
    this.until = this.from + YEAR;
  }

  /** What is said about one of them by whoever looks at it when his clock says this; nothing while it is valid. */
  problemAt(now: Micros): string | undefined {
    const told = (how: string, limit: Micros): string =>
      `x509: certificate has expired or is not yet valid: current time ${rfc3339(now)} is ${how} ${rfc3339(limit)}`;
    if (now < this.from) return told('before', this.from);
    return now > this.until ? told('after', this.until) : undefined;
  }
}
