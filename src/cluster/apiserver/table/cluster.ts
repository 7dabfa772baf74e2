import type { KObject } from '../../../api/types/meta.ts';
import { age, NONE, since, specOf, statusOf, table, UNKNOWN } from './cells.ts';
import type { TableColumns } from './table-columns.ts';

const namespaces = table('Name Status Age', (object, now) => [
  object.metadata.name,
  statusOf<{ readonly phase?: string }>(object).phase ?? '',
  age(object, now),
]);

interface Reference {
  readonly kind?: string;
  readonly name?: string;
  readonly fieldPath?: string;
}

interface EventView extends KObject {
  readonly involvedObject?: Reference;
  readonly regarding?: Reference;
  readonly firstTimestamp?: string | null;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string };
}

// Models pkg/printers/internalversion/printers.go printEvent (v1.36)
const events = table(
  'Last_Seen Type Reason Object Subobject! Source! Message First_Seen! Count:string! Name!',
  (object, now) => {
    const event = object as EventView;
    const first = event.firstTimestamp ?? undefined;
    const last = event.lastTimestamp ?? undefined;
    const microTime = event.eventTime ?? undefined;
    const firstSeen = first === undefined ? since(microTime, now) : since(first, now);
    const lastSeen =
      event.series?.lastObservedTime !== undefined
        ? since(event.series.lastObservedTime, now)
        : last === undefined
          ? firstSeen
          : since(last, now);
    const about = event.involvedObject ?? event.regarding;
    const kind = (about?.kind ?? '').toLowerCase();
    return [
      lastSeen,
      object.type ?? '',
      object.reason ?? '',
      (about?.name ?? '') === '' ? kind : `${kind}/${about?.name}`,
      about?.fieldPath ?? '',
      sourceText(event),
      String(object.message ?? object.note ?? '').trim(),
      firstSeen,
      countOf(event),
      object.metadata.name,
    ];
  },
);

function countOf(event: EventView): number {
  const count = (event.count ?? event.deprecatedCount) as number | undefined;
  return event.series?.count ?? (count === undefined || count === 0 ? 1 : count);
}

function sourceText(event: EventView): string {
  const source = (event.source ?? event.deprecatedSource) as
    | { readonly component?: string; readonly host?: string }
    | undefined;
  const component =
    source?.component ??
    (event.reportingComponent as string | undefined) ??
    (event.reportingController as string | undefined) ??
    '';
  const host =
    source?.component === undefined ? ((event.reportingInstance as string | undefined) ?? '') : (source.host ?? '');
  return host === '' ? component : `${component}, ${host}`;
}

const leases = table('Name Holder Age', (object, now) => [
  object.metadata.name,
  specOf<{ readonly holderIdentity?: string }>(object).holderIdentity ?? '',
  age(object, now),
]);

const priorityClasses = table('Name Value:integer Global-Default:boolean Age PreemptionPolicy', (object, now) => [
  object.metadata.name,
  object.value ?? 0,
  object.globalDefault === true,
  age(object, now),
  object.preemptionPolicy ?? '',
]);

interface Amounts {
  readonly [resource: string]: string;
}

const quotas = table('Name Request Limit Age', (object, now) => {
  const { hard = {}, used = {} } = statusOf<{ readonly hard?: Amounts; readonly used?: Amounts }>(object);
  const request: string[] = [];
  const limit: string[] = [];
  for (const key of Object.keys(hard).sort()) {
    (key.startsWith('limits.') ? limit : request).push(`${key}: ${used[key] ?? '0'}/${hard[key]}`);
  }
  return [object.metadata.name, request.join(', '), limit.join(', '), age(object, now)];
});

const apiServices = table('Name Service Available Age', (object, now) => {
  const service = specOf<{ readonly service?: { readonly namespace?: string; readonly name?: string } }>(
    object,
  ).service;
  const available = statusOf<{
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason?: string }[];
  }>(object).conditions?.find((each) => each.type === 'Available');
  const text = available?.status === 'True' ? 'True' : `${available?.status ?? UNKNOWN} (${available?.reason ?? ''})`;
  return [
    object.metadata.name,
    service === undefined ? 'Local' : `${service.namespace ?? ''}/${service.name ?? ''}`,
    text,
    age(object, now),
  ];
});

