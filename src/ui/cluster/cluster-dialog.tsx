import { type ReactElement, useState } from 'react';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { useNow } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { Faults } from './faults.tsx';
import { Settings } from './settings.tsx';
import { clusterWords } from './strings.ts';
import './cluster.css';

const TABS = ['anew', 'faults'] as const;
type Tab = (typeof TABS)[number];

/** What the cluster is, which begins the run anew, and what goes wrong with it from the cursor on. */
export function ClusterDialog(props: { readonly tab?: Tab | undefined; readonly onClose: () => void }): ReactElement {
  const t = useWords(clusterWords);
  const [tab, setTab] = useState<Tab>(props.tab ?? 'anew');
  const run = useNow((frame) => frame?.run);
  return (
    <Dialog title={t('title')} wide onClose={props.onClose}>
      <div className="c-tabs" role="tablist">
        {TABS.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={tab === each}
            aria-label={t(each)}
            onClick={() => setTab(each)}
          >
            <b>{t(each)}</b>
            <span>{t(`${each}Note`)}</span>
          </button>
        ))}
      </div>
      <div className="c-body">
        {run !== undefined && tab === 'anew' && <Settings run={run} onDone={props.onClose} />}
        {run !== undefined && tab === 'faults' && <Faults onDone={props.onClose} />}
      </div>
    </Dialog>
  );
}
