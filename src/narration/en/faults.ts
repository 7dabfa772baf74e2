import type { faults as kinds } from '../../steps/faults.ts';
import type { Texts } from '../text.ts';

/** ` for 30 s`, where it is not for good. */
const lasting = (seconds: number | undefined): string => (seconds === undefined ? '' : ` for **${seconds} s**`);

/** `90 s`, `2 h`, `3 d`: where it is a whole number of them. */
function span(offset: number): string {
  const seconds = Math.abs(offset);
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`;
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 && seconds > 60 ? `${seconds / 60} min` : `${seconds} s`;
}

export const faults: Texts<typeof kinds> = {
  partition: {
    say: ({ node, state, seconds }) =>
      state === 'cut'
        ? `You **cut ${node} off** from the API server${lasting(seconds)}.`
        : `**${node}** and the API server **reach each other** again.`,
    why: 'Packets are dropped in both directions, and nobody is told: no connection is refused, nothing answers. Containers run on. What either side makes of the silence depends on how long it waits. The fault is part of the run, like a command, and happens again at the same moment when the run is repeated.',
  },
  over: {
    say: 'The **{seconds} s** are over.',
    why: 'A fault that was caused for a while ends by itself. What was wished of the same thing since then stays.',
  },
  connectionLost: {
    say: '{node} **gives its connection up**: {watches} watches end.',
    why: 'A connection of HTTP/2 on which nothing has come for 30 seconds is asked whether it still lives, and has 15 seconds to answer. Then all requests on it fail at once. Until now nobody on the node knew that anything was wrong.',
  },
  unanswered: {
    say: 'Nobody answers for **{waited} s**: {why}.',
    why: 'The packets of the request go nowhere, so that its sender hears nothing and gives up when its time is over: a sign of life after 10 seconds, any other request with its connection, and a new connection after 30 seconds of dialling.',
  },
  clock: {
    say: ({ machine, offsetSeconds, seconds, isFirst }) =>
      offsetSeconds === 0
        ? `The clock of **${machine}** is **right** again.`
        : isFirst === true
          ? `The clock of **${machine}** is **${span(offsetSeconds)} ${offsetSeconds > 0 ? 'ahead' : 'behind'}** from the beginning.`
          : `You set the clock of **${machine}** **${span(offsetSeconds)} ${offsetSeconds > 0 ? 'ahead' : 'behind'}**${lasting(seconds)}.`,
    why: 'Whatever runs there writes this time into what it reports, and compares it with times that others have written. Timers do not notice: they count what goes by. So a node with a wrong clock stays Ready, because the control plane looks at when it last heard of it, not at what is written there.',
  },
  handshakeFailed: {
    say: '{node} **does not trust** the API server: {why}.',
    why: 'A new connection begins with certificates, and each side holds them against its own clock. A certificate that is not valid yet, or no more, ends the connection before a request is sent. Connections that are there already go on.',
  },
  rates: {
    say: ({ said, seconds }) => `You change **what fails by itself**${lasting(seconds)}: ${said}.`,
    why: 'So many of a thousand requests fail, are lost or are slow from now on, and so many events of watches are lost. Which ones is drawn from the seed, so that the same run has the same ones.',
  },
  delays: {
    say: ({ said, seconds }) => `You change **how long things take**${lasting(seconds)}: ${said}, in milliseconds.`,
    why: 'Each of these takes a time between the two, drawn from the seed. What is under way keeps the time that it was given.',
  },
  requestLost: {
    say: ({ done }) =>
      done
        ? 'The **answer** to {method} {path} **is lost**: it was done, and its client does not know.'
        : '{method} {path} **is lost** on its way: the connection breaks before it arrives.',
    why: 'From outside both look the same: a connection that is reset. Whoever only asked asks again. Whoever wrote cannot know whether it was done, which is why writes in Kubernetes are such that doing them twice does no harm. It is a fault of this run: {perMille} of a thousand.',
  },
  requestSlow: {
    say: '{subject} arrives **{millis} ms late**.',
    why: 'It is a fault of this run: {perMille} of a thousand requests are slow.',
  },
};
