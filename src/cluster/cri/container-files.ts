// Models the file system of a container, as containerd puts it together (v1.36)

import { behaviourOf } from '../images/catalog.ts';
import { Files } from '../images/files.ts';
import { filled } from '../images/output.ts';
import { PLAIN_DOLLAR } from '../images/script.ts';
import { type Inside, runWords, wordsOf } from '../images/shell.ts';
import type { ProcessFacts, SavedFile } from '../ports/cri.ts';
import { Folder } from '../ports/folder.ts';
import type { Container } from './container.ts';
import { fillingOf } from './container-log.ts';

const NO_FACTS: ProcessFacts = { hostname: '', namespace: '', address: '', variables: [] };
export function factsOf({ view }: Container): ProcessFacts {
  return view.config.facts?.() ?? NO_FACTS;
}

export function insideOf({ view }: Container): Inside {
  return { image: behaviourOf(view.config.image), unknown: 'is missing' };
}

/** What is there by now: what the first process writes is taken to be written, unless it is followed. */
export function filesOf(container: Container, now: () => number): Files {
  const { command, args, image, mounts, hasReadOnlyRoot } = container.view.config;
  const settleAt =
    (time: () => number) =>
    (text: string): string =>
      filled(text, fillingOf(container, factsOf(container)), time());
  const { root, page = '' } = behaviourOf(image) ?? {};
  const base = {
    ...(root === undefined ? undefined : { image: new Map([[`${root}/index.html`, page]]) }),
    ...(hasReadOnlyRoot === true ? { isReadOnly: true } : undefined),
  };
  if (container.layer === undefined) {
    const layer = new Folder();
    container.layer = layer;
    if (command.length + args.length > 0 && container.program.note !== 'live') {
      const settle = settleAt(() => container.view.startedAt ?? now());
      runWords(
        wordsOf(behaviourOf(image), command, args),
        { ...insideOf(container), unknown: 'runs' },
        new Files(layer, { ...base, settle }),
      );
    }
  }
  return new Files(container.layer, {
    ...base,
    settle: settleAt(now),
    ...(mounts === undefined ? undefined : { mounts }),
  });
}

/** Where a program that is followed writes, or others do, it is known what is there; elsewhere a script's words tell. */
export function hasFile(container: Container, path: string, now: number): boolean | undefined {
  const { mounts = [] } = container.view.config;
  const isMounted = mounts.some((mount) => path === mount.path || path.startsWith(`${mount.path}/`));
  if (!isMounted && container.program.note !== 'live') return undefined;
  const files = filesOf(container, () => now);
  return files.read(path) !== undefined || files.isFolder(path);
}

export function writeFile(container: Container, { path, text }: SavedFile, now: number): void {
  filesOf(container, () => now).write(path, text.replaceAll('$', PLAIN_DOLLAR), false);
}
