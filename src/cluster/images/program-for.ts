// Models which program a container runs (v1.36)

import { flagsOf } from './agnhost.ts';
import { type ImageBehaviour, UNKNOWN_PROGRAM } from './catalog.ts';
import type { Program } from './program.ts';
import { firstWord, programOfWords } from './shell.ts';

/**
 * What a container runs: the image's own program, or the command that the Pod gives. What only waits is known beforehand,
 * all else is followed while it runs; what nobody here knows runs until it is stopped and is marked as unknown.
 */
export function programFor(
  image: ImageBehaviour | undefined,
  command: readonly string[],
  args: readonly string[],
  stdin = false,
): Program {
  if (!stdin && command.length === 0 && args.length === 0) return image?.program ?? UNKNOWN_PROGRAM;
  return programOfWords(listening(image, [...command, ...args]), command, args, stdin);
}

/** An image whose server listens where a flag says: `-listen=:5678`, `--port 80`. */
function listening(image: ImageBehaviour | undefined, words: readonly string[]): ImageBehaviour | undefined {
  const said = image?.portFlag === undefined ? undefined : flagsOf(words).get(image.portFlag);
  const port = /(\d+)$/.exec(said ?? '')?.[1];
  if (image === undefined || port === undefined) return image;
  return { ...image, program: { ...image.program, servesPort: Number(port) } };
}

/**
 * What the kernel does not start for the length of its words and variables: runc has let go of its parent by then, so that it
 * tells nobody but the log.
 *
 * Models github.com/opencontainers/runc init.go and libcontainer/standard_init_linux.go (1.1)
 */
export function tooLong(
  image: ImageBehaviour | undefined,
  command: readonly string[],
  args: readonly string[],
): Program {
  const word = firstWord(image, command, args) ?? '/docker-entrypoint.sh';
  const text = `exec ${word.includes('/') ? word : `/usr/bin/${word}`}: argument list too long\n`;
  return {
    ...UNKNOWN_PROGRAM,
    note: undefined,
    runMicros: 0,
    exitCode: 1,
    output: [{ at: 0, stream: 'stderr', text }],
  };
}
