// Models staging/src/k8s.io/client-go/tools/clientcmd/config.go ModifyConfig (v1.36)

import { printYaml } from '../../../../api/yaml/index.ts';
import { kubectl } from '../../../../steps/kubectl.ts';
import { type Failure, failure } from '../../session/errors.ts';
import { rememberFile } from '../../session/files.ts';
import { type Kubeconfig, type NamedEntry, namedFile } from '../../session/kubeconfig.ts';
import { KUBECONFIG, type Session } from '../../session/session.ts';
import type { ConfigOptions } from './flags.ts';

/** The kubeconfig as later commands find it: the usual one, or the file that was named. */
export function changeConfig(session: Session, config: Kubeconfig, options: ConfigOptions): void {
  session.ctx = session.ctx.step(kubectl.kubeconfig, `kubectl/${session.id}`, {
    context: config['current-context'],
    user: session.userName,
    server: session.host.server,
  });
  const file = namedFile(session, options);
  if (file === undefined) session.remember(KUBECONFIG, config);
  else rememberFile(session, file, printYaml(config));
}

/** Where the kubeconfig is, as it is told. */
export const fileOf = (session: Session, options: ConfigOptions): string =>
  namedFile(session, options) ?? '/home/user/.kube/config';

/** A wrong number of words; the real kubectl shows its help beside. */
export const unexpected = (words: readonly string[], what = 'Unexpected'): Failure =>
  failure(`${what} args: [${words.join(' ')}]`);

/** The entries with one of them in its place, in the order of their names. */
export function withEntry<T extends NamedEntry>(entries: readonly T[], entry: T): readonly T[] {
  return [...entries.filter(({ name }) => name !== entry.name), entry].sort((a, b) => (a.name < b.name ? -1 : 1));
}
