import { describe, expect, it } from 'vitest';
import recorded from '../fields/testdata/managed-fields.json';
import { resourceOf, resourceOfObject } from '../scheme/scheme.ts';
import type { CronJob, Job } from '../types/batch.ts';
import { applyDefaults } from './index.ts';

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('defaults', () => {
  for (const { name, after } of recorded) {
    it(`DFT1: ${name}`, () => {
      const object = copy(after) as unknown as Parameters<typeof applyDefaults>[1];
      const info = resourceOfObject(object);
      expect(info && applyDefaults(info, object)).toBe(object);
    });
  }

  const container = { name: 'c', image: 'nginx', resources: { limits: { cpu: '1' } } };

  it('DFT4: a role of no group is of the group of RBAC', () => {
    const binding = (roleRef: object) =>
      applyDefaults(resourceOf('rolebindings', 'rbac.authorization.k8s.io'), {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: {},
        roleRef,
      }).roleRef;
    const whole = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' };
    expect(binding({ apiGroup: '', kind: 'Role', name: 'r' })).toEqual(whole);
    expect(binding({ kind: 'Role', name: 'r' })).toEqual(whole);
  });

  it('DFT5: a condition of a failure policy is met when it is true', () => {
    const given = (status?: string) => ({ type: 'DisruptionTarget', ...(status !== undefined && { status }) });
    const spec = {
      podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [given(), given(''), given('False')] }] },
      template: { spec: { containers: [container] } },
    };
    const whole = [given('True'), given('True'), given('False')];
    const job = applyDefaults(resourceOf('jobs', 'batch'), {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {},
      spec,
    } as never) as Job;
    const cron = applyDefaults(resourceOf('cronjobs', 'batch'), {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: {},
      spec: { jobTemplate: { spec } },
    } as never) as CronJob;
    expect(job.spec.podFailurePolicy?.rules[0]?.onPodConditions).toEqual(whole);
    expect(cron.spec.jobTemplate.spec.podFailurePolicy?.rules[0]?.onPodConditions).toEqual(whole);
  });

  it('DFT6: a Pod with limits for the whole asks for what its containers ask for, or for as much as it may use', () => {
    const asked = (resources: object, initContainers: readonly object[] = []) => {
      const spec = {
        resources,
        initContainers,
        containers: [
          { ...container, resources: { requests: { cpu: '100m' } } },
          { ...container, name: 'd', resources: { limits: { cpu: '200m' } } },
        ],
      };
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: {}, spec };
      return applyDefaults(resourceOf('pods'), pod).spec.resources;
    };
    const limits = { cpu: '1', memory: '200Mi' };
    expect(asked({ limits })).toEqual({ limits, requests: { cpu: '300m', memory: '200Mi' } });
    expect(asked({ limits, requests: { cpu: '1' } })).toEqual({ limits, requests: { cpu: '1', memory: '200Mi' } });
    const first = { ...container, name: 'i', resources: { requests: { cpu: '500m', 'a.b/c': '1' } } };
    expect(asked({ limits }, [first])).toEqual({ limits, requests: { cpu: '500m', memory: '200Mi' } });
    expect(asked({ requests: { cpu: '1' } })).toEqual({ requests: { cpu: '1' } });
  });

  it('DFT2: a pod gets more than a template', () => {
    const pod = applyDefaults(resourceOf('pods'), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {},
      spec: { containers: [container] },
    });
    expect(pod.spec).toMatchObject({ enableServiceLinks: true, containers: [{ imagePullPolicy: 'Always' }] });
    expect(pod.spec.containers[0]?.resources).toEqual({ limits: { cpu: '1' }, requests: { cpu: '1' } });
    const deployment = applyDefaults(resourceOf('deployments', 'apps'), {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: {},
      spec: { template: { spec: { containers: [container] } } },
    });
    expect(deployment.spec.template.spec).not.toHaveProperty('enableServiceLinks');
    expect(deployment.spec.template.spec.containers[0]?.resources).toEqual({ limits: { cpu: '1' } });
    expect(deployment.spec).toMatchObject({
      replicas: 1,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
    });
  });
});
