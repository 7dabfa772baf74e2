// Models the file system of a container, as containerd puts it together (v1.36)

import { behaviourOf } from '../images/catalog.ts';
import { systemFiles } from '../images/system-files.ts';
import type { ProcessFacts } from '../ports/cri.ts';
import { Folder } from '../ports/folder.ts';
import type { Inside } from '../shell/run-tool.ts';
import { Files } from '../tools/files/files.ts';
import { type Container, listeningOf } from './container.ts';
import { aroundOf } from './container-log.ts';

const NO_FACTS: ProcessFacts = { hostname: '', namespace: '', address: '', variables: [] };
export function factsOf({ view }: Container): ProcessFacts {
  const { source, name } = view.config;
  return source?.factsOf(name) ?? NO_FACTS;
}

export function insideOf(container: Container, now: number): Inside {
  const from = listeningOf(container)?.from;
  return {
    image: behaviourOf(container.view.config.image),
    unknown: 'is missing',
    serves: from !== undefined && from <= now,
  };
}

/** What is there by now: what lies in the image, what is mounted over it, what processes have written. */
export function filesOf(container: Container, now: () => number): Files {
  const { image, mounts, hasReadOnlyRoot, user, lastWords, workingDir } = container.view.config;
  const { root, page = '' } = behaviourOf(image) ?? {};
  const { files } = factsOf(container);
  const pages: readonly (readonly [string, string])[] = root === undefined ? [] : [[`${root}/index.html`, page]];
  const base = {
    image: new Map([...systemFiles(image), ...pages, ...(files ?? [])]),
    user,
    lastWords: lastWords?.path,
    ...(hasReadOnlyRoot === true ? { isReadOnly: true } : undefined),
  };
  container.layer ??= new Folder();
  const own = new Files(container.layer, {
    ...base,
    around: () => aroundOf(container, factsOf(container), now()),
    ...(mounts === undefined ? undefined : { mounts }),
  });
  if (workingDir !== undefined) own.enter(workingDir);
  return own;
}
