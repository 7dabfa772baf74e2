import { type Fields, isFields } from '../go/json.ts';
import type { ObjectMeta } from '../types/meta.ts';
import { fill, inField, inList } from './fill.ts';

const RBAC = 'rbac.authorization.k8s.io';

/** Models pkg/apis/rbac/v1/defaults.go (v1.36) */
export function defaultBinding(object: Fields): Fields {
  // Clients with types of Go send the group that nobody set as an empty text.
  const referred = inField(object, 'roleRef', (ref) =>
    (ref.apiGroup ?? '') === '' ? { ...ref, apiGroup: RBAC } : ref,
  );
  return inList(referred, 'subjects', (subject) =>
    subject.kind === 'User' || subject.kind === 'Group' ? fill(subject, { apiGroup: RBAC }) : subject,
  );
}

export function defaultPriorityClass(object: Fields): Fields {
  return fill(object, { preemptionPolicy: 'PreemptLowerPriority' });
}

export function defaultStorageClass(object: Fields): Fields {
  return fill(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' });
}

export function defaultCsiDriver(object: Fields): Fields {
  return inField(object, 'spec', (spec) =>
    fill(spec, {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      volumeLifecycleModes: ['Persistent'],
      requiresRepublish: false,
      seLinuxMount: false,
    }),
  );
}

/** Models pkg/apis/networking/v1/defaults.go (v1.36) */
export function defaultNetworkPolicy(object: Fields): Fields {
  return inField(object, 'spec', (spec) => {
    const ports = (rule: Fields): Fields => inList(rule, 'ports', (port) => fill(port, { protocol: 'TCP' }));
    const egress = Array.isArray(spec.egress) && spec.egress.length > 0;
    const typed = fill(spec, { policyTypes: egress ? ['Ingress', 'Egress'] : ['Ingress'] });
    return inList(inList(typed, 'ingress', ports), 'egress', ports);
  });
}

export function defaultIngressClass(object: Fields): Fields {
  return inField(object, 'spec', (spec) =>
    // A scope that is left out is read as none.
    inField(spec, 'parameters', (each) =>
      (each.scope ?? undefined) === undefined ? { ...each, scope: 'Cluster' } : each,
    ),
  );
}

/** Models pkg/apis/autoscaling/{v1,v2}/defaults.go (v1.36) */
export function defaultAutoscaler(object: Fields): Fields {
  return inField(object, 'spec', (spec) => {
    if (object.apiVersion === 'autoscaling/v1') return fill(spec, { minReplicas: 1, ...percentOf(object) });
    const filled = fill(spec, { minReplicas: 1, metrics: DEFAULT_METRICS });
    return inField(filled, 'behavior', (behavior) => {
      const both = fill(behavior, { scaleUp: {}, scaleDown: {} });
      const up = inField(both, 'scaleUp', (rules) => fill(rules, SCALE_UP));
      return inField(up, 'scaleDown', (rules) => fill(rules, SCALE_DOWN));
    });
  });
}

/** Whoever names no metric gets this one, unless others travel in annotations. */
function percentOf({ metadata }: Fields): Fields | undefined {
  const { annotations = {} } = metadata as ObjectMeta;
  return 'autoscaling.alpha.kubernetes.io/metrics' in annotations ? undefined : { targetCPUUtilizationPercentage: 80 };
}

const DEFAULT_METRICS = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
];
const SCALE_UP: Fields = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
};
const SCALE_DOWN: Fields = {
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
};

/** Models pkg/apis/admissionregistration/v1/defaults.go (v1.36) */
export function defaultWebhooks(object: Fields): Fields {
  const mutating = object.kind === 'MutatingWebhookConfiguration';
  return inList(object, 'webhooks', (webhook) => {
    const filled = fill(webhook, {
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      namespaceSelector: {},
      objectSelector: {},
      timeoutSeconds: 10,
      reinvocationPolicy: mutating ? 'Never' : undefined,
    });
    const ruled = inList(filled, 'rules', defaultRule);
    return inField(ruled, 'clientConfig', (config) =>
      inField(config, 'service', (service) => fill(service, { port: 443 })),
    );
  });
}

const defaultRule = (rule: Fields): Fields => fill(rule, { scope: '*' });

export function defaultAdmissionPolicy(object: Fields): Fields {
  return inField(object, 'spec', (spec) => {
    const filled = fill(spec, { failurePolicy: 'Fail' });
    return inField(filled, 'matchConstraints', defaultMatch);
  });
}

export function defaultAdmissionPolicyBinding(object: Fields): Fields {
  return inField(object, 'spec', (spec) => inField(spec, 'matchResources', defaultMatch));
}

function defaultMatch(match: Fields): Fields {
  const filled = fill(match, { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} });
  return inList(inList(filled, 'resourceRules', defaultRule), 'excludeResourceRules', defaultRule);
}

/** Models k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/defaults.go (v1.36) */
export function defaultDefinition(object: Fields): Fields {
  return inField(withDefaultedSpec(object), 'status', (status) => {
    const known = status.storedVersions;
    if (Array.isArray(known) && known.length > 0) return status;
    const versions = isFields(object.spec) && Array.isArray(object.spec.versions) ? object.spec.versions : [];
    const stored = versions.filter((each) => isFields(each) && each.storage === true).map((each) => each.name);
    return stored.length === 0 ? status : { ...status, storedVersions: stored };
  });
}

function withDefaultedSpec(object: Fields): Fields {
  return inField(object, 'spec', (spec) => {
    const named = inField(spec, 'names', (names) => {
      const kind = typeof names.kind === 'string' ? names.kind : '';
      return fill(names, { singular: kind.toLowerCase(), listKind: kind === '' ? undefined : `${kind}List` });
    });
    const converted = fill(named, { conversion: { strategy: 'None' } });
    return inField(converted, 'conversion', (conversion) =>
      inField(conversion, 'webhook', (webhook) =>
        inField(webhook, 'clientConfig', (config) =>
          inField(config, 'service', (service) => fill(service, { port: 443 })),
        ),
      ),
    );
  });
}

export function defaultApiService(object: Fields): Fields {
  return inField(object, 'spec', (spec) =>
    isFields(spec.service) ? inField(spec, 'service', (service) => fill(service, { port: 443 })) : spec,
  );
}

/** Models pkg/apis/flowcontrol/v1/defaults.go (v1.36) */
export function defaultFlowSchema(object: Fields): Fields {
  return inField(object, 'spec', (spec) =>
    spec.matchingPrecedence === 0 ? { ...spec, matchingPrecedence: 1000 } : fill(spec, { matchingPrecedence: 1000 }),
  );
}

export function defaultPriorityLevel(object: Fields): Fields {
  return inField(object, 'spec', (spec) => {
    const shared = spec.type === 'Exempt' ? fill(spec, { exempt: {} }) : spec;
    const exempt = inField(shared, 'exempt', (each) => fill(each, { nominalConcurrencyShares: 0, lendablePercent: 0 }));
    return inField(exempt, 'limited', (limited) =>
      inField(fill(limited, { nominalConcurrencyShares: 30, lendablePercent: 0 }), 'limitResponse', (response) =>
        inField(response, 'queuing', (queuing) => positive(queuing, { queues: 64, handSize: 8, queueLengthLimit: 50 })),
      ),
    );
  });
}

/** What is absent or zero gets its default. */
function positive(object: Fields, values: { readonly [key: string]: number }): Fields {
  const zero = Object.keys(values).filter((key) => object[key] === undefined || object[key] === 0);
  if (zero.length === 0) return object;
  return { ...object, ...Object.fromEntries(zero.map((key) => [key, values[key]])) };
}
