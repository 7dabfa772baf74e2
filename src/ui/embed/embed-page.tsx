import { type ReactElement, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { pacesOf, useFollowingFrames, WithFrames } from '../hosting/following.tsx';
import { usePageHost } from '../hosting/use-host.ts';
import { useKeys } from '../hosting/use-keys.ts';
import { useTheme } from '../hosting/use-words-and-theme.ts';
import { NarrationBar } from '../narration/bar.tsx';
import type { Narrator } from '../narration/narrator.ts';
import { type Page, PageContext, useFrameState, usePage, useSubscription, useView, useViewer } from '../public.ts';
import { Viewed } from '../shell/safe.tsx';
import { Stage } from '../stage/stage.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { Transport } from '../transport/transport.tsx';
import { HostProvider } from '../widgets/kit/host.ts';
import { late } from '../widgets/late.tsx';
import { type Embedding, EmbedShell } from './embed-shell.tsx';
import { useEmbedWords } from './use-embed-words.ts';

const Inside = late(async () => (await import('./inside.tsx')).Inside);
const InPlace = late(async () => (await import('../hosting/in-place.tsx')).InPlace);
const PacketInPlace = late(async () => (await import('../hosting/in-place.tsx')).PacketInPlace);
const NO_KEYS: readonly string[] = [];

/** The page as a part of somebody else's: what every demo shows, and nothing that few of its readers ask for. */
export function EmbedPage(props: { readonly page: Page; readonly left?: ReactNode } & Embedding): ReactElement {
  const { page, left, ...embedding } = props;
  const language = useStore(page.viewer, (viewer) => viewer.language);
  const dark = useTheme(page);
  const { narrator, isMissed } = useEmbedWords(page, props.isOpen);
  const host = usePageHost(page, narrator, dark);
  useKeys(page, NO_KEYS);
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  }, [language]);
  return (
    <PageContext.Provider value={page}>
      <HostProvider host={host}>
        <Parts narrator={narrator} isMissed={isMissed} left={left} {...embedding} />
      </HostProvider>
    </PageContext.Provider>
  );
}

function Parts(
  props: { readonly narrator: Narrator; readonly isMissed: boolean; readonly left: ReactNode } & Embedding,
): ReactElement {
  const { narrator, ...rest } = props;
  const { controls } = usePage();
  const paces = useMemo(() => pacesOf(controls), [controls]);
  const mapFrames = useFollowingFrames(paces.map);
  const frames = useFollowingFrames(paces.words);
  const panelFrames = useFollowingFrames(paces.panel);
  useSubscription('stage');
  useSubscription('timeline');
  useSubscription('step');
  useSubscription('terminal');
  return (
    <>
      {rest.isOpen && <AtRest />}
      <EmbedShell
        {...rest}
        narrator={narrator}
        stage={
          <WithFrames frames={mapFrames}>
            <Viewed view="stage">
              <MapOrCloseUp narrator={narrator} />
            </Viewed>
          </WithFrames>
        }
        inspector={
          <WithFrames frames={panelFrames}>
            <Suspense>
              <Inside panels={rest.asked.panels} />
            </Suspense>
          </WithFrames>
        }
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
      />
    </>
  );
}

/** What wishes are not met is asked for where the run rests alone: the answer takes a part of the engine that comes later. */
function AtRest(): ReactElement | null {
  const rests = useFrameState(({ frame }) => frame?.atEnd === true && frame.quiescent && frame.index > 0);
  return rests ? <Diagnosed /> : null;
}

function Diagnosed(): null {
  useSubscription('diagnosis');
  return null;
}

/** The map, a station of it from the inside, or the packet that travels on it. */
function MapOrCloseUp({ narrator }: { readonly narrator: Narrator }): ReactElement {
  const { viewer } = usePage();
  const chosen = useViewer((state) => state.chosen);
  const packet = useView('stage')?.packet;
  if (chosen.closeUp !== undefined)
    return (
      <Suspense>
        <InPlace onBack={() => viewer.setState({ chosen: { ...chosen, closeUp: undefined } })} />
      </Suspense>
    );
  return (
    <>
      <Stage narrator={narrator} />
      {packet !== undefined && (
        <Suspense>
          <PacketInPlace packet={packet} />
        </Suspense>
      )}
    </>
  );
}
