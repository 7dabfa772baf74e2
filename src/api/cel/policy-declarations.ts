import { type CelDeclarations, checkCel } from './check.ts';
import { isProblem } from './problems.ts';
import {
  BOOL,
  type CelType,
  DYN,
  INT,
  listOf,
  mapOf,
  objectType,
  opaque,
  recordType,
  STRING,
  TIMESTAMP,
} from './types.ts';

const TEXTS = listOf(STRING);
const LABELS = mapOf(STRING, STRING);

const KIND = recordType('kubernetes.GroupVersionKind', { group: STRING, version: STRING, kind: STRING });
const RESOURCE = recordType('kubernetes.GroupVersionResource', { group: STRING, version: STRING, resource: STRING });
const USER = recordType('kubernetes.UserInfo', {
  username: STRING,
  uid: STRING,
  groups: TEXTS,
  extra: mapOf(STRING, TEXTS),
});

const REQUEST = recordType('kubernetes.AdmissionRequest', {
  kind: KIND,
  resource: RESOURCE,
  subResource: STRING,
  requestKind: KIND,
  requestResource: RESOURCE,
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: USER,
  dryRun: BOOL,
  options: DYN,
});

const CONDITION = recordType('kubernetes.NamespaceCondition', {
  status: STRING,
  type: STRING,
  lastTransitionTime: TIMESTAMP,
  message: STRING,
  reason: STRING,
});

const NAMESPACE = recordType('kubernetes.Namespace', {
  metadata: recordType('kubernetes.NamespaceMetadata', {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    labels: LABELS,
    annotations: LABELS,
    UID: STRING,
    creationTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    deletionTimestamp: TIMESTAMP,
    generation: INT,
    resourceVersion: STRING,
    finalizers: TEXTS,
  }),
  spec: recordType('kubernetes.NamespaceSpec', { finalizers: TEXTS }),
  status: recordType('kubernetes.NamespaceStatus', { conditions: listOf(CONDITION), phase: STRING }),
});

const OBJECT = objectType('Object', () => DYN);
const JSON_PATCH = recordType('JSONPatch', { op: STRING, path: STRING, from: STRING, value: DYN });

export interface PolicyNames {
  readonly params: boolean;
  /** Of params; anything unless told. */
  readonly paramsType?: CelType;
  readonly authorizer: boolean;
  /** The types of variables so far. */
  readonly variables?: ReadonlyMap<string, CelType>;
  /** Objects and patches may be made. */
  readonly mutating?: boolean;
  /** Other than anything: the objects whose schema is known. */
  readonly object?: CelType;
}

/** What expressions of a policy may speak of, with types. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/compile.go (v1.36)
export function policyDeclarations(names: PolicyNames): CelDeclarations {
  const object = names.object ?? DYN;
  const declared = new Map<string, CelType>([
    ['object', object],
    ['oldObject', object],
    ['request', REQUEST],
    ['namespaceObject', NAMESPACE],
  ]);
  if (names.params) declared.set('params', names.paramsType ?? DYN);
  if (names.authorizer) {
    declared.set('authorizer', opaque('kubernetes.authorization.Authorizer'));
    declared.set('authorizer.requestResource', opaque('kubernetes.authorization.ResourceCheck'));
  }
  const { variables } = names;
  if (variables !== undefined) {
    declared.set(
      'variables',
      objectType('kubernetes.variables', (name) => variables.get(name)),
    );
  }
  return names.mutating === true ? { variables: declared, types: madeType } : { variables: declared };
}

function madeType(name: string): CelType | undefined {
  if (name === 'JSONPatch') return JSON_PATCH;
  return name === 'Object' || name.startsWith('Object.')
    ? name === 'Object'
      ? OBJECT
      : objectType(name, () => DYN)
    : undefined;
}

/** The type of an expression, or why it has none that is wanted. */
export function typeOrProblem(
  text: string,
  declared: CelDeclarations,
  wanted: readonly string[] | undefined,
  shown: (type: CelType) => string,
): { readonly type: CelType } | { readonly error: string } {
  const checked = checkCel(text, declared);
  if (isProblem(checked)) return { error: `compilation failed: ${checked.problem}` };
  const got = shown(checked.type);
  if (wanted === undefined || wanted.includes(got)) return { type: checked.type };
  const what = wanted.length === 1 ? `must evaluate to ${wanted[0]}` : `must evaluate to one of [${wanted.join(' ')}]`;
  return { error: `${what} but got ${got}` };
}
