// Models staging/src/k8s.io/kubectl/pkg/cmd/kustomize/kustomize.go, cli-runtime/pkg/resource/kustomizevisitor.go (v1.36)

import { printYaml } from '../../../../api/yaml/index.ts';
import type { Process } from '../../../../engine/index.ts';
import { kubectl } from '../../../../steps/kubectl.ts';
import type { Options } from '../../flags/options.ts';
import { buildKustomization } from '../../kustomize/build.ts';
import type { Files } from '../../kustomize/loader.ts';
import { Failure, failure, isFailure } from '../../session/errors.ts';
import { fileNamed, HOME, normal, rememberFile } from '../../session/files.ts';
import { logLine } from '../../session/log-line.ts';
import type { Session } from '../../session/session.ts';
import type { KustomizeOptions } from './flags.ts';

const RESTRICTORS: readonly string[] = ['LoadRestrictionsRootOnly', 'LoadRestrictionsNone'];
const ORDERS: readonly string[] = ['legacy', 'none'];

const CLASH =
  "Warning: Sorting order is set both in 'kustomization.yaml' ('sortOptions') and in a CLI flag ('--reorder'). Using the kustomization file over the CLI flag.";

const illegal = (flag: string, value: string, legal: readonly string[]): Failure =>
  failure(`illegal flag value --${flag} ${value}; legal values: [${legal.join(' ')}]`);

/** `kustomize DIR` prints what a folder stands for. */
export function* kustomize(
  session: Session,
  words: readonly string[],
  options: KustomizeOptions,
): Process<number | Failure> {
  if (words.length > 1) return failure('specify one path to kustomization.yaml');
  const restrictor = options.text('load-restrictor') ?? '';
  if (restrictor !== '' && !RESTRICTORS.includes(restrictor))
    return illegal('load-restrictor', restrictor, RESTRICTORS);
  const order = options.text('reorder') ?? 'legacy';
  if (!ORDERS.includes(order)) return illegal('reorder', order, ORDERS);
  const isOpen = restrictor === 'LoadRestrictionsNone';
  const clash = (): void => {
    if (options.has('reorder')) session.complain(logLine(session, 'log.go:244', CLASH, 'I'));
  };
  const text = built(session, words[0] ?? '.', { asWritten: order === 'none', isOpen, clash });
  if (isFailure(text)) return text;
  const output = options.text('output') ?? '';
  if (output === '') session.print(text);
  else rememberFile(session, output, text);
  return 0;
}

/** The flags of a command with the file that `-k` stands for in the place of it. */
export function withKustomization(session: Session, options: Options): Options | Failure {
  const folder = options.text('kustomize') ?? '';
  if (folder === '') return options;
  const wrong = [
    ...(options.has('filename') ? ['only one of -f or -k can be specified'] : []),
    ...(options.is('recursive') ? ["the -k flag can't be used with -f or -R"] : []),
  ];
  const [only] = wrong;
  if (only !== undefined) return wrong.length === 1 ? failure(only) : new Failure(`${wrong.join('\n')}\n`);
  const text = built(session, folder);
  if (isFailure(text)) return text;
  session.made.set(folder, text);
  return options.with('kustomize', undefined).with('filename', folder);
}

/** Why nothing can be built there. */
function problemWith(session: Session, folder: string): Failure | undefined {
  if (fileNamed(session, folder) !== undefined) {
    return failure(`must build at directory: '${folder}': file is not directory`);
  }
  const place = normal(folder);
  if (filesOf(session, false).hasFolder(place)) return undefined;
  const told = `lstat ${HOME}/${beginning(session, place)}: no such file or directory`;
  return failure(`must build at directory: not a valid directory: evalsymlink failure on '${folder}' : ${told}`);
}

/** A path up to the first folder that is not there. */
function beginning(session: Session, path: string): string {
  const parts = path.split('/');
  const at = parts.findIndex((_, end) => {
    const inside = `${parts.slice(0, end + 1).join('/')}/`;
    return !Object.keys(session.invocation.files).some((name) => name.startsWith(inside));
  });
  return parts.slice(0, at + 1).join('/');
}

interface Wishes {
  readonly asWritten?: boolean;
  readonly isOpen?: boolean;
  readonly clash?: () => void;
}

function built(session: Session, folder: string, { isOpen = false, ...wishes }: Wishes = {}): string | Failure {
  const wrong = problemWith(session, folder);
  if (wrong !== undefined) return wrong;
  const warn = (text: string): void => session.complain(text);
  const objects = buildKustomization(folder, filesOf(session, isOpen), { ...wishes, warn });
  if (isFailure(objects)) return objects;
  session.ctx = session.ctx.step(kubectl.kustomized, `kubectl/${session.id}`, { folder, objects: objects.length });
  return objects.map(printYaml).join('---\n');
}

/** The files of the person at the terminal, however they are written (`./base/a.yaml`). */
function filesOf(session: Session, isOpen: boolean): Files {
  const names = new Map(Object.keys(session.invocation.files).map((name) => [normal(name), name]));
  const hasFolder = (path: string): boolean =>
    path === '' || [...names.keys()].some((name) => name.startsWith(`${path}/`));
  return { read: (path) => fileNamed(session, names.get(path) ?? path), hasFolder, isOpen };
}
