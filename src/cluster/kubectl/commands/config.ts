// Models staging/src/k8s.io/kubectl/pkg/cmd/config (v1.36)

import type { Process } from '../../../engine/index.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import type { Options } from '../argv.ts';
import { Failure, failure, isFailure } from '../errors.ts';
import { type ContextEntry, type Kubeconfig, kubeconfigOf, type NamedEntry } from '../kubeconfig.ts';
import { printedText } from '../print/objects.ts';
import { TABLE_OPTIONS, TabWriter } from '../print/tabwriter.ts';
import { KUBECONFIG, type Session } from '../session.ts';

type Act = (session: Session, words: readonly string[], options: Options) => number | Failure;

/** Shows and changes the kubeconfig of the simulation. Nothing is asked of the server. */
export function* config(
  session: Session,
  [what = '', ...rest]: readonly string[],
  options: Options,
): Process<number | Failure> {
  const act = actions()[what];
  return act === undefined ? failure(`kubectl config ${what} is not modelled`) : act(session, rest, options);
}

function actions(): { readonly [name: string]: Act } {
  return {
    'current-context': currentContext,
    'delete-cluster': (session, words) => remove(session, words, 'clusters', 'cluster'),
    'delete-context': (session, words) => remove(session, words, 'contexts', 'context'),
    'delete-user': (session, words) => remove(session, words, 'users', 'user'),
    'get-clusters': (session) => names(session, 'clusters'),
    'get-contexts': getContexts,
    'get-users': (session) => names(session, 'users'),
    'rename-context': renameContext,
    'set-context': setContext,
    'use-context': switchContext,
    view,
  };
}

const FILE = '/home/user/.kube/config';

function change(session: Session, config: Kubeconfig): void {
  session.ctx = session.ctx.step(kubectl.kubeconfig, `kubectl/${session.id}`, {
    context: config['current-context'],
    user: session.userName,
    server: session.host.server,
  });
  session.remember(KUBECONFIG, config);
}

const refusal = (message: string, command: string): Failure =>
  failure(`${message}\nSee 'kubectl config ${command} -h' for help and examples`);

function currentContext(session: Session): number | Failure {
  const current = kubeconfigOf(session)['current-context'];
  if (current === '') return failure('current-context is not set');
  session.print(`${current}\n`);
  return 0;
}

function names(session: Session, kind: 'clusters' | 'users'): number {
  const found = kubeconfigOf(session)[kind].map(({ name }) => name);
  session.print(
    `NAME\n${[...found]
      .sort()
      .map((name) => `${name}\n`)
      .join('')}`,
  );
  return 0;
}

function getContexts(session: Session, words: readonly string[], options: Options): number | Failure {
  const output = options.text('output') ?? '';
  if (output !== '' && output !== 'name') return failure(`output must be one of '' or 'name': ${output}`);
  const { contexts, 'current-context': current } = kubeconfigOf(session);
  const byName = new Map(contexts.map((entry) => [entry.name, entry]));
  const missing = words.filter((word) => !byName.has(word));
  const wanted = words.length === 0 ? [...byName.keys()].sort() : words.filter((word) => byName.has(word)).sort();
  if (output === 'name') session.print(wanted.map((name) => `${name}\n`).join(''));
  else {
    const writer = new TabWriter(TABLE_OPTIONS);
    if (!options.is('no-headers')) writer.write('CURRENT\tNAME\tCLUSTER\tAUTHINFO\tNAMESPACE\n');
    for (const name of wanted) {
      const { cluster = '', user = '', namespace = '' } = byName.get(name)?.context ?? {};
      writer.write(`${name === current ? '*' : ''}\t${name}\t${cluster}\t${user}\t${namespace}\n`);
    }
    session.print(writer.flush());
  }
  return missing.length === 0 ? 0 : new Failure(missing.map((word) => `error: context ${word} not found\n`).join(''));
}

function switchContext(session: Session, [name, ...more]: readonly string[]): number | Failure {
  if (name === undefined || more.length > 0)
    return refusal('Unexpected args: []'.replace('[]', `[${more.join(' ')}]`), 'use-context');
  const config = kubeconfigOf(session);
  if (!config.contexts.some((entry) => entry.name === name))
    return failure(`no context exists with the name: "${name}"`);
  change(session, { ...config, 'current-context': name });
  session.print(`Switched to context "${name}".\n`);
  return 0;
}

