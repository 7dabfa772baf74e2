import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { type KeptPin, type Notebook, seqOf } from '../../debugger/notebook.ts';
import { LONGEST_NOTE, LONGEST_TOLD } from '../../protocol/link/pin.ts';
import type { QueryResult } from '../../protocol/queries.ts';
import { type Page, useFrameState, usePage } from '../public.ts';
import { branchName } from '../shell/branch-name.ts';
import { useAsk } from '../widgets/kit/ask.ts';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { instant } from '../widgets/kit/format.ts';
import { type Host, useHost } from '../widgets/kit/host.ts';
import { Rich } from '../widgets/kit/kit.tsx';
import { useWords } from '../widgets/kit/words.ts';
import { Handout, type Told } from './handout.tsx';
import { moved } from './order.ts';
import { picturesOf } from './pictures.ts';
import { notebookWords } from './strings.ts';
import './notebook.css';

/** The pinned moments of all branches with their notes; `pins`: the one at which the reader stands is pinned as it opens. */
export function NotebookDialog(props: {
  readonly notebook: Notebook;
  readonly pins: boolean;
  readonly title: string;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(notebookWords);
  const host = useHost();
  const page = usePage();
  const { notebook } = props;
  const pins = useStore(notebook, (state) => state.pins);
  const [said, setSaid] = useState('');
  const [fresh, setFresh] = useState<number>();
  const told = useTold(pins, host);
  const pin = useCallback(async () => {
    const made = await pinHere(page, notebook, (step) => host.sentence(step));
    setFresh(made.id);
    setSaid(made.isNew ? '' : t('pinned'));
  }, [page, notebook, host, t]);
  const asked = useRef(false);
  useEffect(() => {
    if (!props.pins || asked.current) return;
    asked.current = true;
    pin().catch(() => undefined);
  }, [props.pins, pin]);
  const [pictures, setPictures] = useState<readonly (Element | undefined)[]>();
  const print = async () => {
    setSaid(t('printing'));
    try {
      setPictures(await picturesOf(page, pins, goTo));
    } finally {
      setSaid('');
    }
  };
  useEffect(() => {
    if (pictures === undefined) return;
    globalThis.print();
    setPictures(undefined);
  }, [pictures]);
  return (
    <Dialog title={t('title')} wide onClose={props.onClose}>
      <div className="k-pad nb-head">
        <button type="button" className="k-btn k-primary" onClick={() => void pin().catch(() => undefined)}>
          {t('pin')}
        </button>
        <button
          type="button"
          className="k-btn"
          disabled={pins.length === 0}
          onClick={() => void print().catch(() => undefined)}
        >
          {t('print')}
        </button>
        <span role="status" className="k-note">
          {said}
        </span>
      </div>
      {pins.length === 0 && <p className="k-empty k-pad">{t('none')}</p>}
      <ol className="nb-pins">
        {pins.map((one, place) => (
          <One
            key={one.id}
            pin={one}
            told={told.get(one.id)}
            number={place + 1}
            isLast={place === pins.length - 1}
            isFresh={one.id === fresh}
            notebook={notebook}
            onGo={() => {
              props.onClose();
              void goTo(page, one).catch(() => undefined);
            }}
          />
        ))}
      </ol>
      {createPortal(<Handout pins={pins} told={told} pictures={pictures} title={props.title} />, document.body)}
    </Dialog>
  );
}

type Found = Extract<QueryResult, { type: 'found' }>;

/** What stands at each pinned moment now, in the page's language. */
function useTold(pins: readonly KeptPin[], host: Host): ReadonlyMap<number, Told> {
  const places = pins.map(({ id, branch, at }) => `${id} ${branch} ${at === 'start' ? at : at.seq}`).join();
  const branches = useFrameState((state) => state.frame?.branches);
  const answer = useAsk(`${places} ${branches?.length}`, async () => {
    const found = new Map<number, Found>();
    for (const { id, branch, at } of pins) {
      if (at === 'start' || !branches?.some((one) => one.id === branch)) continue;
      found.set(id, await host.query({ type: 'found', anchor: at, branch }));
    }
    return found;
  });
  const found = answer.state === 'answered' ? answer.value : undefined;
  return new Map(
    pins.map((pin) => {
      const one = found?.get(pin.id);
      const isTold = one?.said !== undefined && one.found.how !== 'gone';
      return [
        pin.id,
        {
          says: isTold ? host.sentence(one.said as NonNullable<typeof one.said>) : pin.told,
          why: isTold ? host.explain?.(one.said as NonNullable<typeof one.said>) : undefined,
          how: one?.found.how,
        },
      ];
    }),
  );
}

function One(props: {
  readonly pin: KeptPin;
  readonly told: Told | undefined;
  readonly number: number;
  readonly isLast: boolean;
  readonly isFresh: boolean;
  readonly notebook: Notebook;
  readonly onGo: () => void;
}): ReactElement {
  const t = useWords(notebookWords);
  const host = useHost();
  const { pin, told, number, notebook, isFresh } = props;
  const branches = useFrameState((state) => state.frame?.branches) ?? [];
  const branch = branches.find(({ id }) => id === pin.branch);
  const note = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFresh) note.current?.focus();
  }, [isFresh]);
  const change = (make: (pins: readonly KeptPin[]) => readonly KeptPin[]) =>
    notebook.setState(({ pins }) => ({ pins: make(pins) }));
  return (
    <li className="nb-pin">
      <div className="nb-line">
        <span className="nb-no" aria-hidden="true">
          {number}
        </span>
        <button type="button" className="nb-go" title={t('go')} onClick={props.onGo}>
          <Rich text={told?.says ?? t('start')} />
        </button>
        <span className="nb-acts">
          <button
            type="button"
            className="k-btn k-small k-ghost"
            aria-label={t('up', { number })}
            disabled={number === 1}
            onClick={() => change((pins) => moved(pins, pin.id, -1))}
          >
            ↑
          </button>
          <button
            type="button"
            className="k-btn k-small k-ghost"
            aria-label={t('down', { number })}
            disabled={props.isLast}
            onClick={() => change((pins) => moved(pins, pin.id, 1))}
          >
            ↓
          </button>
          <button
            type="button"
            className="k-btn k-small k-ghost"
            aria-label={t('remove', { number })}
            onClick={() => change((pins) => pins.filter(({ id }) => id !== pin.id))}
          >
            ✕
          </button>
        </span>
      </div>
      <p className="k-note nb-meta">
        {pin.time !== undefined && t('at', { time: instant(pin.time) })}
        {branch !== undefined && branches.length > 1 && <> · {branchName(branch.name, host.language)}</>}
        {told?.how === 'gone' && <b> {t('gone')}</b>}
        {told?.how === 'otherwise' && <b> {t('changed')}</b>}
      </p>
      <textarea
        ref={note}
        className="k-field nb-note"
        aria-label={t('note', { number })}
        placeholder={t('noteHint')}
        rows={2}
        maxLength={LONGEST_NOTE}
        value={pin.note ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change((pins) => pins.map((one) => (one.id === pin.id ? { ...one, note: value } : one)))
        }
      />
    </li>
  );
}

