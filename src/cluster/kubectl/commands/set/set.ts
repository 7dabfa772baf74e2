// Models staging/src/k8s.io/kubectl/pkg/cmd/set (v1.36)

import { parseSelector, type Requirement } from '../../../../api/selectors/selectors.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { readTyped } from '../../print/objects.ts';
import { Failure, failure, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { NOTHING_NAMED } from '../../targets/target.ts';
import { localProblem } from '../../writing/settled-first.ts';
import { severalDocuments } from '../../writing/writing.ts';
import type { SetOptions } from './flags.ts';
import { setEnv } from './set-env.ts';
import {
  type Amounts,
  change,
  changeAll,
  containersOf,
  fetchChanged,
  matcher,
  notTemplated,
  objectName,
  specOf,
  withContainers,
  withSpec,
} from './set-objects.ts';

/** `kubectl set WHAT …`: objects are fetched, changed and sent as a patch of what differs. */
export function* set(
  session: Session,
  [what = '', ...words]: readonly string[],
  options: SetOptions,
): Process<number | Failure> {
  readTyped(session);
  severalDocuments(session);
  const unclear = LOCAL_FIRST.includes(what) ? localProblem(session, options) : undefined;
  if (unclear !== undefined) return unclear;
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

/** Those that say at once that no server tries what is local. */
const LOCAL_FIRST: readonly string[] = ['env', 'serviceaccount'];

function splitPairs(words: readonly string[]): { readonly pairs: readonly string[]; readonly rest: readonly string[] } {
  const isPair = (word: string): boolean => word.indexOf('=') > 0;
  return { pairs: words.filter(isPair), rest: words.filter((word) => !isPair(word)) };
}

const IMAGE = { done: 'image updated', failed: 'failed to patch image update to pod template:' };

function* setImage(session: Session, words: readonly string[], options: SetOptions): Process<number | Failure> {
  const { pairs, rest } = splitPairs(words);
  if (rest.length === 0 && options.list('filename').length === 0) return failure(NOTHING_NAMED);
  const images = new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
  const fetched = yield* fetchChanged(session, rest, options);
  if (isFailure(fetched)) return fetched;
  const wrong = [
    options.is('all') && options.has('selector') ? 'cannot set --all and --selector at the same time' : undefined,
    images.size === 0 ? 'at least one image update is required' : undefined,
    localProblem(session, options)?.text.slice('error: '.length, -1),
  ].filter((text) => text !== undefined);
  if (wrong.length > 1) return new Failure(`${wrong.join('\n')}\n`);
  if (wrong[0] !== undefined) return failure(wrong[0]);
  if (images.size > 1 && images.has('*')) {
    return failure(
      'all containers are already specified by *, but saw more than one container_name=container_image pairs',
    );
  }
  return yield* changeAll(session, fetched, options, IMAGE, (target, failures) => {
    const spec = specOf(target.object);
    if (spec === undefined) return notTemplated(target, options.is('local'));
    const all = [...(spec.initContainers ?? []), ...spec.containers];
    for (const name of images.keys()) {
      if (name === '*' || all.some((container) => container.name === name)) continue;
      const text = `error: unable to find container named "${name}"\n`;
      failures.push(new Failure(text));
    }
    return withSpec(
      target.object,
      withContainers(spec, (container) => {
        const image = images.get(container.name) ?? images.get('*');
        return image === undefined ? container : { ...container, image };
      }),
    );
  });
}

const RESOURCES = { done: 'resource requirements updated', failed: 'failed to patch resources update to pod template' };

function* setResources(session: Session, words: readonly string[], options: SetOptions): Process<number | Failure> {
  const [limits, requests] = [options.text('limits') ?? '', options.text('requests') ?? ''];
  if (words.length === 0 && options.list('filename').length === 0) return failure(NOTHING_NAMED);
  const fetched = yield* fetchChanged(session, words, options);
  if (isFailure(fetched)) return fetched;
  const untried = localProblem(session, options);
  if (untried !== undefined) return untried;
  if (limits === '' && requests === '') {
    return failure('you must specify an update to requests or limits (in the form of --requests/--limits)');
  }
  const [most, least] = [amountsOf(limits), amountsOf(requests)];
  if (isFailure(most)) return most;
  if (isFailure(least)) return least;
  const pattern = matcher(options.text('containers') ?? '*');
  return yield* changeAll(session, fetched, options, RESOURCES, (target) => {
    const spec = specOf(target.object);
    if (spec === undefined) return notTemplated(target, options.is('local'));
    if (!containersOf(spec).some(({ name }) => pattern.test(name))) {
      return failure(`unable to find container named ${options.text('containers')}`);
    }
    const bounded = withContainers(spec, (container) => {
      if (!pattern.test(container.name)) return container;
      const { resources = {} } = container;
      const merged = {
        ...resources,
        ...(limits === '' ? {} : { limits: { ...resources.limits, ...most } }),
        ...(requests === '' ? {} : { requests: { ...resources.requests, ...least } }),
      };
      return { ...container, resources: merged };
    });
    return withSpec(target.object, bounded);
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

function* setSelector(session: Session, words: readonly string[], options: SetOptions): Process<number | Failure> {
  const expression = words.at(-1) ?? '';
  if (expression === '') return failure('one selector is required');
  const selector = selectorOf(expression);
  if (isFailure(selector)) return selector;
  const wording = { done: 'selector updated', always: true };
  const resourceVersion = options.text('resource-version') || undefined;
  return yield* change(session, words.slice(0, -1), options, wording, ({ object }) => {
    if (object.kind !== 'Service') return failure('setting a selector is only supported for Services');
    const unsupported = selector.filter((one) => one.operator !== '=');
    if (unsupported.length > 0) {
      const told = unsupported.map(({ key, operator, values }) => `{${key} ${operator} [${values.join(' ')}]}`);
      return failure(`match expression [${told.join(' ')}] not supported on this object`);
    }
    const wanted = Object.fromEntries(selector.map(({ key, values }) => [key, values[0] ?? '']));
    return {
      ...object,
      metadata: { ...object.metadata, ...(resourceVersion === undefined ? {} : { resourceVersion }) },
      spec: { ...(object as { readonly spec?: object }).spec, selector: wanted },
    };
  });
}

/** What a label selector of an object can say. */
const OPERATORS: readonly string[] = ['=', 'In', 'NotIn', 'Exists', 'DoesNotExist'];

/** Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go ParseToLabelSelector (v1.36) */
function selectorOf(text: string): readonly Requirement[] | Failure {
  const parsed = parseSelector(text);
  if ('error' in parsed) return failure(`couldn't parse the selector string "${text}": ${parsed.error}`);
  const unknown = parsed.requirements.find(({ operator }) => !OPERATORS.includes(operator));
  return unknown === undefined
    ? parsed.requirements
    : failure(`"${unknown.operator}" is not a valid label selector operator`);
}

function* setServiceAccount(
  session: Session,
  words: readonly string[],
  options: SetOptions,
): Process<number | Failure> {
  const name = words.at(-1);
  if (name === undefined) return failure('serviceaccount is required');
  const wording = { done: 'serviceaccount updated', failed: 'failed to patch ServiceAccountName', always: true };
  return yield* change(session, words.slice(0, -1), options, wording, (target) => {
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

function* setSubject(session: Session, words: readonly string[], options: SetOptions): Process<number | Failure> {
  if (words.length === 0 && !options.has('filename')) return failure(NOTHING_NAMED);
  const fetched = yield* fetchChanged(session, words, options);
  if (isFailure(fetched)) return fetched;
  const untried = localProblem(session, options);
  if (untried !== undefined) return untried;
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
      return { kind: 'ServiceAccount', name, namespace: namespace || session.namespace };
    }),
  ];
  const wording = { done: 'subjects updated', failed: 'failed to patch subjects to rolebinding:' };
  return yield* changeAll(session, fetched, options, wording, (target) => {
    const { object, resource } = target;
    if (!/Binding$/.test(resource.kind)) {
      const text = `error: ${objectName(target, options.is('local'))} setting subjects is only supported for RoleBinding/ClusterRoleBinding\n`;
      return new Failure(text, 1, `${text}\n`);
    }
    const { subjects = [] } = object as { readonly subjects?: readonly Subject[] };
    const same = (a: Subject, b: Subject) => a.kind === b.kind && a.name === b.name && a.namespace === b.namespace;
    const fresh = added.filter((one) => !subjects.some((known) => same(known, one)));
    return { ...object, subjects: [...subjects, ...fresh] } as KObject;
  });
}
