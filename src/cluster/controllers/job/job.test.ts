import { describe, expect, it } from 'vitest';
import type { Job } from '../../../api/types/batch.ts';
import type { Pod } from '../../../api/types/core.ts';
import { policyText } from '../../testing/policy.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { ClusterBench } from '../testing/cluster-bench.ts';
import { backoffLeft, nextBackoff } from './backoff.ts';
import { formatIndexes, parseIndexes } from './indexes.ts';
import { dueIndexes, perIndexOf } from './per-index.ts';
import { endedPods, noteEnded } from './tracking.ts';

function job(script: string, spec: object = {}, restartPolicy = 'Never'): object {
  const container = { name: 'c', image: 'busybox:1.36', command: ['sh', '-c', script] };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'it' },
    spec: { ...spec, template: { spec: { restartPolicy, containers: [container] } } },
  };
}

function ran(manifest: object): ClusterBench {
  const bench = new ClusterBench();
  bench.apply(manifest);
  return bench;
}

const TRACKING = 'batch.kubernetes.io/job-tracking';
const marked = (index: string, failures: string) => ({
  'batch.kubernetes.io/job-completion-index': index,
  'batch.kubernetes.io/job-index-failure-count': failures,
});
const endedAtZero = {
  status: { phase: 'Failed', containerStatuses: [{ state: { terminated: { finishedAt: '1970-01-01T00:00:00Z' } } }] },
};
const status = (bench: ClusterBench) => bench.object<Job>('jobs/default/it')?.status;
const pods = (bench: ClusterBench) => bench.stored('pods/default') as readonly Pod[];
const types = (bench: ClusterBench) => status(bench)?.conditions?.map(({ type }) => type);

it('JOB1 JOB19: who loses its pod makes another; what one pod is refused keeps the others from nothing', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl create job it --image=busybox:1.36 -- sleep 1000');
  cluster.wait(10);
  const name = cluster.path('pods', '{.items[0].metadata.name}');
  cluster.type(`kubectl patch pod ${name} --type=merge -p {"metadata":{"ownerReferences":null,"labels":null}}`);
  cluster.wait(5);
  expect(cluster.path('pods -l job-name=it', '{.items[*].status.phase}')).toBe('Running');
  expect(cluster.path(`pod ${name}`, '{.metadata.finalizers}')).toBe('');
});