/** Pins the moment at which the reader stands, unless it is pinned already. */
async function pinHere(
  { session }: Page,
  notebook: Notebook,
  say: Host['sentence'],
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const result = await session.query({ type: 'anchor' });
  const { frame } = session.frames.getState();
  if (frame === undefined || result?.type !== 'anchor') throw new Error('nothing is open');
  const { anchor, said } = result;
  const { branch, edition, time } = frame;
  const { pins } = notebook.getState();
  const at = anchor ?? 'start';
  const same = pins.find((pin) => pin.branch === branch && seqOf(pin) === seqOf({ at }));
  if (same !== undefined) return { id: same.id, isNew: false };
  const id = Math.max(-1, ...pins.map((pin) => pin.id)) + 1;
  const told = said === undefined ? {} : { told: say(said).replaceAll('**', '').slice(0, LONGEST_TOLD) };
  notebook.setState({ pins: [...pins, { id, branch, edition, at, time, ...told }] });
  return { id, isNew: true };
}

/** To the moment of a pin, in its branch; what was read from a file is looked for once the run has been told to its end. */
async function goTo({ session, controls }: Page, { branch, at, edition }: KeptPin): Promise<void> {
  controls.pause();
  const { frame } = session.frames.getState();
  if (frame !== undefined && frame.branch !== branch) await session.switchBranch(branch);
  const now = session.frames.getState().frame?.edition;
  if (at === 'start') await session.seek('start');
  else if (edition !== undefined && edition === now) await session.seek(at.seq);
  else await session.parts([], { anchor: at });
}
