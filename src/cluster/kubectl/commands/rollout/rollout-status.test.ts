import { describe, expect, it } from 'vitest';
import { daemonSetStatus, rolloutStatus, statefulSetStatus } from './rollout-status.ts';

const metadata = { name: 'x', generation: 2 };
const template = { metadata: {}, spec: { containers: [] } };

describe('rollout status', () => {
  it('KC30: a Deployment: observed, updated, old ones gone, available', () => {
    const at = (status: object) =>
      rolloutStatus(
        { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas: 3, template }, status },
        0,
      );
    const title = 'Waiting for deployment "x" rollout to finish:';
    expect(at({ observedGeneration: 1 }).text).toBe('Waiting for deployment spec update to be observed...\n');
    const seen = { observedGeneration: 2 };
    expect(at({ ...seen, updatedReplicas: 1 }).text).toBe(`${title} 1 out of 3 new replicas have been updated...\n`);
    expect(at({ ...seen, updatedReplicas: 3, replicas: 4 }).text).toBe(
      `${title} 1 old replicas are pending termination...\n`,
    );
    expect(at({ ...seen, updatedReplicas: 3, replicas: 3, availableReplicas: 2 }).text).toBe(
      `${title} 2 of 3 updated replicas are available...\n`,
    );
    expect(at({ ...seen, updatedReplicas: 3, replicas: 3, availableReplicas: 3 })).toEqual({
      text: 'deployment "x" successfully rolled out\n',
      done: true,
    });
    const late = [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }];
    expect(at({ ...seen, conditions: late }).error).toBe('deployment "x" exceeded its progress deadline');
  });

  it('KC31: a DaemonSet counts nodes', () => {
    const at = (status: object) =>
      daemonSetStatus({
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        metadata,
        spec: { selector: {}, template, updateStrategy: { type: 'RollingUpdate' } },
        status: { observedGeneration: 2, desiredNumberScheduled: 3, ...status } as never,
      });
    expect(at({ updatedNumberScheduled: 1 }).text).toBe(
      'Waiting for daemon set "x" rollout to finish: 1 out of 3 new pods have been updated...\n',
    );
    expect(at({ updatedNumberScheduled: 3, numberAvailable: 2 }).text).toBe(
      'Waiting for daemon set "x" rollout to finish: 2 of 3 updated pods are available...\n',
    );
    expect(at({ updatedNumberScheduled: 3, numberAvailable: 3 })).toEqual({
      text: 'daemon set "x" successfully rolled out\n',
      done: true,
    });
  });

  it('KC31: a StatefulSet counts from its partition on', () => {
    const at = (status: object, partition?: number) =>
      statefulSetStatus({
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata,
        spec: {
          serviceName: 'x',
          replicas: 3,
          selector: {},
          template,
          updateStrategy: {
            type: 'RollingUpdate',
            ...(partition === undefined ? {} : { rollingUpdate: { partition } }),
          },
        },
        status: { observedGeneration: 2, readyReplicas: 3, ...status } as never,
      }).text;
    expect(at({ readyReplicas: 1 })).toBe('Waiting for 2 pods to be ready...\n');
    expect(at({ updatedReplicas: 1 }, 1)).toBe(
      'Waiting for partitioned roll out to finish: 1 out of 2 new pods have been updated...\n',
    );
    expect(at({ updatedReplicas: 3 }, 0)).toBe('partitioned roll out complete: 3 new pods have been updated...\n');
    expect(at({ updatedReplicas: 1, updateRevision: 'b', currentRevision: 'a' })).toBe(
      'waiting for statefulset rolling update to complete 1 pods at revision b...\n',
    );
    expect(at({ currentReplicas: 3, updateRevision: 'b', currentRevision: 'b' })).toBe(
      'statefulset rolling update complete 3 pods at revision b...\n',
    );
  });
});
