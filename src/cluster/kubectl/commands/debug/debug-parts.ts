// Models staging/src/k8s.io/kubectl/pkg/cmd/debug/profiles.go and what all ways of debugging share (v1.36)

import { applyStrategicMerge } from '../../../../api/patch/strategic-merge-patch.ts';
import type { JsonObject, KObject } from '../../../../api/types/meta.ts';
import { parseManifests } from '../../../../api/yaml/index.ts';
import { type Failure, failure } from '../../session/errors.ts';
import { fileNamed } from '../../session/files.ts';
import { randomEnding } from '../../session/random-ending.ts';
import type { Session } from '../../session/session.ts';
import type { DebugOptions } from './flags.ts';

const DROPPED = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};
const NETWORK = { capabilities: { add: ['NET_ADMIN', 'NET_RAW'] } };

export interface Profile {
  /** Of a container beside others, and of one on a node. */
  readonly beside?: object;
  readonly onNode?: object;
  readonly hostNamespaces: boolean;
  readonly hostFiles: boolean;
  readonly isLegacy?: boolean;
}

export const PROFILES: ReadonlyMap<string, Profile> = new Map([
  ['legacy', { hostNamespaces: true, hostFiles: true, isLegacy: true }],
  ['general', { beside: { capabilities: { add: ['SYS_PTRACE'] } }, hostNamespaces: true, hostFiles: true }],
  ['baseline', { hostNamespaces: false, hostFiles: false }],
  ['restricted', { beside: DROPPED, onNode: DROPPED, hostNamespaces: false, hostFiles: false }],
  ['netadmin', { beside: NETWORK, onNode: NETWORK, hostNamespaces: true, hostFiles: false }],
  ['sysadmin', { beside: { privileged: true }, onNode: { privileged: true }, hostNamespaces: true, hostFiles: true }],
]);

export function variablesOf(options: DebugOptions): object {
  const env = options.list('env').map((text) => {
    const equals = text.indexOf('=');
    return equals < 0 ? { name: text } : { name: text.slice(0, equals), value: text.slice(equals + 1) };
  });
  return env.length === 0 ? {} : { env };
}

export function stdioOf(options: DebugOptions): object {
  return {
    ...(options.is('stdin') ? { stdin: true } : {}),
    ...(options.is('tty') ? { tty: true } : {}),
  };
}

export function wordsOf(command: readonly string[], options: DebugOptions): object {
  if (command.length === 0) return {};
  return options.is('arguments-only') ? { args: command } : { command };
}

export const attaches = (options: DebugOptions): boolean =>
  options.has('attach') ? options.is('attach') : options.is('stdin');

/** The random part of a name when none is given: it is told. */
export function debuggerName(session: Session, options: DebugOptions): string {
  const given = options.text('container') ?? '';
  if (given !== '') return given;
  const name = `debugger-${randomEnding(session, 'debug')}`;
  if (!options.is('quiet')) session.print(`Defaulting debug container name to ${name}.\n`);
  return name;
}

/** A new container to look around with. */
export function debugContainer(
  name: string,
  command: readonly string[],
  options: DebugOptions,
  securityContext: object | undefined,
): object {
  const pullPolicy = options.text('image-pull-policy') ?? '';
  return {
    ...wordsOf(command, options),
    ...variablesOf(options),
    image: options.text('image') ?? '',
    ...(pullPolicy === '' ? {} : { imagePullPolicy: pullPolicy }),
    name,
    resources: {},
    ...(securityContext === undefined ? {} : { securityContext }),
    ...stdioOf(options),
    terminationMessagePolicy: 'File',
  };
}

const FIXED: readonly string[] = ['name', 'command', 'image', 'lifecycle', 'volumeDevices'];

/** What the file of `--custom` says of the container; undefined without the flag. */
export function customOf(session: Session, options: DebugOptions): JsonObject | undefined | Failure {
  const file = options.text('custom') ?? '';
  if (file === '') return undefined;
  const text = fileNamed(session, file);
  if (text === undefined) {
    return failure(`must pass a container spec json file for custom profile: open ${file}: no such file or directory`);
  }
  const [read] = parseManifests(text).documents;
  const custom = read?.object;
  if (typeof custom !== 'object' || custom === null || Array.isArray(custom)) {
    return failure(`${file} does not contain a valid container spec`);
  }
  return FIXED.some((field) => Object.hasOwn(custom, field))
    ? failure('name, command, image, lifecycle and volume devices are not modifiable via custom profile')
    : (custom as JsonObject);
}

/** The Pod with the custom part in its new container. */
export function customized<T extends KObject>(
  pod: T,
  name: string,
  custom: JsonObject | undefined,
  list: 'containers' | 'ephemeralContainers',
): T {
  if (custom === undefined) return pod;
  const patch = { spec: { [list]: [{ ...custom, name }] } };
  const patched = applyStrategicMerge({ apiVersion: 'v1', kind: 'Pod' }, pod, patch);
  return 'error' in patched ? pod : patched.object;
}
