// Models GNU tar and the tar of busybox, as kubectl cp runs them in a container (v1.36)

import { gunzipped, gzipped } from '../../base/bytes/gzip.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Context, Process } from '../../engine/index.ts';
import { type Channels, CLOSE, STDERR, STDIN, STDOUT } from '../ports/channels.ts';
import type { Files } from '../tools/files/files.ts';

/** `tar cf - PATH…` and `tar -xmf - -C FOLDER`; what goes through the channels is a character a byte. The result is the exit code. */
export function* tar(ctx: Context, far: Channels, args: readonly string[], files: Files): Process<number> {
  const { mode, folder, paths, isZipped } = read(args);
  if (mode === 'create') {
    const archive = create(ctx, far, folder, paths, files);
    if (archive.text !== '') far.send(ctx, STDOUT, isZipped ? gzipped(archive.text) : archive.text);
    return archive.code;
  }
  let sent = '';
  for (;;) {
    const frame = yield* far.next();
    // Who hangs up has no more to say either.
    if (frame === undefined || frame.channel === CLOSE) break;
    if (frame.channel === STDIN) sent += frame.data;
  }
  const archive = isZipped ? gunzipped(sent) : sent;
  const wrong =
    archive === undefined
      ? 'gzip: stdin: not in gzip format\ntar: Child returned status 1\n'
      : files.isFolder(folder)
        ? undefined
        : `tar: ${folder}: Cannot open: No such file or directory\n`;
  if (archive === undefined || wrong !== undefined) {
    far.send(ctx, STDERR, `${wrong}tar: Error is not recoverable: exiting now\n`);
    return 2;
  }
  files.unpack(archive, folder);
  return 0;
}

/** Two blocks of nothing are the end of an archive: it has one, however many paths are in it. */
const END = '\0'.repeat(1024);

function create(
  ctx: Context,
  far: Channels,
  folder: string,
  paths: readonly string[],
  files: Files,
): { readonly text: string; readonly code: number } {
  const seconds = Math.floor(ctx.now / SECOND);
  let text = '';
  let isMissing = false;
  for (const path of paths) {
    // What is named from a folder keeps its name: `.` is `./` with all that is in it.
    const archive = path.startsWith('/')
      ? files.pack(path, seconds)
      : files.pack(`${folder}/${path}`, seconds, path.replace(/(.)\/+$/, '$1'));
    if (archive === undefined) {
      isMissing = true;
      far.send(ctx, STDERR, `tar: ${path}: Cannot stat: No such file or directory\n`);
      continue;
    }
    if (path.startsWith('/')) far.send(ctx, STDERR, "tar: Removing leading `/' from member names\n");
    text += archive.slice(0, -END.length);
  }
  if (isMissing) far.send(ctx, STDERR, 'tar: Exiting with failure status due to previous errors\n');
  return { text: text === '' ? '' : text + END, code: isMissing ? 2 : 0 };
}

function read(args: readonly string[]): {
  readonly mode: 'create' | 'extract';
  readonly folder: string;
  readonly paths: readonly string[];
  readonly isZipped: boolean;
} {
  let isZipped = false;
  let mode: 'create' | 'extract' = 'extract';
  let folder = '/';
  const paths: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as string;
    const isLetters = at === 0 || /^-[a-zA-Z]/.test(word);
    if (word === '-C') {
      at += 1;
      folder = args[at] ?? '/';
    } else if (word === '-' || word.startsWith('--')) isZipped ||= word === '--gzip';
    else if (isLetters) {
      mode = word.includes('c') ? 'create' : mode;
      isZipped ||= word.includes('z');
    } else paths.push(word);
  }
  return { mode, folder, paths, isZipped };
}
