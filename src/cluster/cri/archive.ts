// Models GNU tar and the tar of busybox, as kubectl cp runs them in a container (v1.36)

import type { Context, Process } from '../../engine/index.ts';
import type { Files } from '../images/files.ts';
import { type Filling, filled } from '../images/output.ts';
import { type Channels, CLOSE, STDERR, STDIN, STDOUT } from '../ports/channels.ts';

/** `tar cf - PATH…` and `tar -xmf - -C FOLDER`; what goes through the channels is a character a byte. The result is the exit code. */
export function* tar(
  ctx: Context,
  far: Channels,
  args: readonly string[],
  files: Files,
  filling: Filling,
): Process<number> {
  const { mode, folder, paths } = read(args);
  if (mode === 'create') return create(ctx, far, folder, paths, files, filling);
  let archive = '';
  for (;;) {
    const frame = yield* far.next();
    // Who hangs up has no more to say either.
    if (frame === undefined || frame.channel === CLOSE) break;
    if (frame.channel === STDIN) archive += frame.data;
  }
  if (!files.isFolder(folder)) {
    far.send(
      ctx,
      STDERR,
      `tar: ${folder}: Cannot open: No such file or directory\ntar: Error is not recoverable: exiting now\n`,
    );
    return 2;
  }
  files.unpack(archive, folder);
  return 0;
}

function create(
  ctx: Context,
  far: Channels,
  folder: string,
  paths: readonly string[],
  files: Files,
  filling: Filling,
): number {
  const seconds = Math.floor(ctx.now / 1_000_000);
  for (const path of paths) {
    const fill = (text: string): string => filled(text, filling, ctx.now);
    // What is named from a folder keeps its name: `.` is `./` with all that is in it.
    const archive = path.startsWith('/')
      ? files.pack(path, fill, seconds)
      : files.pack(`${folder}/${path}`, fill, seconds, path.replace(/(.)\/+$/, '$1'));
    if (archive === undefined) {
      const shown = `tar: ${path}: Cannot stat: No such file or directory\n`;
      far.send(ctx, STDERR, `${shown}tar: Exiting with failure status due to previous errors\n`);
      return 2;
    }
    if (path.startsWith('/')) far.send(ctx, STDERR, "tar: Removing leading `/' from member names\n");
    far.send(ctx, STDOUT, archive);
  }
  return 0;
}

function read(args: readonly string[]): {
  readonly mode: 'create' | 'extract';
  readonly folder: string;
  readonly paths: readonly string[];
} {
  let mode: 'create' | 'extract' = 'extract';
  let folder = '/';
  const paths: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as string;
    const isLetters = at === 0 || /^-[a-zA-Z]/.test(word);
    if (word === '-C') {
      at += 1;
      folder = args[at] ?? '/';
    } else if (word === '-' || word.startsWith('--')) continue;
    else if (isLetters) mode = word.includes('c') ? 'create' : mode;
    else paths.push(word);
  }
  return { mode, folder, paths };
}
