import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react';
import { asksTheSame, withToggled } from '../../../protocol/breakpoint.ts';
import type { ObjectView } from '../../../protocol/views.ts';
import { FieldHistory } from '../../widgets/history/field-history.tsx';
import { shortActor } from '../../widgets/kit/actors.ts';
import { useHost, useNow } from '../../widgets/kit/host.ts';
import { Bullet, breakable, Empty, Section } from '../../widgets/kit/kit.tsx';
import { movedBy } from '../../widgets/kit/rows.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { UnmetCard } from '../../widgets/unmet/card.tsx';
import { PodLife } from './pod-life.tsx';
import { objectWords } from './strings.ts';

/** One object as it is stored at the cursor, and everything that was ever written to it. */
export function ObjectPanel({ view }: { readonly view: ObjectView | undefined }): ReactElement {
  const t = useWords(objectWords);
  const isNone = view === undefined || isNoObject(view);
  return (
    <>
      <Chooser view={view} />
      {isNone ? (
        <div className="k-pad">
          <Empty>{t('object.none')}</Empty>
        </div>
      ) : (
        <>
          <FollowIt subject={view.subject} />
          {view.unmet?.map((each) => (
            <UnmetCard key={each.subject + each.wish.key} unmet={each} asks />
          ))}
          {view.life !== undefined && view.life.length > 0 && <PodLife rows={view.life} />}
          <Section title={breakable(view.subject, /(?<=[/.])/)} note={view.exists ? t('object.yamlNote') : undefined}>
            {view.exists ? <Lines key={view.subject} view={view} /> : <Empty>{t('object.gone')}</Empty>}
          </Section>
          <OneField key={`field ${view.subject}`} view={view} />
          <History history={view.history} />
        </>
      )}
    </>
  );
}

/** The story of this object alone, and back to that of all. */
function FollowIt({ subject }: { readonly subject: string }): ReactElement | null {
  const t = useWords(objectWords);
  const { follow, followed, lastChange, breakpoints, setBreakpoints, openThreeWay } = useHost();
  if (follow === undefined) return null;
  const stop = { subject, when: 'object != oldObject' };
  const isOn = followed === subject;
  return (
    <div className="k-sec">
      <button
        type="button"
        className="k-btn k-small"
        aria-pressed={isOn}
        title={t('object.tellOnly.long')}
        onClick={() => follow(isOn ? undefined : subject)}
      >
        {t('object.tellOnly')}
      </button>{' '}
      <button
        type="button"
        className="k-btn k-small"
        aria-pressed={breakpoints.some((one) => asksTheSame(one, stop))}
        onClick={() => setBreakpoints(withToggled(breakpoints, stop))}
      >
        {t('object.stop')}
      </button>{' '}
      <button type="button" className="k-btn k-small" onClick={() => lastChange?.(subject)}>
        {t('object.lastChange')}
      </button>{' '}
      {openThreeWay !== undefined && (
        <button
          type="button"
          className="k-btn k-small"
          title={t('object.threeWay.long')}
          onClick={() => openThreeWay(subject)}
        >
          {t('object.threeWay')}
        </button>
      )}
    </div>
  );
}

/** A step may be about a queue or a command; then there is no object to show. */
function isNoObject({ exists, history, objects, subject }: ObjectView): boolean {
  return !exists && history.length === 0 && !objects.includes(subject);
}

function Chooser({ view }: { readonly view: ObjectView | undefined }): ReactElement {
  const t = useWords(objectWords);
  const host = useHost();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const objects = view?.objects ?? [];
  const chosen = host.looking.subject ?? (view === undefined || isNoObject(view) ? '' : view.subject);
  const choose = (subject: string) => {
    if (!objects.includes(subject)) return;
    setTyped(undefined);
    host.look({ subject });
  };
  return (
    <div className="k-sec p-chooser">
      <label htmlFor={id}>{t('object.choose')}</label>
      <input
        id={id}
        className="k-field"
        list={`${id}-list`}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('object.hint')}
        title={chosen}
        value={typed ?? chosen}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          choose(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed === undefined) return;
          const found = objects.find((subject) => subject.includes(typed.trim()));
          if (found !== undefined) choose(found);
        }}
        onBlur={() => setTyped(undefined)}
      />
      <datalist id={`${id}-list`}>
        {objects.map((subject) => (
          <option key={subject} value={subject} />
        ))}
      </datalist>
      {host.looking.subject !== undefined && (
        <button type="button" className="k-btn k-small" onClick={() => host.look({ subject: undefined })}>
          {t('object.follow')}
        </button>
      )}
    </div>
  );
}

