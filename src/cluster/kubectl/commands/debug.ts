// Models staging/src/k8s.io/kubectl/pkg/cmd/debug/{debug,profiles}.go (v1.36). Not modelled: --copy-to, --custom.

import { createTwoWayPatch } from '../../../api/patch/strategic-merge-patch.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { JsonObject, KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { type Failure, failure, failureOf, isFailure } from '../errors.ts';
import type { Session } from '../session.ts';
import { attachToAdded } from './attached.ts';
import { type Fetched, fetchTargets, STRATEGIC } from './change.ts';

const DROPPED = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};
const NETWORK = { capabilities: { add: ['NET_ADMIN', 'NET_RAW'] } };

interface Profile {
  /** Of a container beside others, and of one on a node. */
  readonly beside?: object;
  readonly onNode?: object;
  readonly hostNamespaces: boolean;
  readonly hostFiles: boolean;
}

const PROFILES: ReadonlyMap<string, Profile> = new Map([
  ['legacy', { hostNamespaces: true, hostFiles: true }],
  ['general', { beside: { capabilities: { add: ['SYS_PTRACE'] } }, hostNamespaces: true, hostFiles: true }],
  ['baseline', { hostNamespaces: false, hostFiles: false }],
  ['restricted', { beside: DROPPED, onNode: DROPPED, hostNamespaces: false, hostFiles: false }],
  ['netadmin', { beside: NETWORK, onNode: NETWORK, hostNamespaces: true, hostFiles: false }],
  ['sysadmin', { beside: { privileged: true }, onNode: { privileged: true }, hostNamespaces: true, hostFiles: true }],
]);

/** Puts a container to look around with into a Pod, or a Pod onto a node. */
export function* debug(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const isPair = words.some((word) => word.includes('/'));
  const names = words.slice(0, options.dash ?? words.length);
  const command = words.slice(options.dash ?? words.length);
  const image = options.text('image') ?? '';
  if (names.length === 0 || image === '') return failure('you must specify --image when not using --copy-to.');
  if (options.is('replace')) return failure('--replace may only be used with --copy-to.');
  if (options.is('same-node')) return failure('--same-node may only be used with --copy-to.');
  if (options.is('tty') && !options.is('stdin')) {
    return failure('-i/--stdin is required for containers with -t/--tty=true');
  }
  const name = options.text('profile') ?? 'general';
  const profile = PROFILES.get(name);
  if (profile === undefined) return failure(`unknown profile: ${name}`);
  if (name === 'legacy') session.complain(LEGACY);
  const fetched = yield* fetchTargets(session, isPair ? names : ['pods', ...names], options);
  if (isFailure(fetched)) return fetched;
  for (const target of fetched) {
    const { kind } = target.resource;
    const done =
      kind === 'Node'
        ? yield* onNode(session, target, profile, image, command, options)
        : kind === 'Pod'
          ? yield* besides(session, target, profile, image, command, options)
          : failure(`"${target.object.apiVersion}, Kind=${kind}" not supported by debug`);
    if (isFailure(done) || done !== 0) return done;
  }
  return 0;
}

const LEGACY =
  '--profile=legacy is deprecated and planned to be removed in v1.39. It is recommended to specify other profile, for example "--profile=general".\n';

function variablesOf(options: Options): object {
  const env = options.list('env').map((text) => {
    const equals = text.indexOf('=');
    return equals < 0 ? { name: text } : { name: text.slice(0, equals), value: text.slice(equals + 1) };
  });
  return env.length === 0 ? {} : { env };
}

function stdioOf(options: Options): object {
  return {
    ...(options.is('stdin') ? { stdin: true } : {}),
    ...(options.is('tty') ? { tty: true } : {}),
  };
}

function wordsOf(command: readonly string[], options: Options): object {
  if (command.length === 0) return {};
  return options.is('arguments-only') ? { args: command } : { command };
}

/** Five letters and digits that no vowel is among. */
function suffix(session: Session): string {
  const random = session.host.env.engine.random(`kubectl/${session.id}/debug`);
  return Array.from({ length: 5 }, () => LETTERS.charAt(random.below(LETTERS.length))).join('');
}

const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

function* besides(
  session: Session,
  target: Fetched,
  { beside }: Profile,
  image: string,
  command: readonly string[],
  options: Options,
): Process<number | Failure> {
  const pod = target.object as Pod;
  const wanted = options.text('target') ?? '';
  const given = options.text('container') ?? '';
  const name = given === '' ? `debugger-${suffix(session)}` : given;
  if (wanted !== '' && !options.is('quiet')) {
    session.print(
      `Targeting container "${wanted}". If you don't see processes from this container it may be because the container runtime doesn't support this feature.\n`,
    );
  }
  if (given === '' && !options.is('quiet')) session.print(`Defaulting debug container name to ${name}.\n`);
  const pullPolicy = options.text('image-pull-policy');
  const container = {
    ...wordsOf(command, options),
    ...variablesOf(options),
    image,
    ...(pullPolicy === undefined ? {} : { imagePullPolicy: pullPolicy }),
    name,
    resources: {},
    ...(beside === undefined ? {} : { securityContext: beside }),
    ...stdioOf(options),
    ...(wanted === '' ? {} : { targetContainerName: wanted }),
    terminationMessagePolicy: 'File',
  };
  const { ephemeralContainers = [] } = pod.spec;
  const after = { ...pod, spec: { ...pod.spec, ephemeralContainers: [...ephemeralContainers, container] } };
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

const attaches = (options: Options): boolean => (options.has('attach') ? options.is('attach') : options.is('stdin'));

function* onNode(
  session: Session,
  { name: node }: Fetched,
  { onNode: securityContext, hostNamespaces, hostFiles }: Profile,
  image: string,
  command: readonly string[],
  options: Options,
): Process<number | Failure> {
  const name = `node-debugger-${node}-${suffix(session)}`;
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
          name: container,
          image,
          ...wordsOf(command, options),
          ...variablesOf(options),
          resources: {},
          ...(hostFiles ? { volumeMounts: [{ name: 'host-root', mountPath: '/host' }] } : {}),
          terminationMessagePolicy: 'File',
          ...(options.has('image-pull-policy') ? { imagePullPolicy: options.text('image-pull-policy') } : {}),
          ...(securityContext === undefined ? {} : { securityContext }),
          ...stdioOf(options),
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
  const response = yield* session.call({ method: 'POST', path, body: pod });
  if (response.code >= 300) return failureOf(response.code, response.body);
  return attaches(options) ? yield* attachToAdded(session, name, container, options) : 0;
}
