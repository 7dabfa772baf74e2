// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/typechecking.go (v1.36)

import { checkCel, isProblem } from '../../../api/cel/index.ts';
import { kindType } from '../../../api/cel/kind-type.ts';
import { policyDeclarations } from '../../../api/cel/policy-declarations.ts';
import { schemaType } from '../../../api/cel/schema-type.ts';
import { type CelType, DYN } from '../../../api/cel/types.ts';
import { resourceByGVR } from '../../../api/scheme/scheme.ts';
import type { ExpressionWarning, ValidatingAdmissionPolicy } from '../../../api/types/admissionregistration.ts';
import type { CustomResourceDefinition } from '../../../api/types/apiextensions.ts';
import { splitGroupVersion } from '../../../api/values/group-version.ts';
import { compareStrings } from '../../../base/order.ts';

const MOST_TYPES = 10;

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

interface TypedKind {
  /** `apps/v1, Kind=Deployment`. */
  readonly shown: string;
  readonly type: CelType;
}

/** What expressions of a policy name that the kinds which it matches do not have. */
export function typeWarnings(
  { spec }: ValidatingAdmissionPolicy,
  definitions: readonly CustomResourceDefinition[],
): readonly ExpressionWarning[] {
  const kinds = matchedKinds(spec, definitions).flatMap((kind) => {
    const type = typeOfKind(kind, definitions);
    return type === undefined ? [] : [{ shown: `${kind.group}/${kind.version}, Kind=${kind.kind}`, type }];
  });
  const params = paramsType(spec, definitions);
  const warnings: ExpressionWarning[] = [];
  const check = (fieldRef: string, expression: string | undefined): void => {
    if (expression === undefined || expression === '') return;
    const warning = kinds.flatMap((kind) => problemWith(expression, kind, params, spec.variables ?? [])).join('\n');
    if (warning !== '') warnings.push({ fieldRef, warning });
  };
  for (const [at, { expression, messageExpression }] of (spec.validations ?? []).entries()) {
    check(`spec.validations[${at}].expression`, expression);
    check(`spec.validations[${at}].messageExpression`, messageExpression);
  }
  return warnings;
}

function problemWith(
  expression: string,
  { shown, type }: TypedKind,
  params: CelType | undefined,
  given: readonly { readonly name: string; readonly expression: string }[],
): readonly string[] {
  const variables = new Map<string, CelType>();
  const names = {
    params: params !== undefined,
    authorizer: true,
    variables,
    object: type,
    ...(params && { paramsType: params }),
  };
  for (const variable of given) {
    const found = checkCel(variable.expression, policyDeclarations(names));
    variables.set(variable.name, isProblem(found) ? DYN : found.type);
  }
  const checked = checkCel(expression, policyDeclarations(names));
  return isProblem(checked) ? [`${shown}: ${checked.problem}\n`] : [];
}

type Spec = ValidatingAdmissionPolicy['spec'];

/** Of rules without wildcards, in order; of each rule at most so many. */
function matchedKinds({ matchConstraints }: Spec, definitions: readonly CustomResourceDefinition[]): readonly Kind[] {
  const found = new Map<string, Kind>();
  for (const { apiGroups = [], apiVersions = [], resources = [] } of matchConstraints?.resourceRules ?? []) {
    if ([...apiGroups, ...apiVersions].some((each) => each.includes('*'))) continue;
    const names = resources.filter((resource) => !/[*/]/.test(resource)).sort(compareStrings);
    let count = 0;
    for (const group of [...apiGroups].sort(compareStrings)) {
      for (const version of [...apiVersions].sort(compareStrings)) {
        for (const resource of names) {
          const kind = kindOfResource(group, version, resource, definitions);
          if (kind === undefined) continue;
          found.set(`${group} ${version} ${kind}`, { group, version, kind });
          count += 1;
          if (count === MOST_TYPES) return inOrder(found.values());
        }
      }
    }
  }
  return inOrder(found.values());
}

function inOrder(kinds: Iterable<Kind>): readonly Kind[] {
  return [...kinds].sort(
    (a, b) =>
      compareStrings(a.group, b.group) || compareStrings(a.version, b.version) || compareStrings(a.kind, b.kind),
  );
}

function kindOfResource(
  group: string,
  version: string,
  resource: string,
  definitions: readonly CustomResourceDefinition[],
): string | undefined {
  const known = resourceByGVR(group, version, resource);
  if (known !== undefined) return known.kind;
  const serves = ({ spec }: CustomResourceDefinition): boolean =>
    spec.group === group &&
    spec.names.plural === resource &&
    spec.versions.some(({ name, served }) => served && name === version);
  return definitions.find(serves)?.spec.names.kind;
}

function typeOfKind(
  { group, version, kind }: Kind,
  definitions: readonly CustomResourceDefinition[],
): CelType | undefined {
  const builtIn = kindType(group, version, kind);
  if (builtIn !== undefined) return builtIn;
  const definition = definitions.find(({ spec }) => spec.group === group && spec.names.kind === kind);
  const schema = definition?.spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
  return schema === undefined ? undefined : schemaType(schema, kind, true)?.type;
}

function paramsType({ paramKind }: Spec, definitions: readonly CustomResourceDefinition[]): CelType | undefined {
  if (paramKind === undefined) return undefined;
  const [group, version] = splitGroupVersion(paramKind.apiVersion ?? '');
  return typeOfKind({ group, version, kind: paramKind.kind ?? '' }, definitions);
}
