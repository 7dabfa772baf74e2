import { type AdmissionPlugin, on } from '../attributes.ts';
import { growsWithLeave, mayApprove, maySign, withRuntimeClass, withSubject } from './certificate-checks.ts';
import { podSpec } from './pod-fields.ts';

/** Plugins that have something to do for few objects. */

/** A Pod of a runtime class carries that class's overhead and goes where the class is. */
// Models plugin/pkg/admission/runtimeclass/admission.go (v1.36)
export const runtimeClass: AdmissionPlugin = {
  name: 'RuntimeClass',
  handles: on(['pods'], ['CREATE']),
  admit(attributes, object, services) {
    const { runtimeClassName, overhead } = podSpec(object);
    if (runtimeClassName === undefined && overhead === undefined) return object;
    return withRuntimeClass(attributes, object, services);
  },
  describe: () => 'overhead and place of its runtime class',
};

/** Only a bound claim grows, and only where its class allows it. */
// Models plugin/pkg/admission/storage/persistentvolume/resize/admission.go (v1.36)
export const persistentVolumeClaimResize: AdmissionPlugin = {
  name: 'PersistentVolumeClaimResize',
  handles: on(['persistentvolumeclaims'], ['UPDATE']),
  validate: (attributes, services) => growsWithLeave(attributes, services),
};

const REQUESTS = 'certificatesigningrequests.certificates.k8s.io';

/** Who approves must be allowed to, for this signer. */
// Models plugin/pkg/admission/certificates/approval/admission.go (v1.36)
export const certificateApproval: AdmissionPlugin = {
  name: 'CertificateApproval',
  handles: on([`${REQUESTS}/approval`], ['UPDATE']),
  validate: (attributes, services) => mayApprove(attributes, services),
};

/** Who signs must be allowed to, for this signer. */
// Models plugin/pkg/admission/certificates/signing/admission.go (v1.36)
export const certificateSigning: AdmissionPlugin = {
  name: 'CertificateSigning',
  handles: on([`${REQUESTS}/status`], ['UPDATE']),
  validate: (attributes, services) => maySign(attributes, services),
};

/** Nobody gets a certificate that makes him master of the cluster. */
// Models plugin/pkg/admission/certificates/subjectrestriction/admission.go (v1.36)
export const certificateSubjectRestriction: AdmissionPlugin = {
  name: 'CertificateSubjectRestriction',
  handles: on([REQUESTS], ['CREATE']),
  validate: (attributes) => withSubject(attributes),
};
