import { quotaPodSpec } from '../../../../api/quota/pod-usage.ts';
import { type AdmissionPlugin, on } from '../attributes.ts';
import { hasDeclaredFeatures, resizeFits } from './resize-checks.ts';

/** A Pod that runs grows only as far as its node can give. */
// Models plugin/pkg/admission/podresize/admission.go (v1.36)
export const podResizeValidator: AdmissionPlugin = {
  name: 'PodResizeValidator',
  handles: on(['pods/resize'], ['UPDATE']),
  validate: (attributes, services) => resizeFits(attributes, services),
};

/** A change that its node cannot act upon is refused. */
// Models plugin/pkg/admission/nodedeclaredfeatures/admission.go (v1.36)
export const nodeDeclaredFeatureValidator: AdmissionPlugin = {
  name: 'NodeDeclaredFeatureValidator',
  handles: on(['pods', 'pods/resize'], ['UPDATE']),
  validate(attributes, services) {
    const { object, old } = attributes;
    if (object === undefined || old === undefined || object.spec === old.spec) return undefined;
    const [now, before] = [quotaPodSpec(object), quotaPodSpec(old)];
    if (now.resources === before.resources && now.initContainers === before.initContainers) return undefined;
    return hasDeclaredFeatures(attributes, services);
  },
};
