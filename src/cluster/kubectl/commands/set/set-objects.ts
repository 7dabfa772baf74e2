// Models staging/src/k8s.io/kubectl/pkg/cmd/set/helper.go (v1.36)

import { decodeStrict } from '../../../../api/decoding/decode.ts';
import { createTwoWayPatch } from '../../../../api/patch/strategic-merge-patch.ts';
import type { JsonObject, KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { Failure, failure, isFailure, summary } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { type Fetched, fetchTargets, ONLY_FILES, STRATEGIC, sendChange } from '../../writing/change.ts';
import { recorded } from '../../writing/record.ts';
import { dryRunOf, report } from '../../writing/writing.ts';
import type { SetOptions } from './flags.ts';

export interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly configMapKeyRef?: { readonly name: string; readonly key: string };
    readonly secretKeyRef?: { readonly name: string; readonly key: string };
    readonly fieldRef?: { readonly fieldPath: string };
    readonly resourceFieldRef?: {
      readonly resource: string;
      readonly containerName?: string;
      readonly divisor?: string;
    };
  };
}
export interface ContainerLike {
  readonly name: string;
  readonly image?: string;
  readonly env?: readonly EnvVar[];
  readonly resources?: { readonly limits?: Amounts; readonly requests?: Amounts };
}
export type Amounts = { readonly [resource: string]: string };
export interface PodSpecLike {
  readonly containers: readonly ContainerLike[];
  readonly initContainers?: readonly ContainerLike[];
  readonly [field: string]: unknown;
}
/** What the object becomes; what is wrong with it beside may be told of, too. */
export type Change = (target: Fetched, failures: Failure[]) => KObject | Failure;

export interface Wording {
  /** `image updated` */
  readonly done: string;
  /** `failed to patch image update to pod template:` */
  readonly failed?: string;
  /** Sends and tells also of what changes nothing. */
  readonly always?: boolean;
}

export function* change(
  session: Session,
  words: readonly string[],
  options: SetOptions,
  wording: Wording,
  apply: Change,
): Process<number | Failure> {
  const fetched = yield* fetchChanged(session, words, options);
  if (isFailure(fetched)) return fetched;
  return yield* changeAll(session, fetched, options, wording, apply);
}

/** With `--local` there is no server to ask for anything. */
export function* fetchChanged(
  session: Session,
  words: readonly string[],
  options: SetOptions,
): Process<readonly Fetched[] | Failure> {
  if (options.is('local') && words.length > 0) return failure(ONLY_FILES);
  return yield* fetchTargets(session, words, options);
}

/** What no server has completed is read as its type and printed as that: what is always written is there, quantities are in their usual form. */
function asTyped({ resource, object: { kind } }: Fetched, object: KObject): KObject {
  const { group, version } = resource;
  return decodeStrict<KObject>({ group, version, kind: kind ?? '' }, object, { strict: false }).object;
}

export function* changeAll(
  session: Session,
  fetched: readonly Fetched[],
  options: SetOptions,
  { done, failed, always = false }: Wording,
  apply: Change,
): Process<number | Failure> {
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const failures: Failure[] = [];
  for (const target of fetched) {
    const applied = apply(target, failures);
    if (isFailure(applied)) {
      failures.push(applied);
      continue;
    }
    const after = recorded(session, applied);
    const patch = createTwoWayPatch(target.object, target.object, after) as JsonObject;
    if (Object.keys(patch).length === 0 && !always) continue;
    if (options.is('local') || dryRun === 'client') {
      const shown = options.is('local') ? asTyped(target, after) : after;
      const wrong = report(session, options, target.resource, shown, done, options.is('local') ? 'none' : dryRun);
      if (wrong !== undefined) return wrong;
      continue;
    }
    const result = yield* sendChange(session, target, {
      manager: 'kubectl-set',
      done,
      contentType: STRATEGIC,
      patch,
      options,
      ...(failed === undefined ? {} : { failed }),
    });
    if (isFailure(result)) failures.push(result);
  }
  return summary(failures) ?? 0;
}

export const specOf = (object: KObject): PodSpecLike | undefined => {
  const { spec } = object as { readonly spec?: Record<string, unknown> };
  const template = (spec?.template ?? (spec?.jobTemplate as Templated)?.spec?.template) as Templated;
  const found = template?.spec ?? spec;
  return (found as PodSpecLike | undefined)?.containers === undefined ? undefined : (found as PodSpecLike);
};
type Templated = { readonly spec?: { readonly template?: unknown; readonly [field: string]: unknown } } | undefined;

/** The object with another Pod spec in its place. */
export function withSpec(object: KObject, podSpec: PodSpecLike): KObject {
  const { spec = {} } = object as { readonly spec?: Record<string, unknown> };
  const job = spec.jobTemplate as Templated;
  if (job !== undefined) {
    const template = { ...(job.spec?.template as object), spec: podSpec };
    return { ...object, spec: { ...spec, jobTemplate: { ...job, spec: { ...job.spec, template } } } };
  }
  if (spec.template === undefined) return { ...object, spec: podSpec };
  return { ...object, spec: { ...spec, template: { ...(spec.template as object), spec: podSpec } } };
}

/** Without a server it is what `-o name` prints, and with a group that has its line break. */
export function objectName({ resource, name, label }: Fetched, isLocal: boolean): string {
  if (!isLocal) return `${resource.resource}/${name}`;
  return resource.group === '' ? label : `${label}\n`;
}

/** Of several objects each has an empty line behind it. */
export function notTemplated(target: Fetched, isLocal: boolean): Failure {
  const { resource } = target;
  const where = objectName(target, isLocal);
  const text = `error: ${where} the object is not a pod or does not have a pod template: *${resource.version}.${resource.kind}\n`;
  return new Failure(text, 1, `${text}\n`);
}

export const containersOf = ({ containers, initContainers = [] }: PodSpecLike): readonly ContainerLike[] => [
  ...containers,
  ...initContainers,
];

export function withContainers(spec: PodSpecLike, apply: (container: ContainerLike) => ContainerLike): PodSpecLike {
  const { initContainers } = spec;
  return {
    ...spec,
    ...(initContainers === undefined ? {} : { initContainers: initContainers.map(apply) }),
    containers: spec.containers.map(apply),
  };
}

/** `*` and `?` stand for what they stand for in names of files. */
export function matcher(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
