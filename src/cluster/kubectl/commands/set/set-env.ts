// Models staging/src/k8s.io/kubectl/pkg/cmd/set/set_env.go and set/env (v1.36)

import type { Process } from '../../../../engine/index.ts';
import { variableInvalid } from '../../manifests/given-sources.ts';
import { Failure, failure, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { type Fetched, fetchTargets } from '../../writing/change.ts';
import type { SetOptions } from './flags.ts';
import { listVariables } from './set-env-list.ts';
import {
  type Amounts,
  changeAll,
  containersOf,
  type EnvVar,
  matcher,
  notTemplated,
  objectName,
  specOf,
  withContainers,
  withSpec,
} from './set-objects.ts';

export function* setEnv(
  session: Session,
  words: readonly string[],
  options: SetOptions<'set env'>,
): Process<number | Failure> {
  if (options.is('all') && options.has('selector')) return failure('cannot set --all and --selector at the same time');
  const given = [...words.filter(isVariable), ...options.list('env')];
  const rest = words.filter((word) => !isVariable(word));
  if (rest.length === 0 && options.list('filename').length === 0) {
    return failure('one or more resources must be specified as <resource> <name> or <resource>/<name>');
  }
  const from = options.text('from');
  const list = options.is('list');
  if (options.has('keys') && from === undefined) {
    return failure('when specifying --keys, a configmap or secret must be provided with --from');
  }
  if (list && options.has('output')) return failure('--list and --output may not be specified together');
  const invalid = given.find((word) => word !== '-' && !/^[-._a-zA-Z][-._a-zA-Z0-9]*(?:=|-$)/.test(word));
  if (invalid !== undefined) return variableInvalid(invalid.split('=')[0] ?? '');
  const removed = given.filter((word) => word !== '-' && !word.includes('=')).map((word) => word.slice(0, -1));
  const added: EnvVar[] = given.flatMap((word) => {
    if (word === '-') return variablesIn(session.invocation.stdin ?? '');
    return word.includes('=') ? [variableOf(word)] : [];
  });
  if (added.some(({ name }) => removed.includes(name))) {
    return failure('can not both modify and remove the same environment variable in the same command');
  }
  if (from !== undefined) {
    const more = yield* variablesFrom(session, from, options);
    if (isFailure(more)) return more;
    added.push(...more);
  }
  const pattern = matcher(options.text('containers') ?? '*');
  const fetched = yield* fetchTargets(session, options.is('local') ? [] : rest, options);
  if (isFailure(fetched)) return fetched;
  if (list) {
    const wanted = options.text('containers') ?? '*';
    const change = (env: readonly EnvVar[]) => mergedEnv(env, added, removed);
    return yield* listVariables(session, { fetched, pattern, wanted, resolves: options.is('resolve'), change });
  }
  return yield* changeAll(session, fetched, options, ENV, (target) => {
    const spec = specOf(target.object);
    if (spec === undefined) return notTemplated(target, options.is('local'));
    if (options.has('containers') && !containersOf(spec).some(({ name }) => pattern.test(name))) {
      const where = `${target.resource.kind}/${target.name}`;
      session.warn(`${where} does not have any containers matching ${JSON.stringify(options.text('containers'))}`);
      return target.object;
    }
    const clash = options.is('overwrite', true)
      ? undefined
      : containersOf(spec)
          .flatMap(({ env = [] }) => env)
          .find((one) => isOverwritten(one, added));
    if (clash !== undefined) {
      const where = objectName(target, options.is('local'));
      const text = `error: ${where} '${clash.name}' already has a value (${clash.value ?? ''}), and --overwrite is false\n`;
      return new Failure(text, 1, `${text}\n`);
    }
    return withSpec(
      target.object,
      withContainers(spec, (container) => {
        if (!pattern.test(container.name)) return container;
        const { env: _, ...plain } = container;
        const env = mergedEnv(container.env ?? [], added, removed);
        return env.length === 0 ? plain : { ...container, env };
      }),
    );
  });
}

const ENV = { done: 'env updated', failed: 'failed to patch env update to pod template:' };

const isVariable = (word: string): boolean => word === '-' || /^[^/]+=/.test(word) || /^[^/]+-$/.test(word);

/** What standard input says for `-`: a variable a line, and what follows `#` is left out. */
function variablesIn(text: string): readonly EnvVar[] {
  return text
    .split('\n')
    .map((line) => line.split('#', 1)[0] ?? '')
    .filter((line) => line.includes('='))
    .map(variableOf);
}

function variableOf(word: string): EnvVar {
  const equals = word.indexOf('=');
  const value = word.slice(equals + 1);
  return { name: word.slice(0, equals), ...(value === '' ? {} : { value }) };
}

function isOverwritten({ name, value = '' }: EnvVar, added: readonly EnvVar[]): boolean {
  const newer = added.find((one) => one.name === name);
  return newer !== undefined && (newer.value ?? '') !== value;
}

function mergedEnv(env: readonly EnvVar[], added: readonly EnvVar[], removed: readonly string[]): readonly EnvVar[] {
  const kept = env.filter(({ name }) => !removed.includes(name));
  const changed = kept.map((one) => added.find(({ name }) => name === one.name) ?? one);
  // Of several with one name the first counts.
  const fresh = added.filter(
    ({ name }, at) => !kept.some((one) => one.name === name) && added.findIndex((one) => one.name === name) === at,
  );
  return [...changed, ...fresh];
}

function* variablesFrom(
  session: Session,
  from: string,
  options: SetOptions<'set env'>,
): Process<readonly EnvVar[] | Failure> {
  const fetched = yield* fetchTargets(session, [from], options);
  if (isFailure(fetched)) return fetched;
  const isSource = ({ object }: Fetched): boolean => object.kind === 'Secret' || object.kind === 'ConfigMap';
  if (!fetched.every(isSource)) return failure('unsupported resource specified in --from');
  const prefix = options.text('prefix') ?? '';
  const keys = options.list('keys');
  return fetched.flatMap(({ object, name }) => {
    const { data = {}, kind } = object as { readonly data?: Amounts; readonly kind?: string };
    const field = kind === 'Secret' ? 'secretKeyRef' : 'configMapKeyRef';
    const wanted = Object.keys(data).filter((key) => keys.length === 0 || keys.includes(key));
    return wanted.sort().map((key) => {
      const variable = key.toUpperCase().replace(/[^A-Z0-9_]/g, '_');
      if (variable !== key) session.warn(`key ${key} transferred to ${variable}`);
      return { name: `${prefix}${variable}`, valueFrom: { [field]: { key, name } } };
    });
  });
}
