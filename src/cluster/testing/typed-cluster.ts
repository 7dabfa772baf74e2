import { SECOND } from '../../base/time/units.ts';
import type { Run } from '../../engine/index.ts';
import type { ClusterConfig } from '../config/cluster-config.ts';
import type { Given } from '../inputs/inputs.ts';
import { COMMANDS_TABLE, type CommandRow } from '../kubectl/session/rows.ts';
import { startedRun } from './started-run.ts';

/** For tests: a whole cluster that is typed at. */
export class TypedCluster {
  readonly run: Run<Given>;

  constructor(config: Partial<ClusterConfig> = {}) {
    this.run = startedRun({ nodes: 2, latencies: 'realistic', proxy: 'none', ...config });
  }

  /** Types a command (words apart by spaces) and waits for its end. */
  type(line: string, files: Record<string, string> = {}): CommandRow {
    return this.words(line.split(' ').slice(1), files);
  }

  apply(text: string): CommandRow {
    return this.type('kubectl apply -f given.yaml', { 'given.yaml': text });
  }

  setKubelet(node: string, state: 'running' | 'stopped'): void {
    this.run.give({ type: 'kubelet', node, state });
  }

  wait(seconds: number): void {
    this.run.advance({ time: this.run.engine.now + seconds * SECOND });
  }

  /** What `kubectl get` prints with a jsonpath. */
  path(what: string, path: string): string {
    return this.words(['get', ...what.split(' '), '-o', `jsonpath=${path}`]).stdout;
  }

  /** `type reason message` of all events about objects of a name. */
  events(name: string): readonly string[] {
    const path = '{range .items[*]}{.type} {.reason} {.message}{"\\n"}{end}';
    const text = this.path(`events --field-selector involvedObject.name=${name}`, path);
    return text.split('\n').filter((line) => line !== '');
  }

  /** Types a command whose words may hold spaces. */
  words(argv: readonly string[], files: Record<string, string> = {}): CommandRow {
    const commands = this.run.engine.table<CommandRow>(COMMANDS_TABLE);
    const id = String(commands.size + 1);
    this.run.give({ type: 'kubectl', argv, files });
    this.run.advance({ when: () => commands.get(id)?.exitCode !== undefined });
    return commands.get(id) as CommandRow;
  }
}