function setContext(session: Session, [name, ...more]: readonly string[], options: Options): number | Failure {
  const current = options.is('current');
  if (more.length > 0) return refusal(`Unexpected args: [${[name, ...more].join(' ')}]`, 'set-context');
  if (!current && name === undefined) return failure('you must specify a non-empty context name or --current');
  if (current && name !== undefined) return failure('you cannot specify both a context name and --current');
  const config = kubeconfigOf(session);
  const whose = name ?? config['current-context'];
  const before = config.contexts.find((entry) => entry.name === whose);
  const flag = (key: string, was: string) => options.text(key) ?? was;
  const namespace = flag('namespace', before?.context.namespace ?? '');
  const entry: ContextEntry = {
    context: {
      cluster: flag('cluster', before?.context.cluster ?? ''),
      ...(namespace === '' ? {} : { namespace }),
      user: flag('user', before?.context.user ?? ''),
    },
    name: whose,
  };
  const contexts = [...config.contexts.filter((one) => one.name !== whose), entry].sort(byName);
  change(session, { ...config, contexts });
  session.print(`Context "${whose}" ${before === undefined ? 'created' : 'modified'}.\n`);
  return 0;
}

const byName = (a: NamedEntry, b: NamedEntry): number => (a.name < b.name ? -1 : 1);

function renameContext(session: Session, words: readonly string[]): number | Failure {
  const [from, to] = words;
  if (from === undefined || to === undefined || words.length > 2)
    return refusal(`Unexpected args: [${words.join(' ')}]`, 'rename-context');
  const config = kubeconfigOf(session);
  if (!config.contexts.some(({ name }) => name === from)) {
    return failure(`cannot rename the context "${from}", it's not in ${FILE}`);
  }
  if (config.contexts.some(({ name }) => name === to)) {
    return failure(`cannot rename the context "${from}", the context "${to}" already exists in ${FILE}`);
  }
  const contexts = config.contexts.map((entry) => (entry.name === from ? { ...entry, name: to } : entry)).sort(byName);
  const current = config['current-context'] === from ? to : config['current-context'];
  change(session, { ...config, contexts, 'current-context': current });
  session.print(`Context "${from}" renamed to "${to}".\n`);
  return 0;
}

function remove(
  session: Session,
  [name, ...more]: readonly string[],
  kind: 'clusters' | 'contexts' | 'users',
  noun: string,
): number | Failure {
  if (name === undefined || more.length > 0) return refusal(`Unexpected args: [${more.join(' ')}]`, `delete-${noun}`);
  const config = kubeconfigOf(session);
  if (!config[kind].some((entry) => entry.name === name)) {
    return failure(`cannot delete ${noun} ${name}, not in ${FILE}`);
  }
  if (kind === 'contexts' && config['current-context'] === name) {
    session.complain(
      'warning: this removed your active context, use "kubectl config use-context" to select a different one\n',
    );
  }
  change(session, { ...config, [kind]: config[kind].filter((entry) => entry.name !== name) });
  session.print(`deleted ${noun} ${name} from ${FILE}\n`);
  return 0;
}

const SECRETS: readonly string[] = [
  'token',
  'password',
  'client-key-data',
  'client-certificate-data',
  'certificate-authority-data',
];

function view(session: Session, words: readonly string[], options: Options): number | Failure {
  if (words.length > 0) return refusal(`unexpected arguments: [${words.join(' ')}]`, 'view');
  if (options.is('raw') || options.is('flatten'))
    return failure('certificates are not shown: kubectl config view --raw is not modelled');
  const config = kubeconfigOf(session);
  const shown = options.is('minify') ? minified(config) : config;
  if (isFailure(shown)) return shown;
  const text = printedText(options, [concealed(shown)], concealed(shown), options.text('output') ?? 'yaml', session);
  if (isFailure(text)) return text;
  session.print(text);
  return 0;
}

function minified(config: Kubeconfig): Kubeconfig | Failure {
  const context = config.contexts.find(({ name }) => name === config['current-context']);
  if (context === undefined) return failure('current-context must exist in order to minify');
  const { cluster, user } = context.context;
  return {
    ...config,
    clusters: config.clusters.filter(({ name }) => name === cluster),
    contexts: [context],
    users: config.users.filter(({ name }) => name === user),
  };
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
