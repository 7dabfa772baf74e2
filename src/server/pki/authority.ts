import { DAY, MILLISECOND, type Millis } from '../../base/time/units.ts';
import { type Issued, issueCertificate, type Subject } from './certificate.ts';

const DAY_IN_MILLIS: Millis = DAY / MILLISECOND;

/** The certificates of one run: made when it starts, worthless when it ends. */
export interface Authority {
  readonly root: Issued;
  readonly server: Issued;
  readonly people: ReadonlyMap<string, Issued>;
}

export const PEOPLE: readonly Subject[] = [
  { commonName: 'kubernetes-admin', organizations: ['system:masters'] },
  { commonName: 'jane', organizations: ['dev'] },
];

/** The names by which Pods and people reach an API server. */
export const SERVICE_NAMES: readonly string[] = [
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
];

export function createAuthority(hosts: readonly string[], now: Date): Authority {
  const notBefore = new Date(now.getTime() - DAY_IN_MILLIS / 24);
  const notAfter = new Date(now.getTime() + 365 * DAY_IN_MILLIS);
  const times = { notBefore, notAfter };
  const root = issueCertificate({ subject: { commonName: 'kubernetes' }, usage: 'authority', ...times });
  const server = issueCertificate(
    { subject: { commonName: 'kube-apiserver' }, usage: 'server', hosts: [...SERVICE_NAMES, ...hosts], ...times },
    root,
  );
  const people = new Map(
    PEOPLE.map((subject) => [subject.commonName, issueCertificate({ subject, usage: 'client', ...times }, root)]),
  );
  return { root, server, people };
}
