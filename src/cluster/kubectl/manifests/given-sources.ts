// Models staging/src/k8s.io/kubectl/pkg/cmd/create/create_configmap.go, util/env_file.go and util.go (v1.36)

import type { Options } from '../flags/options.ts';
import { type Failure, failure, isFailure } from '../session/errors.ts';
import { fileNamed, inFolder } from '../session/files.ts';
import type { Session } from '../session/session.ts';

/** `key=path` and `path`: what `--from-file` names; a folder gives all of its files. */
export function filesNamed(
  session: Session,
  sources: readonly string[],
  taken = keyTaken,
): ReadonlyMap<string, string> | Failure {
  const found = new Map<string, string>();
  for (const source of sources) {
    const equals = source.indexOf('=');
    const path = source.slice(equals + 1);
    const key = equals < 0 ? (path.split('/').at(-1) ?? path) : source.slice(0, equals);
    if (equals === 0) return failure(`key name for file path ${path} missing`);
    if (equals > 0 && path === '') return failure(`file path for key name ${key} missing`);
    if (path.includes('=') && equals > 0) return failure("key names or file paths cannot contain '='");
    const own = fileNamed(session, path);
    if (own !== undefined) {
      if (found.has(key)) return taken(key);
      found.set(key, own);
      continue;
    }
    const inside = inFolder(session, path);
    if (inside.length === 0) return failure(`error reading ${path}: no such file or directory`);
    if (equals > 0) return failure('cannot give a key name for a directory path');
    for (const [name, each] of inside) {
      if (each.includes('/')) continue;
      if (found.has(each)) return taken(each);
      found.set(each, fileNamed(session, name) ?? '');
    }
  }
  return found;
}

export const keyTaken = (key: string): Failure =>
  failure(`cannot add key ${key}, another key by that name already exists`);

/** The lines of `--from-env-file`. */
function variablesIn(
  session: Session,
  sources: readonly string[],
  taken: (key: string) => Failure,
  isSecret: boolean,
): ReadonlyMap<string, string> | Failure {
  const found = new Map<string, string>();
  for (const path of sources) {
    const text = fileNamed(session, path);
    if (text === undefined) {
      if (inFolder(session, path).length === 0) return failure(`error reading ${path}: no such file or directory`);
      return failure(`env ${isSecret ? 'secret' : 'config'} file cannot be a directory`);
    }
    for (const line of text.split('\n').map((one) => one.trimStart())) {
      if (line === '' || line.startsWith('#')) continue;
      const [key = '', ...value] = line.split('=');
      if (!VARIABLE.test(key)) return variableInvalid(key);
      if (found.has(key)) return taken(key);
      found.set(key, value.join('='));
    }
  }
  return found;
}

const VARIABLE = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

/** Models IsEnvVarName of apimachinery/pkg/util/validation (v1.36) */
export function variableInvalid(key: string): Failure {
  return failure(
    `${JSON.stringify(key)} is not a valid key name: a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')`,
  );
}

/** Literals, files and lines of files together. */
export function keysAndValues(
  session: Session,
  options: Options<'from-env-file:l from-file:l from-literal:a'>,
  taken = keyTaken,
  isSecret = false,
): ReadonlyMap<string, string> | Failure {
  const envFiles = options.list('from-env-file');
  const literals = options.list('from-literal');
  const sources = options.list('from-file');
  if (envFiles.length > 0 && (literals.length > 0 || sources.length > 0)) {
    return failure('from-env-file cannot be combined with from-file or from-literal');
  }
  if (envFiles.length > 0) return variablesIn(session, envFiles, taken, isSecret);
  const read = filesNamed(session, sources, taken);
  if (isFailure(read)) return read;
  const found = new Map(read);
  for (const literal of literals) {
    const equals = literal.indexOf('=');
    if (equals < 1) return failure(`invalid literal source ${literal}, expected key=value`);
    const key = literal.slice(0, equals);
    if (found.has(key)) return taken(key);
    found.set(key, literal.slice(equals + 1).replace(/^(["'])(.*)\1$/s, '$2'));
  }
  for (const key of found.keys()) {
    const wrong = keyProblem(key);
    if (wrong !== undefined) {
      return failure(
        `"${key}" is not ${isSecret ? 'valid key name for a Secret' : 'a valid key name for a ConfigMap:'} ${wrong}`,
      );
    }
  }
  return found;
}

/** Models IsConfigMapKey of apimachinery/pkg/util/validation (v1.36) */
function keyProblem(key: string): string | undefined {
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) {
    return "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
  }
  if (key === '.' || key === '..') return `must not be '${key}'`;
  return key.startsWith('..') ? "must not start with '..'" : undefined;
}
