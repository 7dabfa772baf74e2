import { pureOfText } from '../../base/pure.ts';
import {
  APIREGISTRATION,
  AUTHENTICATION,
  AUTHORIZATION,
  COORDINATION,
  EVENTS,
  FLOWCONTROL,
  RBAC,
  SCHEDULING,
} from './access.ts';
import { administrationText } from './administration.ts';
import { CORE } from './core.ts';
import { SchemaPackage, type Struct } from './language.ts';
import { META } from './meta.ts';
import { DISCOVERY, NETWORKING } from './network.ts';
import { APPS, BATCH } from './workloads.ts';

export const metaPackage: SchemaPackage = new SchemaPackage({ package: 'v1', text: META, imports: [] });

export const corePackage: SchemaPackage = new SchemaPackage({
  package: 'v1',
  text: CORE,
  aliases: new Map([['ResourceList', '{}q']]),
  imports: [metaPackage],
});

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['apps/v1', APPS],
  ['batch/v1', BATCH],
  ['networking.k8s.io/v1', NETWORKING],
  ['discovery.k8s.io/v1', DISCOVERY],
  ['rbac.authorization.k8s.io/v1', RBAC],
  ['authentication.k8s.io/v1', AUTHENTICATION],
  ['authorization.k8s.io/v1', AUTHORIZATION],
  ['coordination.k8s.io/v1', COORDINATION],
  ['events.k8s.io/v1', EVENTS],
  ['scheduling.k8s.io/v1', SCHEDULING],
  ['flowcontrol.apiserver.k8s.io/v1', FLOWCONTROL],
  ['apiregistration.k8s.io/v1', APIREGISTRATION],
]);

/** Every group version that has tables. */
const GROUP_VERSIONS: readonly string[] = [
  'apps/v1',
  'batch/v1',
  'autoscaling/v1',
  'autoscaling/v2',
  'policy/v1',
  'networking.k8s.io/v1',
  'discovery.k8s.io/v1',
  'rbac.authorization.k8s.io/v1',
  'authentication.k8s.io/v1',
  'authorization.k8s.io/v1',
  'certificates.k8s.io/v1',
  'coordination.k8s.io/v1',
  'events.k8s.io/v1',
  'scheduling.k8s.io/v1',
  'flowcontrol.apiserver.k8s.io/v1',
  'node.k8s.io/v1',
  'storage.k8s.io/v1',
  'admissionregistration.k8s.io/v1',
  'apiextensions.k8s.io/v1',
  'apiregistration.k8s.io/v1',
  'resource.k8s.io/v1',
];

/** Kinds that every group version accepts, decoded with the structs of meta/v1. */
const COMMON: ReadonlySet<string> = new Set(['DeleteOptions', 'Status']);

function packageOf(groupVersion: string): SchemaPackage | undefined {
  return groupVersion === 'v1' ? corePackage : packageOfGroup(groupVersion);
}

const packageOfGroup = pureOfText(512, (groupVersion: string): SchemaPackage | undefined => {
  if (!GROUP_VERSIONS.includes(groupVersion)) return undefined;
  const text = TEXTS.get(groupVersion) ?? administrationText(groupVersion);
  if (text === undefined) return undefined;
  const version = groupVersion.slice(groupVersion.indexOf('/') + 1);
  return new SchemaPackage({
    package: version,
    text,
    aliases: new Map([['ExtraValue', '[]s']]),
    imports: [corePackage],
  });
});

/** The struct of a kind, or undefined for kinds that have no table here (custom resources). */
export function structOf(group: string, version: string, kind: string): Struct | undefined {
  if (COMMON.has(kind)) return metaPackage.struct(kind);
  return packageOf(group === '' ? version : `${group}/${version}`)?.kind(kind);
}

/** Every group version that has tables, `v1` first. */
export function schemaGroupVersions(): readonly string[] {
  return ['v1', ...GROUP_VERSIONS];
}

export function schemaPackage(groupVersion: string): SchemaPackage | undefined {
  return packageOf(groupVersion);
}
