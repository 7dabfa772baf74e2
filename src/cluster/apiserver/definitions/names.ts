import { equalJson } from '../../../api/go/json.ts';
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '../../../api/types/apiextensions.ts';
import { type Condition, isTrue } from './conditions.ts';

type Names = CustomResourceDefinitionNames;

export interface Verdict {
  readonly names: Names;
  readonly naming: Condition;
  /** Undefined: established for good. */
  readonly established: Condition | undefined;
}

/** Which of the wanted names a definition gets: those that nobody else of its group has. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/controller/status/naming_controller.go (v1.36)
export function verdictOn(definition: CustomResourceDefinition, others: readonly CustomResourceDefinition[]): Verdict {
  const wanted = definition.spec.names;
  const had = definition.status.acceptedNames;
  const group = others.filter(({ spec }) => spec.group === definition.spec.group);
  const resources = new Set(group.flatMap(({ status }) => resourceNames(status.acceptedNames)));
  const kinds = new Set(
    group.flatMap(({ status: { acceptedNames } }) => [acceptedNames.kind, acceptedNames.listKind ?? '']),
  );
  const names: Record<string, unknown> = { ...had };
  let refusal: { readonly reason: string; readonly message: string } | undefined;
  const single = (
    key: 'plural' | 'singular' | 'kind' | 'listKind',
    taken: ReadonlySet<string>,
    reason: string,
  ): void => {
    const name = wanted[key] ?? '';
    if (name !== (had[key] ?? '') && taken.has(name)) refusal = { reason, message: inUse(name) };
    else if (name !== '' || key === 'plural' || key === 'kind') names[key] = name;
    else delete names[key];
  };
  single('plural', resources, 'PluralConflict');
  single('singular', resources, 'SingularConflict');
  if (!equalJson(wanted.shortNames, had.shortNames)) {
    const taken = (wanted.shortNames ?? []).filter((name) => !had.shortNames?.includes(name) && resources.has(name));
    if (taken.length > 0) refusal = { reason: 'ShortNamesConflict', message: aggregate(taken.map(inUse)) };
    else names.shortNames = wanted.shortNames;
  }
  single('kind', kinds, 'KindConflict');
  single('listKind', kinds, 'ListKindConflict');
  names.categories = wanted.categories;
  const accepted = refusal === undefined;
  const naming: Condition =
    refusal === undefined
      ? { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
      : { type: 'NamesAccepted', status: 'False', ...(refusal as { reason: string; message: string }) };
  return { names: names as unknown as Names, naming, established: establishedAs(definition, accepted) };
}

function establishedAs(definition: CustomResourceDefinition, accepted: boolean): Condition | undefined {
  if (isTrue(definition, 'Established')) return undefined;
  return accepted
    ? {
        type: 'Established',
        status: 'False',
        reason: 'Installing',
        message: 'the initial names have been accepted',
      }
    : { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
}

function resourceNames({ plural, singular, shortNames = [] }: Names): readonly string[] {
  return [plural, singular ?? '', ...shortNames].filter((name) => name !== '');
}

function inUse(name: string): string {
  return `"${name}" is already in use`;
}

function aggregate(messages: readonly string[]): string {
  return messages.length === 1 ? (messages[0] as string) : `[${messages.join(', ')}]`;
}
