import {
  CONTRACT_VERSION,
  type Command,
  type EmbedEvent,
  isHello,
  readCommand,
  type Standing,
} from '../../protocol/embed/index.ts';
import { inWordsOf, toldBeat } from '../../protocol/told-beat.ts';
import type { StepView } from '../../protocol/views.ts';
import { type Driven, perform } from './commands.ts';

/** What the embedded page uses of itself and of the window around it. */
export interface Hosted extends Driven {
  /** The page that has it in a frame. */
  readonly host: Pick<Window, 'postMessage'>;
  readonly own: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** The only origin that is answered, where the address names one. */
  readonly origin: string | undefined;
  readonly say: (step: StepView) => string;
  readonly unmet: () => readonly { readonly object: string; readonly says: string }[] | undefined;
  readonly title: () => string;
  /** What the address asks for stands, or cannot. */
  readonly isOpen: () => boolean;
}

/** A height can be told at any time: when the page around begins to speak it hears the last one. */
export interface Served {
  /** Something that is not of the run has changed: what is open, or in which words. */
  tellAgain(): void;
  tellHeight(height: number): void;
  /** The reader is about to follow it. */
  tellLink(href: string): void;
  leave(): void;
}

/** What was said once already is not said again. */
type Said = Map<string, string>;

/**
 * Speaks to the page around over the port that it brought, as `protocol/embed` has it. Nobody else is heard: neither other
 * windows nor, where the address names an origin, a page of another one.
 */
export function serveHost(hosted: Hosted): Served {
  const { session, viewer, controls, host, own, origin } = hosted;
  let port: MessagePort | undefined;
  let said: Said = new Map();
  let height: number | undefined;
  const send = (event: EmbedEvent, once?: string) => {
    if (port === undefined) return;
    const text = JSON.stringify(event);
    if (once !== undefined && said.get(once) === text) return;
    if (once !== undefined) said.set(once, text);
    port.postMessage(event);
  };
  const tell = () => {
    if (port === undefined) return;
    if (height !== undefined) send({ type: 'height', height }, 'height');
    tellAll(hosted, said, send);
  };
  const hear = (data: unknown) => {
    const command = readCommand(data);
    if (command === undefined) return;
    const { id } = command;
    const refuse = (error: string) => send({ type: 'ack', id, ok: false, error });
    if ('unknown' in command) return refuse(command.unknown);
    whenReady(hosted)
      .then(() => perform(command as Command, hosted))
      .then(
        (value) => send({ type: 'ack', id, ok: true, ...(value === undefined ? {} : { value }) }),
        (error: unknown) => refuse(error instanceof Error ? error.message : String(error)),
      )
      .finally(tell);
  };
  const meet = ({ source, origin: from, data, ports = [] }: MessageEvent) => {
    const [brought] = ports;
    if (source !== host || !isHello(data) || brought === undefined) return;
    if (origin !== undefined && from !== origin) return;
    port?.close();
    port = brought;
    said = new Map();
    port.onmessage = (event) => hear(event.data);
    tell();
  };
  own.addEventListener('message', meet as EventListener);
  const leaves = [session.frames.subscribe(tell), viewer.subscribe(tell)];
  const playing = controls.playback.subscribe(tell);
  host.postMessage({ kubestep: 'here', versions: [CONTRACT_VERSION] }, origin ?? '*');
  return {
    tellAgain: tell,
    tellHeight(wanted) {
      height = wanted;
      send({ type: 'height', height }, 'height');
    },
    tellLink: (href) => send({ type: 'link', href }),
    leave() {
      own.removeEventListener('message', meet as EventListener);
      for (const leave of leaves) leave();
      playing.unsubscribe();
      port?.close();
      port = undefined;
    },
  };
}

function whenReady({ session: { frames }, isOpen }: Hosted): Promise<void> {
  return new Promise((resolve, reject) => {
    let leave: (() => void) | undefined;
    const look = () => {
      const { status, frame, message } = frames.getState();
      if (status === 'failed') reject(new Error(message ?? 'there is no engine'));
      else if (status === 'ready' && frame !== undefined && isOpen()) resolve();
      else return false;
      leave?.();
      return true;
    };
    if (!look()) leave = frames.subscribe(look);
  });
}

function tellAll(hosted: Hosted, said: Said, send: (event: EmbedEvent, once?: string) => void): void {
  const { session, viewer } = hosted;
  const { status, frame, message, build = '', kubernetes = '' } = session.frames.getState();
  const { linkProblem, linkMoved } = viewer.getState();
  if (linkProblem !== undefined) send({ type: 'error', about: 'link', message: linkProblem }, 'link');
  if (status === 'failed') send({ type: 'error', about: 'engine', message: message ?? '' }, 'engine');
  if (status !== 'ready' || frame === undefined || !hosted.isOpen()) return;
  const standing = standingOf(hosted);
  if (said.has('ready')) send({ type: 'step', ...standing }, 'step');
  else {
    send({ type: 'ready', version: CONTRACT_VERSION, build, kubernetes, title: hosted.title(), ...standing }, 'ready');
    said.set('step', JSON.stringify({ type: 'step', ...standing }));
  }
  const moved = linkMoved && { how: linkMoved.how, ...(linkMoved.made === undefined ? {} : { made: linkMoved.made }) };
  if (moved !== undefined && said.get('moved') !== JSON.stringify(moved)) {
    said.set('moved', JSON.stringify(moved));
    hosted.link().then(
      (href) => href !== undefined && send({ type: 'link', href, moved }),
      () => undefined,
    );
  }
  const unmet = standing.atRest ? hosted.unmet() : undefined;
  if (unmet !== undefined) send({ type: 'check', met: unmet.length === 0, unmet }, 'check');
}

function standingOf({ session, controls, viewer, say }: Hosted): Standing {
  const { frame, views } = session.frames.getState();
  const { index = 0, total = 0, quiescent = false, atEnd = false } = frame ?? {};
  const step =
    index === 0 ? undefined : views.step && inWordsOf(toldBeat(views.step, viewer.getState().filter), views.step.step);
  return {
    step: index,
    steps: total,
    sentence: step === undefined ? '' : say(step).replaceAll('**', ''),
    scene: views.stage?.scene?.number,
    actor: step?.actor ?? '',
    object: step?.subject ?? '',
    atRest: quiescent && atEnd,
    playing: !controls.playback.getSnapshot().matches('paused'),
  };
}
