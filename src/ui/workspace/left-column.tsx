import { type ReactElement, Suspense, useCallback, useEffect } from 'react';
import type { RunFile } from '../../protocol/run-file.ts';
import { useBand } from '../editor/band.ts';
import { EditorPane } from '../editor/editor-pane.tsx';
import { type Workbench, withStage } from '../editor/workbench.ts';
import { usePage, useSubscription, useView } from '../public.ts';
import { Pane } from '../shell/panes/pane.tsx';
import { TerminalPane } from '../terminal/terminal-pane.tsx';
import { useNow } from '../widgets/kit/host.ts';
import { late } from '../widgets/late.tsx';
import './workspace.css';

const Edge = late(async () => (await import('../shell/panes/panes.tsx')).Edge);
const Guide = late(async () => (await import('../scenarios/guide.tsx')).Guide);

/** The left column: the guide through an open scenario, manifests, the kubectl shell below. */
export function LeftColumn(props: {
  readonly bench: Workbench;
  readonly keptAs: string;
  /** Runs that gave way to the one that is open. */
  readonly earlier?: (() => readonly RunFile[]) | undefined;
}): ReactElement {
  const { bench, keptAs, earlier } = props;
  const { session } = usePage();
  useBenchKept(bench);
  useBand(bench, session.frames);
  useSubscription('terminal');
  const terminal = useView('terminal');
  const scenario = useNow((frame) => frame?.run.scenario);
  const opened = useNow((frame) => frame !== undefined);
  useEffect(() => {
    if (opened) bench.turnTo(scenario ?? keptAs);
  }, [bench, opened, scenario, keptAs]);
  const showFiles = useCallback(
    (stage: Parameters<typeof withStage>[1]) => bench.setState((state) => withStage(state, stage)),
    [bench],
  );
  return (
    <div className={`l-column${scenario === undefined ? '' : ' l-guided'}`}>
      {scenario !== undefined && (
        <Suspense fallback={<div />}>
          <Guide id={scenario} showFiles={showFiles} earlier={earlier} />
        </Suspense>
      )}
      <Pane name="editor">
        <EditorPane bench={bench} terminal={terminal} earlier={earlier} />
      </Pane>
      <Pane name="shell">
        <TerminalPane view={terminal} files={() => bench.now().files} />
      </Pane>
      <Suspense>
        <Edge of="shell" />
      </Suspense>
    </div>
  );
}

/** The last change is kept even when the page is closed in the midst of typing. */
function useBenchKept(bench: Workbench): void {
  useEffect(() => {
    const flush = () => bench.flush();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [bench]);
}
