import { Run } from '../../../engine/index.ts';
import {
  CLUSTER_SETTLE_MICROS,
  CLUSTER_START_TIME,
  type ClusterConfig,
  clusterKinds,
  clusterProgram,
  type Given,
} from '../../assemble.ts';
import { COMMANDS_TABLE, type CommandRow } from '../../kubectl/rows.ts';

const SECOND = 1_000_000;

/** For tests: a whole cluster that is typed at. */
export class TypedCluster {
  readonly run: Run<Given>;

  constructor(config: Partial<ClusterConfig> = {}) {
    this.run = new Run<Given>(() => clusterProgram({ nodes: 2, latencies: 'realistic', proxy: 'none', ...config }), {
      seed: 1,
      kinds: clusterKinds,
      startTime: CLUSTER_START_TIME,
      recording: 'full',
      maxSteps: 1_000_000,
      freeze: false,
    });
    this.run.advance({ time: CLUSTER_START_TIME + CLUSTER_SETTLE_MICROS });
  }

  /** Types a command (words apart by spaces) and waits for its end. */
  type(line: string, files: Record<string, string> = {}): CommandRow {
    return this.words(line.split(' ').slice(1), files);
  }

  apply(text: string): CommandRow {
    return this.type('kubectl apply -f given.yaml', { 'given.yaml': text });
  }

  wait(seconds: number): void {
    this.run.advance({ time: this.run.engine.now + seconds * SECOND });
  }

  /** What `kubectl get` prints with a jsonpath. */
  path(what: string, path: string): string {
    return this.words(['get', ...what.split(' '), '-o', `jsonpath=${path}`]).stdout;
  }

  /** `reason message` of all events about an object. */
  events(name: string): readonly string[] {
    const path = '{range .items[*]}{.type} {.reason} {.message}{"\\n"}{end}';
    const text = this.path(`events --field-selector involvedObject.name=${name}`, path);
    return text.split('\n').filter((line) => line !== '');
  }

  private words(argv: readonly string[], files: Record<string, string> = {}): CommandRow {
    const commands = this.run.engine.table<CommandRow>(COMMANDS_TABLE);
    const id = String(commands.size + 1);
    this.run.give({ type: 'kubectl', argv, files });
    this.run.advance({ when: () => commands.get(id)?.exitCode !== undefined });
    return commands.get(id) as CommandRow;
  }
}
