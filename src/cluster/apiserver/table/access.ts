import type { KObject } from '../../../api/types/meta.ts';
import { age, table } from './cells.ts';
import type { TableColumns } from './table-columns.ts';

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

// Models pkg/printers/internalversion/printers.go printRoleBinding (v1.36)
const bindings = table('Name Role Age Users! Groups! ServiceAccounts!', (object, now) => {
  const ref = (object.roleRef ?? { kind: '', name: '' }) as { readonly kind: string; readonly name: string };
  return [
    object.metadata.name,
    `${ref.kind}/${ref.name}`,
    age(object, now),
    subjects(object, 'User'),
    subjects(object, 'Group'),
    subjects(object, 'ServiceAccount'),
  ];
});

function subjects(object: KObject, kind: string): string {
  const found = ((object.subjects ?? []) as readonly Subject[]).filter((each) => each.kind === kind);
  return found
    .map((each) => (kind === 'ServiceAccount' ? `${each.namespace ?? ''}/${each.name}` : each.name))
    .join(', ');
}

const plain = table('Name Age', (object, now) => [object.metadata.name, age(object, now)]);

const secrets = table('Name Type Data:string Age', (object, now) => [
  object.metadata.name,
  object.type ?? '',
  Object.keys((object.data ?? {}) as object).length,
  age(object, now),
]);

const configMaps = table('Name Data:string Age', (object, now) => [
  object.metadata.name,
  Object.keys((object.data ?? {}) as object).length + Object.keys((object.binaryData ?? {}) as object).length,
  age(object, now),
]);

export const access: readonly (readonly [string, TableColumns])[] = [
  ['rolebindings.rbac.authorization.k8s.io', bindings],
  ['clusterrolebindings.rbac.authorization.k8s.io', bindings],
  ['serviceaccounts', plain],
  ['secrets', secrets],
  ['configmaps', configMaps],
];
