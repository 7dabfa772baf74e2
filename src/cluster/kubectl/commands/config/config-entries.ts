// Models staging/src/k8s.io/kubectl/pkg/cmd/config/{set_cluster,set_credentials}.go (v1.36)

import { base64 } from '../../../../base/bytes/base64.ts';
import { type Failure, failure, isFailure } from '../../session/errors.ts';
import { fileNamed } from '../../session/files.ts';
import { kubeconfigOf } from '../../session/kubeconfig.ts';
import type { Session } from '../../session/session.ts';
import { changeConfig, unexpected, withEntry } from './config-change.ts';
import type { ConfigOptions } from './flags.ts';

type Fields = { readonly [field: string]: unknown };

/** Those that are given, over what was there; an empty text takes a field away. */
function merged(before: Fields, given: Fields): Fields {
  const fields: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(given)) {
    if (value === '') delete fields[name];
    else if (value !== undefined) fields[name] = value;
  }
  return fields;
}

export function setCluster(session: Session, words: readonly string[], options: ConfigOptions): number | Failure {
  const [name] = words;
  if (name === undefined || words.length > 1) return unexpected(words);
  if (name === '') return failure('you must specify a non-empty cluster name');
  const authority = options.text('certificate-authority') ?? '';
  // The flag counts as given even when it is not: a cluster that was insecure is checked again.
  const insecure = options.is('insecure-skip-tls-verify');
  if (insecure && authority !== '') {
    return failure('you cannot specify a certificate authority and insecure mode at the same time');
  }
  const certificates = authorityFields(session, options, authority, insecure);
  if (isFailure(certificates)) return certificates;
  const config = kubeconfigOf(session);
  const before = (config.clusters.find((one) => one.name === name)?.cluster ?? {}) as Fields;
  const cluster = merged(before, {
    server: options.text('server'),
    'tls-server-name': options.text('tls-server-name'),
    'proxy-url': options.text('proxy-url'),
    ...certificates,
    'insecure-skip-tls-verify': insecure || '',
  });
  const clusters = withEntry(config.clusters, { name, cluster: { server: '', ...cluster } });
  changeConfig(session, { ...config, clusters }, options);
  session.print(`Cluster "${name}" set.\n`);
  return 0;
}

function authorityFields(session: Session, options: ConfigOptions, file: string, insecure: boolean): Fields | Failure {
  const embeds = options.is('embed-certs');
  if (embeds && file === '') return failure('you must specify a --certificate-authority to embed');
  if (insecure) return { 'certificate-authority': '', 'certificate-authority-data': '' };
  if (file === '') return {};
  if (!embeds) return { 'certificate-authority': absolute(file), 'certificate-authority-data': '' };
  const text = fileNamed(session, file);
  if (text === undefined) return missing('certificate-authority', file);
  return { 'certificate-authority': '', 'certificate-authority-data': base64(text) };
}

const absolute = (file: string): string => (file.startsWith('/') ? file : `/home/user/${file}`);

const missing = (what: string, file: string): Failure =>
  failure(`could not stat ${what} file ${file}: stat ${file}: no such file or directory`);

export function setCredentials(session: Session, words: readonly string[], options: ConfigOptions): number | Failure {
  const [name] = words;
  if (name === undefined || words.length > 1) return unexpected(words, 'unexpected');
  if (name === '') return failure('you must specify a non-empty user name');
  const [token, username, password] = (['token', 'username', 'password'] as const).map((flag) => options.text(flag));
  const isBasic = Boolean(username) || Boolean(password);
  if (token && isBasic) {
    return failure(
      'you cannot specify more than one authentication method at the same time: --token, --username/--password',
    );
  }
  const certificates = certificateFields(session, options);
  if (isFailure(certificates)) return certificates;
  const mode = options.text('exec-interactive-mode');
  if (mode !== undefined && !MODES.includes(mode)) {
    return failure('invalid interactive mode type, can be only IfAvailable, Never, Always');
  }
  const config = kubeconfigOf(session);
  const before = (config.users.find((one) => one.name === name)?.user ?? {}) as Fields;
  const user = merged(before, {
    ...certificates,
    token: isBasic ? '' : token,
    username: token ? '' : username,
    password: token ? '' : password,
    'auth-provider': providerOf(before, options),
    exec: programOf(before, options),
  });
  changeConfig(session, { ...config, users: withEntry(config.users, { name, user }) }, options);
  session.print(`User "${name}" set.\n`);
  return 0;
}

const MODES: readonly string[] = ['IfAvailable', 'Never', 'Always'];
const CERTIFICATES = ['client-certificate', 'client-key'] as const;

function certificateFields(session: Session, options: ConfigOptions): Fields | Failure {
  const embeds = options.is('embed-certs');
  const given = CERTIFICATES.filter((flag) => options.text(flag));
  if (embeds && given.length === 0) {
    return failure('you must specify a --client-certificate or --client-key to embed');
  }
  const fields: Record<string, unknown> = {};
  for (const flag of given) {
    const file = options.text(flag) ?? '';
    const text = embeds ? fileNamed(session, file) : '';
    if (text === undefined) return missing(flag, file);
    fields[flag] = embeds ? '' : absolute(file);
    fields[`${flag}-data`] = embeds ? base64(text) : '';
  }
  return fields;
}

/** `key=value` sets, `key-` takes away. */
function pairs(before: Fields, given: readonly string[]): Fields {
  const found: Record<string, unknown> = { ...before };
  for (const text of given) {
    const equals = text.indexOf('=');
    if (equals >= 0) found[text.slice(0, equals)] = text.slice(equals + 1);
    else delete found[text.replace(/-$/, '')];
  }
  return found;
}

function providerOf(before: Fields, options: ConfigOptions): Fields | undefined {
  const present = before['auth-provider'] as { readonly name?: string; readonly config?: Fields } | undefined;
  const name = options.text('auth-provider');
  const given = options.list('auth-provider-arg');
  if (name === undefined && (given.length === 0 || present === undefined)) return undefined;
  return { config: pairs(present?.config ?? {}, given), name: name ?? present?.name ?? '' };
}

interface Program extends Fields {
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
}

function programOf(before: Fields, options: ConfigOptions): Program | undefined {
  const present = before.exec as Program | undefined;
  const given = ['command', 'arg', 'env', 'api-version', 'interactive-mode', 'provide-cluster-info'] as const;
  if (!given.some((flag) => options.has(`exec-${flag}`))) return undefined;
  if (present === undefined && !options.has('exec-command')) return undefined;
  const variables = Object.fromEntries((present?.env ?? []).map(({ name, value }) => [name, value]));
  const env = Object.entries(pairs(variables, options.list('exec-env'))).map(([name, value]) => ({
    name,
    value: String(value),
  }));
  const args = options.list('exec-arg');
  const mode = options.text('exec-interactive-mode') ?? present?.interactiveMode;
  return {
    apiVersion: options.text('exec-api-version') ?? present?.apiVersion ?? '',
    args: args.length > 0 ? args : (present?.args ?? null),
    command: options.text('exec-command') ?? present?.command ?? '',
    env: env.length > 0 || present !== undefined ? env : null,
    ...(mode === undefined ? {} : { interactiveMode: mode }),
    provideClusterInfo: options.is('exec-provide-cluster-info', present?.provideClusterInfo === true),
  };
}
