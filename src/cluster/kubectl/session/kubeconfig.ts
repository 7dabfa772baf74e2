// Models staging/src/k8s.io/client-go/tools/clientcmd (v1.36): one file with everything in it, which `kubectl config` may change

import { parseManifests } from '../../../api/yaml/index.ts';
import { base64 } from '../../../base/bytes/base64.ts';
import type { Credentials } from '../../ports/credentials.ts';
import { declares } from '../flags/argv.ts';
import type { Options } from '../flags/options.ts';
import { Failure, failure } from './errors.ts';
import { fileNamed } from './files.ts';
import { actAs, type Identity, KUBECONFIG, type Session } from './session.ts';

export interface NamedEntry {
  readonly name: string;
  readonly [kind: string]: unknown;
}

export interface ContextEntry extends NamedEntry {
  readonly context: { readonly cluster: string; readonly user: string; readonly namespace?: string };
}

export interface Kubeconfig {
  readonly apiVersion: 'v1';
  readonly clusters: readonly NamedEntry[];
  readonly contexts: readonly ContextEntry[];
  readonly 'current-context': string;
  readonly kind: 'Config';
  readonly users: readonly NamedEntry[];
}

export const CLUSTER = 'kubestep';

/** The file that a flag names, else the variable; undefined: the one in the home directory. */
export function namedFile(session: Session, options: Options): string | undefined {
  return options.text('kubeconfig') || session.invocation.kubeconfig || undefined;
}

interface UserEntry {
  readonly name: string;
  readonly user?: { readonly token?: string; readonly username?: string; readonly password?: string };
}

/** A kubeconfig beside the command: its tokens and passwords are used as they stand, its certificates by the user's name. */
function readKubeconfig(text: string): Kubeconfig | undefined {
  const [read] = parseManifests(text).documents;
  const config = (read?.object ?? undefined) as Partial<Kubeconfig> | undefined;
  if (config?.kind !== 'Config') return undefined;
  const { clusters = [], contexts = [], users = [] } = config;
  return {
    apiVersion: 'v1',
    clusters,
    contexts,
    'current-context': config['current-context'] ?? '',
    kind: 'Config',
    users,
  };
}

/** What the file says now. */
export function kubeconfigOf(session: Session): Kubeconfig {
  if (session.ownConfig !== undefined) return session.ownConfig as Kubeconfig;
  const changed = session.cached(KUBECONFIG)?.body as Kubeconfig | undefined;
  if (changed !== undefined) return changed;
  const { host } = session;
  const names = Object.keys(host.users).sort();
  return {
    apiVersion: 'v1',
    clusters: [
      {
        cluster: { 'certificate-authority-data': base64('certificate authority'), server: host.server },
        name: CLUSTER,
      },
    ],
    contexts: names.map((user) => ({ context: { cluster: CLUSTER, user }, name: `${user}@${CLUSTER}` })),
    'current-context': `${host.currentUser}@${CLUSTER}`,
    kind: 'Config',
    users: names.map((name) => ({ name, user: credentialsIn(name, host.users[name]) })),
  };
}

/** Certificates are known by the names of their users: there is nothing else in them. */
function credentialsIn(name: string, { token, basic }: Credentials = {}): object {
  if (token !== undefined) return { token };
  if (basic !== undefined) return { password: basic.password, username: basic.username };
  return {
    'client-certificate-data': base64(`certificate of ${name}`),
    'client-key-data': base64(`key of ${name}`),
  };
}

/** Where kubectl looks for a server when no kubeconfig says where one is. */
const NOWHERE = 'http://localhost:8080';

const EMPTY: Kubeconfig = {
  apiVersion: 'v1',
  clusters: [],
  contexts: [],
  'current-context': '',
  kind: 'Config',
  users: [],
};

/** No server answers there. */
function nobody(session: Session, server: string): Failure {
  session.refused = true;
  session.identity = { ...session.identity, server };
  return failure('');
}

/** Flags that need a file of this machine, or a connection that is not simulated. */
const UNREADABLE = [
  ['client-certificate', 'client-cert'],
  ['client-key', 'client-key'],
  ['certificate-authority', 'certificate-authority'],
] as const;
const NOT_MODELLED = ['tls-server-name', 'match-server-version', 'kuberc', 'profile-output'] as const;

