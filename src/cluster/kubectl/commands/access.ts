import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { type Discovered, discover, findResource } from '../discovery.ts';
import { type Failure, failure, failureOf } from '../errors.ts';
import { TABLE_OPTIONS, TabWriter } from '../print/tabwriter.ts';
import type { Session } from '../session.ts';
import { listAccess } from './access-list.ts';

const AUTHORIZATION = '/apis/authorization.k8s.io/v1';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/auth (v1.36): can-i and whoami. */
export function* auth(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [what = '', ...rest] = words;
  if (what === 'whoami') return yield* whoAmI(session);
  if (what !== 'can-i') return failure(`kubectl auth ${what} is not modelled`);
  if (options.is('list')) return yield* listAccess(session, !options.is('no-headers'));
  return yield* canI(session, rest, options);
}

function* canI(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [verb, what, nameWord] = words;
  if (verb === undefined || what === undefined) {
    return failure(
      "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples.",
    );
  }
  const spec = what.startsWith('/')
    ? { nonResourceAttributes: { path: what, verb } }
    : { resourceAttributes: yield* attributesOf(session, verb, what, nameWord, options) };
  const response = yield* session.call({
    method: 'POST',
    path: `${AUTHORIZATION}/selfsubjectaccessreviews`,
    accept: 'application/json, */*',
    body: {
      kind: 'SelfSubjectAccessReview',
      apiVersion: 'authorization.k8s.io/v1',
      metadata: {},
      spec,
      status: { allowed: false },
    },
  });
  if (response.code >= 300) return failureOf(response.code, response.body);
  const { allowed = false, reason, evaluationError } = (response.body as AccessReview).status ?? {};
  if (!options.is('quiet')) {
    const why = allowed ? '' : `${reason ? ` - ${reason}` : ''}${evaluationError ? ` - ${evaluationError}` : ''}`;
    session.print(`${allowed ? 'yes' : 'no'}${why}\n`);
  }
  return allowed ? 0 : 1;
}

interface AccessReview {
  readonly status?: { readonly allowed?: boolean; readonly reason?: string; readonly evaluationError?: string };
}

function* attributesOf(
  session: Session,
  verb: string,
  what: string,
  nameWord: string | undefined,
  options: Options,
): Process<object> {
  const [word = '', slashName] = what.split('/');
  const name = nameWord ?? slashName;
  const resource = findResource(yield* discover(session), word);
  if (resource === undefined && word !== '*') session.warn(`the server doesn't have a resource type '${word}'\n`);
  if (resource !== undefined) yield* checkScope(session, resource);
  const subresource = options.text('subresource');
  return {
    ...(options.is('all-namespaces') ? {} : { namespace: session.namespace }),
    verb,
    ...(resource === undefined || resource.group === '' ? {} : { group: resource.group }),
    resource: resource?.resource ?? word,
    ...(subresource === undefined ? {} : { subresource }),
    ...(name === undefined ? {} : { name }),
  };
}

function* checkScope(session: Session, resource: Discovered): Process<void> {
  const { group, version } = resource;
  yield* session.call({ method: 'GET', path: group === '' ? `/api/${version}` : `/apis/${group}/${version}` });
  if (resource.namespaced) return;
  const suffix = group === '' ? '' : ` in group '${group}'`;
  session.warn(`resource '${resource.resource}' is not namespace scoped${suffix}\n`);
}

interface SelfReview {
  readonly status?: {
    readonly userInfo?: {
      readonly username?: string;
      readonly uid?: string;
      readonly groups?: readonly string[];
      readonly extra?: { readonly [key: string]: readonly string[] };
    };
  };
}

function* whoAmI(session: Session): Process<number | Failure> {
  const response = yield* session.call({
    method: 'POST',
    path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
    accept: 'application/json, */*',
    body: { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', metadata: {}, status: { userInfo: {} } },
  });
  if (response.code >= 300) return failureOf(response.code, response.body);
  const { username, uid, groups = [], extra = {} } = (response.body as SelfReview).status?.userInfo ?? {};
  const writer = new TabWriter(TABLE_OPTIONS);
  writer.write('ATTRIBUTE\tVALUE\n');
  if (username) writer.write(`Username\t${username}\n`);
  if (uid) writer.write(`UID\t${uid}\n`);
  if (groups.length > 0) writer.write(`Groups\t[${groups.join(' ')}]\n`);
  for (const key of Object.keys(extra).sort()) writer.write(`Extra: ${key}\t[${(extra[key] ?? []).join(' ')}]\n`);
  session.print(writer.flush());
  return 0;
}
