import type { KObject, StringMap } from '../../../api/types/meta.ts';
import { humanDuration } from '../../../api/values/duration.ts';
import { SECOND } from '../../../base/time/units.ts';
import { age, containerCells, labelsCell, NONE, specOf, statusOf, table, UNSET } from './cells.ts';
import type { TableColumns } from './table-columns.ts';

interface RequestSpec {
  readonly signerName?: string;
  readonly username?: string;
  readonly expirationSeconds?: number;
}

// Models pkg/printers/internalversion/printers.go printCertificateSigningRequest (v1.36)
const requests = table('Name Age SignerName Requestor RequestedDuration Condition', (object, now) => {
  const { signerName = '', username = '', expirationSeconds } = specOf<RequestSpec>(object);
  const lasts = expirationSeconds === undefined ? NONE : humanDuration(expirationSeconds * SECOND);
  return [object.metadata.name, age(object, now), orNone(signerName), username, lasts, requestCondition(object)];
});

function orNone(text: string): string {
  return text === '' ? NONE : text;
}

function requestCondition(object: KObject): string {
  const { conditions = [], certificate = '' } = statusOf<{
    readonly conditions?: readonly { readonly type: string }[];
    readonly certificate?: string;
  }>(object);
  const has = (type: string): boolean => conditions.some((each) => each.type === type);
  const judged = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  return judged + (has('Failed') ? ',Failed' : '') + (certificate === '' ? '' : ',Issued');
}

interface DriverSpec {
  readonly attachRequired?: boolean;
  readonly podInfoOnMount?: boolean;
  readonly storageCapacity?: boolean;
  readonly tokenRequests?: readonly { readonly audience?: string }[];
  readonly requiresRepublish?: boolean;
  readonly volumeLifecycleModes?: readonly string[];
}

const drivers = table(
  'Name AttachRequired:boolean PodInfoOnMount:boolean StorageCapacity:boolean TokenRequests RequiresRepublish:boolean Modes Age',
  (object, now) => {
    const spec = specOf<DriverSpec>(object);
    const audiences = (spec.tokenRequests ?? []).map((each) => each.audience ?? '');
    return [
      object.metadata.name,
      spec.attachRequired ?? true,
      spec.podInfoOnMount ?? false,
      spec.storageCapacity ?? false,
      audiences.length === 0 ? UNSET : audiences.join(','),
      spec.requiresRepublish ?? false,
      (spec.volumeLifecycleModes ?? []).join(',') || NONE,
      age(object, now),
    ];
  },
);

const nameAndAge = table('Name Age', (object, now) => [object.metadata.name, age(object, now)]);

const attributes = table('Name DriverName Age', (object, now) => [
  object.metadata.name,
  object.driverName ?? '',
  age(object, now),
]);

interface Template {
  readonly metadata?: { readonly labels?: StringMap };
  readonly spec?: Parameters<typeof containerCells>[0];
}

const templates = table('Name Containers Images Pod_Labels', (object) => {
  const template = (object.template ?? {}) as Template;
  return [object.metadata.name, ...containerCells(template.spec), labelsCell(template.metadata?.labels)];
});

const claims = table('Name State Age', (object, now) => {
  const status = statusOf<{ readonly allocation?: unknown; readonly reservedFor?: readonly unknown[] }>(object);
  const states = [
    ...(object.metadata.deletionTimestamp === undefined ? [] : ['deleted']),
    ...(status.allocation === undefined ? ['pending'] : ['allocated']),
    ...((status.reservedFor ?? []).length > 0 ? ['reserved'] : []),
  ];
  return [object.metadata.name, states.join(','), age(object, now)];
});

interface SliceSpec {
  readonly nodeName?: string;
  readonly driver?: string;
  readonly pool?: { readonly name?: string };
}

const slices = table('Name Node Driver Pool Age', (object, now) => {
  const { nodeName, driver = '', pool } = specOf<SliceSpec>(object);
  return [object.metadata.name, nodeName ?? UNSET, driver, pool?.name ?? '', age(object, now)];
});

export const more: readonly (readonly [string, TableColumns])[] = [
  ['certificatesigningrequests.certificates.k8s.io', requests],
  ['csidrivers.storage.k8s.io', drivers],
  ['deviceclasses.resource.k8s.io', nameAndAge],
  ['resourceclaimtemplates.resource.k8s.io', nameAndAge],
  ['resourceclaims.resource.k8s.io', claims],
  ['resourceslices.resource.k8s.io', slices],
  ['podtemplates', templates],
  ['volumeattributesclasses.storage.k8s.io', attributes],
];
