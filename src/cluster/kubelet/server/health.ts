// Models pkg/kubelet/server/server.go InstallAuthNotRequiredHandlers, pkg/kubelet/prober/prober_manager.go (v1.36). Deviation: durations of probes are not counted.

import { SECOND } from '../../../base/time/units.ts';
import type { PodState } from '../pods/pod-state.ts';

const CHECKS: readonly string[] = ['ping', 'log', 'syncloop'];

/** `/healthz` and a path for each of its checks. Undefined: no such check. */
export function nodeHealth(path: string, query: string): string | undefined {
  const [, root, check] = path.split('/');
  if (root !== 'healthz') return undefined;
  if (check !== undefined) return CHECKS.includes(check) ? 'ok' : undefined;
  const isVerbose = query.split('&').some((each) => each === 'verbose' || each.startsWith('verbose='));
  return isVerbose ? `${CHECKS.map((each) => `[+]${each} ok`).join('\n')}\nhealthz check passed\n` : 'ok';
}

/** `/metrics/slis`: whether each check last went well. */
export function nodeSlis(): string {
  const names = [...CHECKS].sort();
  const lines = [
    '# HELP kubernetes_healthcheck [STABLE] Result of the last run of a check.',
    '# TYPE kubernetes_healthcheck gauge',
    ...names.map((name) => `kubernetes_healthcheck{name="${name}",type="healthz"} 1`),
    '# HELP kubernetes_healthchecks_total [STABLE] Runs of checks by their result.',
    '# TYPE kubernetes_healthchecks_total counter',
    ...names.map((name) => `kubernetes_healthchecks_total{name="${name}",status="success",type="healthz"} 1`),
  ];
  return `${lines.join('\n')}\n`;
}

const RESULTS: Readonly<Record<string, string>> = {
  success: 'successful',
  warning: 'successful',
  failure: 'failed',
  unknown: 'unknown',
};

/** `/metrics/probes`: how often each probe of each container has gone which way. */
export function probeMetrics(states: readonly PodState[], startedAt: number): string {
  const rows = states.flatMap(rowsOf).sort();
  const lines = [
    '# HELP process_start_time_seconds [ALPHA] Start of the process, in seconds since 1970.',
    '# TYPE process_start_time_seconds gauge',
    `process_start_time_seconds ${startedAt / SECOND}`,
  ];
  if (rows.length > 0)
    lines.push(
      '# HELP prober_probe_total [BETA] Probes of containers by their result.',
      '# TYPE prober_probe_total counter',
      ...rows,
    );
  return `${lines.join('\n')}\n`;
}

function rowsOf({ pod, probing: { counts: probeCounts } }: PodState): readonly string[] {
  const { name, namespace, uid } = pod.metadata;
  const counts = new Map<string, number>();
  for (const each of probeCounts.keys()) {
    const [container, type = '', result = ''] = each.split('/');
    const of = `container="${container}",namespace="${namespace}",pod="${name}",pod_uid="${uid}"`;
    const labels = `${of},probe_type="${type[0]?.toUpperCase()}${type.slice(1)}",result="${RESULTS[result]}"`;
    counts.set(labels, (counts.get(labels) ?? 0) + (probeCounts.get(each) ?? 0));
  }
  return [...counts].map(([labels, count]) => `prober_probe_total{${labels}} ${count}`);
}
