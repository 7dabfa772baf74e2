import { describe, expect, it } from 'vitest';
import type { Status } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { addPolicy, type TestCluster, testCluster } from '../testing.ts';

const path = (version: string, name = ''): string =>
  `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers${name === '' ? '' : `/${name}`}`;
const MERGE = { headers: { 'content-type': 'application/merge-patch+json' } };
const TABLE = { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } };
const NOTE = 'autoscaling.alpha.kubernetes.io/';

const quiet = (): TestCluster => testCluster({ config: { compaction: false, periodicBookmarks: false } });

const autoscaler = (version: string, spec: object, metadata: object = {}): object => ({
  apiVersion: `autoscaling/${version}`,
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web', ...metadata },
  spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, ...spec },
});

const cpu = (averageUtilization: number): object => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});

function read(cluster: TestCluster, version: string): { spec: Record<string, unknown>; notes: object; status: object } {
  const { spec, metadata, status } = cluster.request('GET', path(version, 'web')).body as KObject;
  return { spec: spec as Record<string, unknown>, notes: metadata.annotations ?? {}, status: status as object };
}

describe('AS89: autoscalers of the older version', () => {
  it('AS89: each version leaves out what it does not write when it is empty', () => {
    const cluster = quiet();
    cluster.request('POST', path('v1'), autoscaler('v1', {}));
    const status = { status: { desiredReplicas: 1 } };
    cluster.request('PATCH', `${path('v1', 'web')}/status`, status, MERGE);
    expect(read(cluster, 'v1').status).toEqual({ currentReplicas: 0, desiredReplicas: 1 });
    expect(read(cluster, 'v2').status).toEqual({ currentMetrics: null, desiredReplicas: 1 });
  });

  it('AS89: an empty behaviour can be applied where another version is owned', () => {
    const cluster = quiet();
    cluster.request('POST', path('v1'), autoscaler('v1', {}));
    const apply = { headers: { 'content-type': 'application/apply-patch+yaml' } };
    const config = autoscaler('v2', { behavior: null, metrics: null }, { annotations: null });
    const applied = cluster.request('PATCH', `${path('v2', 'web')}?fieldManager=a&force=true`, config, apply);
    expect(applied.code).toBe(200);
    expect((applied.body as KObject).spec).not.toHaveProperty('behavior');
  });

  it('AS89: the percentage of the older version is a metric of the newer, and changes with it', () => {
    const cluster = quiet();
    const made = cluster.request('POST', path('v1'), autoscaler('v1', { targetCPUUtilizationPercentage: 50 }));
    expect([made.code, (made.body as KObject).spec]).toEqual([
      201,
      {
        maxReplicas: 3,
        minReplicas: 1,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        targetCPUUtilizationPercentage: 50,
      },
    ]);
    expect((made.body as KObject).status).toEqual({ currentReplicas: 0, desiredReplicas: 0 });
    expect(read(cluster, 'v2').spec.metrics).toEqual([cpu(50)]);
    cluster.request('PATCH', path('v1', 'web'), { spec: { targetCPUUtilizationPercentage: 70 } }, MERGE);
    expect(read(cluster, 'v2').spec.metrics).toEqual([cpu(70)]);
    cluster.request('PATCH', path('v2', 'web'), { spec: { metrics: [cpu(40)] } }, MERGE);
    expect(read(cluster, 'v1').spec.targetCPUUtilizationPercentage).toBe(40);
  });

  it('AS89, AS95: what a policy has judged in the older version has its revision there, once it is written', () => {
    const cluster = quiet();
    const rule = { apiGroups: ['autoscaling'], apiVersions: ['v1'], operations: ['*'] };
    addPolicy(cluster, {
      matchConstraints: { resourceRules: [{ ...rule, resources: ['horizontalpodautoscalers'] }] },
      validations: [{ expression: 'object.spec.maxReplicas < 5' }],
    });
    const revision = (body: unknown) => (body as KObject).metadata.resourceVersion;
    const judged = cluster.request('POST', path('v1'), autoscaler('v1', { maxReplicas: 7 }));
    expect(judged.code).toBe(422);
    const { body } = cluster.request('POST', path('v1'), autoscaler('v1', {}));
    const stored = cluster.request('GET', path('v2', 'web')).body;
    expect(revision(stored)).toMatch(/^\d+$/);
    expect(revision(body)).toBe(revision(stored));
    expect(revision(cluster.request('GET', path('v1', 'web')).body)).toBe(revision(stored));
  });

  it('AS89: whoever names no metric gets 80 percent, owned by who made it', () => {
    const cluster = quiet();
    const { body } = cluster.request('POST', path('v1'), autoscaler('v1', {}));
    expect((body as KObject).spec).toMatchObject({ targetCPUUtilizationPercentage: 80 });
    expect(JSON.stringify((body as KObject).metadata.managedFields)).toContain('"f:targetCPUUtilizationPercentage"');
    expect(read(cluster, 'v2').spec.metrics).toEqual([cpu(80)]);
  });

  it('AS89: what the older version has no field for travels in annotations, and comes back out of them', () => {
    const cluster = quiet();
    const metrics = [
      { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
      cpu(60),
      { type: 'Pods', pods: { metric: { name: 'hits' }, target: { type: 'AverageValue', averageValue: '5' } } },
      { type: 'External', external: { metric: { name: 'queue' }, target: { type: 'Value', value: '30' } } },
    ];
    const behavior = { scaleDown: { stabilizationWindowSeconds: 60 } };
    cluster.request('POST', path('v2'), autoscaler('v2', { metrics, behavior }));
    const before = read(cluster, 'v2').spec;
    const old = read(cluster, 'v1');
    expect(old.spec).toEqual({
      maxReplicas: 3,
      minReplicas: 1,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      targetCPUUtilizationPercentage: 60,
    });
    expect(old.notes).toEqual({
      [`${NOTE}metrics`]:
        '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}},{"type":"Pods","pods":{"metricName":"hits","targetAverageValue":"5"}},{"type":"External","external":{"metricName":"queue","targetValue":"30"}}]',
      [`${NOTE}behavior`]:
        '{"ScaleUp":{"StabilizationWindowSeconds":0,"SelectPolicy":"Max","Policies":[{"Type":"Pods","Value":4,"PeriodSeconds":15},{"Type":"Percent","Value":100,"PeriodSeconds":15}],"Tolerance":null},"ScaleDown":{"StabilizationWindowSeconds":60,"SelectPolicy":"Max","Policies":[{"Type":"Percent","Value":100,"PeriodSeconds":15}],"Tolerance":null}}',
    });
    cluster.request('PATCH', path('v1', 'web'), { spec: { maxReplicas: 9 } }, MERGE);
    const after = read(cluster, 'v2');
    expect(after.notes).toEqual({});
    expect(after.spec).toEqual({
      ...before,
      maxReplicas: 9,
      metrics: [metrics[0], metrics[2], metrics[3], metrics[1]],
    });
  });

  it('AS89: the status of the older version is the processor in percent; its row is that of the newer', () => {
    const cluster = quiet();
    cluster.request('POST', path('v2'), autoscaler('v2', { metrics: [cpu(50)] }));
    const current = { averageUtilization: 12, averageValue: '30m' };
    const conditions = [{ type: 'AbleToScale', status: 'True', lastTransitionTime: null }];
    const status = {
      currentReplicas: 2,
      desiredReplicas: 2,
      currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current } }],
      conditions,
    };
    expect(cluster.request('PATCH', path('v2', 'web/status'), { status }, MERGE).code).toBe(200);
    expect(read(cluster, 'v1')).toMatchObject({
      status: { currentReplicas: 2, desiredReplicas: 2, currentCPUUtilizationPercentage: 12 },
      notes: {
        [`${NOTE}current-metrics`]:
          '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":12,"currentAverageValue":"30m"}}]',
        [`${NOTE}conditions`]: '[{"type":"AbleToScale","status":"True","lastTransitionTime":null}]',
      },
    });
    const cells = (version: string): unknown => {
      const { rows } = cluster.request('GET', path(version), undefined, TABLE).body as { rows: { cells: unknown[] }[] };
      return rows.map((row) => row.cells.slice(0, 6));
    };
    expect(cells('v1')).toEqual([['web', 'Deployment/web', 'cpu: 12%/50%', '1', 3, 2]]);
    expect(cells('v1')).toEqual(cells('v2'));
  });

  it('AS16: the targets of an autoscaler are shown as each sort of metric has them', () => {
    const cluster = quiet();
    const shown = (name: string, metrics: readonly object[]): unknown => {
      cluster.request('POST', path('v2'), autoscaler('v2', { metrics }, { name }));
      const { rows } = cluster.request('GET', path('v2', name), undefined, TABLE).body as {
        rows: { cells: unknown[] }[];
      };
      return rows[0]?.cells[2];
    };
    const metric = { name: 'hits' };
    const described = { apiVersion: 'v1', kind: 'Service', name: 'web' };
    const average = { type: 'AverageValue', averageValue: '5' };
    const value = { type: 'Value', value: '7' };
    const external = (target: object): object => ({ type: 'External', external: { metric, target } });
    const object = (target: object): object => ({
      type: 'Object',
      object: { metric, describedObject: described, target },
    });
    expect(shown('a', [external(average), external(value)])).toBe('<unknown>/5 (avg), <unknown>/7');
    expect(shown('b', [object(average), object(value)])).toBe('<unknown>/5 (avg), <unknown>/7');
    const container = { name: 'cpu', container: 'c', target: { type: 'Utilization', averageUtilization: 9 } };
    const three = [
      { type: 'Pods', pods: { metric, target: average } },
      { type: 'ContainerResource', containerResource: container },
      cpu(4),
    ];
    expect(shown('c', three)).toBe('<unknown>/5, cpu: <unknown>/9% + 1 more...');
  });
});

