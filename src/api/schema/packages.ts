import {
  ADMISSION,
  APIEXTENSIONS,
  APIREGISTRATION,
  AUTHENTICATION,
  AUTHORIZATION,
  CERTIFICATES,
  COORDINATION,
  EVENTS,
  FLOWCONTROL,
  NODE,
  RBAC,
  SCHEDULING,
  STORAGE,
} from './access';
import { CORE } from './core';
import { SchemaPackage, type Struct } from './language';
import { META } from './meta';
import { DISCOVERY, NETWORKING } from './network';
import { APPS, AUTOSCALING_V1, AUTOSCALING_V2, BATCH, POLICY } from './workloads';

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
  ['autoscaling/v1', AUTOSCALING_V1],
  ['autoscaling/v2', AUTOSCALING_V2],
  ['policy/v1', POLICY],
  ['networking.k8s.io/v1', NETWORKING],
  ['discovery.k8s.io/v1', DISCOVERY],
  ['rbac.authorization.k8s.io/v1', RBAC],
  ['authentication.k8s.io/v1', AUTHENTICATION],
  ['authorization.k8s.io/v1', AUTHORIZATION],
  ['certificates.k8s.io/v1', CERTIFICATES],
  ['coordination.k8s.io/v1', COORDINATION],
  ['events.k8s.io/v1', EVENTS],
  ['scheduling.k8s.io/v1', SCHEDULING],
  ['flowcontrol.apiserver.k8s.io/v1', FLOWCONTROL],
  ['node.k8s.io/v1', NODE],
  ['storage.k8s.io/v1', STORAGE],
  ['admissionregistration.k8s.io/v1', ADMISSION],
  ['apiextensions.k8s.io/v1', APIEXTENSIONS],
  ['apiregistration.k8s.io/v1', APIREGISTRATION],
]);

/** Kinds that every group version accepts, decoded with the structs of meta/v1. */
const COMMON: ReadonlySet<string> = new Set(['DeleteOptions', 'Status']);

const packages = new Map<string, SchemaPackage>([['v1', corePackage]]);

function packageOf(groupVersion: string): SchemaPackage | undefined {
  const known = packages.get(groupVersion);
  if (known !== undefined) return known;
  const text = TEXTS.get(groupVersion);
  if (text === undefined) return undefined;
  const version = groupVersion.slice(groupVersion.indexOf('/') + 1);
  const made = new SchemaPackage({
    package: version,
    text,
    aliases: new Map([['ExtraValue', '[]s']]),
    imports: [corePackage],
  });
  packages.set(groupVersion, made);
  return made;
}

/** The struct of a kind, or undefined for kinds that have no table here (custom resources). */
export function structOf(group: string, version: string, kind: string): Struct | undefined {
  if (COMMON.has(kind)) return metaPackage.struct(kind);
  return packageOf(group === '' ? version : `${group}/${version}`)?.kind(kind);
}

/** Every group version that has tables, `v1` first. */
export function schemaGroupVersions(): readonly string[] {
  return ['v1', ...TEXTS.keys()];
}

export function schemaPackage(groupVersion: string): SchemaPackage | undefined {
  return packageOf(groupVersion);
}