const flowSchemas = table(
  'Name PriorityLevel MatchingPrecedence:string DistinguisherMethod Age MissingPL',
  (object, now) => {
    const spec = specOf<{
      readonly priorityLevelConfiguration?: { readonly name?: string };
      readonly matchingPrecedence?: number;
      readonly distinguisherMethod?: { readonly type?: string };
    }>(object);
    const dangling = statusOf<{ readonly conditions?: readonly { readonly type: string; readonly status: string }[] }>(
      object,
    ).conditions?.find((each) => each.type === 'Dangling');
    return [
      object.metadata.name,
      spec.priorityLevelConfiguration?.name ?? NONE,
      spec.matchingPrecedence ?? 0,
      spec.distinguisherMethod?.type ?? NONE,
      age(object, now),
      dangling?.status ?? '?',
    ];
  },
);

interface Limited {
  readonly nominalConcurrencyShares?: number;
  readonly limitResponse?: {
    readonly queuing?: { readonly queues?: number; readonly handSize?: number; readonly queueLengthLimit?: number };
  };
}

const priorityLevels = table(
  'Name Type NominalConcurrencyShares:string Queues:string HandSize:string QueueLengthLimit:string Age',
  (object, now) => {
    const spec = specOf<{ readonly type?: string; readonly limited?: Limited }>(object);
    const queuing = spec.limited?.limitResponse?.queuing;
    return [
      object.metadata.name,
      spec.type ?? '',
      spec.limited?.nominalConcurrencyShares ?? NONE,
      queuing?.queues ?? NONE,
      queuing?.handSize ?? NONE,
      queuing?.queueLengthLimit ?? NONE,
      age(object, now),
    ];
  },
);

const runtimeClasses = table('Name Handler Age', (object, now) => [
  object.metadata.name,
  object.handler ?? '',
  age(object, now),
]);

const webhooks = table('Name Webhooks:integer Age', (object, now) => [
  object.metadata.name,
  ((object.webhooks ?? []) as readonly unknown[]).length,
  age(object, now),
]);

interface PolicySpec {
  readonly validations?: readonly unknown[];
  readonly mutations?: readonly unknown[];
  readonly paramKind?: { readonly apiVersion?: string; readonly kind?: string };
  readonly policyName?: string;
  readonly paramRef?: { readonly namespace?: string; readonly name?: string };
}

function policy(column: string, which: 'validations' | 'mutations'): TableColumns {
  return table(`Name ${column}:integer ParamKind Age`, (object, now) => {
    const spec = specOf<PolicySpec>(object);
    const kind = spec.paramKind;
    return [
      object.metadata.name,
      spec[which]?.length ?? 0,
      kind === undefined ? '<unset>' : `${kind.apiVersion ?? ''}/${kind.kind ?? ''}`,
      age(object, now),
    ];
  });
}

const policyBindings = table('Name PolicyName ParamRef Age', (object, now) => {
  const spec = specOf<PolicySpec>(object);
  const ref = spec.paramRef;
  const text =
    ref === undefined
      ? '<unset>'
      : ref.namespace === undefined
        ? `*/${ref.name ?? ''}`
        : `${ref.namespace}/${ref.name ?? ''}`;
  return [object.metadata.name, spec.policyName ?? '', text, age(object, now)];
});

export const cluster: readonly (readonly [string, TableColumns])[] = [
  ['namespaces', namespaces],
  ['events', events],
  ['events.events.k8s.io', events],
  ['leases.coordination.k8s.io', leases],
  ['priorityclasses.scheduling.k8s.io', priorityClasses],
  ['resourcequotas', quotas],
  ['apiservices.apiregistration.k8s.io', apiServices],
  ['flowschemas.flowcontrol.apiserver.k8s.io', flowSchemas],
  ['prioritylevelconfigurations.flowcontrol.apiserver.k8s.io', priorityLevels],
  ['runtimeclasses.node.k8s.io', runtimeClasses],
  ['validatingwebhookconfigurations.admissionregistration.k8s.io', webhooks],
  ['mutatingwebhookconfigurations.admissionregistration.k8s.io', webhooks],
  ['validatingadmissionpolicies.admissionregistration.k8s.io', policy('Validations', 'validations')],
  ['mutatingadmissionpolicies.admissionregistration.k8s.io', policy('Mutations', 'mutations')],
  ['validatingadmissionpolicybindings.admissionregistration.k8s.io', policyBindings],
  ['mutatingadmissionpolicybindings.admissionregistration.k8s.io', policyBindings],
];
