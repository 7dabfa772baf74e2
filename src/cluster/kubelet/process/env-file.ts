// Models pkg/util/env/env.go ParseEnv and pkg/kubelet/kubelet_pods.go makeEnvironmentVariables (v1.36): variables out of a file

import type { FileKeySelector } from '../../../api/types/core.ts';
import { trimmed } from '../../ports/folder.ts';
import type { PodState } from '../pods/pod-state.ts';

/** The value of a key of a file that a container wrote before; undefined: it is optional, and not there. */
export function valueInFile(
  { mounts: { held: volumes }, uid }: PodState,
  { volumeName, path, key, optional = false }: FileKeySelector,
): { readonly value: string | undefined } | { readonly problem: string } {
  const held = volumes?.get(volumeName);
  if (held === undefined) return { problem: `cannot find the volume "${volumeName}" referenced by FileKeyRef` };
  const value = envValue(held.folder.read(`${held.below}${trimmed(path)}`), key);
  if (value === undefined) return { problem: "couldn't parse env file" };
  if (value !== '') return { value };
  const file = `/var/lib/kubelet/pods/${uid}/volumes/kubernetes.io~empty-dir/${volumeName}/${path}`;
  return optional ? { value: undefined } : { problem: `environment variable key "${key}" not found in file "${file}"` };
}

/** A variable in single quotes, over several lines if need be, and what may stand behind it. */
const QUOTED = /^([^=]*[^=\s])='([^']*)'[ \t]*(#.*)?$/;
/** What begins behind a blank is nothing. */
const BLANK = /^[^=]*[^=\s]=[ \t]/;

/** Empty when the file does not have it; undefined when the file, as far as it is read, is none of variables. */
function envValue(text: string | undefined, key: string): string | undefined {
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    let line = (lines[at] as string).replace(/^[ \t]+/, '');
    if (line === '' || line.startsWith('#')) continue;
    if (BLANK.test(line)) {
      if (line.startsWith(`${key}=`)) return '';
      continue;
    }
    while (/^[^=]*='[^']*$/.test(line) && at + 1 < lines.length) {
      at += 1;
      line += `\n${lines[at]}`;
    }
    const found = QUOTED.exec(line);
    if (found === null) return undefined;
    if (found[1] === key) return found[2] as string;
  }
  return '';
}
