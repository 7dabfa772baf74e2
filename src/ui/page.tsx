import { type ReactElement, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { isByBeats } from '../protocol/filter-check.ts';
import { onceTold } from '../session/once-told.ts';
import { pacesOf, useFollowingFrames, WithFrames } from './hosting/following.tsx';
import { usePageHost } from './hosting/use-host.ts';
import { useKeys } from './hosting/use-keys.ts';
import { useTitle } from './hosting/use-title.ts';
import { useNarrator, useTheme } from './hosting/use-words-and-theme.ts';
import { useText } from './i18n/words.ts';
import { loadNextCommands, NarrationBar } from './narration/bar.tsx';
import { loadAllWords } from './narration/load-words.ts';
import type { Narrator } from './narration/narrator.ts';
import { loadPanels, panels } from './panels/list.ts';
import {
  PageContext,
  type Page as PageParts,
  useFrameState,
  usePage,
  useSubscription,
  useView,
  useViewer,
} from './public.ts';
import { Inspector } from './shell/inspector.tsx';
import { Safe, Viewed } from './shell/safe.tsx';
import { loadLostNotice, Shell } from './shell/shell.tsx';
import { loadPartCard } from './stage/parts/map-parts.tsx';
import { loadCrowdMap, loadObjectMap, loadUnmetMarks, Stage } from './stage/stage.tsx';
import { loadCommandLine } from './terminal/line.tsx';
import { loadHover, loadScrubberStops, loadStretches, loadZoom, Timeline } from './timeline/timeline.tsx';
import { Transport } from './transport/transport.tsx';
import { HostProvider } from './widgets/kit/host.ts';
import { late } from './widgets/late.tsx';

// What is opened only now and then is not part of the first load.
const loadBreakpoints = async () => (await import('./breakpoints/breakpoints-panel.tsx')).BreakpointsDialog;
const loadFind = async () => (await import('./find/find-dialog.tsx')).FindDialog;
const loadCluster = async () => (await import('./cluster/cluster-dialog.tsx')).ClusterDialog;
const loadHelp = async () => (await import('./help/help-dialog.tsx')).HelpDialog;
const loadScenarios = async () => (await import('./scenarios/scenarios-dialog.tsx')).ScenariosDialog;
const loadShare = async () => (await import('./share/share-dialog.tsx')).ShareDialog;
const loadBranches = async () => (await import('./branches/branches-dialog.tsx')).BranchesDialog;
const loadNotebook = async () => (await import('./notebook/notebook-dialog.tsx')).NotebookDialog;
const loadThreeWay = async () => (await import('./three-way/three-way-dialog.tsx')).ThreeWayDialog;
const loadTwin = async () => (await import('./twin/text-twin.tsx')).TextTwin;
const loadInPlace = () => import('./hosting/in-place.tsx');
const loadTime = async () => (await import('./time/time-panel.tsx')).TimePanel;
const loadWhy = async () => (await import('./why/why-panel.tsx')).WhyPanel;
const BreakpointsDialog = late(loadBreakpoints);
const ClusterDialog = late(loadCluster);
const FindDialog = late(loadFind);
const HelpDialog = late(loadHelp);
const ScenariosDialog = late(loadScenarios);
const ShareDialog = late(loadShare);
const BranchesDialog = late(loadBranches);
const NotebookDialog = late(loadNotebook);
const ThreeWayDialog = late(loadThreeWay);
const TextTwin = late(loadTwin);
const InPlace = late(async () => (await loadInPlace()).InPlace);
const PacketInPlace = late(async () => (await loadInPlace()).PacketInPlace);
const WhyPanel = late(loadWhy);
const TimePanel = late(loadTime);
const ALL_LATE = [
  loadPanels,
  loadWhy,
  loadTime,
  loadStretches,
  loadHover,
  loadScrubberStops,
  loadZoom,
  loadHelp,
  loadCluster,
  loadFind,
  loadBreakpoints,
  loadTwin,
  loadInPlace,
  loadScenarios,
  loadShare,
  loadCrowdMap,
  loadBranches,
  loadNotebook,
  loadThreeWay,
  loadPartCard,
  loadObjectMap,
  loadCommandLine,
  loadNextCommands,
  loadUnmetMarks,
  loadLostNotice,
  // The other language is one press away.
  () => loadAllWords('en'),
  () => loadAllWords('zh'),
] as const;

const REST_AFTER_MS = 1_000;
const panelIds = panels.map(({ id }) => id);

/** The whole page around one simulation. */
export function Page(props: {
  readonly page: PageParts;
  /** Editor and shell. */
  readonly left?: ReactNode;
  /** More buttons of the top bar. */
  readonly actions?: ReactNode;
}): ReactElement {
  const { page } = props;
  const language = useStore(page.viewer, (viewer) => viewer.language);
  const dark = useTheme(page);
  const { narrator, isMissed } = useNarrator(language);
  const host = usePageHost(page, narrator, dark);
  useKeys(page, panelIds);
  useEffect(() => {
    // Once a step is shown, so that all opens at once even where the network has gone meanwhile.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = onceTold(page.session.frames, () => {
      timer = setTimeout(() => {
        for (const load of ALL_LATE) load().catch(() => undefined);
      }, REST_AFTER_MS);
    });
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, [page]);
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  }, [language]);
  return (
    <PageContext.Provider value={page}>
      <HostProvider host={host}>
        <Parts narrator={narrator} isMissed={isMissed} left={props.left} actions={props.actions} />
      </HostProvider>
    </PageContext.Provider>
  );
}

