// Models staging/src/k8s.io/kubectl/pkg/cmd/debug/debug.go generatePodCopyWithDebugContainer (v1.36)

import type { Container, Pod, PodSpec } from '../../../../api/types/core.ts';
import { type Failure, failure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { debugContainer, debuggerName, type Profile, stdioOf, variablesOf, wordsOf } from './debug-parts.ts';
import type { DebugOptions } from './flags.ts';

/** A Pod to be made, and the container in it that somebody looks around with, if one does. */
export interface Copy {
  readonly copy: Pod;
  readonly container: string | undefined;
}

/** `--set-image=a=b`: images by the containers that get them, `*` for all. */
export function setImages(options: DebugOptions): ReadonlyMap<string, string> {
  return new Map(
    options.list('set-image').map((text) => {
      const equals = text.indexOf('=');
      return [text.slice(0, equals), text.slice(equals + 1)];
    }),
  );
}

export function copyOf(
  session: Session,
  pod: Pod,
  profile: Profile,
  command: readonly string[],
  options: DebugOptions,
): Copy | Failure {
  const base = plainCopy(pod, options);
  const given = options.text('container') ?? '';
  const existing = base.spec.containers.find(({ name }) => name === given);
  const image = options.text('image') ?? '';
  if (existing === undefined && image === '') {
    return options.has('set-image')
      ? { copy: base, container: undefined }
      : failure('you must specify image when creating new container');
  }
  if (existing !== undefined) {
    const changed = withFlags(existing, command, options);
    const containers = base.spec.containers.map((each) => (each === existing ? changed : each));
    return {
      copy: settled({ ...base, spec: { ...base.spec, containers } }, given, profile, options),
      container: given,
    };
  }
  const name = debuggerName(session, options);
  const added = debugContainer(name, command, options, undefined) as Container;
  const spec = { ...base.spec, containers: [...base.spec.containers, added] };
  return { copy: settled({ ...base, spec }, name, profile, options), container: name };
}

/** Without what belongs to the Pod that is running: its node, its debuggers, its status. */
function plainCopy({ metadata, spec }: Pod, options: DebugOptions): Pod {
  const { ephemeralContainers: _, nodeName, shareProcessNamespace, ...kept } = spec;
  const { namespace, annotations, labels } = metadata;
  const images = setImages(options);
  const shares = options.has('share-processes') ? options.is('share-processes') : shareProcessNamespace;
  const containers = spec.containers.map((container) => {
    const image = images.get(container.name) ?? images.get('*');
    return image === undefined ? container : { ...container, image };
  });
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name: options.text('copy-to') ?? '',
      ...(namespace === undefined ? {} : { namespace }),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    },
    spec: {
      ...kept,
      containers,
      ...(options.is('same-node') && nodeName !== undefined ? { nodeName } : {}),
      ...(shares === undefined ? {} : { shareProcessNamespace: shares }),
    } as PodSpec,
    status: {},
  } as Pod;
}

function withFlags(container: Container, command: readonly string[], options: DebugOptions): Container {
  const { args, stdin: _, tty: __, ...kept } = container;
  const image = options.text('image') ?? '';
  const policy = options.text('image-pull-policy') ?? '';
  const keepsArguments = args !== undefined && (command.length === 0 || options.is('arguments-only'));
  return {
    ...kept,
    ...(keepsArguments ? { args } : {}),
    ...wordsOf(command, options),
    ...variablesOf(options),
    ...(image === '' ? {} : { image }),
    ...(policy === '' ? {} : { imagePullPolicy: policy }),
    ...stdioOf(options),
  } as Container;
}

const PROBES = [
  ['keep-liveness', 'livenessProbe'],
  ['keep-readiness', 'readinessProbe'],
  ['keep-startup', 'startupProbe'],
] as const;

/** The rights of the profile for the one container; what would get in the way is taken off. Legacy leaves all as it is. */
function settled(pod: Pod, container: string, { beside, isLegacy = false }: Profile, options: DebugOptions): Pod {
  if (isLegacy) return pod;
  const { labels, annotations, ...metadata } = pod.metadata;
  const dropped = PROBES.filter(([flag]) => !options.is(flag)).map(([, field]): string => field);
  const { initContainers, ...spec } = pod.spec;
  const containers = pod.spec.containers.map((each) => {
    const kept = Object.fromEntries(Object.entries(each).filter(([field]) => !dropped.includes(field))) as unknown;
    const { securityContext, ...others } = kept as Container & { readonly securityContext?: object };
    if (each.name !== container) return kept as Container;
    return { ...others, ...rightsOf(securityContext, beside) } as Container;
  });
  return {
    ...pod,
    metadata: {
      ...metadata,
      ...(options.is('keep-labels') && labels !== undefined ? { labels } : {}),
      ...(options.is('keep-annotations') && annotations !== undefined ? { annotations } : {}),
    },
    spec: {
      ...spec,
      ...(initContainers !== undefined && options.is('keep-init-containers', true) ? { initContainers } : {}),
      containers,
      shareProcessNamespace: (spec as { readonly shareProcessNamespace?: boolean }).shareProcessNamespace ?? true,
    } as PodSpec,
  };
}

/** Baseline takes rights away, the others add theirs to what the container has. */
function rightsOf(present: object | undefined, added: object | undefined): object {
  return added === undefined ? {} : { securityContext: { ...present, ...added } };
}
