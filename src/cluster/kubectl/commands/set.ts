// Models staging/src/k8s.io/kubectl/pkg/cmd/set (v1.36)

import { createTwoWayPatch } from '../../../api/patch/strategic-merge-patch.ts';
import type { JsonObject, KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { Failure, failure, isFailure, summary } from '../errors.ts';
import type { Session } from '../session.ts';
import { NOTHING_NAMED } from '../target.ts';
import { dryRunOf, report } from '../writing.ts';
import { type Fetched, fetchTargets, STRATEGIC, sendChange } from './change.ts';

interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly configMapKeyRef?: { readonly name: string; readonly key: string };
    readonly secretKeyRef?: { readonly name: string; readonly key: string };
    readonly fieldRef?: { readonly fieldPath: string };
    readonly resourceFieldRef?: { readonly resource: string; readonly containerName?: string };
  };
}
interface ContainerLike {
  readonly name: string;
  readonly image?: string;
  readonly env?: readonly EnvVar[];
  readonly resources?: { readonly limits?: Amounts; readonly requests?: Amounts };
}
type Amounts = { readonly [resource: string]: string };
interface PodSpecLike {
  readonly containers: readonly ContainerLike[];
  readonly initContainers?: readonly ContainerLike[];
  readonly [field: string]: unknown;
}
type Change = (target: Fetched) => KObject | Failure;

/** `kubectl set WHAT …`: objects are fetched, changed and sent as a patch of what differs. */
export function* set(
  session: Session,
  [what = '', ...words]: readonly string[],
  options: Options,
): Process<number | Failure> {
  switch (what) {
    case 'image':
      return yield* setImage(session, words, options);
    case 'env':
      return yield* setEnv(session, words, options);
    case 'resources':
      return yield* setResources(session, words, options);
    case 'selector':
      return yield* setSelector(session, words, options);
    case 'serviceaccount':
      return yield* setServiceAccount(session, words, options);
    default:
      return yield* setSubject(session, words, options);
  }
}

function* change(
  session: Session,
  words: readonly string[],
  options: Options,
  done: string,
  apply: Change,
): Process<number | Failure> {
  const fetched = yield* fetchTargets(session, options.is('local') ? [] : words, options);
  if (isFailure(fetched)) return fetched;
  return yield* changeAll(session, fetched, options, done, apply);
}

function* changeAll(
  session: Session,
  fetched: readonly Fetched[],
  options: Options,
  done: string,
  apply: Change,
): Process<number | Failure> {
  const dryRun = dryRunOf(options);
  if (isFailure(dryRun)) return dryRun;
  const failures: Failure[] = [];
  for (const target of fetched) {
    const after = apply(target);
    if (isFailure(after)) {
      failures.push(after);
      continue;
    }
    const patch = createTwoWayPatch(target.object, target.object, after) as JsonObject;
    if (options.is('local') || dryRun === 'client') {
      const wrong = report(session, options, target.resource, after, done, options.is('local') ? 'none' : dryRun);
      if (wrong !== undefined) return wrong;
      continue;
    }
    if (Object.keys(patch).length === 0) continue;
    const result = yield* sendChange(session, target, {
      manager: 'kubectl-set',
      done,
      contentType: STRATEGIC,
      patch,
      options,
    });
    if (isFailure(result)) failures.push(result);
  }
  return summary(failures) ?? 0;
}

const specOf = (object: KObject): PodSpecLike | undefined => {
  const { spec } = object as { readonly spec?: Record<string, unknown> };
  const template = (spec?.template ?? (spec?.jobTemplate as Templated)?.spec?.template) as Templated;
  const found = template?.spec ?? spec;
  return (found as unknown as PodSpecLike | undefined)?.containers === undefined
    ? undefined
    : (found as unknown as PodSpecLike);
};
type Templated = { readonly spec?: { readonly template?: unknown; readonly [field: string]: unknown } } | undefined;

/** The object with another Pod spec in its place. */
function withSpec(object: KObject, podSpec: PodSpecLike): KObject {
  const { spec = {} } = object as { readonly spec?: Record<string, unknown> };
  const job = spec.jobTemplate as Templated;
  if (job !== undefined) {
    const template = { ...(job.spec?.template as object), spec: podSpec };
    return { ...object, spec: { ...spec, jobTemplate: { ...job, spec: { ...job.spec, template } } } };
  }
  if (spec.template === undefined) return { ...object, spec: podSpec };
  return { ...object, spec: { ...spec, template: { ...(spec.template as object), spec: podSpec } } };
}

/** Of several objects each has an empty line behind it. */
function notTemplated({ resource, name, label }: Fetched, isLocal: boolean): Failure {
  const where = isLocal ? label : `${resource.resource}/${name}`;
  const text = `error: ${where} the object is not a pod or does not have a pod template: *${resource.version}.${resource.kind}\n`;
  return new Failure(text, 1, `${text}\n`);
}

function splitPairs(words: readonly string[]): { readonly pairs: readonly string[]; readonly rest: readonly string[] } {
  return { pairs: words.filter((word) => word.includes('=')), rest: words.filter((word) => !word.includes('=')) };
}

