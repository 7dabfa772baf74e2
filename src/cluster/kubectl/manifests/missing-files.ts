// Models staging/src/k8s.io/cli-runtime/pkg/resource/builder.go expandIfFilePattern, visitor.go URLVisitor (v1.36); nobody answers at any address

import { Failure, failure } from '../session/errors.ts';

/** The files that a pattern fits, where no shell has understood it: `dir/*.yaml`. */
export function filesLike(names: readonly string[], pattern: string): readonly string[] {
  const expression = expressionOf(pattern);
  return expression === undefined ? [] : names.filter((name) => expression.test(name)).sort();
}

/** Models path/filepath.Match; undefined for what is no pattern. */
function expressionOf(pattern: string): RegExp | undefined {
  const part = /\*|\?|\[(\^?)((?:(?:\\[\s\S]|[^\]\\-])(?:-(?:\\[\s\S]|[^\]\\-]))?)+)\]|\\([\s\S])|([^[\\])/y;
  let text = '';
  while (part.lastIndex < pattern.length) {
    const found = part.exec(pattern);
    if (found === null) return undefined;
    const [whole, negated, members, escaped, plain] = found;
    if (members !== undefined) text += `[${negated}${members.replaceAll('[', '\\[')}]`;
    else if (whole === '*' || whole === '?') text += whole === '*' ? '[^/]*' : '[^/]';
    else text += (escaped ?? plain ?? '').replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  }
  return new RegExp(`^${text}$`);
}

/** Why there is nothing to read: of files each is named, an address is asked only when they are there. */
export function notThere(files: readonly string[], others: readonly string[] = []): Failure {
  const told = [...others, ...files.filter((file) => !ADDRESS.test(file)).map(problemOf)];
  if (told.length === 0) return unreachable(files[0] as string);
  return new Failure(told.length === 1 ? `error: ${told[0]}\n` : told.map((line) => `${line}\n`).join(''));
}

const ADDRESS = /^https?:\/\/([^/?#]*)/;

function problemOf(file: string): string {
  const isPattern = expressionOf(file) !== undefined;
  if (isPattern) return `the path "${file}" does not exist`;
  return `pattern ${JSON.stringify(file)} is not valid: syntax error in pattern`;
}

function unreachable(file: string): Failure {
  const host = ADDRESS.exec(file)?.[1] ?? '';
  if (host.includes(' ')) {
    const shown = JSON.stringify(file);
    const why = `parse ${shown}: invalid character " " in host name`;
    return failure(`the URL passed to filename ${shown} is not valid: ${why}`);
  }
  if (host === '') return new Failure('Unable to connect to the server: http: no Host in request URL\n');
  const name = host.replace(/:\d*$/, '');
  if (name === 'localhost' || /^[\d.]+$|^\[/.test(name)) {
    return new Failure(`The connection to the server ${host} was refused - did you specify the right host or port?\n`);
  }
  return new Failure(`Unable to connect to the server: dial tcp: lookup ${name}: no such host\n`);
}
