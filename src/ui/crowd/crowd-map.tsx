import { type ReactElement, type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { type CrowdChange, NODE_THERE } from '../../protocol/crowd-view.ts';
import { useFrameState, usePage } from '../public.ts';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { useSize } from '../widgets/use-size.ts';
import { type Arrangement, arranged, naturally, ordered } from './arrange.ts';
import { CrowdCanvas } from './crowd-canvas.tsx';
import { CrowdTable } from './crowd-table.tsx';
import type { Lit } from './draw.ts';
import { Legend } from './legend.tsx';
import { type CrowdPicture, type PodsByNode, pictureWith, podsByNode } from './picture.ts';
import { type CrowdSay, crowdWords } from './strings.ts';
import './crowd.css';

/** Very many nodes and their Pods as one picture that one can go into. */
export function CrowdMap(): ReactElement {
  const t = useWords(crowdWords);
  const { session } = usePage();
  const running = useFrameState((state) => state.build !== undefined);
  const [picture, setPicture] = useState<CrowdPicture>();
  useEffect(() => {
    if (!running) return;
    let newest: CrowdPicture | undefined;
    let planned: number | undefined;
    // Changes come as often as the engine likes: they are shown once a frame.
    const look = (change: CrowdChange) => {
      newest = pictureWith(newest, change);
      planned ??= requestAnimationFrame(() => {
        planned = undefined;
        setPicture(newest);
      });
    };
    session.crowd(look).catch(() => undefined);
    return () => {
      if (planned !== undefined) cancelAnimationFrame(planned);
      session.crowd(undefined).catch(() => undefined);
    };
  }, [session, running]);
  if (picture === undefined || picture.nodes.count === 0) return <p className="crowd-none">{t('waiting')}</p>;
  return <Picture picture={picture} t={t} />;
}

function Picture({ picture, t }: { readonly picture: CrowdPicture; readonly t: CrowdSay }): ReactElement {
  const [by, setBy] = useState<Arrangement>('district');
  const [text, setText] = useState('');
  const [current, setCurrent] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const pods = useMemo(() => podsByNode(picture), [picture]);
  const opened = useRef<string>(undefined);
  useGivingWay(setText, opened);
  const found = useFound(text, picture);
  const lit = found?.lit;
  useInSight(found, picture, setCurrent);
  // Nodes stay where they are while Pods come and go.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the edition says when nodes are other ones
  const places = useMemo(() => {
    if (size === undefined || size.width < 10 || size.height < 10) return undefined;
    return arranged(ordered(picture, by, pods), picture.nodes.count, size.width, size.height);
  }, [picture.nodeEdition, by, size]);
  return (
    <section className="crowd" aria-label={t('label')}>
      <Head picture={picture} pods={pods} by={by} onBy={setBy} t={t} />
      <Search
        text={text}
        onText={setText}
        found={found}
        picture={picture}
        current={current}
        onCurrent={setCurrent}
        t={t}
      />
      <div className="crowd-box" ref={box}>
        {places !== undefined && (
          <CrowdCanvas
            picture={picture}
            pods={pods}
            arranged={places}
            lit={lit}
            current={current}
            onCurrent={setCurrent}
            onPod={(subject) => {
              opened.current = subject;
            }}
            t={t}
          />
        )}
      </div>
      <Legend picture={picture} pods={pods} isLit={lit !== undefined} t={t} />
      <CrowdTable picture={picture} pods={pods} t={t} />
    </section>
  );
}

function Head(props: {
  readonly picture: CrowdPicture;
  readonly pods: PodsByNode;
  readonly by: Arrangement;
  readonly onBy: (by: Arrangement) => void;
  readonly t: CrowdSay;
}): ReactElement {
  const { picture, pods, by, onBy, t } = props;
  const { language } = useHost();
  const inWords = (count: number) => count.toLocaleString(language === 'zh' ? 'zh-CN' : 'en');
  const nodes = picture.nodes.flags
    .subarray(0, picture.nodes.count)
    .reduce((sum, flags) => sum + (flags & NODE_THERE), 0);
  const all = pods.counts.reduce((sum, count) => sum + count, 0);
  return (
    <div className="crowd-head">
      <b>{t('head', { nodes: inWords(nodes), pods: inWords(all) })}</b>
      <span className="k2">{t('square')}</span>
      <span className="grow" />
      {/* biome-ignore lint/a11y/useSemanticElements: toggles, not a form */}
      <span className="seg" role="group" aria-label={t('order')}>
        {(['district', 'load', 'name'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={by === one} onClick={() => onBy(one)}>
            {t(`by.${one}`)}
          </button>
        ))}
      </span>
    </div>
  );
}

type Wanted = { readonly text: string } | { readonly subject: string };

interface Found {
  readonly by: Wanted;
  readonly lit: Lit;
}

/** What the engine finds by a name or a label, else by the object that is looked at; again while the cluster changes. */
function useFound(text: string, { edition }: CrowdPicture): Found | undefined {
  const host = useHost();
  const typed = useDeferredValue(text.trim());
  const { subject } = host.looking;
  const [found, setFound] = useState<Found>();
  const often = Math.floor(edition / AGAIN_AFTER_FRAMES);
  const atRest = useAtRest(edition);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frames that came since tell when to look again
  useEffect(() => {
    let isWanted = true;
    const by = typed !== '' ? { text: typed } : subject !== undefined ? { subject } : undefined;
    if (by === undefined) setFound(undefined);
    else
      host
        .query({ type: 'crowdFind', ...by })
        .then(({ nodes, pods }) => isWanted && setFound({ by, lit: { nodes: new Set(nodes), pods: new Set(pods) } }))
        .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [typed, subject, often, atRest]);
  return found;
}

/** It takes the engine some milliseconds to look at all of them. */
const AGAIN_AFTER_FRAMES = 30;
const REST_MS = 250;

/** The last edition that no other one followed for a moment. */
function useAtRest(edition: number): number {
  const [rested, setRested] = useState(edition);
  useEffect(() => {
    const timer = setTimeout(() => setRested(edition), REST_MS);
    return () => clearTimeout(timer);
  }, [edition]);
  return rested;
}

/** What is typed gives way to an object that is looked at since, but for one that was opened in the picture itself. */
function useGivingWay(onText: (text: string) => void, opened: RefObject<string | undefined>): void {
  const { subject } = useHost().looking;
  const last = useRef(subject);
  useEffect(() => {
    if (subject !== undefined && subject !== last.current && subject !== opened.current) onText('');
    last.current = subject;
  }, [subject, onText, opened]);
}

/** Another object that is looked at is gone to, once it is found. */
function useInSight(found: Found | undefined, picture: CrowdPicture, onCurrent: (node: number) => void): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (found === undefined) shown.current = undefined;
    if (found === undefined || !('subject' in found.by) || shown.current === found.by.subject) return;
    const [first] = inOrder(found.lit, picture);
    if (first === undefined) return;
    shown.current = found.by.subject;
    onCurrent(first);
  }, [found, picture, onCurrent]);
}