describe('AS89: owners of an autoscaler', () => {
  const [V1, V2] = [path('v1'), path('v2')];
  const headers = (type: string) => ({ headers: { 'content-type': `application/${type}` } });
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
  const percent = (averageUtilization: number) => [
    { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } },
  ];
  const owners = (object: unknown): object =>
    Object.fromEntries(
      ((object as KObject).metadata.managedFields ?? []).map(({ manager, fieldsV1 }) => [
        manager,
        Object.keys((fieldsV1 as { 'f:spec': object })['f:spec']),
      ]),
    );

  it('AS89: lose what somebody changes in the other version', () => {
    const cluster = quiet();
    const spec = { maxReplicas: 3, scaleTargetRef, targetCPUUtilizationPercentage: 50 };
    cluster.request('POST', `${V1}?fieldManager=old`, { metadata: { name: 'h' }, spec });
    const patch = (at: string, by: string, own: object, type = 'merge-patch+json') =>
      cluster.request('PATCH', `${at}/h?fieldManager=${by}`, own, headers(type)).body;
    expect(owners(patch(V2, 'new', { spec: { metrics: percent(60) } }))).toEqual({
      old: ['f:maxReplicas', 'f:minReplicas', 'f:scaleTargetRef'],
      new: ['f:metrics'],
    });
    expect(owners(patch(V1, 'older', { spec: { targetCPUUtilizationPercentage: 70 } }))).toEqual({
      old: ['f:maxReplicas', 'f:minReplicas', 'f:scaleTargetRef'],
      older: ['f:targetCPUUtilizationPercentage'],
    });
    const applied = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'h' },
      spec: { maxReplicas: 3, scaleTargetRef, metrics: percent(80) },
    };
    expect((patch(V2, 'applier', applied, 'apply-patch+yaml') as Status).message).toBe(
      'Apply failed with 1 conflict: conflict with "older" using autoscaling/v1: .spec.targetCPUUtilizationPercentage',
    );
  });
});
