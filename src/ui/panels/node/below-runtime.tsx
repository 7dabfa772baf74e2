import type { ReactElement } from 'react';
import type { NodeView } from '../../../protocol/views.ts';
import { shorten } from '../../widgets/kit/format.ts';
import { Section } from '../../widgets/kit/kit.tsx';
import { type Dictionary, useWords } from '../../widgets/kit/words.ts';

const en = {
  volumes: 'Volumes',
  volumesNote: 'the plugin that set each up, and the directory on the node',
  plugin: 'Plugin',
  bundles: 'What runc gets',
  bundlesNote: 'the OCI bundle of each container: config.json, and the calls of its shim',
};
const zh: Record<keyof typeof en, string> = {
  volumes: '卷',
  volumesNote: '由哪个插件设置，位于节点上的哪个目录',
  plugin: '插件',
  bundles: '交给 runc 的内容',
  bundlesNote: '每个容器的 OCI bundle：config.json，以及 shim 的调用',
};
const words: Dictionary<keyof typeof en> = { en, zh };

/** What lies below the interfaces: bundles for runc, directories of volume plugins. */
export function BelowRuntime({ view }: { readonly view: NodeView }): ReactElement {
  const t = useWords(words);
  const { volumes = [], bundles = [] } = view;
  return (
    <>
      <Section title={t('bundles')} note={t('bundlesNote')} name="bundles">
        {bundles.map(({ pod, container, path, calls, text }) => (
          <details key={path}>
            <summary className="k-mono">
              {shorten(pod, 30)} {container}
            </summary>
            <pre className="k-mono p-mounted">{`${calls}\n\n${path}\n${text}`}</pre>
          </details>
        ))}
      </Section>
      <Section title={t('volumes')} note={t('volumesNote')} name="volumes">
        <table className="k-table">
          <thead>
            <tr>
              <th scope="col">Pod</th>
              <th scope="col">{t('volumes')}</th>
              <th scope="col">{t('plugin')}</th>
            </tr>
          </thead>
          <tbody>
            {volumes.map(({ pod, volume, plugin, path, mounted: isThere }) => (
              <tr key={`${pod} ${volume}`}>
                <td>{shorten(pod.slice(pod.indexOf('/') + 1), 22)}</td>
                <td title={path}>{isThere ? volume : <span className="k-weak">{volume}</span>}</td>
                <td className="k-mono">{plugin}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </>
  );
}
