import { Authorizer, CelError, celPrograms, isProblem, type Meter, type Value } from '../../../../api/cel/index.ts';
import type { ResourceInfo } from '../../../../api/scheme/scheme.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { splitGroupVersion } from '../../../../api/values/group-version.ts';
import { serviceAccountName } from '../../authn/user.ts';
import type { AdmissionAttributes, AdmissionServices, Operation } from '../attributes.ts';
import { namespaceOf } from './matching.ts';

/** What expressions of a policy may speak of. */
// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/condition.go (v1.36)
const POLICY_NAMES: readonly string[] = [
  'object',
  'oldObject',
  'request',
  'params',
  'namespaceObject',
  'variables',
  'authorizer',
  'authorizer.requestResource',
];

const programOf = celPrograms(POLICY_NAMES);

export interface NamedExpression {
  readonly name: string;
  readonly expression: string;
}

export type Outcome = { readonly value: Value } | { readonly error: string };

/** What the expressions of one policy may cost together about one request, and those that say whether it is meant. */
// Models staging/src/k8s.io/apiserver/pkg/apis/cel/config.go (v1.36)
const RUNTIME_BUDGET = 10_000_000;
const CONDITIONS_BUDGET = 2_500_000;
export const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run';

/** One request as the expressions of one policy see it. */
export class PolicyContext {
  private readonly meter: Meter = { cost: 0 };
  private budget = RUNTIME_BUDGET;
  private readonly names: { readonly [name: string]: Value };

  constructor(
    private readonly attributes: AdmissionAttributes,
    object: KObject | undefined,
    private readonly services: AdmissionServices,
    private readonly params: KObject | undefined,
    private readonly variables: readonly NamedExpression[],
  ) {
    const { operation, old, user } = attributes;
    const deleting = operation === 'DELETE';
    const ask = (question: Parameters<Authorizer['ask']>[0]) => services.allows(asked(question, user), question);
    this.names = {
      object: deleting ? null : (object ?? null),
      oldObject: old ?? (deleting ? (object ?? null) : null),
      request: requestOf(attributes),
      params: params ?? null,
      get namespaceObject() {
        return namespaceOf(attributes, services) ?? null;
      },
      variables: this.lazily(variables),
      authorizer: new Authorizer(ask),
      'authorizer.requestResource': new Authorizer(ask, resourceOf(attributes)),
    };
  }

  /** The same about what the object has become. */
  about(object: KObject): PolicyContext {
    return new PolicyContext(this.attributes, object, this.services, this.params, this.variables);
  }

  /** Whether the request is meant has a budget of its own. */
  whetherMeant<T>(ask: () => T): T {
    this.budget = CONDITIONS_BUDGET;
    const answer = ask();
    this.budget = RUNTIME_BUDGET;
    this.meter.cost = 0;
    return answer;
  }

  evaluate(expression: string): Outcome {
    const code = programOf(expression);
    if (isProblem(code)) return { error: `compilation error: ${code.problem}` };
    try {
      const value = code.evaluate(this.names, this.meter);
      return this.meter.cost > this.budget ? { error: OUT_OF_BUDGET } : { value };
    } catch (error) {
      if (error instanceof CelError) return { error: error.message };
      throw error;
    }
  }

  /** Each is worked out when somebody asks for it, and once. */
  private lazily(variables: readonly NamedExpression[]): Value {
    const object = {};
    for (const { name, expression } of variables) {
      let outcome: Outcome | undefined;
      Object.defineProperty(object, name, {
        enumerable: true,
        get: () => {
          outcome ??= this.evaluate(expression);
          if ('error' in outcome)
            throw new CelError(`composited variable "${name}" fails to evaluate: ${outcome.error}`);
          return outcome.value;
        },
      });
    }
    return object;
  }
}

/** The resource of the request itself, as a question about access begins with it. */
function resourceOf({ resource, subresource, namespace, name }: AdmissionAttributes): Authorizer['draft'] {
  return { group: resource.group, resource: resource.resource, subresource, namespace, name };
}

function asked(
  { serviceAccount }: { readonly serviceAccount?: readonly [string, string] },
  user: AdmissionAttributes['user'],
) {
  if (serviceAccount === undefined) return user;
  const [namespace, name] = serviceAccount;
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
  return { name: serviceAccountName(namespace, name), uid: '', groups, extra: {} };
}

/** Of a subresource it is that of what is sent: an Eviction, the options of a connection. */
function kindOf({ subresource, object }: AdmissionAttributes, { group, version, kind }: ResourceInfo): object {
  if (subresource === '' || object?.kind === undefined || object.kind === kind) return { group, version, kind };
  const [ownGroup, ownVersion] = splitGroupVersion(object.apiVersion ?? '');
  return { group: ownGroup, version: ownVersion, kind: object.kind };
}

const OPTIONS: ReadonlyMap<Operation, string> = new Map([
  ['CREATE', 'CreateOptions'],
  ['UPDATE', 'UpdateOptions'],
]);

function optionsOf({ operation, query, deleteOptions }: AdmissionAttributes): object | null {
  const apiVersion = 'meta.k8s.io/v1';
  if (operation === 'DELETE') return { kind: 'DeleteOptions', ...deleteOptions, apiVersion };
  const kind = OPTIONS.get(operation);
  if (kind === undefined) return null;
  const said = (name: string): string => query.find(([key]) => key === name)?.[1] ?? '';
  const dryRun = query.filter(([key]) => key === 'dryRun').map(([, value]) => value);
  const [fieldManager, fieldValidation] = [said('fieldManager'), said('fieldValidation')];
  return {
    kind,
    apiVersion,
    ...(dryRun.length === 0 ? undefined : { dryRun }),
    ...(fieldManager === '' ? undefined : { fieldManager }),
    ...(fieldValidation === '' ? undefined : { fieldValidation }),
  };
}

/** The `request` of an AdmissionReview. */
export function requestOf(attributes: AdmissionAttributes): { readonly [field: string]: unknown } {
  const { resource, requested, subresource, namespace, name, operation, user, dryRun } = attributes;
  const plural = ({ group, version, resource: name }: ResourceInfo) => ({ group, version, resource: name });
  return {
    kind: kindOf(attributes, resource),
    resource: plural(resource),
    ...(subresource === '' ? undefined : { subResource: subresource }),
    requestKind: kindOf(attributes, requested),
    requestResource: plural(requested),
    ...(subresource === '' ? undefined : { requestSubResource: subresource }),
    ...(name === '' ? undefined : { name }),
    ...(namespace === '' ? undefined : { namespace }),
    operation,
    userInfo: {
      username: user.name,
      ...(user.uid === '' ? undefined : { uid: user.uid }),
      groups: user.groups,
      ...(Object.keys(user.extra).length === 0 ? undefined : { extra: user.extra }),
    },
    dryRun,
    options: optionsOf(attributes),
  };
}