function Parts(props: {
  readonly narrator: Narrator;
  readonly isMissed: boolean;
  readonly left: ReactNode;
  readonly actions: ReactNode;
}): ReactElement {
  const { narrator } = props;
  const { viewer, controls } = usePage();
  const paces = useMemo(() => pacesOf(controls), [controls]);
  const mapFrames = useFollowingFrames(paces.map);
  const frames = useFollowingFrames(paces.words);
  const panelFrames = useFollowingFrames(paces.panel);
  const title = useTitle();
  const dialog = useViewer((state) => state.dialog);
  const filter = useViewer((state) => state.filter);
  const tab = useViewer((state) => state.phoneTab);
  useSubscription('stage');
  useSubscription('timeline');
  useSubscription('step');
  useSubscription('terminal');
  useSubscription('diagnosis');
  useSubscription('breakpoints');
  const close = () => viewer.setState({ dialog: undefined });
  const filterKey = `${filter.grain} ${filter.within ?? ''} ${filter.scope} ${filter.actor ?? ''} ${filter.object ?? ''}`;
  const asText = dialog?.type === 'twin';
  return (
    <>
      <Shell
        isMissed={props.isMissed}
        title={title}
        length={<Length />}
        left={props.left}
        stage={
          asText ? (
            <Twin filterKey={filterKey} />
          ) : (
            <WithFrames frames={mapFrames}>
              <Viewed view="stage">
                <StageOrCloseUp narrator={narrator} />
              </Viewed>
            </WithFrames>
          )
        }
        inspector={
          <WithFrames frames={panelFrames}>
            <Inspect onClose={close} />
          </WithFrames>
        }
        steps={tab === 'steps' ? <Twin filterKey={filterKey} /> : null}
        narration={
          <WithFrames frames={frames}>
            <Viewed view="step">
              <NarrationBar narrator={narrator} />
            </Viewed>
          </WithFrames>
        }
        transport={
          <WithFrames frames={frames}>
            <Transport />
          </WithFrames>
        }
        timeline={
          <WithFrames frames={frames}>
            <Viewed view="timeline">
              <Timeline narrator={narrator} />
            </Viewed>
          </WithFrames>
        }
        actions={<Actions own={props.actions} />}
      />
      <Safe of={dialog} onClose={close}>
        <Suspense>
          <Dialogs kinds={narrator.kinds} title={title} onClose={close} />
        </Suspense>
      </Safe>
    </>
  );
}

/** What one may open from the head of the page. */
function Actions({ own }: { readonly own: ReactNode }): ReactElement {
  const t = useText();
  const { viewer, openScenario, notebook } = usePage();
  const asText = useViewer((state) => state.dialog?.type === 'twin');
  const stops = useViewer((state) => state.breakpoints.filter(({ enabled }) => enabled).length);
  return (
    <>
      {own}
      {openScenario !== undefined && (
        <button type="button" className="menu" onClick={() => viewer.setState({ dialog: { type: 'scenarios' } })}>
          {t('scenarios')}
        </button>
      )}
      {openScenario !== undefined && (
        <button type="button" className="menu" onClick={() => viewer.setState({ dialog: { type: 'cluster' } })}>
          {t('cluster')}
        </button>
      )}
      <button type="button" className="menu" onClick={() => viewer.setState({ dialog: { type: 'find' } })}>
        {t('find')}
      </button>
      <button type="button" className="menu" onClick={() => viewer.setState({ dialog: { type: 'breakpoints' } })}>
        {t('breakpoints')}
        {stops > 0 && (
          <span className="menu-count" aria-hidden="true">
            {stops}
          </span>
        )}
      </button>
      <button
        type="button"
        className="menu"
        aria-pressed={asText}
        onClick={() => viewer.setState({ dialog: asText ? undefined : { type: 'twin' } })}
      >
        {asText ? t('asMap') : t('asText')}
      </button>
      {notebook !== undefined && (
        <button type="button" className="menu" onClick={() => viewer.setState({ dialog: { type: 'notebook' } })}>
          {t('notebook')}
        </button>
      )}
      {openScenario !== undefined && (
        <button type="button" className="menu" onClick={() => viewer.setState({ dialog: { type: 'share' } })}>
          {t('share')}
        </button>
      )}
    </>
  );
}

