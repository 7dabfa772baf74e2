import { type KeyboardEvent, type ReactElement, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { Micros } from '../../base/time/units.ts';
import type { QueryResult } from '../../protocol/queries.ts';
import { SCENARIOS } from '../../scenarios/index.ts';
import { shortActor } from '../widgets/kit/actors.ts';
import { useAsk } from '../widgets/kit/ask.ts';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { type Host, useHost } from '../widgets/kit/host.ts';
import { Empty, Rich } from '../widgets/kit/kit.tsx';
import { type Say, useWords } from '../widgets/kit/words.ts';
import { asTold, nearestFirst, type Sentence, sentencesOf, withWords } from './sentences.ts';
import { findWords } from './strings.ts';
import './find.css';

const MOST_MOMENTS = 40;
const MOST_GUIDES = 10;
const MOST_OBJECTS = 8;

/** Something that was found, and where Enter leads from it. */
interface Hit {
  readonly id: string;
  readonly group: 'moments' | 'objects' | 'fields' | 'guides';
  readonly title: string;
  readonly note: string;
  readonly open: () => void;
}

type T = Say<keyof typeof findWords.en>;

/** Finds moments by their sentences, objects (also deleted ones), fields and guides, in the language of the page. */
export function FindDialog(props: {
  readonly onClose: () => void;
  readonly onGuide?: (scenario: string) => void;
}): ReactElement {
  const { onClose, onGuide } = props;
  const t = useWords(findWords);
  const host = useHost();
  const box = useRef<HTMLInputElement>(null);
  const told = useRef<Promise<readonly Sentence[]>>(undefined);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const list = useId();
  const wanted = useDeferredValue(text.trim());
  const answer = useAsk(wanted, async () => {
    if (wanted === '') return undefined;
    told.current ??= sentencesOf(host);
    const asked = wanted.slice(0, 200);
    const [found, sentences] = await Promise.all([host.query({ type: 'find', text: asTold(asked) }), told.current]);
    return { found: found as Found, moments: momentsOf(found as Found, sentences, asked, host) };
  });
  useEffect(() => box.current?.focus(), []);
  const found = answer.state === 'answered' && wanted !== '' ? answer.value : undefined;
  const hits = found === undefined ? [] : hitsOf(found, wanted, host, t, onGuide);
  const at = Math.min(active, hits.length - 1);
  const go = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    hit.open();
    onClose();
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') go(hits[at]);
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || hits.length === 0) return;
    event.preventDefault();
    setActive((at + by + hits.length) % hits.length);
  };
  useEffect(() => {
    // Newer browsers give back a promise, which is no way to clean up.
    document.getElementById(`${list}-${at}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [list, at]);
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div className="f-box">
        <label htmlFor="find-text">{t('label')}</label>
        <input
          id="find-text"
          ref={box}
          type="search"
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={list}
          aria-activedescendant={hits.length > 0 ? `${list}-${at}` : undefined}
          autoComplete="off"
          className="k-field"
          spellCheck={false}
          placeholder={t('hint')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKey}
        />
        <p role="status" className="k-note">
          {found === undefined ? '' : counted(hits, found.found.more, t)}
          {answer.state === 'failed' ? t('failed', { message: answer.message }) : ''}
        </p>
      </div>
      {found !== undefined && hits.length === 0 && (
        <div className="k-pad">
          <Empty>{t('none')}</Empty>
        </div>
      )}
      <div id={list} role="listbox" aria-label={t('title')} className="f-hits">
        {hits.map((hit, place) => (
          <div key={hit.id} role="presentation">
            {hit.group !== hits[place - 1]?.group && (
              <p role="presentation" className="f-group">
                {t(hit.group)}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys */}
            <div
              id={`${list}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              className="f-hit"
              onClick={() => go(hit)}
            >
              <span>
                <Rich text={hit.title} />
              </span>
              <span className="k-weak">{hit.note}</span>
            </div>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

type Found = Extract<QueryResult, { readonly type: 'find' }>;
type Moments = ReturnType<typeof momentsOf>;

function momentsOf(found: Found, sentences: readonly Sentence[], text: string, { frame }: Host) {
  const told = [...withWords(sentences, text), ...withWords(sentences, asTold(text))];
  return nearestFirst(told, found.steps, frame?.seq ?? 0).slice(0, MOST_MOMENTS);
}

function hitsOf(
  { found, moments }: { readonly found: Found; readonly moments: Moments },
  text: string,
  host: Host,
  t: T,
  onGuide: ((scenario: string) => void) | undefined,
): readonly Hit[] {
  const { seek, look, sentence, language } = host;
  const wanted = text.toLowerCase();
  const guides = SCENARIOS.filter(({ title, goal, parts }) =>
    [title, goal, ...parts.map((part) => part.text)].some((said) => said[language].toLowerCase().includes(wanted)),
  ).slice(0, onGuide === undefined ? 0 : MOST_GUIDES);
  const object = (subject: string, seq?: number) => () => {
    look({ panel: 'object', subject });
    if (seq !== undefined) seek(seq);
  };
  return [
    ...found.objects.slice(0, MOST_OBJECTS).flatMap(({ subject, exists, firstWrite, lastWrite }, place): Hit[] => {
      const note = lastWrite === undefined ? t('before') : exists ? '' : t('gone');
      const whole: Hit = { id: `o ${subject}`, group: 'objects', title: subject, note, open: object(subject) };
      if (place > 0 || firstWrite === undefined || lastWrite === undefined) return [whole];
      // Of the one that is meant most likely, also where its story begins and where it has got to.
      return [
        whole,
        { ...whole, id: `f1 ${subject}`, note: t('firstWrite'), open: object(subject, firstWrite) },
        { ...whole, id: `l1 ${subject}`, note: t('lastWrite'), open: object(subject, lastWrite) },
      ];
    }),
    ...moments.map(
      (step): Hit => ({
        id: `m ${step.seq}`,
        group: 'moments',
        title: sentence(step),
        note: `${shortActor(step.actor, step.kind)}, ${millis(step.time)}`,
        open: () => seek(step.seq),
      }),
    ),
    ...found.fields.map(
      ({ subject, path, value }): Hit => ({
        id: `f ${subject} ${path}`,
        group: 'fields',
        title: `${path}: **${value}**`,
        note: subject,
        open: object(subject),
      }),
    ),
    ...guides.map(
      ({ id, title, goal }): Hit => ({
        id: `g ${id}`,
        group: 'guides',
        title: title[language],
        note: goal[language],
        open: () => onGuide?.(id),
      }),
    ),
  ];
}

function millis(micros: Micros): string {
  return micros < 10_000_000 ? `${(micros / 1000).toFixed(1)} ms` : `${Math.round(micros / 1_000_000)} s`;
}

function counted(hits: readonly Hit[], more: boolean, t: T): string {
  const words = t(hits.length === 1 ? 'hit' : 'hits', { count: hits.length });
  return more ? t('firstOnes', { words }) : words;
}
