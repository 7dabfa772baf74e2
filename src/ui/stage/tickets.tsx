import { type ReactElement, useRef } from 'react';
import type { StageView, TicketView } from '../../protocol/views.ts';
import { useText } from '../i18n/words.ts';
import { ObjectMark } from '../widgets/glyphs.tsx';
import { familyOf } from '../widgets/kit/actors.ts';
import { useHost } from '../widgets/kit/host.ts';
import type { StageLayout } from './layout.ts';
import { useStamp } from './motion.ts';

const TICKET_HEIGHT = 24;

/** Every write is a ticket of etcd, newest on top, in the colour of who sent it. */
export function Tickets({ view, layout }: { readonly view: StageView; readonly layout: StageLayout }): ReactElement {
  const t = useText();
  const { x, y, width, height } = layout.tickets;
  const stamped = view.tickets[0]?.now ?? false;
  const room = Math.max(1, Math.floor(height / TICKET_HEIGHT) - (stamped ? 0 : 1));
  return (
    <div className="tickets" style={{ left: x, top: y, width }}>
      {!stamped && view.nextRevision > 0 && (
        <div className="stamp next" title={t('revisionNext', { revision: view.nextRevision })}>
          <span className="unseen">{t('revisionNext', { revision: view.nextRevision })}</span>
          <span aria-hidden="true">{view.nextRevision}</span>
        </div>
      )}
      {view.tickets.slice(0, room).map((ticket) => (
        <Ticket key={ticket.revision} ticket={ticket} />
      ))}
    </div>
  );
}

function Ticket({ ticket }: { readonly ticket: TicketView }): ReactElement {
  const t = useText();
  const { look } = useHost();
  const element = useRef<HTMLButtonElement>(null);
  useStamp(element, ticket.now);
  const text = t('ticket', { revision: ticket.revision, op: t(`op.${ticket.op}`), subject: ticket.subject });
  return (
    <button
      ref={element}
      type="button"
      className={`stamp k-c-${ticket.actor === '' ? 'other' : familyOf(ticket.actor)}${ticket.now ? ' now' : ''}${ticket.op === 'delete' ? ' gone' : ''}`}
      aria-label={text}
      title={text}
      onClick={() => look({ panel: 'object', subject: ticket.subject })}
    >
      <b>{ticket.revision}</b>
      <ObjectMark resource={ticket.resource} />
    </button>
  );
}
