import type { ReactElement, ReactNode } from 'react';
import type { CloseUpView, StageView } from '../../../protocol/views.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import { type Translate, useText } from '../../i18n/words.ts';
import type { Narrator } from '../../narration/narrator.ts';
import { titleText } from '../../narration/title.ts';
import { useView } from '../../public.ts';
import { TickMark } from '../../widgets/glyphs.tsx';
import { familyOf, isNumbered, isOnNode, shortActor } from '../../widgets/kit/actors.ts';
import { Diff } from '../../widgets/kit/diff.tsx';
import { shorten } from '../../widgets/kit/format.ts';
import { useNow } from '../../widgets/kit/host.ts';
import { Bullet } from '../../widgets/kit/kit.tsx';
import { FACT_NAME, LETTER, PHONE, type Room, TITLE_ROWS, writesIn } from './room.ts';
import { FactsAndTable, MoreRows, Title, Told, useWholeRows } from './tables.tsx';
import './close-up.css';

const WRITERS_WIDTH = 150;

type Of<T extends CloseUpView['type']> = Extract<CloseUpView, { type: T }>;

/** The inside of the loop: what the current step is about. Always in the same place. */
export function CloseUp({
  view,
  narrator,
  room = PHONE,
}: {
  readonly view: StageView;
  readonly narrator: Narrator;
  readonly room?: Room;
}): ReactElement | null {
  const t = useText();
  const isFirst = useNow((frame) => (frame?.index ?? 1) <= 1);
  const { closeUp } = view;
  if (closeUp === undefined) return null;
  switch (closeUp.type) {
    case 'admission':
      return (
        <Frame head={<RequestHead view={view} t={t} />}>
          <Admission closeUp={closeUp} narrator={narrator} t={t} />
        </Frame>
      );
    case 'fan-out':
      return (
        <Frame head={<FanOutHead closeUp={closeUp} t={t} />}>
          <FanOut closeUp={closeUp} room={room} t={t} />
        </Frame>
      );
    case 'diff':
      return (
        <Frame head={isStored(closeUp) || isOwnRequest(view) ? <RequestHead view={view} t={t} /> : <ActorHead />}>
          <Difference closeUp={closeUp} narrator={narrator} room={room} t={t} />
        </Frame>
      );
    case 'facts':
      if (closeUp.title.key === BEGINNING && isFirst) return <Invitation onPhone={room === PHONE} t={t} />;
      return (
        <Frame head={isOwnRequest(view) ? <RequestHead view={view} t={t} /> : <ActorHead />}>
          <Told
            title={closeUp.title}
            facts={closeUp.rows.filter(({ value }) => value !== 'false')}
            room={room.columns && room.columns - FACT_NAME}
            narrator={narrator}
            t={t}
          />
        </Frame>
      );
    case 'decided-by':
      return (
        <Frame head={<RequestHead view={view} t={t} />}>
          <Told asked={closeUp.rows} facts={closeUp.facts} rule={closeUp.rule} narrator={narrator} t={t} />
        </Frame>
      );
    case 'table':
      return (
        <Frame head={<ActorHead />}>
          <FactsAndTable closeUp={closeUp} room={room} narrator={narrator} t={t} />
        </Frame>
      );
  }
}

const BEGINNING = kubectl.command.name;

