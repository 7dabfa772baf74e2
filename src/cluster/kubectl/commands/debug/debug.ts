// Models staging/src/k8s.io/kubectl/pkg/cmd/debug/debug.go (v1.36)

import { createTwoWayPatch } from '../../../../api/patch/strategic-merge-patch.ts';
import type { Pod } from '../../../../api/types/core.ts';
import type { JsonObject, KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { isImage, PULL_POLICIES } from '../../pods/image-name.ts';
import { readTyped } from '../../print/objects.ts';
import { type Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import { randomEnding } from '../../session/random-ending.ts';
import type { Session } from '../../session/session.ts';
import { type Fetched, fetchTargets, STRATEGIC } from '../../writing/change.ts';
import { attachToAdded } from '../exec/attached.ts';
import { copyOf, setImages } from './debug-copy.ts';
import { attaches, customized, customOf, debugContainer, debuggerName, PROFILES, type Profile } from './debug-parts.ts';
import type { DebugOptions } from './flags.ts';

/** What is to be put where. */
interface Wish {
  readonly profile: Profile;
  readonly custom: JsonObject | undefined;
  readonly command: readonly string[];
  readonly options: DebugOptions;
}

/** Puts a container to look around with into a Pod or into a copy of it, or a Pod onto a node. */
export function* debug(session: Session, words: readonly string[], options: DebugOptions): Process<number | Failure> {
  readTyped(session);
  const isPair = words.some((word) => word.includes('/'));
  const names = words.slice(0, options.dash ?? words.length);
  const command = words.slice(options.dash ?? words.length);
  const name = options.text('profile') ?? 'general';
  const profile = PROFILES.get(name);
  const unread = options.list('env').find((text) => !text.includes('='));
  if (unread !== undefined) return notAPair(options, 'env', unread);
  const unset = options.list('set-image').find((text) => !text.includes('='));
  if (unset !== undefined) return notAPair(options, 'set-image', unset);
  if (name === 'legacy') session.complain(LEGACY);
  if (profile === undefined) return failure(`unknown profile: ${name}`);
  const custom = customOf(session, options);
  if (isFailure(custom)) return custom;
  const wrong = problemWith(session, names, command, options);
  if (wrong !== undefined) return wrong;
  const targets = isPair || names.length === 0 ? names : ['pods', ...names];
  const fetched = yield* fetchTargets(session, targets, options);
  if (isFailure(fetched)) return fetched;
  const wish: Wish = { profile, custom, command, options };
  for (const target of fetched) {
    const done = yield* debugOne(session, target, wish);
    if (isFailure(done) || done !== 0) return done;
  }
  return 0;
}

function* debugOne(session: Session, target: Fetched, wish: Wish): Process<number | Failure> {
  const { kind } = target.resource;
  if (kind === 'Node') return yield* onNode(session, target, wish);
  if (kind !== 'Pod') return failure(`"${target.object.apiVersion}, Kind=${kind}" not supported by debug`);
  return (wish.options.text('copy-to') ?? '') === ''
    ? yield* besides(session, target, wish)
    : yield* inCopy(session, target, wish);
}

function notAPair(options: DebugOptions, flag: string, text: string): Failure {
  const wrong = `invalid argument ${JSON.stringify(text)} for "--${flag}" flag: ${text} must be formatted as key=value`;
  return failure(`${wrong}\nSee 'kubectl ${options.path} --help' for usage.`);
}

const LEGACY =
  '--profile=legacy is deprecated and planned to be removed in v1.39. It is recommended to specify other profile, for example "--profile=general".\n';

function problemWith(
  session: Session,
  names: readonly string[],
  command: readonly string[],
  options: DebugOptions,
): Failure | undefined {
  const image = options.text('image') ?? '';
  const container = options.text('container') ?? '';
  if (options.has('attach') && options.is('attach') && image === '' && container === '') {
    return failure('you must specify --container or create a new container using --image in order to attach.');
  }
  const misplaced = (options.text('copy-to') ?? '') === '' ? onlyOfCopies(options) : problemWithCopy(command, options);
  if (misplaced !== undefined) return misplaced;
  if (image !== '' && !isImage(image)) return failure(`invalid image name "${image}": invalid reference format`);
  if (names.length === 0 && !options.has('filename')) return failure('NAME or filename is required for debug');
  const policy = options.text('image-pull-policy') ?? '';
  if (policy !== '' && !PULL_POLICIES.includes(policy)) return failure(`invalid image pull policy: ${policy}`);
  const unclear = [...setImages(options)].find(([, each]) => !isImage(each));
  if (unclear !== undefined) {
    return failure(`invalid image name "${unclear[1]}" for container "${unclear[0]}": invalid reference format`);
  }
  const wanted = options.text('target') ?? '';
  if (wanted !== '' && (options.text('copy-to') ?? '') !== '') {
    return failure('--target is incompatible with --copy-to. Use --share-processes instead.');
  }
  if (wanted !== '' && !options.is('quiet')) {
    session.print(
      `Targeting container "${wanted}". If you don't see processes from this container it may be because the container runtime doesn't support this feature.\n`,
    );
  }
  return options.is('tty') && !options.is('stdin')
    ? failure('-i/--stdin is required for containers with -t/--tty=true')
    : undefined;
}

function onlyOfCopies(options: DebugOptions): Failure | undefined {
  const flag = (['replace', 'same-node'] as const).find((name) => options.is(name));
  const misplaced = flag ?? (options.has('set-image') ? 'set-image' : undefined);
  if (misplaced !== undefined) return failure(`--${misplaced} may only be used with --copy-to.`);
  return options.text('image') ? undefined : failure('you must specify --image when not using --copy-to.');
}

function problemWithCopy(command: readonly string[], options: DebugOptions): Failure | undefined {
  const image = options.text('image') ?? '';
  if (image === '' && !options.has('set-image') && command.length === 0) {
    return failure('you must specify --image, --set-image or command arguments.');
  }
  return command.length > 0 && (options.text('container') ?? '') === '' && image === ''
    ? failure('you must specify an existing container or a new image when specifying args.')
    : undefined;
}

function* inCopy(
  session: Session,
  target: Fetched,
  { profile, custom, command, options }: Wish,
): Process<number | Failure> {
  const made = copyOf(session, target.object as Pod, profile, command, options);
  if (isFailure(made)) return made;
  const { container } = made;
  const copy = container === undefined ? made.copy : customized(made.copy, container, custom, 'containers');
  const path = target.path.slice(0, target.path.lastIndexOf('/'));
  const response = yield* session.call({ method: 'POST', path, body: copy });
  if (response.code >= 300) return failureOf(response.code, response.body);
  if (options.is('replace')) {
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 };
    const deleted = yield* session.call({ method: 'DELETE', path: target.path, body });
    if (deleted.code >= 300) return failureOf(deleted.code, deleted.body);
  }
  if (container === undefined || !attaches(options)) return 0;
  return yield* attachToAdded(session, options.text('copy-to') ?? '', container, options);
}

function* besides(
  session: Session,
  target: Fetched,
  { profile, custom, command, options }: Wish,
): Process<number | Failure> {
  const pod = target.object as Pod;
  const wanted = options.text('target') ?? '';
  const name = debuggerName(session, options);
  const container = {
    ...debugContainer(name, command, options, profile.beside),
    ...(wanted === '' ? {} : { targetContainerName: wanted }),
  };
  const { ephemeralContainers = [] } = pod.spec;
  const added = { ...pod, spec: { ...pod.spec, ephemeralContainers: [...ephemeralContainers, container] } };
  const after = customized(added as Pod, name, custom, 'ephemeralContainers');
  const response = yield* session.call({
    method: 'PATCH',
    path: `${target.path}/ephemeralcontainers`,
    contentType: STRATEGIC,
    body: createTwoWayPatch(
      pod as typeof pod & { readonly apiVersion: string; readonly kind: string },
      pod,
      after,
    ) as JsonObject,
  });
  if (response.code >= 300) return failureOf(response.code, response.body);
  return attaches(options) ? yield* attachToAdded(session, target.name, name, options) : 0;
}

function* onNode(
  session: Session,
  { name: node }: Fetched,
  { profile, custom, command, options }: Wish,
): Process<number | Failure> {
  const { onNode: securityContext, hostNamespaces, hostFiles } = profile;
  const name = `node-debugger-${node}-${randomEnding(session, 'debug')}`;
  const container = options.text('container') || 'debugger';
  if (!options.is('quiet'))
    session.print(`Creating debugging pod ${name} with container ${container} on node ${node}.\n`);
  const pod: KObject = {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name, labels: { 'app.kubernetes.io/managed-by': 'kubectl-debug' } },
    spec: {
      ...(hostFiles ? { volumes: [{ name: 'host-root', hostPath: { path: '/' } }] } : {}),
      containers: [
        {
          ...debugContainer(container, command, options, securityContext),
          ...(hostFiles ? { volumeMounts: [{ name: 'host-root', mountPath: '/host' }] } : {}),
        },
      ],
      restartPolicy: 'Never',
      nodeName: node,
      ...(hostNamespaces ? { hostNetwork: true, hostPID: true, hostIPC: true } : {}),
      tolerations: [{ operator: 'Exists' }],
    },
    status: {},
  };
  const path = `/api/v1/namespaces/${session.namespace}/pods`;
  const response = yield* session.call({
    method: 'POST',
    path,
    body: customized(pod, container, custom, 'containers'),
  });
  if (response.code >= 300) return failureOf(response.code, response.body);
  return attaches(options) ? yield* attachToAdded(session, name, container, options) : 0;
}
