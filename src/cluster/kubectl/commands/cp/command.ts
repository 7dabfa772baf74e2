// Models staging/src/k8s.io/kubectl/pkg/cmd/cp/{cp,filespec}.go (v1.36)

import type { Pod } from '../../../../api/types/core.ts';
import { bytesOf, packTar, textOf, unpackTar } from '../../../../base/bytes/tar.ts';
import { SECOND } from '../../../../base/time/units.ts';
import type { Process } from '../../../../engine/index.ts';
import { kubectl } from '../../../../steps/kubectl.ts';
import { pathOf } from '../../client/discovery.ts';
import type { Options } from '../../flags/options.ts';
import { containerOf } from '../../pods/pod-target.ts';
import { runInPod } from '../../pods/running.ts';
import { type Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import { fileNamed, inFolder, rememberFile } from '../../session/files.ts';
import type { Session } from '../../session/session.ts';
import { resolveResource } from '../../targets/target.ts';
import type { Command } from '../declaration.ts';
import { completedPod } from '../exec/exec.ts';

const FLAGS = 'c/container no-preserve:b retries:i';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'cp',
      isShellWord: true,
      order: 25,
      group: 'containers',
      does: 'copies files into containers and out of them',
      usage: '<file-spec-src> <file-spec-dest>',
      flags: FLAGS,
      run: cp,
    },
  ];
}

/** `[[NAMESPACE/]POD:]PATH` */
interface Place {
  readonly namespace: string | undefined;
  readonly pod: string | undefined;
  readonly path: string;
}

/** Files go through `tar` in the container, as with the real command. */
function* cp(session: Session, words: readonly string[], options: Given): Process<number | Failure> {
  const [from, to] = words;
  if (from === undefined || to === undefined || words.length > 2) return failure('source and destination are required');
  const [source, target] = [placeOf(from), placeOf(to)];
  if (isFailure(source)) return source;
  if (isFailure(target)) return target;
  if (source.pod !== undefined && target.pod !== undefined) {
    return failure('one of src or dest must be a local file specification');
  }
  if (source.path === '' || target.path === '') return failure('filepath can not be empty');
  if (source.pod !== undefined) return yield* fromPod(session, source, target.path, options);
  if (target.pod !== undefined) return yield* toPod(session, source.path, target, options);
  return failure('one of src or dest must be a remote file specification');
}

function placeOf(text: string): Place | Failure {
  const colon = text.indexOf(':');
  if (colon < 0) return { namespace: undefined, pod: undefined, path: text };
  const pieces = text.slice(0, colon).split('/');
  if (colon === 0 || pieces.length > 2) {
    return failure('filespec must match the canonical format: [[namespace/]pod:]file/path');
  }
  const namespace = pieces.length === 2 ? pieces[0] : undefined;
  return { namespace, pod: pieces.at(-1), path: text.slice(colon + 1) };
}

function* podAt(session: Session, { namespace, pod = '' }: Place): Process<Pod | Failure> {
  const pods = yield* resolveResource(session, 'pods');
  if (isFailure(pods)) return pods;
  const found = yield* session.call({ method: 'GET', path: pathOf(pods, namespace ?? session.namespace, pod) });
  if (found.code !== 200) return failureOf(found.code, found.body);
  return completedPod(found.body as Pod) ?? (found.body as Pod);
}

function* toPod(session: Session, source: string, target: Place, options: Given): Process<number | Failure> {
  const local = localFiles(session, source);
  if (local.size === 0) return failure(`${source} doesn't exist in local filesystem`);
  const pod = yield* podAt(session, target);
  if (isFailure(pod)) return pod;
  const container = containerOf(session, pod, options.text('container'));
  if (isFailure(container)) return container;
  const plain = target.path.replace(/\/+$/, '') || '/';
  const looked = yield* runInPod(session, pod, container, ['test', '-d', plain], { complaints: 'dropped' });
  const isFolder = looked.outcome === 0;
  const whole = isFolder ? `${plain === '/' ? '' : plain}/${baseOf(source)}` : plain;
  const folder = whole.slice(0, whole.lastIndexOf('/'));
  const entries = [...local].map(([path, text]) => ({
    path: `${baseOf(whole)}${path}`,
    content: bytesOf(text),
  }));
  const stdin = packTar(entries, Math.floor(session.now / SECOND));
  const owner = options.is('no-preserve') ? ['--no-same-permissions', '--no-same-owner'] : [];
  const command = ['tar', ...owner, '-xmf', '-', '-C', folder === '' ? (whole.startsWith('/') ? '/' : '.') : folder];
  return (yield* runInPod(session, pod, container, command, { stdin })).outcome;
}

/** Texts by what follows the name: nothing for a file, `/a/b` in a folder. */
function localFiles(session: Session, source: string): ReadonlyMap<string, string> {
  const own = fileNamed(session, source);
  if (own !== undefined) return new Map([['', own]]);
  return new Map(inFolder(session, source).map(([name, inside]) => [`/${inside}`, fileNamed(session, name) ?? '']));
}

function* fromPod(session: Session, source: Place, target: string, options: Given): Process<number | Failure> {
  const pod = yield* podAt(session, source);
  if (isFailure(pod)) return pod;
  // On this way whatever is complained of is printed.
  const container = containerOf(session, pod, options.text('container'), '', (text) => session.print(text));
  if (isFailure(container)) return container;
  const { outcome, stdout } = yield* runInPod(session, pod, container, ['tar', 'cf', '-', source.path], {
    complaints: 'printed',
  });
  if (outcome !== 0) return outcome;
  const prefix = source.path.replace(/^\/+|\/+$/g, '');
  session.ctx = session.ctx.step(kubectl.printed, `kubectl/${session.id}`, { line: target });
  for (const { path, content } of unpackTar(stdout)) {
    if (!path.endsWith('/'))
      rememberFile(session, `${target.replace(/\/+$/, '')}${path.slice(prefix.length)}`, textOf(content));
  }
  return 0;
}

function baseOf(path: string): string {
  const plain = path.replace(/\/+$/, '');
  return plain.slice(plain.lastIndexOf('/') + 1);
}
