import { goJson } from '../../../../api/go/json-text.ts';
import type { Process } from '../../../../engine/index.ts';
import { type Discovered, discover, findResource } from '../../client/discovery.ts';
import { orderedAsSent, printedText } from '../../print/objects.ts';
import { TABLE_OPTIONS, TabWriter } from '../../print/tabwriter.ts';
import { type Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { listAccess } from './access-list.ts';
import { reconcile } from './auth-reconcile.ts';
import type { AuthOptions } from './flags.ts';

const AUTHORIZATION = '/apis/authorization.k8s.io/v1';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/auth (v1.36) */
export function* auth(session: Session, words: readonly string[], options: AuthOptions): Process<number | Failure> {
  const [what = '', ...rest] = words;
  if (what === 'whoami') return yield* whoAmI(session, options);
  if (what === 'reconcile') return yield* reconcile(session, rest, options);
  if (options.is('list')) return listProblem(rest, options) ?? (yield* listAccess(session, !options.is('no-headers')));
  return yield* canI(session, rest, options);
}

function listProblem(words: readonly string[], options: AuthOptions): Failure | undefined {
  if (words.length > 0) return failure('list option must be specified with no arguments');
  const limited = options.is('quiet') || options.is('all-namespaces') || (options.text('subresource') ?? '') !== '';
  return limited
    ? failure("list option can't be specified with neither quiet, all-namespaces nor subresource options")
    : undefined;
}

function* canI(session: Session, words: readonly string[], options: AuthOptions): Process<number | Failure> {
  const [verb, what] = words;
  if (verb === undefined || what === undefined || words.length > 2) {
    return failure(
      "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples.",
    );
  }
  const isAddress = what.startsWith('/');
  if (isAddress && (options.text('subresource') ?? '') !== '') {
    return failure('--subresource can not be used with NonResourceURL');
  }
  const spec = isAddress
    ? { nonResourceAttributes: { path: what, verb } }
    : { resourceAttributes: yield* attributesOf(session, verb, what, options) };
  const isVerbLookedAt = isAddress || !options.is('all-namespaces');
  if (isVerbLookedAt && !(isAddress ? ADDRESS_VERBS : KNOWN_VERBS).includes(verb))
    session.warn(`verb '${verb}' is not a known verb\n`);
  if (options.is('no-headers')) return failure('--no-headers cannot be set without --list specified');
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

/** What is no resource of the server and may be asked of all the same. */
const UNLISTED: readonly string[] = ['*', 'users', 'groups'];

function* attributesOf(session: Session, verb: string, what: string, options: AuthOptions): Process<object> {
  const [word = '', name] = what.split('/');
  const resource = findResource(yield* discover(session), word);
  if (resource === undefined && !UNLISTED.includes(word.toLowerCase())) {
    const [type = '', ...group] = word.toLowerCase().split('.');
    const where = group.length === 0 ? '' : ` in group '${group.join('.')}'`;
    session.warn(`the server doesn't have a resource type '${type}'${where}\n`);
  }
  if (resource !== undefined && !options.is('all-namespaces')) yield* checkScope(session, resource);
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
  const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  yield* session.call({ method: 'GET', path, accept: 'application/json, */*' });
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

const KNOWN_VERBS = [
  'get list watch create update patch delete deletecollection use bind impersonate * approve sign escalate attest',
].flatMap((line) => line.split(' '));

const ADDRESS_VERBS = 'get put post head options delete patch *'.split(' ');

function* whoAmI(session: Session, options: AuthOptions): Process<number | Failure> {
  const response = yield* session.call({
    method: 'POST',
    path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
    accept: 'application/json, */*',
    body: { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', metadata: {}, status: { userInfo: {} } },
  });
  if (response.code >= 300) return failureOf(response.code, response.body);
  if ((options.text('output') ?? '') !== '') {
    const { body } = response;
    const isJson = options.text('output') === 'json';
    const typed = isJson
      ? `${goJson(orderedAsSent(body), { indent: 4 })}\n`
      : printedText(options, [body], body, '', session);
    if (isFailure(typed)) return typed;
    session.print(typed);
    return 0;
  }
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
