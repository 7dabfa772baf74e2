import { memo, type ReactElement, useRef } from 'react';
import type { StageView, TicketView } from '../../protocol/views.ts';
import { useText } from '../i18n/words.ts';
import { ObjectMark } from '../widgets/glyphs.tsx';
import { familyOf } from '../widgets/kit/actors.ts';
import { useHost } from '../widgets/kit/host.ts';
import type { StageLayout } from './layout.ts';
import { useStamp } from './motion.ts';

const TICKET_HEIGHT = 24;
/** Revisions of a cluster that is long at work have more digits than a ticket has room for: its last ones tell tickets apart. */
const SHORT = 9_999;
const LONG = 99_999;

/** Every write is a ticket of etcd, newest on top, in the colour of who sent it. */
export const Tickets = memo(function Tickets(props: {
  readonly tickets: StageView['tickets'];
  readonly next: number;
  readonly layout: StageLayout;
}): ReactElement {
  const { tickets, next, layout } = props;
  const t = useText();
  const { x, y, width, height } = layout.tickets;
  const stamped = tickets[0]?.now ?? false;
  const room = Math.max(1, Math.floor(height / TICKET_HEIGHT) - (stamped ? 0 : 1));
  return (
    <div className="tickets" style={{ left: x, top: y, width }}>
      {!stamped && next > 0 && (
        <button
          type="button"
          tabIndex={-1}
          data-part="next"
          className="stamp next"
          aria-label={t('revisionNext', { revision: next })}
        >
          {next}
        </button>
      )}
      {tickets.slice(0, room).map((ticket) => (
        <Ticket key={ticket.revision} ticket={ticket} />
      ))}
    </div>
  );
});

/** One write. */
export const Ticket = memo(function Ticket({ ticket }: { readonly ticket: TicketView }): ReactElement {
  const t = useText();
  const { look } = useHost();
  const element = useRef<HTMLButtonElement>(null);
  useStamp(element, ticket.now);
  const text = t('ticket', { revision: ticket.revision, op: t(`op.${ticket.op}`), subject: ticket.subject });
  return (
    <button
      ref={element}
      type="button"
      tabIndex={-1}
      data-part={`ticket:${ticket.revision}`}
      data-opens=""
      className={`stamp k-c-${ticket.actor === '' ? 'other' : familyOf(ticket.actor)}${ticket.now ? ' now' : ''}${ticket.op === 'delete' ? ' gone' : ''}`}
      aria-label={text}
      onClick={() => look({ panel: 'object', subject: ticket.subject })}
    >
      <b data-long={ticket.revision > SHORT}>
        {ticket.revision > LONG ? `…${String(ticket.revision).slice(-5)}` : ticket.revision}
      </b>
      <ObjectMark resource={ticket.resource} />
    </button>
  );
});
