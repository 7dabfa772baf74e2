import { type ReactElement, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { FoundObject, QueryResult } from '../../protocol/queries.ts';
import { useAsk } from '../widgets/kit/ask.ts';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { useHost } from '../widgets/kit/host.ts';
import { Empty, Section, StepList } from '../widgets/kit/kit.tsx';
import { type Say, useWords } from '../widgets/kit/words.ts';
import { findWords } from './strings.ts';
import './find.css';

/** Finds objects, also deleted ones, and steps; each object offers its first and last write. */
export function FindDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useWords(findWords);
  const host = useHost();
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const answer = useAsk(wanted, async () =>
    wanted === '' ? undefined : host.query({ type: 'find', text: wanted.slice(0, 200) }),
  );
  useEffect(() => box.current?.focus(), []);
  const found = answer.state === 'answered' ? answer.value : undefined;
  /** Enter takes what stands on top. */
  const first = () => {
    const [object] = found?.objects ?? [];
    const [step] = found?.steps ?? [];
    if (object !== undefined) host.look({ panel: 'object', subject: object.subject });
    else if (step !== undefined) host.seek(step.seq);
    else return;
    onClose();
  };
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div className="f-box">
        <label htmlFor="find-text">{t('label')}</label>
        <input
          id="find-text"
          ref={box}
          type="search"
          className="k-field"
          spellCheck={false}
          placeholder={t('hint')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) first();
          }}
        />
        <p role="status" className="k-note">
          {found !== undefined && wanted !== '' ? counted(found, t) : ''}
          {answer.state === 'failed' ? t('failed', { message: answer.message }) : ''}
        </p>
      </div>
      {found !== undefined && wanted !== '' && (
        <>
          {found.objects.length + found.steps.length === 0 && (
            <div className="k-pad">
              <Empty>{t('none')}</Empty>
            </div>
          )}
          {found.objects.length > 0 && (
            <Section title={t('objects')}>
              <ul className="k-list">
                {found.objects.map((object) => (
                  <FoundOne key={object.subject} object={object} onClose={onClose} />
                ))}
              </ul>
            </Section>
          )}
          {found.steps.length > 0 && (
            <Section title={t('steps')}>
              <StepList steps={found.steps} label={t('steps')} />
            </Section>
          )}
        </>
      )}
    </Dialog>
  );
}

function counted(found: Found, t: Say<keyof typeof findWords.en>): string {
  const [objects, steps] = [found.objects.length, found.steps.length];
  const words = [
    t(objects === 1 ? 'objects1' : 'objectsCount', { count: objects }),
    t(steps === 1 ? 'steps1' : 'stepsCount', { count: steps }),
  ].join(t('comma'));
  return found.more ? t('firstOnes', { words }) : words;
}

type Found = Extract<QueryResult, { readonly type: 'find' }>;

function FoundOne({ object, onClose }: { readonly object: FoundObject; readonly onClose: () => void }): ReactElement {
  const t = useWords(findWords);
  const host = useHost();
  const open = (seq?: number) => {
    host.look({ panel: 'object', subject: object.subject });
    if (seq !== undefined) host.seek(seq);
    onClose();
  };
  return (
    <li className="f-object">
      <span>
        <button type="button" className="k-link k-mono" title={t('open')} onClick={() => open()}>
          {object.subject}
        </button>{' '}
        {!object.exists && <span className="k-weak">{t('gone')}</span>}
      </span>
      {object.firstWrite === undefined ? (
        <span className="k-weak">{t('before')}</span>
      ) : (
        <span className="k-actions">
          <button type="button" className="k-btn k-small" onClick={() => open(object.firstWrite)}>
            {t('first')}
          </button>
          <button type="button" className="k-btn k-small" onClick={() => open(object.lastWrite)}>
            {t('last')}
          </button>
        </span>
      )}
    </li>
  );
}
