// Models pkg/kubelet/server/server.go InstallSystemLogHandler and the standard library's net/http/fs.go dirList (v1.36)

import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import { factsOf } from '../process/process-facts.ts';
import { stamp } from './logs.ts';

/** What is found at a path below `/var/log`: a folder with names, or a file with text. */
export type LogFile = { readonly names: readonly string[] } | { readonly text: string };

/** The logs of containers, where a node keeps them: `pods/<namespace>_<pod>_<uid>/<container>/<attempt>.log`. */
export function logFileAt(
  services: NodeServices,
  states: readonly PodState[],
  parts: readonly string[],
): LogFile | undefined {
  const [root, folder, name, file, ...rest] = parts;
  if (root === undefined) return { names: ['pods/'] };
  if (root !== 'pods' || rest.length > 0) return undefined;
  if (folder === undefined) return { names: states.map(folderOf).map(asFolder) };
  const state = states.find((each) => folderOf(each) === folder);
  if (state === undefined) return undefined;
  if (name === undefined)
    return { names: [...new Set(state.seen.containers.map(({ config }) => config.name))].map(asFolder) };
  const attempts = state.seen.containers.filter(({ config }) => config.name === name);
  if (attempts.length === 0) return undefined;
  const fileOf = (attempt: number): string => `${attempt}.log`;
  if (file === undefined) return { names: attempts.map(({ config }) => fileOf(config.attempt)) };
  const found = attempts.find(({ config }) => fileOf(config.attempt) === file);
  if (found === undefined) return undefined;
  const lines = services.runtime.log(found.id, factsOf(state, services, name), -1, services.engine.now);
  return {
    text: lines.map(({ time, stream, text }) => `${stamp(services.base.wallAt(time))} ${stream} F ${text}`).join(''),
  };
}

function folderOf({ pod: { metadata } }: PodState): string {
  return `${metadata.namespace}_${metadata.name}_${metadata.uid}`;
}

const asFolder = (name: string): string => `${name}/`;

/** A folder as a page of links. */
export function folderPage(names: readonly string[]): string {
  const links = [...names].sort().map((name) => `<a href="${name}">${name}</a>\n`);
  return `<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n${links.join('')}</pre>\n`;
}
