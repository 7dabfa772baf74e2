import type { ReactElement } from 'react';
import { CROWD_GLYPHS, NODE_CORDONED, NODE_READY, NODE_SILENT, NODE_THERE } from '../../protocol/crowd-view.ts';
import { PodMark } from '../widgets/glyphs.tsx';
import { useHost } from '../widgets/kit/host.ts';
import { SHADES } from './draw.ts';
import type { CrowdPicture, PodsByNode } from './picture.ts';
import type { CrowdSay } from './strings.ts';

/** What shades and marks mean, and how many there are of each; trouble comes first. */
export function Legend(props: {
  readonly picture: CrowdPicture;
  readonly pods: PodsByNode;
  readonly isLit: boolean;
  readonly t: CrowdSay;
}): ReactElement {
  const { picture, pods, isLit, t } = props;
  const { language } = useHost();
  const { notReady, apart } = countNodes(picture);
  return (
    <div className="crowd-legend">
      <ul aria-label={t('states')}>
        {CROWD_GLYPHS.map((glyph, at) =>
          pods.counts[at] === 0 ? null : (
            <li key={glyph} data-glyph={glyph}>
              <PodMark glyph={glyph} size={14} /> {t(`glyph.${glyph}`)}{' '}
              <b>{(pods.counts[at] as number).toLocaleString(language === 'zh' ? 'zh-CN' : 'en')}</b>
            </li>
          ),
        )}
      </ul>
      <ul aria-label={t('shade')}>
        <li className="k2">{t('shade')}</li>
        {SHADES.map((from, at) => {
          const next = SHADES[at + 1];
          return (
            <li key={from}>
              <i style={{ background: `var(--h${at})` }} />{' '}
              {next === undefined ? t('andMore', { from }) : `${from}–${next - 1}`}
            </li>
          );
        })}
        {notReady > 0 && (
          <li>
            <i className="not-ready" /> {t('notReady', { count: notReady })}
          </li>
        )}
        {apart > 0 && (
          <li>
            <i className="apart" /> {t('apart', { count: apart })}
          </li>
        )}
        <li>
          <svg width="13" height="13" viewBox="0 0 12 12" aria-hidden="true">
            <path d="M6 1.5 11 10.5H1z" fill="var(--paper)" stroke="var(--bad)" strokeWidth="1.4" />
          </svg>{' '}
          {t('failing')}
        </li>
        {isLit && (
          <li>
            <i className="lit" /> {t('result')}
          </li>
        )}
      </ul>
    </div>
  );
}

function countNodes({ nodes }: CrowdPicture): { readonly notReady: number; readonly apart: number } {
  let notReady = 0;
  let apart = 0;
  for (let node = 0; node < nodes.count; node += 1) {
    const flags = nodes.flags[node] as number;
    if ((flags & NODE_THERE) === 0) continue;
    if ((flags & NODE_READY) === 0) notReady += 1;
    else if ((flags & (NODE_CORDONED | NODE_SILENT)) !== 0) apart += 1;
  }
  return { notReady, apart };
}
