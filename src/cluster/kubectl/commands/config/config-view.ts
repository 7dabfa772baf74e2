// Models staging/src/k8s.io/kubectl/pkg/cmd/config/view.go (v1.36)

import { goJson } from '../../../../api/go/json-text.ts';
import { printKyaml } from '../../print/kyaml.ts';
import { printedText } from '../../print/objects.ts';
import { type Failure, failure, isFailure } from '../../session/errors.ts';
import { type Kubeconfig, kubeconfigOf, type NamedEntry } from '../../session/kubeconfig.ts';
import type { Session } from '../../session/session.ts';
import type { ConfigOptions } from './flags.ts';

const SECRETS: readonly string[] = [
  'token',
  'password',
  'client-key-data',
  'client-certificate-data',
  'certificate-authority-data',
];

export function view(session: Session, words: readonly string[], options: ConfigOptions): number | Failure {
  if (words.length > 0) {
    return failure(`unexpected arguments: [${words.join(' ')}]\nSee 'kubectl config view -h' for help and examples`);
  }
  if (!options.is('merge', true) && !options.has('kubeconfig')) {
    return failure('if merge==false a precise file must be specified');
  }
  const config = kubeconfigOf(session);
  const chosen = options.is('minify') ? minified(config, options.text('context') || config['current-context']) : config;
  if (isFailure(chosen)) return chosen;
  const shown = asWritten(options.is('raw') || options.is('flatten') ? chosen : concealed(chosen));
  const text = textOf(session, shown, options);
  if (isFailure(text)) return text;
  session.print(text);
  return 0;
}

function textOf(session: Session, shown: object, options: ConfigOptions): string | Failure {
  const output = options.text('output') ?? 'yaml';
  if (output === 'json') return `${goJson(shown, { indent: 4 })}\n`;
  if (output === 'kyaml') return printKyaml(shown, 'as given');
  return output === 'name' ? 'config/<unknown>\n' : printedText(options, [shown], shown, output, session);
}

function minified(config: Kubeconfig, name: string): Kubeconfig | Failure {
  if (name === '') return failure('current-context must exist in order to minify');
  const context = config.contexts.find((each) => each.name === name);
  if (context === undefined) return failure(`cannot locate context ${name}`);
  const { cluster, user } = context.context;
  const users = config.users.filter((each) => each.name === user);
  const clusters = config.clusters.filter((each) => each.name === cluster);
  if (user !== '' && users.length === 0) return failure(`cannot locate user ${user}`);
  if (cluster !== '' && clusters.length === 0) return failure(`cannot locate cluster ${cluster}`);
  return { ...config, clusters, contexts: [context], 'current-context': name, users };
}

const FIELDS: readonly string[] = [
  'server',
  'tls-server-name',
  'insecure-skip-tls-verify',
  'certificate-authority',
  'certificate-authority-data',
  'proxy-url',
  'disable-compression',
  'cluster',
  'user',
  'namespace',
  'client-certificate',
  'client-certificate-data',
  'client-key',
  'client-key-data',
  'token',
  'tokenFile',
  'as',
  'as-uid',
  'username',
  'password',
  'auth-provider',
  'exec',
];

/** With fields in the order of the types; a list without entries is null. */
function asWritten({ clusters, users, contexts, 'current-context': current }: Kubeconfig): object {
  return {
    kind: 'Config',
    apiVersion: 'v1',
    clusters: entriesOf(clusters, 'cluster'),
    users: entriesOf(users, 'user'),
    contexts: entriesOf(contexts, 'context'),
    'current-context': current,
  };
}

function entriesOf(entries: readonly NamedEntry[], noun: string): readonly object[] | null {
  if (entries.length === 0) return null;
  return entries.map((entry) => {
    const inner = (entry[noun] ?? {}) as { readonly [field: string]: unknown };
    const known = FIELDS.filter((field) => inner[field] !== undefined);
    return { name: entry.name, [noun]: Object.fromEntries(known.map((field) => [field, inner[field]])) };
  });
}

/** Certificates are left out, secrets blackened. */
function concealed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(concealed) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      SECRETS.includes(key) ? [key, key.endsWith('-data') ? 'DATA+OMITTED' : 'REDACTED'] : [key, concealed(inner)],
    ),
  ) as T;
}