/** What does not fit into a line goes on below its own words, this many letters further in. */
const HANGING = 2;

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** The YAML: one Tab stop, arrows move from line to line, Enter or a click asks why the line is what it is. */
function Lines({ view }: { readonly view: ObjectView }): ReactElement {
  const t = useWords(objectWords);
  const host = useHost();
  const hint = useId();
  const list = useRef<HTMLOListElement>(null);
  const [active, setActive] = useState(0);
  const { lines, subject } = view;
  const at = Math.min(active, lines.length - 1);
  // Where nearly everything is new, one mark says more than a yellow page.
  const whole = lines.filter(({ changed }) => changed).length > lines.length * 0.6;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'l' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      host.lastChange?.(subject, lines[at]?.path ?? '');
      return;
    }
    const next = movedBy(event.key, at, lines.length, 12);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setActive(next);
    list.current?.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };
  return (
    <>
      {whole && <p className="k-chip k-now p-whole">{t('object.whole')}</p>}
      <p id={hint} className="k-note p-hint">
        {t('object.keys')}
      </p>
      <ol ref={list} className="p-yaml" aria-label={t('object.yaml')} aria-describedby={hint} onKeyDown={onKeyDown}>
        {lines.map((line, place) => {
          const speaks = line.writer !== undefined && line.writer !== lines[place - 1]?.writer;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
            <li key={place}>
              <button
                type="button"
                className={`p-line${line.changed && !whole ? ' k-now' : ''}`}
                tabIndex={place === at ? 0 : -1}
                title={t('object.whyLine', { path: line.path })}
                onFocus={() => setActive(place)}
                onClick={() => host.openWhy({ type: 'field', subject, path: line.path })}
              >
                <span className="p-line-text" style={{ paddingInlineStart: `${indentOf(line.text) + HANGING}ch` }}>
                  {line.text.trimStart()}
                </span>
                {line.changed && <span className="k-sr">{t('object.changedLine')}</span>}
                {line.writer !== undefined && <span className={speaks ? 'p-writer' : 'k-sr'}>{line.writer}</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** The values of a field that is typed or chosen, each with who gave it. */
function OneField({ view: { subject, lines } }: { readonly view: ObjectView }): ReactElement {
  const t = useWords(objectWords);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [path, setPath] = useState('');
  return (
    <>
      <form
        className="k-sec p-chooser"
        onSubmit={(event) => {
          event.preventDefault();
          setPath(typed.trim());
        }}
      >
        <label htmlFor={id}>{t('object.field')}</label>
        <input
          id={id}
          className="k-field k-mono"
          list={`${id}-list`}
          autoComplete="off"
          spellCheck={false}
          placeholder=".spec.replicas"
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            if (lines.some((line) => line.path === value)) setPath(value);
          }}
        />
        <datalist id={`${id}-list`}>
          {lines.map((line) => (
            <option key={line.path} value={line.path} />
          ))}
        </datalist>
        <button type="submit" className="k-btn k-small">
          {t('object.fieldShow')}
        </button>
      </form>
      {path !== '' && <FieldHistory subject={subject} path={path} />}
    </>
  );
}

function History({ history }: { readonly history: ObjectView['history'] }): ReactElement {
  const t = useWords(objectWords);
  const host = useHost();
  const cursor = useNow((frame) => frame?.seq ?? -1);
  const [first, last] = [history[0], history.at(-1)];
  return (
    <Section
      title={t('object.history')}
      note={t(history.length === 1 ? 'object.historyNote1' : 'object.historyNote', { count: history.length })}
      actions={
        first !== undefined &&
        last !== undefined && (
          <>
            <button type="button" className="k-btn k-small" onClick={() => host.seek(first.seq)}>
              {t('object.first')}
            </button>
            <button type="button" className="k-btn k-small" onClick={() => host.seek(last.seq)}>
              {t('object.last')}
            </button>
          </>
        )
      }
    >
      {history.length === 0 ? (
        <Empty>{t('none')}</Empty>
      ) : (
        <table className="k-table">
          <thead>
            <tr>
              <th scope="col">{t('object.revision')}</th>
              <th scope="col">{t('object.op')}</th>
              <th scope="col">{t('object.by')}</th>
            </tr>
          </thead>
          <tbody>
            {history.map((entry) => (
              <tr key={entry.revision} className={entry.seq === cursor ? 'k-now' : undefined}>
                <td className="k-num">
                  <button type="button" className="k-link" onClick={() => host.seek(entry.seq)}>
                    {entry.revision}
                  </button>
                  {entry.seq > cursor && <span className="k-weak"> {t('object.later')}</span>}
                </td>
                <td>{opWord(t, entry.op)}</td>
                <td>
                  <Bullet actor={entry.actor} quiet={entry.seq > cursor} /> {shortActor(entry.actor)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function opWord(t: (key: 'op.create' | 'op.update' | 'op.delete' | 'op.put') => string, op: string): string {
  return op === 'create' || op === 'update' || op === 'delete' || op === 'put' ? t(`op.${op}`) : op;
}
