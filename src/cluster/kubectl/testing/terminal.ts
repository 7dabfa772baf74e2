// Models nothing: a person at a cluster, for tests.

import { clientgoSteps } from '../../../steps/clientgo.ts';
import { kindsOf } from '../../../steps/define.ts';
import { extensions } from '../../../steps/extensions.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import { ADMIN, testCluster, userCredentials } from '../../apiserver/testing.ts';
import { runKubectl } from '../main.ts';
import type { Interrupt } from '../session/interrupt.ts';
import { COMMANDS_TABLE, type CommandRow } from '../session/rows.ts';

/** A terminal at a cluster that is nothing but an API server and its store. */
export function terminal() {
  const cluster = testCluster({ kinds: kindsOf(kubectl as never, clientgoSteps as never, extensions as never) });
  const { engine, env, transport } = cluster;
  const host = {
    env,
    transport,
    server: 'https://10.0.0.1:6443',
    users: { 'kubernetes-admin': ADMIN, jane: userCredentials('jane', ['dev']) },
    currentUser: 'kubernetes-admin',
    running: new Map<number, Interrupt>(),
  };
  const table = engine.table<CommandRow>(COMMANDS_TABLE);
  const start = (line: string, files: Record<string, string> = {}, stdin?: string, user?: string, editor?: string) => {
    const argv = line.split(' ');
    engine.perform(() => {
      const ctx = engine.beginStory('kubectl', kubectl.command, 'kubectl', { line });
      engine.spawn(
        runKubectl(ctx, host, {
          argv,
          files,
          ...(stdin !== undefined && { stdin }),
          ...(user && { user }),
          ...(editor && { editor }),
        }),
      );
    });
    cluster.settle();
    const id = String(table.size);
    return { interrupt: host.running.get(Number(id)), row: () => table.get(id) as CommandRow };
  };
  const type = (line: string, files?: Record<string, string>, stdin?: string, user?: string, editor?: string) => {
    const { stdout, stderr, exitCode } = start(line, files, stdin, user, editor).row();
    return { stdout, stderr, exitCode };
  };
  return { cluster, start, type };
}