/** Nothing has happened yet: how to go on is what a newcomer wants to know. */
function Invitation({ onPhone, t }: { readonly onPhone: boolean; readonly t: Translate }): ReactElement {
  // A phone has no such keys: it has the buttons below, by their names.
  const rows = [
    [onPhone ? t('step') : '→', t('invite.next')],
    [onPhone ? t('back') : '←', t('invite.back')],
    [onPhone ? t('sceneNext') : '⇧ →', t('invite.scene')],
    [onPhone ? t('play') : t('invite.space'), t('invite.play')],
  ] as const;
  return (
    <dl className="cu-invite">
      {rows.map(([key, text]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Frame({ head, children }: { readonly head: ReactNode; readonly children: ReactNode }): ReactElement {
  return (
    <>
      {head !== undefined && <div className="cu-head">{head}</div>}
      {children}
    </>
  );
}

/** The shown request may be an earlier one, that led here; then the step belongs to its actor alone. */
function isOwnRequest(view: StageView): boolean {
  return view.request !== undefined && view.stations.some(({ state }) => state === 'now' || state === 'refused');
}

/** A change in the store belongs to the request that made it; one in a component's own tables to the component. */
function isStored(closeUp: Of<'diff'>): boolean {
  return closeUp.writtenBy.length > 0;
}

function ActorHead(): ReactElement | null {
  const step = useView('step')?.step;
  if (step === undefined) return null;
  const slash = step.subject.indexOf('/');
  const name = step.subject.slice(slash + 1);
  const actor = shortActor(step.actor, step.kind);
  // A number of ours says nothing, nor does a queue that is called like its controller; what is stopped by hand has no program.
  const isByHand = step.kind.endsWith('.fault');
  const isNamed = !isNumbered(step.subject) && name !== actor;
  return (
    <>
      <Bullet actor={step.actor} />
      {!isByHand && <b>{actor}</b>}
      {isNamed && (
        <span className="mono cu-name" title={name}>
          {shorten(name, 44)}
        </span>
      )}
    </>
  );
}

/** Capsule with the sender's mark and what it asks for. */
export function Vehicle({
  actor,
  label,
  event = false,
}: {
  readonly actor: string;
  readonly label: string;
  readonly event?: boolean;
}): ReactElement {
  return (
    <span
      className={`veh k-c-${familyOf(actor)}${isOnNode(actor) || familyOf(actor) === 'you' ? ' sq' : ''}${event ? ' event' : ''}`}
    >
      {event ? (
        <svg width="7" height="10" viewBox="0 0 7 10" aria-hidden="true">
          <path d="M5.5 1 1.5 5l4 4" fill="none" stroke="currentColor" strokeWidth="1.8" />
        </svg>
      ) : (
        <Bullet actor={actor} />
      )}
      {label}
    </span>
  );
}

function RequestHead({ view, t }: { readonly view: StageView; readonly t: Translate }): ReactElement | null {
  const { request } = view;
  if (request === undefined) return null;
  const name = request.subject.slice(request.subject.lastIndexOf('/') + 1);
  return (
    <>
      <Vehicle actor={request.actor} label={`${request.method} ${request.resource}`} />
      <b className="mono cu-name" title={name}>
        {shorten(name, 40)}
      </b>
      {request.code !== undefined && (
        <span className="k2">
          {request.revision === undefined
            ? t('closeup.code', { code: request.code })
            : t('closeup.codeRevision', { code: request.code, revision: request.revision })}
        </span>
      )}
    </>
  );
}

function Admission(props: {
  readonly closeUp: Of<'admission'>;
  readonly narrator: Narrator;
  readonly t: Translate;
}): ReactElement {
  const { closeUp, narrator, t } = props;
  const started = closeUp.rows.filter(({ state }) => state !== 'todo');
  const rest = closeUp.rows.filter(({ state }) => state === 'todo');
  return (
    <ul className="cu-plugins">
      {started.map(({ plugin, state, changes, note }) => (
        <li key={plugin} className={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className="cu-mark">{state === 'done' && <TickMark />}</span>
          <span className="cu-plugin">{state === 'now' ? <span className="now-tag">{plugin}</span> : plugin}</span>
          <span className="cu-what">
            {note !== undefined && <span className="cu-note">{narrator.phrase(note)}</span>}
            {changes.length > 0 && <Diff lines={changes} />}
          </span>
        </li>
      ))}
      {rest.length > 0 && (
        <li className="todo">
          <span className="cu-mark" />
          <span className="cu-plugin k3">{t('stillToRun')}</span>
          <span className="cu-what k3">{rest.map(({ plugin }) => plugin).join(', ')}</span>
        </li>
      )}
    </ul>
  );
}

function FanOutHead({ closeUp, t }: { readonly closeUp: Of<'fan-out'>; readonly t: Translate }): ReactElement {
  const sent = closeUp.rows.filter((row) => row.sent).length;
  return (
    <>
      <span className="chip-now">{closeUp.event}</span>
      <b className="mono cu-name" title={closeUp.subject}>
        {closeUp.subject}
      </b>
      <span className="mono">{closeUp.revision}</span>
      <span className="grow" />
      <span className="k2">{t('closeup.watches', { count: closeUp.rows.length, sent })}</span>
    </>
  );
}

function FanOut(props: { readonly closeUp: Of<'fan-out'>; readonly room: Room; readonly t: Translate }): ReactElement {
  const { closeUp, room, t } = props;
  const { shown, hidden, showAll } = useWholeRows(closeUp.rows, room, 0, ({ sent }) => sent);
  if (closeUp.rows.length === 0) return <p className="cu-none">{t('closeup.nobody')}</p>;
  return (
    <table className="cu-table cu-told">
      <thead>
        <tr>
          <th>{t('closeup.holder')}</th>
          <th>{t('closeup.selector')}</th>
          <th>{t('closeup.event')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ holder, selector, sent }) => (
          <tr key={`${holder} ${selector}`} className={sent ? 'sent' : ''}>
            <td>
              <Bullet actor={holder} quiet={!sent} />
              {shortActor(holder)}
            </td>
            <td className={selector === '' ? 'mono k3' : 'mono'}>{selector === '' ? t('closeup.all') : selector}</td>
            <td>
              <TickMark ok={sent} /> {t(sent ? 'closeup.sent' : 'closeup.notSent')}
            </td>
          </tr>
        ))}
        <MoreRows hidden={hidden} columns={3} showAll={showAll} t={t} />
      </tbody>
    </table>
  );
}

function Difference(props: {
  readonly closeUp: Of<'diff'>;
  readonly narrator: Narrator;
  readonly room: Room;
  readonly t: Translate;
}): ReactElement {
  const { closeUp, narrator, room, t } = props;
  const titleRows = titleText(closeUp.title, narrator) === undefined ? 0 : TITLE_ROWS;
  const newest = closeUp.writtenBy.slice(-writesIn(room));
  const hidden = closeUp.writtenBy.length - newest.length;
  const beside = closeUp.writtenBy.length > 0 ? Math.ceil(WRITERS_WIDTH / LETTER) : 0;
  return (
    <div className="cu-diff">
      <div>
        <Title phrase={closeUp.title} narrator={narrator} />
        <Diff lines={closeUp.diff} most={room.rows - titleRows} columns={room.columns && room.columns - beside} />
      </div>
      {closeUp.writtenBy.length > 0 && (
        <div className="cu-written">
          <b>{t('closeup.writtenBy')}</b>
          {hidden > 0 && ` (+${hidden})`}
          <ul>
            {newest.map(({ revision, actor, step }) => (
              <li key={revision}>
                <span className="mono">{revision}</span> <Bullet actor={actor} />{' '}
                {step !== undefined && t('closeup.step', { step })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