function* setImage(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const { pairs, rest } = splitPairs(words);
  if (rest.length === 0 && options.list('filename').length === 0) return failure(NOTHING_NAMED);
  if (pairs.length === 0) return failure('at least one image update is required');
  const images = new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
  return yield* change(session, rest, options, 'image updated', (target) => {
    const spec = specOf(target.object);
    if (spec === undefined) return notTemplated(target, options.is('local'));
    const all = [...(spec.initContainers ?? []), ...spec.containers];
    const unknown = [...images.keys()].find(
      (name) => name !== '*' && !all.some((container) => container.name === name),
    );
    if (unknown !== undefined) return failure(`unable to find container named "${unknown}"`);
    return withSpec(
      target.object,
      withContainers(spec, (container) => {
        const image = images.get(container.name) ?? images.get('*');
        return image === undefined ? container : { ...container, image };
      }),
    );
  });
}

function withContainers(spec: PodSpecLike, apply: (container: ContainerLike) => ContainerLike): PodSpecLike {
  const { initContainers } = spec;
  return {
    ...spec,
    ...(initContainers === undefined ? {} : { initContainers: initContainers.map(apply) }),
    containers: spec.containers.map(apply),
  };
}

/** `*` and `?` stand for what they stand for in names of files. */
function matcher(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}