function inOrder({ nodes }: Lit, picture: CrowdPicture): readonly number[] {
  const compare = naturally(picture.nodes.names);
  return [...nodes].sort((a, b) => compare(picture.nodes.names[a] ?? '', picture.nodes.names[b] ?? ''));
}

function told({ by, lit }: Found, t: CrowdSay): string {
  const pods = lit.pods.size === 1 ? t('onePod') : t('somePods', { count: lit.pods.size });
  const nodes = lit.nodes.size === 1 ? t('oneNode') : t('someNodes', { count: lit.nodes.size });
  const isNone = lit.nodes.size + lit.pods.size === 0;
  if ('text' in by) return isNone ? t('nothing') : t('found', { pods, nodes });
  const name = by.subject;
  if (isNone) return t('lookedNone', { name });
  if (lit.nodes.size === 0) return t('lookedUnbound', { name, pods });
  return lit.pods.size === 0 ? t('lookedAlone', { name }) : t('looked', { name, pods, nodes });
}

function Search(props: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly found: Found | undefined;
  readonly picture: CrowdPicture;
  readonly current: number | undefined;
  readonly onCurrent: (node: number) => void;
  readonly t: CrowdSay;
}): ReactElement {
  const { text, onText, found, picture, current, onCurrent, t } = props;
  const goOn = () => {
    const hits = found === undefined ? [] : inOrder(found.lit, picture);
    const next = hits[(hits.indexOf(current ?? -1) + 1) % Math.max(1, hits.length)];
    if (next !== undefined) onCurrent(next);
  };
  return (
    <search className="crowd-search">
      <input
        type="search"
        className="k-field"
        aria-label={t('find')}
        placeholder={`${t('find')}: ${t('findHint')}`}
        value={text}
        spellCheck={false}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') goOn();
          if (event.key === 'Escape') onText('');
        }}
      />
      <span role="status" className="k2">
        {found === undefined ? '' : told(found, t)}
      </span>
      {found !== undefined && found.lit.nodes.size > 0 && (
        <button type="button" className="btn" onClick={goOn}>
          {t('next')}
        </button>
      )}
    </search>
  );
}