function Length(): ReactElement | null {
  const t = useText();
  const scenes = useView('timeline')?.marks.filter(({ type }) => type !== 'quiet').length ?? 0;
  const steps = useFrameState((state) => state.frame?.total ?? 0);
  const byBeats = useViewer((state) => isByBeats(state.filter));
  if (steps === 0) return null;
  return (
    <span>
      {scenes > 0 && t(scenes === 1 ? 'scenes1' : 'scenes', { scenes })}
      {byBeats ? t('beats', { beats: steps }) : t(steps === 1 ? 'steps1' : 'steps', { steps })}
    </span>
  );
}

function Twin({ filterKey }: { readonly filterKey: string }): ReactElement {
  const unmet = useView('diagnosis')?.unmet;
  return (
    <Suspense>
      <TextTwin filterKey={filterKey} unmet={unmet} />
    </Suspense>
  );
}

/** The map, or a station of it from the inside. */
function StageOrCloseUp({ narrator }: { readonly narrator: Narrator }): ReactElement {
  const { viewer } = usePage();
  const chosen = useViewer((state) => state.chosen);
  const onBack = () => viewer.setState({ chosen: { ...chosen, closeUp: undefined } });
  if (chosen.closeUp !== undefined)
    return (
      <Suspense>
        <InPlace onBack={onBack} />
      </Suspense>
    );
  return (
    <>
      <Stage narrator={narrator} />
      <Packet />
    </>
  );
}

function Packet(): ReactElement | null {
  const packet = useView('stage')?.packet;
  return packet === undefined ? null : (
    <Suspense>
      <PacketInPlace packet={packet} />
    </Suspense>
  );
}

/** The tabs, or the chain of causes in their place so that the map stays in sight. */
function Inspect({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { editField } = usePage();
  const dialog = useViewer((state) => state.dialog);
  if (dialog?.type === 'time')
    return (
      <Suspense>
        <TimePanel onClose={onClose} />
      </Suspense>
    );
  if (dialog?.type === 'why')
    return (
      <Suspense>
        <WhyPanel
          target={dialog.of}
          onClose={onClose}
          onEdit={editField && (({ subject, path }) => editField(subject, path))}
        />
      </Suspense>
    );
  return <Inspector panels={panels} />;
}

function Dialogs({
  kinds,
  title,
  onClose,
}: {
  readonly kinds: readonly string[];
  readonly title: string;
  readonly onClose: () => void;
}): ReactElement | null {
  const { openScenario, notebook } = usePage();
  const dialog = useViewer((state) => state.dialog);
  switch (dialog?.type) {
    case 'help':
      return <HelpDialog onClose={onClose} />;
    case 'find':
      return <FindDialog onClose={onClose} onGuide={(id) => void openScenario?.(id)} />;
    case 'scenarios':
      return (
        <ScenariosDialog
          onOpen={({ id }) => {
            onClose();
            void openScenario?.(id);
          }}
          onClose={onClose}
        />
      );
    case 'cluster':
      return <ClusterDialog tab={dialog.tab} onClose={onClose} />;
    case 'share':
      return <ShareDialog title={title} onClose={onClose} />;
    case 'branches':
      return <BranchesDialog pair={dialog.pair} onClose={onClose} />;
    case 'notebook':
      return notebook === undefined ? null : (
        <NotebookDialog notebook={notebook} pins={dialog.pins === true} title={title} onClose={onClose} />
      );
    case 'threeWay':
      return <ThreeWayDialog subject={dialog.subject} onClose={onClose} />;
    case 'breakpoints':
      return <BreakpointsDialog kinds={kinds} onClose={onClose} />;
  }
  return null;
}