describe('Job', () => {
  it('JOB1, JOB4, JOB5: runs until enough have succeeded, two at a time', () => {
    const bench = ran(job('sleep 2', { completions: 3, parallelism: 2 }));
    expect(status(bench)).toMatchObject({ succeeded: 3, ready: 0, terminating: 0, uncountedTerminatedPods: {} });
    expect(status(bench)?.active).toBeUndefined();
    expect(types(bench)).toEqual(['SuccessCriteriaMet', 'Complete']);
    expect(status(bench)?.completionTime).toBeDefined();
    expect(pods(bench)).toHaveLength(3);
    expect(pods(bench).map(({ metadata }) => metadata.finalizers)).toEqual([undefined, undefined, undefined]);
    const events = bench.events('default', 'Job');
    expect(events.filter((event) => event.startsWith('SuccessfulCreate'))).toHaveLength(3);
    expect(events).toContain('Completed Job completed');
  });

  it('JOB1: without completions, one success is enough', () => {
    const bench = ran(job('true', { parallelism: 2 }));
    expect(types(bench)).toEqual(['SuccessCriteriaMet', 'Complete']);
    expect(pods(bench)).toHaveLength(2);
  });

  it('JOB2: the pods of an Indexed Job know their index', () => {
    const bench = ran(job('true', { completions: 3, parallelism: 2, completionMode: 'Indexed' }));
    expect(status(bench)).toMatchObject({ completedIndexes: '0-2', succeeded: 3 });
    expect(pods(bench).map(({ spec }) => spec.hostname)).toEqual(['it-0', 'it-1', 'it-2']);
    expect(pods(bench)[1]?.spec.containers[0]?.env?.[0]?.name).toBe('JOB_COMPLETION_INDEX');
  });

  it('JOB12: a rule for failed pods ends the Job at once, or does not count them', () => {
    const rule = (action: string, values: readonly number[]) => ({ action, onExitCodes: { operator: 'In', values } });
    const ended = ran(job('exit 42', { podFailurePolicy: { rules: [rule('Ignore', [7]), rule('FailJob', [42])] } }));
    expect(status(ended)).toMatchObject({ failed: 1 });
    expect(status(ended)?.conditions?.[0]).toMatchObject({ type: 'FailureTarget', reason: 'PodFailurePolicy' });
    expect(status(ended)?.conditions?.[0]?.message).toMatch(
      /^Container c for pod default\/it-.{5} failed with exit code 42 matching FailJob rule at index 1$/,
    );
    expect(types(ended)).toEqual(['FailureTarget', 'Failed']);
    const bench = new ClusterBench();
    bench.start(job('exit 7', { backoffLimit: 0, podFailurePolicy: { rules: [rule('Ignore', [7])] } }));
    bench.seconds(8);
    expect(status(bench)?.failed).toBeUndefined();
    expect(types(bench)).toBeUndefined();
  });

  it('JOB13: a rule for succeeded indexes ends the Job before all have succeeded', () => {
    const policy = { successPolicy: { rules: [{ succeededIndexes: '0' }] } };
    const bench = ran(job('sleep 2', { completions: 3, parallelism: 1, completionMode: 'Indexed', ...policy }));
    expect(types(bench)).toEqual(['SuccessCriteriaMet', 'Complete']);
    expect(status(bench)?.conditions?.[1]).toMatchObject({
      reason: 'SuccessPolicy',
      message: 'Matched rules at index 0',
    });
    expect(status(bench)).toMatchObject({ completedIndexes: '0', succeeded: 1 });
  });

  it('JOB14: each index has its own limit, and a Pod knows how often its index has failed', () => {
    const limits = { completions: 2, parallelism: 2, completionMode: 'Indexed', backoffLimitPerIndex: 1 };
    const bench = new ClusterBench();
    bench.start(job('exit 1', limits));
    bench.seconds(8);
    expect(status(bench)).toMatchObject({ failedIndexes: '', uncountedTerminatedPods: {} });
    expect(status(bench)?.failed).toBeUndefined();
    expect(pods(bench).map(({ metadata }) => metadata.finalizers)).toEqual([[TRACKING], [TRACKING]]);
    bench.settle();
    bench.seconds(30);
    expect(status(bench)).toMatchObject({ failed: 4, failedIndexes: '0,1' });
    expect(status(bench)?.conditions?.[0]).toMatchObject({
      reason: 'FailedIndexes',
      message: 'Job has failed indexes',
    });
    expect(types(bench)).toEqual(['FailureTarget', 'Failed']);
    const marks = pods(bench).map(
      ({ metadata }) => metadata.annotations?.[`batch.kubernetes.io/job-index-failure-count`],
    );
    expect(marks.toSorted()).toEqual(['0', '0', '1', '1']);
    expect(bench.events('default', 'Job')).toContain('FailedIndexes Job has failed indexes');
  });

  it('JOB14: what has failed waits for its own index alone', () => {
    const failed = (index: string, count: string) => ({
      metadata: { annotations: marked(index, count) },
      ...endedAtZero,
    });
    const spec = { completions: 3, completionMode: 'Indexed', backoffLimitPerIndex: 5 };
    const tracked = [failed('0', '1'), failed('2', '5')].map((pod) => pod as unknown as Pod);
    const known = perIndexOf({ spec } as Job, {} as Job['status'], tracked, [], new Set());
    expect([...known.failed]).toEqual([2]);
    expect([...known.waiting.keys()]).toEqual([0]);
    expect(dueIndexes([0, 1], known, 1_000_000)).toEqual({ due: [1], next: undefined });
    expect(dueIndexes([0], known, 1_000_000).next).toEqual({ index: 0, failures: 2, left: 19_000_000 });
  });

  it('JOB15: too many failed indexes end the Job', () => {
    const limits = { completions: 5, parallelism: 1, completionMode: 'Indexed', backoffLimitPerIndex: 0 };
    const bench = ran(job('exit 1', { ...limits, maxFailedIndexes: 1 }));
    bench.seconds(30);
    expect(status(bench)).toMatchObject({ failed: 2, failedIndexes: '0,1' });
    expect(status(bench)?.conditions?.at(-1)).toMatchObject({
      type: 'Failed',
      reason: 'MaxFailedIndexesExceeded',
      message: 'Job has exceeded the specified maximal number of failed indexes',
    });
  });

  it('JOB16: the action FailIndex gives an index up at once', () => {
    const rule = { action: 'FailIndex', onExitCodes: { operator: 'In', values: [42] } };
    const limits = { completions: 1, completionMode: 'Indexed', backoffLimitPerIndex: 3 };
    const bench = ran(job('exit 42', { ...limits, podFailurePolicy: { rules: [rule] } }));
    expect(status(bench)).toMatchObject({ failed: 1, failedIndexes: '0' });
    expect(pods(bench)).toHaveLength(1);
  });

  it('JOB17: what somebody else manages is left alone', () => {
    const bench = ran(job('true', { managedBy: 'example.com/runner' }));
    bench.seconds(5);
    expect(pods(bench)).toEqual([]);
    expect(status(bench) ?? {}).toEqual({});
  });

  it('JOB18: surplus Pods go uncounted, without their finalizer', () => {
    const bench = new ClusterBench();
    bench.start(job('sleep 60', { parallelism: 3, completions: 9 }));
    bench.seconds(5);
    bench.kubectl('patch', 'job', 'it', '--type=merge', '-p', '{"spec":{"parallelism":1}}');
    expect(status(bench)).toMatchObject({ succeeded: 9 });
    expect(status(bench)?.failed).toBeUndefined();
  });

  it('JOB19: an adopted Pod gets owner and finalizer in one write', () => {
    const container = { name: 'c', image: 'busybox:1.36', command: ['sleep', '60'] };
    const labels = { app: 'lone' };
    const lone = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'lone', labels },
      spec: { containers: [container] },
    };
    const bench = ran(lone);
    const adopting = job('sleep 60', { manualSelector: true, selector: { matchLabels: labels } }) as {
      spec: Job['spec'];
    };
    const template = { ...adopting.spec.template, metadata: { labels } };
    bench.start({ ...adopting, spec: { ...adopting.spec, template } });
    bench.seconds(5);
    expect(pods(bench)).toHaveLength(1);
    expect(pods(bench)[0]?.metadata).toMatchObject({ finalizers: [TRACKING], ownerReferences: [{ name: 'it' }] });
  });

  it('JOB3: what pods do is noticed a second later', () => {
    const bench = new ClusterBench();
    bench.start(job('true'));
    bench.seconds(0.5);
    expect(status(bench)?.active).toBe(1);
    bench.seconds(0.4);
    expect(status(bench)?.ready).toBe(0);
  });

  it('JOB6, JOB7: fails after its limit, with a pause in between', () => {
    const bench = ran(job('exit 3', { backoffLimit: 1 }));
    expect(types(bench)).toEqual(['FailureTarget', 'Failed']);
    expect(status(bench)).toMatchObject({ failed: 2, uncountedTerminatedPods: {} });
    const [first = 0, second = 0] = pods(bench)
      .map(({ metadata }) => Date.parse(metadata.creationTimestamp ?? ''))
      .sort();
    expect(second - first).toBeGreaterThanOrEqual(10_000);
    expect(bench.events('default', 'Job')).toContain(
      'BackoffLimitExceeded Job has reached the specified backoff limit',
    );
  });

  it('JOB7: while it waits the status tells of no active pods', () => {
    const bench = new ClusterBench();
    bench.start(job('sleep 60', { completions: 2, parallelism: 2 }));
    bench.seconds(4);
    const [first] = pods(bench);
    bench.run.give({ type: 'kubectl', argv: ['delete', 'pod', first?.metadata.name ?? '', '--wait=false'], files: {} });
    bench.seconds(3);
    expect(status(bench)).toMatchObject({ failed: 1, ready: 1, terminating: 1 });
    expect(status(bench)?.active).toBeUndefined();
    bench.seconds(12);
    expect(status(bench)?.active).toBe(2);
  });

  it('JOB6: ends what takes longer than its deadline', () => {
    const bench = new ClusterBench();
    bench.start(job('sleep 1000', { activeDeadlineSeconds: 5 }));
    bench.seconds(60);
    expect(status(bench)?.conditions?.at(-1)).toMatchObject({ type: 'Failed', reason: 'DeadlineExceeded' });
    expect(pods(bench)).toEqual([]);
  });

  it('JOB7: the pause doubles with each failure and a success ends it', () => {
    const once = nextBackoff(undefined, [], [100]);
    expect(backoffLeft(once, 100)).toBe(10_000_000);
    expect(backoffLeft(nextBackoff(once, [], [200]), 200)).toBe(20_000_000);
    expect(backoffLeft({ failures: 20, lastFailure: 0 }, 0)).toBe(600_000_000);
    expect(backoffLeft(nextBackoff(once, [300], []), 300)).toBe(0);
  });

  it('JOB8: a suspended Job has no pods until it is resumed', () => {
    const bench = ran(job('true', { suspend: true }));
    expect(pods(bench)).toEqual([]);
    expect(types(bench)).toEqual(['Suspended']);
    bench.kubectl('patch', 'job', 'it', '--type=merge', '-p', '{"spec":{"suspend":false}}');
    expect(types(bench)).toEqual(['Suspended', 'SuccessCriteriaMet', 'Complete']);
  });

  it('JOB8: a Job that ran is paused without a start, and starts anew with another place and share when it is resumed', () => {
    const cluster = new TypedCluster();
    cluster.apply(JSON.stringify(job('sleep 5', { completions: 2, activeDeadlineSeconds: 100 })));
    cluster.wait(3);
    const patch = (spec: object) => cluster.type(`kubectl patch job it -p ${JSON.stringify({ spec })}`).stderr;
    const inTemplate = (spec: object) => patch({ template: { spec } });
    const now = () => JSON.parse(cluster.path('job it', '{.status}')) as Job['status'];
    const bigger = { containers: [{ name: 'c', resources: { requests: { cpu: '20m' } } }] };
    expect(inTemplate(bigger)).toContain('field is immutable');
    patch({ suspend: true });
    cluster.wait(40);
    expect(now()).toMatchObject({ terminating: 0, conditions: [{ type: 'Suspended', status: 'True' }] });
    expect(now()?.startTime).toBeUndefined();
    expect(inTemplate({ containers: [{ name: 'c', image: 'busybox:1.37' }] })).toContain('field is immutable');
    expect(inTemplate(bigger)).toBe('');
    expect(inTemplate({ nodeSelector: { 'kubernetes.io/os': 'linux' } })).toBe('');
    patch({ suspend: false });
    cluster.wait(40);
    const conditions = now()?.conditions;
    expect(conditions?.map(({ type }) => type)).toEqual(['Suspended', 'SuccessCriteriaMet', 'Complete']);
    expect(conditions?.[0]).toMatchObject({ status: 'False', reason: 'JobResumed' });
    expect(now()?.startTime).toBe(conditions?.[0]?.lastTransitionTime);
    expect(cluster.events('it').filter((event) => event.includes('Resumed'))).toEqual(['Normal Resumed Job resumed']);
    expect(cluster.path('pods', '{.items[*].spec.containers[0].resources.requests.cpu}')).toBe('20m 20m');
  });

  it('JOB9: the pods of a deleted Job go with it', () => {
    const bench = new ClusterBench();
    bench.start(job('sleep 30'));
    bench.seconds(5);
    bench.kubectl('delete', 'job', 'it');
    bench.seconds(60);
    expect(pods(bench)).toEqual([]);
  });

  it('JOB21: what failed is tried again after a second, then two, four', () => {
    const bench = new ClusterBench();
    bench.kubectl('create', 'quota', 'none', '--hard=pods=0');
    bench.start(job('true'));
    const refused = () => bench.events('default', 'Job').filter((event) => event.startsWith('FailedCreate')).length;
    const counts = [0.5, 1, 2, 4, 8].map((seconds) => {
      bench.seconds(seconds);
      return refused();
    });
    expect(counts).toEqual([1, 2, 3, 4, 5]);
  });

  it('JOB22: is not over before all of its pods are free', () => {
    const cluster = new TypedCluster();
    const rule = 'apiGroups: [""], apiVersions: [v1], operations: [UPDATE], resources: [pods]';
    cluster.apply(`${policyText('hold', rule, 'has(object.metadata.finalizers)')}apiVersion: batch/v1
kind: Job
metadata: {name: it}
spec:
  completions: 1
  completionMode: Indexed
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'busybox:1.36', command: ['true']}]}}
`);
    const ended = () => cluster.path('job it', '{.status.completedIndexes} {.status.conditions[*].type}');
    cluster.wait(10);
    expect(ended()).toBe('0 SuccessCriteriaMet');
    cluster.type('kubectl delete validatingadmissionpolicybinding hold');
    cluster.wait(20);
    expect(ended()).toBe('0 SuccessCriteriaMet Complete');
    expect(cluster.path('pods', '{.items[*].metadata.finalizers}')).toBe('');
  });

  it('JOB10: goes by itself when its time is up', () => {
    const bench = ran(job('true', { ttlSecondsAfterFinished: 3 }));
    expect(bench.stored('jobs/default')).toEqual([]);
    expect(pods(bench)).toEqual([]);
  });

  it('JOB11: restarts in place count', () => {
    const bench = new ClusterBench();
    bench.start(job('exit 1', { backoffLimit: 1 }, 'OnFailure'));
    bench.seconds(120);
    expect(types(bench)).toEqual(['FailureTarget', 'Failed']);
  });

  it('JOB4: indexes are written as intervals', () => {
    expect(formatIndexes(new Set([0, 1]))).toBe('0,1');
    expect(formatIndexes(new Set([4, 2, 3, 0, 7]))).toBe('0,2-4,7');
    expect([...parseIndexes('0,2-4,7')]).toEqual([0, 2, 3, 4, 7]);
  });
});

it('JOB20: one sync notes five hundred pods at most', () => {
  const made = (spec: object) =>
    ({ metadata: { name: 'it' }, spec: { completions: 600, ...spec }, status: {} }) as unknown as Job;
  const ended = Array.from({ length: 600 }, (_, at) => ({
    metadata: { uid: `u${at}`, finalizers: [TRACKING], annotations: marked(String(at), '0') },
    status: { phase: 'Succeeded' },
  })) as unknown as readonly Pod[];
  const note = (job: Job, pods: readonly Pod[]) => noteEnded(job, {}, endedPods(job, {}, pods, new Set()), undefined);
  const plain = note(made({}), ended);
  expect([plain.release.length, plain.full, plain.status.uncountedTerminatedPods?.succeeded?.length]).toEqual([
    500,
    true,
    500,
  ]);
  // Of an Indexed Job those with the lowest indexes, in whatever order they are known.
  const indexed = note(made({ completionMode: 'Indexed' }), [...ended].reverse());
  expect([indexed.release.length, indexed.full, indexed.status.completedIndexes]).toEqual([500, true, '0-499']);
  expect(note(made({}), ended.slice(0, 499)).full).toBe(false);
});
