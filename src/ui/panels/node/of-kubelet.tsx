import { type ReactElement, Suspense } from 'react';
import type { NodeView } from '../../../protocol/views.ts';
import { shorten } from '../../widgets/kit/format.ts';
import { Section } from '../../widgets/kit/kit.tsx';
import { type Dictionary, useWords } from '../../widgets/kit/words.ts';
import { late } from '../../widgets/late.tsx';

const en = {
  cgroups: 'Resource limits: cgroup values',
  cgroupsNote: 'cpu.weight from requests, cpu.max and memory.max from limits; nothing is enforced here',
  whole: 'whole Pod',
  mounted: 'Files in volumes',
  mountedNote: 'as the kubelet wrote them',
  of: 'Pod / container',
};
const zh: Record<keyof typeof en, string> = {
  cgroups: '资源限制：cgroup 值',
  cgroupsNote: 'cpu.weight 来自 requests，cpu.max 与 memory.max 来自 limits；此处不做实际限制',
  whole: '整个 Pod',
  mounted: '卷中的文件',
  mountedNote: '由 kubelet 写入',
  of: 'Pod / 容器',
};
const words: Dictionary<keyof typeof en> = { en, zh };

const BelowRuntime = late(async () => (await import('./below-runtime.tsx')).BelowRuntime);

/** What the kubelet wrote for its Pods: limits for the kernel, files for the containers. */
export function OfKubelet({ view }: { readonly view: NodeView }): ReactElement | null {
  const t = useWords(words);
  const { cgroups = [], mounted = [] } = view;
  if (cgroups.length === 0 && mounted.length === 0) return null;
  return (
    <>
      <Section title={t('cgroups')} note={t('cgroupsNote')} name="cgroups">
        <table className="k-table">
          <thead>
            <tr>
              <th scope="col">{t('of')}</th>
              <th scope="col">cpu.weight</th>
              <th scope="col">cpu.max</th>
              <th scope="col">memory.max</th>
            </tr>
          </thead>
          <tbody>
            {cgroups.map(({ pod, container, path, cpuWeight, cpuMax, memoryMax }) => (
              <tr key={`${pod} ${container}`}>
                <td title={`/sys/fs/cgroup/${path}`}>
                  {container === '' ? <b>{shorten(pod.slice(pod.indexOf('/') + 1), 22)}</b> : container}
                  {container === '' && <span className="k-weak"> {t('whole')}</span>}
                </td>
                <td className="k-num">{cpuWeight}</td>
                <td className="k-num">{cpuMax}</td>
                <td className="k-num">{memoryMax}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Suspense>
        <BelowRuntime view={view} />
      </Suspense>
      <Section title={t('mounted')} note={t('mountedNote')} name="account-files">
        {mounted.map(({ pod, path, text }) => (
          <details key={`${pod} ${path}`}>
            <summary className="k-mono">
              {shorten(pod, 30)} {path}
            </summary>
            <pre className="k-mono p-mounted">{text}</pre>
          </details>
        ))}
      </Section>
    </>
  );
}
