import type { KObject, StringMap } from '../../../api/types/meta.ts';
import { joinHostPort } from '../../../base/address.ts';
import { age, labelsCell, NONE, orNone, selectorCell, specOf, statusOf, table, UNSET } from './cells.ts';
import type { TableColumns } from './table-columns.ts';

interface ServiceSpec {
  readonly type?: string;
  readonly clusterIP?: string;
  readonly externalIPs?: readonly string[];
  readonly externalName?: string;
  readonly selector?: StringMap;
  readonly ports?: readonly { readonly port: number; readonly nodePort?: number; readonly protocol?: string }[];
}

interface LoadBalancerStatus {
  readonly loadBalancer?: { readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[] };
}

// Models pkg/printers/internalversion/printers.go printService (v1.36)
const services = table('Name Type Cluster-IP External-IP Port(s) Age Selector!', (object, now) => {
  const spec = specOf<ServiceSpec>(object);
  return [
    object.metadata.name,
    spec.type ?? '',
    orNone(spec.clusterIP),
    externalText(spec, statusOf<LoadBalancerStatus>(object)),
    portsText(spec),
    age(object, now),
    labelsCell(spec.selector),
  ];
});

function externalText(spec: ServiceSpec, status: LoadBalancerStatus): string {
  const external = spec.externalIPs ?? [];
  switch (spec.type) {
    case 'ExternalName':
      return spec.externalName ?? '';
    case 'LoadBalancer': {
      const given = loadBalancerText(status);
      if (external.length === 0) return given === '' ? '<pending>' : given;
      return [...(given === '' ? [] : given.split(',')), ...external].join(',');
    }
    default:
      return external.length === 0 ? NONE : external.join(',');
  }
}

/** Whole: the server fills the cells as for wide output, whatever is then shown of them. */
function loadBalancerText(status: LoadBalancerStatus): string {
  const given = (status.loadBalancer?.ingress ?? []).map((each) => each.ip || each.hostname || '');
  return [...new Set(given)]
    .filter((each) => each !== '')
    .sort()
    .join(',');
}

function portsText(spec: ServiceSpec): string {
  const ports = spec.ports ?? [];
  if (ports.length === 0) return NONE;
  return ports
    .map(({ port, nodePort, protocol }) =>
      nodePort === undefined || nodePort === 0
        ? `${port}/${protocol ?? 'TCP'}`
        : `${port}:${nodePort}/${protocol ?? 'TCP'}`,
    )
    .join(',');
}

interface Subset {
  readonly addresses?: readonly { readonly ip: string }[];
  readonly ports?: readonly { readonly port: number }[];
}

const SHOWN = 3;

/** Where none of the addresses is ready, nothing is said; `<none>` is said where there is no address at all. */
// Models pkg/printers/internalversion/printers.go formatEndpoints (v1.36)
const endpoints = table('Name Endpoints Age', (object, now) => {
  const pairs: string[] = [];
  const subsets = (object.subsets ?? []) as readonly Subset[];
  for (const subset of subsets) {
    const addresses = subset.addresses ?? [];
    const ports = subset.ports ?? [];
    if (ports.length === 0) pairs.push(...addresses.map((each) => each.ip));
    else for (const port of ports) pairs.push(...addresses.map(({ ip }) => joinHostPort(ip, port.port)));
  }
  return [object.metadata.name, firstOf(pairs, subsets.length === 0 ? NONE : ''), age(object, now)];
});

const slices = table('Name AddressType Ports Endpoints Age', (object, now) => {
  const ports = (object.ports ?? []) as readonly { readonly port?: number }[];
  const found = (object.endpoints ?? []) as readonly { readonly addresses?: readonly string[] }[];
  return [
    object.metadata.name,
    object.addressType ?? '',
    ports.length === 0
      ? UNSET
      : firstOf(
          ports.map((each) => (each.port === undefined ? '*' : String(each.port))),
          UNSET,
        ),
    firstOf(
      found.flatMap((each) => each.addresses ?? []),
      UNSET,
    ),
    age(object, now),
  ];
});

function firstOf(texts: readonly string[], none: string): string {
  if (texts.length === 0) return none;
  const shown = texts.slice(0, SHOWN).join(',');
  return texts.length > SHOWN ? `${shown} + ${texts.length - SHOWN} more...` : shown;
}

interface IngressSpec {
  readonly ingressClassName?: string;
  readonly rules?: readonly { readonly host?: string }[];
  readonly tls?: readonly unknown[];
}

/** Rules without a host are counted among those that are not shown, as upstream does it. */
function hostsText(rules: NonNullable<IngressSpec['rules']>): string {
  const shown: string[] = [];
  let more = false;
  for (const { host = '' } of rules) {
    if (shown.length === SHOWN) more = true;
    else if (host !== '') shown.push(host);
  }
  if (shown.length === 0) return '*';
  return more ? `${shown.join(',')} + ${rules.length - SHOWN} more...` : shown.join(',');
}

const ingresses = table('Name Class Hosts Address Ports Age', (object, now) => {
  const spec = specOf<IngressSpec>(object);
  return [
    object.metadata.name,
    spec.ingressClassName ?? NONE,
    hostsText(spec.rules ?? []),
    loadBalancerText(statusOf<LoadBalancerStatus>(object)),
    (spec.tls?.length ?? 0) > 0 ? '80, 443' : '80',
    age(object, now),
  ];
});

const ingressClasses = table('Name Controller Parameters Age', (object, now) => {
  const spec = specOf<{ readonly controller?: string; readonly parameters?: Reference }>(object);
  const of = spec.parameters;
  const parameters =
    of === undefined ? NONE : `${of.kind ?? ''}${of.apiGroup === undefined ? '' : `.${of.apiGroup}`}/${of.name ?? ''}`;
  return [object.metadata.name, spec.controller ?? '', parameters, age(object, now)];
});

interface Reference {
  readonly kind?: string;
  readonly apiGroup?: string;
  readonly name?: string;
}

const policies = table('Name Pod-Selector Age', (object, now) => [
  object.metadata.name,
  selectorCell(specOf<{ readonly podSelector?: object }>(object).podSelector as StringMap | undefined),
  age(object, now),
]);

const addresses = table('Name ParentRef', (object: KObject, now) => {
  const ref = specOf<{
    readonly parentRef?: { readonly resource?: string; readonly namespace?: string; readonly name?: string };
  }>(object).parentRef;
  return [object.metadata.name, `${ref?.resource ?? ''}/${ref?.namespace ?? ''}/${ref?.name ?? ''}`, age(object, now)];
});

const cidrs = table('Name CIDRs Age', (object, now) => [
  object.metadata.name,
  (specOf<{ readonly cidrs?: readonly string[] }>(object).cidrs ?? []).join(','),
  age(object, now),
]);

export const network: readonly (readonly [string, TableColumns])[] = [
  ['services', services],
  ['endpoints', endpoints],
  ['endpointslices.discovery.k8s.io', slices],
  ['ingresses.networking.k8s.io', ingresses],
  ['ingressclasses.networking.k8s.io', ingressClasses],
  ['networkpolicies.networking.k8s.io', policies],
  ['ipaddresses.networking.k8s.io', addresses],
  ['servicecidrs.networking.k8s.io', cidrs],
];
