// Models staging/src/k8s.io/kubectl/pkg/cmd/config (v1.36)

import type { Process } from '../../../../engine/index.ts';
import { TABLE_OPTIONS, TabWriter } from '../../print/tabwriter.ts';
import { Failure, failure, misused } from '../../session/errors.ts';
import { type ContextEntry, kubeconfigOf } from '../../session/kubeconfig.ts';
import type { Session } from '../../session/session.ts';
import { changeConfig, fileOf, unexpected, withEntry } from './config-change.ts';
import { setCluster, setCredentials } from './config-entries.ts';
import { setProperty, unsetProperty } from './config-property.ts';
import { view } from './config-view.ts';
import type { ConfigOptions } from './flags.ts';

type Act = (session: Session, words: readonly string[], options: ConfigOptions) => number | Failure;

/** Shows and changes the kubeconfig of the simulation. Nothing is asked of the server. */
export function* config(
  session: Session,
  [what = '', ...rest]: readonly string[],
  options: ConfigOptions,
): Process<number | Failure> {
  const act = actions()[what];
  return act === undefined ? failure(`kubectl config ${what} is not modelled`) : act(session, rest, options);
}

function actions(): { readonly [name: string]: Act } {
  return {
    'current-context': currentContext,
    'delete-cluster': (session, words, options) => remove(session, words, options, 'clusters', 'cluster'),
    'delete-context': (session, words, options) => remove(session, words, options, 'contexts', 'context'),
    'delete-user': (session, words, options) => remove(session, words, options, 'users', 'user'),
    'get-clusters': (session) => names(session, 'clusters'),
    'get-contexts': getContexts,
    'get-users': (session) => names(session, 'users'),
    'rename-context': renameContext,
    set: setProperty,
    'set-cluster': setCluster,
    'set-context': setContext,
    'set-credentials': setCredentials,
    unset: unsetProperty,
    'use-context': switchContext,
    view,
  };
}

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

function getContexts(session: Session, words: readonly string[], options: ConfigOptions): number | Failure {
  const output = options.text('output') ?? '';
  if (output !== '' && output !== 'name') {
    return failure(
      `--output ${output} is not available in kubectl config get-contexts; resetting to default output format`,
    );
  }
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

function switchContext(session: Session, words: readonly string[], options: ConfigOptions): number | Failure {
  const [name] = words;
  if (name === undefined || words.length > 1) return unexpected(words);
  const config = kubeconfigOf(session);
  if (name === '') return failure('empty context names are not allowed');
  if (!config.contexts.some((entry) => entry.name === name))
    return failure(`no context exists with the name: "${name}"`);
  changeConfig(session, { ...config, 'current-context': name }, options);
  session.print(`Switched to context "${name}".\n`);
  return 0;
}

function setContext(session: Session, [name, ...more]: readonly string[], options: ConfigOptions): number | Failure {
  const current = options.is('current');
  if (more.length > 0) return unexpected([name ?? '', ...more]);
  if (!current && (name ?? '') === '') return failure('you must specify a non-empty context name or --current');
  if (current && name !== undefined) return failure('you cannot specify both a context name and --current');
  const config = kubeconfigOf(session);
  const whose = name ?? config['current-context'];
  const before = config.contexts.find((entry) => entry.name === whose);
  const flag = (key: 'cluster' | 'namespace' | 'user', was: string) => options.text(key) ?? was;
  const namespace = flag('namespace', before?.context.namespace ?? '');
  const entry: ContextEntry = {
    context: {
      cluster: flag('cluster', before?.context.cluster ?? ''),
      ...(namespace === '' ? {} : { namespace }),
      user: flag('user', before?.context.user ?? ''),
    },
    name: whose,
  };
  changeConfig(session, { ...config, contexts: withEntry(config.contexts, entry) }, options);
  session.print(`Context "${whose}" ${before === undefined ? 'created' : 'modified'}.\n`);
  return 0;
}

function renameContext(session: Session, words: readonly string[], options: ConfigOptions): number | Failure {
  const [from, to] = words;
  if (from === undefined || to === undefined || words.length > 2) return unexpected(words);
  const config = kubeconfigOf(session);
  const file = fileOf(session, options);
  const entry = config.contexts.find(({ name }) => name === from);
  if (entry === undefined) return failure(`cannot rename the context "${from}", it's not in ${file}`);
  if (config.contexts.some(({ name }) => name === to)) {
    return failure(`cannot rename the context "${from}", the context "${to}" already exists in ${file}`);
  }
  const others = config.contexts.filter(({ name }) => name !== from);
  const current = config['current-context'] === from ? to : config['current-context'];
  const contexts = withEntry(others, { ...entry, name: to });
  changeConfig(session, { ...config, contexts, 'current-context': current }, options);
  session.print(`Context "${from}" renamed to "${to}".\n`);
  return 0;
}

function remove(
  session: Session,
  [name, ...more]: readonly string[],
  options: ConfigOptions,
  kind: 'clusters' | 'contexts' | 'users',
  noun: string,
): number | Failure {
  if (name === undefined || more.length > 0) return misused(options, `${noun} to delete is required`);
  const config = kubeconfigOf(session);
  const file = fileOf(session, options);
  if (!config[kind].some((entry) => entry.name === name)) {
    return failure(`cannot delete ${noun} ${name}, not in ${file}`);
  }
  if (kind === 'contexts' && config['current-context'] === name) {
    session.complain(
      'warning: this removed your active context, use "kubectl config use-context" to select a different one\n',
    );
  }
  const kept = config[kind].filter((entry) => entry.name !== name);
  changeConfig(session, { ...config, [kind]: kept }, options);
  session.print(`deleted ${noun} ${name} from ${file}\n`);
  return 0;
}
