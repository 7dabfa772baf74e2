import type { RequestedSubject } from '../../ports/certificate-signer.ts';

const CLIENT_AUTH = 'client auth';
const SERVER_AUTH = 'server auth';
const OPTIONAL: readonly string[] = ['digital signature', 'key encipherment'];
const NODE_GROUP = 'system:nodes';
const NODE_USER = 'system:node:';

export interface Asked {
  readonly usages: readonly string[];
  readonly subject: RequestedSubject;
}

/** Whether one of the built-in signers signs for this name. */
// Models staging/src/k8s.io/api/certificates/v1/types.go (v1.36)
export function isBuiltInSigner(name: string): boolean {
  return name.startsWith('kubernetes.io/') && NAMES.has(name.slice('kubernetes.io/'.length));
}

const NAMES: ReadonlySet<string> = new Set([
  'kube-apiserver-client',
  'kube-apiserver-client-kubelet',
  'kubelet-serving',
  'legacy-unknown',
]);

/** Why a signer refuses a request that was approved; undefined when it does not. */
// Models pkg/controller/certificates/signer/signer.go and pkg/apis/certificates/helpers.go (v1.36)
export function refusalOf(signer: string, { usages, subject }: Asked): string | undefined {
  switch (signer) {
    case 'kubernetes.io/kube-apiserver-client':
      return missingUsage(usages, CLIENT_AUTH, 'client certificate');
    case 'kubernetes.io/kube-apiserver-client-kubelet':
      return (
        notNode(subject) ??
        (subject.hasAlternativeNames ? ALTERNATIVE_NAMES : undefined) ??
        exactly(usages, CLIENT_AUTH)
      );
    case 'kubernetes.io/kubelet-serving':
      return notNode(subject) ?? (subject.hasAlternativeNames ? undefined : NO_ADDRESS) ?? exactly(usages, SERVER_AUTH);
    default:
      return undefined;
  }
}

const ALTERNATIVE_NAMES = 'DNS subjectAltNames are not allowed';
const NO_ADDRESS = 'DNS or IP subjectAltName is required';

function missingUsage(usages: readonly string[], wanted: string, what: string): string | undefined {
  const other = usages.find((usage) => usage !== wanted && !OPTIONAL.includes(usage));
  if (other !== undefined) return `invalid usage for ${what}: ${other}`;
  return usages.includes(wanted) ? undefined : `missing required usage for ${what}: ${wanted}`;
}

function notNode({ organizations, commonName }: RequestedSubject): string | undefined {
  if (organizations.length !== 1 || organizations[0] !== NODE_GROUP) return 'subject organization is not system:nodes';
  return commonName.startsWith(NODE_USER) ? undefined : 'subject common name does not begin with "system:node:"';
}

function exactly(usages: readonly string[], wanted: string): string | undefined {
  const allowed = usages.every((usage) => usage === wanted || OPTIONAL.includes(usage));
  const enough = usages.includes(wanted) && usages.includes('digital signature');
  return allowed && enough ? undefined : `usages did not match [${[wanted, ...OPTIONAL].sort().join(' ')}]`;
}
