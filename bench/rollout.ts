import { KEYS_TABLE } from '../src/cluster/etcd/rows.ts';
import { CLUSTER_SETTLE_MICROS, CLUSTER_START_TIME, clusterKinds, clusterProgram } from '../src/cluster/program.ts';
import { type Recording, Run } from '../src/engine/index.ts';
import type { Input } from '../src/protocol/run-description.ts';

const NODES = 10;

/** Ten nodes that take as many Pods as are asked for, and clients without rate limits: the pipeline's own cost is measured. */
function cluster(recording: Recording): Run<Input> {
  return new Run<Input>(
    () => clusterProgram({ nodes: NODES, latencies: 'realistic', podsPerNode: 100_000, clientLimits: 'none' }),
    {
      seed: 1,
      kinds: clusterKinds,
      startTime: CLUSTER_START_TIME,
      recording,
      maxSteps: 20_000_000,
      freeze: false,
    },
  );
}

export function settled(recording: Recording): Run<Input> {
  const run = cluster(recording);
  run.advance({ time: CLUSTER_START_TIME + CLUSTER_SETTLE_MICROS });
  return run;
}

function deployment(name: string, replicas: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: ${replicas}
  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
      - name: web
        image: nginx:1.27
`;
}

export function apply(run: Run<Input>, name: string, replicas: number): void {
  run.give({ type: 'kubectl', argv: ['apply', '-f', 'd.yaml'], files: { 'd.yaml': deployment(name, replicas) } });
}

export interface Rollout {
  readonly seconds: number;
  readonly stepsPerPod: number;
}

export function rollout(recording: Recording, pods: number): Rollout {
  const run = settled(recording);
  apply(run, 'warm', 20);
  run.advance({ quiescent: true });
  const steps = run.engine.stepCount;
  apply(run, 'web', pods);
  const started = performance.now();
  run.advance({ quiescent: true });
  const seconds = (performance.now() - started) / 1000;
  const ready = readyPods(run);
  if (ready !== pods + 20) throw new Error(`${ready} of ${pods + 20} Pods are Ready`);
  return { seconds, stepsPerPod: (run.engine.stepCount - steps) / pods };
}

interface PodLike {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

function readyPods(run: Run<Input>): number {
  let ready = 0;
  for (const [key, { value }] of run.engine.table(KEYS_TABLE).entries()) {
    if (!key.startsWith('/registry/pods/')) continue;
    const { status } = value as PodLike;
    if (status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')) ready += 1;
  }
  return ready;
}

/** The compiler needs to see some thousand Pods before it leaves the code as it is. */
const WARM_UP = 5;
/** Each takes less than a second; where neighbours use the same memory, few of them are undisturbed. */
const ROUNDS = 12;

export function warmUp(recording: Recording): void {
  for (let i = 0; i < WARM_UP; i += 1) rollout(recording, 1000);
}

/** The best of a few rounds counts: what the machine can do when nothing else disturbs it. All of them are told. */
export function rollouts(recording: Recording): readonly Rollout[] {
  return Array.from({ length: ROUNDS }, () => rollout(recording, 1000));
}

export function bestOf(rounds: readonly Rollout[]): Rollout {
  return rounds.reduce((a, b) => (b.seconds < a.seconds ? b : a));
}
