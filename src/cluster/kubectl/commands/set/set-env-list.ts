// Models staging/src/k8s.io/kubectl/pkg/cmd/set/set_env.go with --list, and set/env/env_resolve.go (v1.36)

import type { KObject, StringMap } from '../../../../api/types/meta.ts';
import { milliValue } from '../../../../api/values/quantity.ts';
import { fromBase64 } from '../../../../base/bytes/base64.ts';
import type { Process } from '../../../../engine/index.ts';
import { segment } from '../../client/discovery.ts';
import { type Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { Fetched } from '../../writing/change.ts';
import { type ContainerLike, containersOf, type EnvVar, specOf } from './set-objects.ts';

export interface Listing {
  readonly fetched: readonly Fetched[];
  readonly pattern: RegExp;
  /** What the containers are called that are asked for. */
  readonly wanted: string;
  /** Shows values in the place of what they are drawn from. */
  readonly resolves: boolean;
  change(env: readonly EnvVar[]): readonly EnvVar[];
}

export function* listVariables(session: Session, listing: Listing): Process<number> {
  for (const target of listing.fetched) {
    const spec = specOf(target.object);
    if (spec === undefined) continue;
    const containers = containersOf(spec).filter(({ name }) => listing.pattern.test(name));
    const { kind } = target.resource;
    if (containers.length === 0) {
      session.warn(`${kind}/${target.name} does not have any containers matching ${JSON.stringify(listing.wanted)}`);
    }
    for (const container of containers) {
      session.print(`# ${kind} ${target.name}, container ${container.name}\n`);
      const problems = yield* listOne(session, listing, target, container);
      for (const problem of problems) session.complain(`${problem}\n`);
    }
  }
  return 0;
}

/** Prints the variables of a container, and says which could not be drawn from where. */
function* listOne(
  session: Session,
  { resolves, change }: Listing,
  { object }: Fetched,
  container: ContainerLike,
): Process<readonly string[]> {
  const read = new Map<string, StringMap>();
  const missing = new Map<string, string[]>();
  for (const { name, value = '', valueFrom } of change(container.env ?? [])) {
    const source = valueFrom === undefined ? undefined : sourceText(valueFrom);
    const drawn =
      valueFrom === undefined || !resolves ? undefined : yield* drawnFrom(session, object, valueFrom, container, read);
    if (source === undefined || typeof drawn === 'string') session.print(`${name}=${drawn ?? value}\n`);
    else session.print(`# ${name} from ${source}\n`);
    if (isFailure(drawn)) {
      const told = drawn.text.replace(/^(?:error|Error from server[^:]*): |\n$/g, '');
      missing.set(told, [...(missing.get(told) ?? []), name]);
    }
  }
  return [...missing].map(([why, names]) => `error retrieving reference for ${names.sort().join(', ')}: ${why}`).sort();
}

type Source = NonNullable<EnvVar['valueFrom']>;

function* drawnFrom(
  session: Session,
  object: KObject,
  { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef }: Source,
  { resources = {} }: ContainerLike,
  read: Map<string, StringMap>,
): Process<string | Failure | undefined> {
  if (fieldRef !== undefined) return fieldOf(object, fieldRef.fieldPath);
  if (resourceFieldRef !== undefined) return amountOf(resourceFieldRef, resources);
  const ref = secretKeyRef ?? configMapKeyRef;
  if (ref === undefined) return undefined;
  const plural = secretKeyRef === undefined ? 'configmaps' : 'secrets';
  const path = `/api/v1/namespaces/${segment(session.namespace)}/${plural}/${segment(ref.name)}`;
  const data = read.get(path) ?? (yield* dataAt(session, path));
  // What could not be read is asked for again.
  if (isFailure(data)) return data;
  read.set(path, data);
  const value = data[ref.key];
  const what = secretKeyRef === undefined ? 'config map' : 'secret';
  if (value === undefined) return failure(`key ${ref.key} not found in ${what} ${ref.name}`);
  return secretKeyRef === undefined ? value : (fromBase64(value) ?? '');
}

function* dataAt(session: Session, path: string): Process<StringMap | Failure> {
  const { code, body } = yield* session.call({ method: 'GET', path });
  return code >= 300 ? failureOf(code, body) : ((body as { readonly data?: StringMap }).data ?? {});
}

/** Rounded up to whole units; what is not limited is nothing. */
function amountOf(
  { resource, divisor }: NonNullable<Source['resourceFieldRef']>,
  resources: NonNullable<ContainerLike['resources']>,
): string {
  const [kind, name = ''] = resource.split(/\.(.*)/s);
  const amount = (kind === 'limits' ? resources.limits : resources.requests)?.[name] ?? '0';
  const unit = divisor === undefined || String(divisor) === '0' ? '1' : divisor;
  return String(Math.ceil(milliValue(amount) / milliValue(unit)));
}

/** Models kubectl/pkg/util/fieldpath ExtractFieldPathAsString (v1.36) */
function fieldOf({ metadata }: KObject, path: string): string | Failure {
  const [, map = '', key = ''] = /^metadata\.(annotations|labels)\['(.*)'\]$/.exec(path) ?? [];
  if (map !== '') return (map === 'labels' ? metadata.labels : metadata.annotations)?.[key] ?? '';
  if (path === 'metadata.name') return metadata.name ?? '';
  if (path === 'metadata.namespace') return metadata.namespace ?? '';
  return path === 'metadata.uid' ? (metadata.uid ?? '') : failure(`unsupported fieldPath: ${path}`);
}

function sourceText({ configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef }: Source): string {
  if (fieldRef !== undefined) return `field path ${fieldRef.fieldPath}`;
  if (resourceFieldRef !== undefined) {
    const { containerName, resource } = resourceFieldRef;
    return `resource field ${containerName ? `${containerName}/` : ''}${resource}`;
  }
  if (secretKeyRef !== undefined) return `secret ${secretKeyRef.name}, key ${secretKeyRef.key}`;
  return configMapKeyRef === undefined
    ? 'invalid valueFrom'
    : `configmap ${configMapKeyRef.name}, key ${configMapKeyRef.key}`;
}