function* setEnv(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const given = [...words.filter(isVariable), ...options.list('env')];
  const rest = words.filter((word) => !isVariable(word));
  if (rest.length === 0 && options.list('filename').length === 0) {
    return failure('one or more resources must be specified as <resource> <name> or <resource>/<name>');
  }
  const from = options.text('from');
  const list = options.is('list');
  if (list && options.has('output')) return failure('--list and --output may not be specified together');
  const invalid = given.find((word) => !/^[-._a-zA-Z][-._a-zA-Z0-9]*(?:=|-$)/.test(word));
  if (invalid !== undefined) {
    return failure(
      `"${invalid.split('=')[0]}" is not a valid key name: a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')`,
    );
  }
  const removed = given.filter((word) => !word.includes('=')).map((word) => word.slice(0, -1));
  const added: EnvVar[] = given
    .filter((word) => word.includes('='))
    .map((word) => ({ name: word.slice(0, word.indexOf('=')), value: word.slice(word.indexOf('=') + 1) }));
  if (from !== undefined) {
    const more = yield* variablesFrom(session, from, options);
    if (isFailure(more)) return more;
    added.unshift(...more);
  }
  const pattern = matcher(options.text('containers') ?? '*');
  const fetched = yield* fetchTargets(session, options.is('local') ? [] : rest, options);
  if (isFailure(fetched)) return fetched;
  if (list) return listVariables(session, fetched, pattern, options);
  return yield* changeAll(session, fetched, options, 'env updated', (target) => {
    const spec = specOf(target.object);
    if (spec === undefined) return notTemplated(target, options.is('local'));
    if (options.has('containers') && !spec.containers.some(({ name }) => pattern.test(name))) {
      const where = `${target.resource.kind}/${target.name}`;
      session.warn(`${where} does not have any containers matching ${JSON.stringify(options.text('containers'))}`);
      return target.object;
    }
    const clash = options.is('overwrite', true)
      ? undefined
      : spec.containers.flatMap(({ env = [] }) => env).find(({ name }) => added.some((one) => one.name === name));
    if (clash !== undefined)
      return failure(`'${clash.name}' already has a value (${clash.value ?? ''}), and --overwrite is false`);
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

const isVariable = (word: string): boolean => /^[^/]+=/.test(word) || /^[^/]+-$/.test(word);

function mergedEnv(env: readonly EnvVar[], added: readonly EnvVar[], removed: readonly string[]): readonly EnvVar[] {
  const kept = env.filter(({ name }) => !removed.includes(name));
  const changed = kept.map((one) => added.findLast(({ name }) => name === one.name) ?? one);
  const fresh = added.filter(
    ({ name }, at) => !kept.some((one) => one.name === name) && added.findLastIndex((one) => one.name === name) === at,
  );
  return [...changed, ...fresh];
}

function* variablesFrom(session: Session, from: string, options: Options): Process<readonly EnvVar[] | Failure> {
  const fetched = yield* fetchTargets(session, [from], options);
  if (isFailure(fetched)) return fetched;
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

function listVariables(
  session: Session,
  fetched: readonly Fetched[],
  pattern: RegExp,
  options: Options,
): number | Failure {
  for (const target of fetched) {
    const spec = specOf(target.object);
    if (spec === undefined) return notTemplated(target, options.is('local'));
    for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
      if (!pattern.test(container.name)) continue;
      session.print(`# ${target.resource.kind} ${target.name}, container ${container.name}\n`);
      for (const { name, value = '', valueFrom } of container.env ?? []) {
        session.print(valueFrom === undefined ? `${name}=${value}\n` : `# ${name} from ${sourceText(valueFrom)}\n`);
      }
    }
  }
  return 0;
}

function sourceText({
  configMapKeyRef,
  secretKeyRef,
  fieldRef,
  resourceFieldRef,
}: NonNullable<EnvVar['valueFrom']>): string {
  if (fieldRef !== undefined) return `field path ${fieldRef.fieldPath}`;
  if (resourceFieldRef !== undefined) {
    const { containerName, resource } = resourceFieldRef;
    return containerName ? `resource ${containerName}/${resource}` : `resource ${resource}`;
  }
  if (secretKeyRef !== undefined) return `secret ${secretKeyRef.name}, key ${secretKeyRef.key}`;
  return configMapKeyRef === undefined
    ? 'invalid valueFrom'
    : `configmap ${configMapKeyRef.name}, key ${configMapKeyRef.key}`;
}

function* setResources(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [limits, requests] = [options.text('limits') ?? '', options.text('requests') ?? ''];
  if (words.length === 0 && options.list('filename').length === 0) return failure(NOTHING_NAMED);
  if (limits === '' && requests === '') {
    return failure('you must specify an update to requests or limits (in the form of --requests/--limits)');
  }
  const [most, least] = [amountsOf(limits), amountsOf(requests)];
  if (isFailure(most)) return most;
  if (isFailure(least)) return least;
  const pattern = matcher(options.text('containers') ?? '*');
  return yield* change(session, words, options, 'resource requirements updated', (target) => {
    const spec = specOf(target.object);
    if (spec === undefined) return notTemplated(target, options.is('local'));
    if (!spec.containers.some(({ name }) => pattern.test(name))) {
      return failure(`unable to find container named ${options.text('containers')}`);
    }
    const containers = spec.containers.map((container) => {
      if (!pattern.test(container.name)) return container;
      const { resources = {} } = container;
      const merged = {
        ...resources,
        ...(limits === '' ? {} : { limits: { ...resources.limits, ...most } }),
        ...(requests === '' ? {} : { requests: { ...resources.requests, ...least } }),
      };
      return { ...container, resources: merged };
    });
    return withSpec(target.object, { ...spec, containers });
  });
}

function amountsOf(text: string): Amounts | Failure {
  const found: Record<string, string> = {};
  for (const part of text.split(',').filter((one) => one !== '')) {
    const [name = '', amount = '', ...more] = part.split('=');
    if (amount === '' || more.length > 0)
      return failure(`Invalid argument syntax ${part}, expected <resource>=<value>`);
    if (!/^[+-]?[0-9.]+[eEinumkKMGTP]*[-+]?[0-9]*$/.test(amount)) {
      return failure("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }
    found[name] = amount;
  }
  return found;
}

function* setSelector(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const expression = words.at(-1) ?? '';
  if (expression === '') return failure('one selector is required');
  const selector = Object.fromEntries(expression.split(',').map((pair) => pair.split('=') as [string, string]));
  return yield* change(session, words.slice(0, -1), options, 'selector updated', ({ object }) =>
    object.kind === 'Service'
      ? { ...object, spec: { ...(object as { readonly spec?: object }).spec, selector } }
      : failure(`setting a selector is only supported for Services`),
  );
}

function* setServiceAccount(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const name = words.at(-1);
  if (name === undefined || words.length < 2) return failure('serviceaccount is required');
  return yield* change(session, words.slice(0, -1), options, 'serviceaccount updated', (target) => {
    const spec = specOf(target.object);
    return spec === undefined
      ? notTemplated(target, options.is('local'))
      : withSpec(target.object, { ...spec, serviceAccountName: name });
  });
}

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly apiGroup?: string;
  readonly namespace?: string;
}

function* setSubject(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const accounts = options.list('serviceaccount');
  const named = [...options.list('user'), ...options.list('group'), ...accounts];
  if (named.length === 0) {
    return failure('you must specify at least one value of user, group or serviceaccount');
  }
  const wrong = accounts.find((text) => text.split(':').length !== 2);
  if (wrong !== undefined) return failure('serviceaccount must be <namespace>:<name>');
  const apiGroup = 'rbac.authorization.k8s.io';
  const added: Subject[] = [
    ...options.list('user').map((name) => ({ apiGroup, kind: 'User', name })),
    ...options.list('group').map((name) => ({ apiGroup, kind: 'Group', name })),
    ...accounts.map((text) => {
      const [namespace = '', name = ''] = text.split(':');
      return { kind: 'ServiceAccount', name, namespace };
    }),
  ];
  return yield* change(session, words, options, 'subjects updated', ({ object, resource, name }) => {
    if (!/Binding$/.test(resource.kind)) {
      return failure(
        `${resource.resource}/${name} setting subjects is only supported for RoleBinding/ClusterRoleBinding`,
      );
    }
    const { subjects = [] } = object as { readonly subjects?: readonly Subject[] };
    const same = (a: Subject, b: Subject) => a.kind === b.kind && a.name === b.name && a.namespace === b.namespace;
    const fresh = added.filter((one) => !subjects.some((known) => same(known, one)));
    return { ...object, subjects: [...subjects, ...fresh] } as KObject;
  });
}