/** Settles whom the command acts as; the failure is what is wrong with its flags. */
export function loadConfig(session: Session, options: Options): Failure | undefined {
  const wrong = problemWithFlags(session, options);
  if (wrong !== undefined) return wrong;
  const config = kubeconfigOf(session);
  // A command about the kubeconfig itself needs none of it; one that names subjects hides the flag of that name.
  if (options.command.isOfKubeconfig) return undefined;
  const namesSubject = declares(options.command, 'user');
  const contextName = options.text('context') || config['current-context'];
  const found = config.contexts.find(({ name }) => name === contextName);
  const clusterFlag = options.text('cluster');
  const userFlag = namesSubject ? undefined : options.text('user') || undefined;
  if (found === undefined && contextName !== '') {
    return new Failure(`Error in configuration: context was not found for specified context: ${contextName}\n`);
  }
  const known = (name: string): boolean =>
    config.users.some((each) => each.name === name) || Object.hasOwn(session.host.users, name);
  if (userFlag !== undefined && !known(userFlag)) return failure(`auth info "${userFlag}" does not exist`);
  const cluster = clusterFlag ?? found?.context.cluster ?? '';
  const place = config.clusters.find(({ name }) => name === cluster);
  if (place === undefined && clusterFlag !== undefined) return failure(`no server found for cluster "${cluster}"`);
  const { server = '' } = (place?.cluster ?? {}) as { readonly server?: string };
  // A file beside the command may call the server by another name.
  const isUsual = session.ownConfig === undefined && !options.has('server');
  if (isUsual && server !== session.host.server) return nobody(session, server || NOWHERE);
  const user = userFlag ?? found?.context.user;
  if (user !== undefined && !known(user)) {
    return new Failure(`Error in configuration: \n* context was not found for specified context: ${contextName}\n`);
  }
  const impersonates = (['as-uid', 'as-group', 'as-user-extra'] as const).some((flag) => options.has(flag));
  if (impersonates && !options.text('as')) {
    return failure(`requesting uid, groups or user-extra for ${user ?? ''} without impersonating a user`);
  }
  const entry = config.users.find(({ name }) => name === user);
  actAs(
    session,
    options.text('namespace'),
    withSecretsOf(identityOf(session, options, user, userFlag !== undefined), entry as UserEntry | undefined),
    found?.context.namespace,
  );
  return undefined;
}

/** What a kubeconfig beside the command says of a user; flags go over it. */
function withSecretsOf(identity: Identity, entry: UserEntry | undefined): Identity {
  const { token, username, password = '' } = entry?.user ?? {};
  if (identity.token !== undefined || identity.basic !== undefined) return identity;
  if (token !== undefined) return { ...identity, token };
  return username === undefined ? identity : { ...identity, basic: { username, password } };
}

function identityOf(session: Session, options: Options, user: string | undefined, named: boolean): Identity {
  const token = options.text('token');
  const as = options.text('as');
  const asUid = options.text('as-uid');
  const username = options.text('username');
  const password = options.text('password') ?? '';
  const standing = session.invocation.user;
  const whose = standing !== undefined && !named && !options.has('context') ? standing : user;
  return {
    groups: options.list('as-group'),
    asExtra: options.list('as-user-extra'),
    ...(whose === undefined ? {} : { user: whose }),
    ...(token === undefined ? {} : { token }),
    ...(username === undefined ? {} : { basic: { username, password } }),
    ...(as === undefined ? {} : { as }),
    ...(asUid === undefined ? {} : { asUid }),
  };
}

function problemWithFlags(session: Session, options: Options): Failure | undefined {
  // What `debug` calls a profile is something else.
  const profile = declares(options.command, 'profile') ? 'none' : (options.text('profile') ?? 'none');
  if (profile !== 'none') {
    const known = ['cpu', 'heap', 'goroutine', 'threadcreate', 'block', 'mutex'].includes(profile);
    return failure(known ? '--profile is not modelled' : `unknown profile '${profile}'`);
  }
  const file = namedFile(session, options) ?? '';
  const { files } = session.invocation;
  if (file !== '') {
    const text = fileNamed(session, file);
    const isMade = text === undefined && options.command.isOfKubeconfig === true;
    if (text === undefined && !isMade) return failure(`stat ${file}: no such file or directory`);
    session.ownConfig = text === undefined ? EMPTY : readKubeconfig(text);
    if (session.ownConfig === undefined) return failure(`error loading config file "${file}": it is no kubeconfig`);
  }
  // What its commands write into the kubeconfig are flags of the same names.
  if (options.command.isOfKubeconfig) return undefined;
  const server = options.text('server') ?? '';
  if (server !== '' && server !== session.host.server) {
    return nobody(session, server);
  }
  for (const [flag, what] of UNREADABLE) {
    const name = options.text(flag) ?? '';
    if (name === '') continue;
    if (Object.hasOwn(files, name)) return failure(`--${flag} is not modelled`);
    const whose = flag === 'certificate-authority' ? CLUSTER : session.userName;
    return failure(`unable to read ${what} ${name} for ${whose} due to open ${name}: no such file or directory`);
  }
  if (options.has('vmodule') && !/^(?:[^=,]+=\d+(?:,|$))*$/.test(options.text('vmodule') ?? '')) {
    const told = 'syntax error: expect comma-separated list of filename=N';
    return failure(
      `invalid argument "${options.text('vmodule')}" for "--vmodule" flag: ${told}\nSee 'kubectl ${options.path} --help' for usage.`,
    );
  }
  const unknown = NOT_MODELLED.find((flag) => options.has(flag));
  if (unknown !== undefined) return failure(`--${unknown} is not modelled`);
  return problemWithPatience(options);
}

function problemWithPatience(options: Options): Failure | undefined {
  const patience = options.text('request-timeout');
  if (patience === undefined || /^-?(?:\d+|(?:\d+(?:\.\d+)?(?:ms|us|µs|ns|s|m|h))+)$/.test(patience)) return undefined;
  return failure(
    'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)',
  );
}
