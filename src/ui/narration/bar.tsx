import { type ReactElement, Suspense, useEffect, useRef } from 'react';
import { isFollowable } from '../../debugger/followable.ts';
import { duration } from '../../narration/insight-args.ts';
import type { BeatView } from '../../protocol/beat-view.ts';
import { isByBeats } from '../../protocol/filter-check.ts';
import type { Filter } from '../../protocol/messages.ts';
import type { RequestView } from '../../protocol/request-view.ts';
import { inWordsOf, toldBeat } from '../../protocol/told-beat.ts';
import type { StepDetailView, StepView, TerminalView } from '../../protocol/views.ts';
import type { FrameState } from '../../session/frame-store.ts';
import { NO_ANSWER } from '../../session/session.ts';
import type { StepKind } from '../../steps/define.ts';
import { kubectl } from '../../steps/kubectl.ts';
import { type TextKey, type Translate, useText } from '../i18n/words.ts';
import { useFrame, useFrameState, usePage, useView, useViewer } from '../public.ts';
import { controllerKind, familyOf, isNumbered, shortActor } from '../widgets/kit/actors.ts';
import { plain, shorten } from '../widgets/kit/format.ts';
import { useHost } from '../widgets/kit/host.ts';
import { toolOf } from '../widgets/kit/input-line.ts';
import { Bullet, Rich } from '../widgets/kit/kit.tsx';
import { late } from '../widgets/late.tsx';
import { isFailure, restSentence, withReason } from './closing.ts';
import type { Narrator } from './narrator.ts';
import { openedBy } from './nouns.ts';
import './narration.css';

/** Nobody needs it before the first story has ended. */
export const loadNextCommands = async () => (await import('./next-commands.tsx')).NextCommands;
const NextCommands = late(loadNextCommands);

const SOURCE = 'https://github.com/kubernetes/kubernetes/blob/v1.36.0/';

/** Who acts, one sentence, what was read and written and comes next, and the way to the reasons. */
export function NarrationBar({ narrator }: { readonly narrator: Narrator }): ReactElement {
  const t = useText();
  const detail = useView('step');
  const host = useHost();
  const step = detail?.step;
  const commands = useView('terminal')?.commands;
  const actor = step === undefined ? t('nowhere') : actorName(step, commands, t);
  const kind = step === undefined ? undefined : narrator.kind(step.kind);
  const atRest = useFrameState(({ frame }) => frame?.atEnd === true && frame.quiescent && frame.index > 0);
  const stage = useView('stage');
  const diagnosis = useView('diagnosis');
  const closing = useClosing(atRest, narrator);
  const failed = step !== undefined && detail?.beat === undefined && isFailure(step);
  const begins = useFrameState(({ status, frame }) =>
    status === 'failed' ? 'nowhereFailed' : frame?.total === 0 ? 'nowhereGiven' : 'nowhereSay',
  );
  const told = useTold(detail);
  const spoken =
    step === undefined ? t(begins) : `${laterIn(told, narrator)}${narrator.sentence(inWordsOf(told, step))}`;
  const sentence = failed ? withReason(spoken, commandOf(step, commands)?.stderr ?? '') : spoken;
  const unmet = diagnosis?.unmet[0];
  const whyUnmet = unmet && (() => host.openWhy({ type: 'unmet', subject: unmet.subject }));
  const saysBoth = failed && unmet?.wish.key !== 'command';
  const before = saysBoth ? `${sentence}${sentence.endsWith('。') ? '' : ' '}` : '';
  const said = closing === undefined ? sentence : before + closing;
  // Beside buttons there is room for one line of great letters.
  const isUnmet = atRest && (diagnosis?.count ?? 0) > 0;
  const long = lettersOf(said) > (isUnmet ? ONE_LINE : ROOMY) || (failed && atRest && closing !== undefined);
  const opens = (noun: string) => {
    const at = openedBy(noun, stage, [told?.insight.subject, step?.subject, detail?.request?.subject], t);
    return at && (() => host.look(at));
  };
  return (
    <section className="say" aria-label={actor}>
      <div className="who">
        {step !== undefined && <Bullet actor={step.actor} />}
        <span>
          <b>{actor}</b>
          <Followed step={step} request={detail?.request} />
        </span>
      </div>
      <div className="say-text">
        <p
          className={long ? 'long' : told !== undefined && lettersOf(said) > ONE_LINE ? 'told' : undefined}
          title={long ? plain(said) : undefined}
        >
          <Rich text={said} opens={opens} />
        </p>
        {atRest && stage !== undefined && (
          <Suspense fallback={<div className="facts next-commands" />}>
            <NextCommands stage={stage} unmet={diagnosis?.unmet} />
          </Suspense>
        )}
        {told !== undefined && step !== undefined && closing === undefined && (
          <Reason text={whyOf(told, step, narrator)} isBrief={lettersOf(said) > TWO_SMALL_LINES} />
        )}
        {detail !== undefined && told === undefined && closing === undefined && (
          <Facts
            detail={detail}
            narrator={narrator}
            t={t}
            roomy={lettersOf(said) <= ONE_LINE}
            notModelled={detail.first && kind !== undefined ? narrator.notModelled(kind.name) : undefined}
          />
        )}
      </div>
      {step !== undefined && (
        <div className="act">
          {unmet !== undefined && !atRest && (
            <button
              type="button"
              className="btn act-unmet"
              title={plain(narrator.unmet(unmet)?.says ?? '')}
              onClick={whyUnmet}
            >
              {t('unmetNow', { count: diagnosis?.count ?? 1 })}
            </button>
          )}
          <button
            type="button"
            className="btn"
            onClick={(atRest && whyUnmet) || (() => host.openWhy({ type: 'step', seq: step.seq }))}
          >
            {t('why')}
          </button>
          {kind !== undefined && <Links kind={kind} t={t} />}
        </div>
      )}
      <Announcer sentence={sentence} step={step} actor={actor} closing={closing} />
    </section>
  );
}

/** What is said at the end of a story, in place of its last step or behind it. */
function useClosing(atRest: boolean, narrator: Narrator): string | undefined {
  const t = useText();
  const stage = useView('stage');
  const diagnosis = useView('diagnosis');
  const stopped = useFrameState(({ frame }) => (frame?.atEnd === true ? frame.stoppedAfter : undefined));
  const ended = useFrameState(({ frame }) => (frame?.atEnd === true ? frame.ended : undefined));
  if (ended !== undefined) return t(ended === NO_ANSWER ? 'rest.endedSilent' : 'rest.ended', { reason: ended });
  if (stopped !== undefined) return t('rest.paused', { count: stopped });
  return atRest && stage !== undefined ? restSentence(stage, diagnosis, narrator, t) : undefined;
}

/** What the step is about, to follow it; where something is followed, what, and the way back to everything. */
function Followed({
  step,
  request,
}: {
  readonly step: StepView | undefined;
  readonly request: RequestView | undefined;
}): ReactElement | null {
  const t = useText();
  const { controls } = usePage();
  const object = useViewer((viewer) => viewer.filter.object);
  if (object !== undefined)
    return (
      <button type="button" className="who-followed" title={t('follow.end')} onClick={() => controls.follow(undefined)}>
        {t('follow.on', { name: shorten(object.slice(object.lastIndexOf('/') + 1), 16) })} ✕
      </button>
    );
  if (step === undefined) return null;
  const what = whatIsDone(step, request);
  if (what === '' || !isFollowable(step.subject)) return <span className="k2 who-what">{what}</span>;
  return (
    <button
      type="button"
      className="k2 who-what"
      title={t('follow.begin')}
      onClick={() => controls.follow(step.subject)}
    >
      {what}
    </button>
  );
}

/** Why that is so for every such beat; below three lines there is room for one sentence of it. */
function Reason({ text, isBrief }: { readonly text: string; readonly isBrief: boolean }): ReactElement {
  const [first = text] = text.split(/(?<=[.!?]) (?=\S)|(?<=[。！？])/);
  return (
    <p className="say-why" title={plain(text)}>
      {isBrief && text !== first ? (
        <>
          <Rich text={first} />
          <span className="say-on">
            {' '}
            <Rich text={text.slice(first.length).trim()} />
          </span>
        </>
      ) : (
        <Rich text={text} />
      )}
    </p>
  );
}

/** What a beat begins with that was long in coming. */
function laterIn(told: BeatView | undefined, narrator: Narrator): string {
  const passed = told?.passed ?? 0;
  return passed > 0 ? narrator.phrase({ key: 'later', args: { time: duration(passed) } }) : '';
}

function whyOf({ explains }: BeatView, step: StepView, narrator: Narrator): string {
  return narrator.why({ ...step, ...explains }) ?? '';
}

/** The beat that stands at the step, where beats are what one steps through. */
function useTold(detail: StepDetailView | undefined): BeatView | undefined {
  return toldBeat(
    detail,
    useViewer((viewer) => viewer.filter),
  );
}

/** `Beat 9 of 44`, `Beat 9, step 3 of 11 inside`. */
function placeNow(filter: Filter, { frame, views }: FrameState, t: Translate): string {
  const place = { index: frame?.index ?? 0, total: frame?.total ?? 0 };
  if (filter.within !== undefined) return t('insideOf', { ...place, beat: views.step?.beat?.index ?? 0 });
  return t(isByBeats(filter) ? 'beatOf' : 'stepOf', place);
}

/** More letters have no room in two lines; a Chinese one is as wide as two others. */
const ROOMY = 165;

/** So many have room in two lines of small letters. */
const TWO_SMALL_LINES = 215;

/** A sentence of so many stands on one line, and leaves a second one to what comes below it. */
const ONE_LINE = 70;

function lettersOf(text: string): number {
  return text.replace(/[^\u2e80-\uffef]/g, '').length + text.length;
}

/** The source that the step models, and the page that explains it. */
function Links({ kind, t }: { readonly kind: StepKind; readonly t: Translate }): ReactElement {
  return (
    <>
      <a
        className="btn ghost"
        href={SOURCE + kind.models}
        target="_blank"
        rel="noreferrer"
        title={t('sourceLong', { path: kind.models })}
      >
        {t('source')}
      </a>
      {/* Its place is kept: what is pressed step after step stays where it is. */}
      {kind.docs === undefined ? (
        <span className="btn ghost act-none" aria-hidden="true">
          {t('docs')}
        </span>
      ) : (
        <a className="btn ghost" href={kind.docs} target="_blank" rel="noreferrer" title={t('docsLong')}>
          {t('docs')}
        </a>
      )}
    </>
  );
}

/** `ReplicaSet controller`, `kubelet on node-3`; an unknown one by its own name. */
function actorName(step: StepView, commands: Commands, t: Translate): string {
  const { actor } = step;
  // What is stopped by hand is stopped with no program.
  if (familyOf(actor) === 'you') return step.kind.endsWith('.fault') ? t('you') : programOf(step, commands);
  const slash = actor.indexOf('/');
  const [component, place] = [actor.slice(0, slash), actor.slice(slash + 1)];
  if (component === 'pod') return t('actor.pod', { pod: shorten(place, 30) });
  if (component === 'network') return t('actor.network', { node: place });
  if (slash > 0) return t('actor.on', { component, node: place });
  const kind = controllerKind(actor);
  if (kind !== undefined) return t('actor.controller', { kind });
  const key = `actor.${actor}` as TextKey;
  const name = t(key);
  return name === key ? actor : name;
}

type Commands = TerminalView['commands'] | undefined;

/** Its number is the name of the step's subject. */
function commandOf({ subject }: Pick<StepView, 'subject'>, commands: Commands) {
  return commands?.find(({ id }) => subject === `kubectl/${id}`);
}

/** What the reader works with: requests by hand are sent by curl, and a line of the shell may be another program's. */
export function programOf({ actor, kind, subject, args }: StepView, commands: Commands): string {
  const own = kind === kubectl.command.name ? args.line : commandOf({ subject }, commands)?.line;
  return own === undefined ? shortActor(actor, kind) : toolOf(own);
}

/** Inside a request the request itself, else the object: its resource without the group, and its name. */
function whatIsDone({ subject }: StepView, request: RequestView | undefined): string {
  const name = shorten(subject.slice(subject.lastIndexOf('/') + 1), 22);
  if (request !== undefined) {
    const named = !request.resource.startsWith('/') && /^[^/]*\/[^/]*\/./.test(request.subject);
    return `${request.method} ${request.resource}${named ? ` ${name}` : ''}`;
  }
  const [resource = ''] = subject.split('/', 1);
  return isNumbered(subject) || resource === subject ? '' : `${resource.split('.', 1)[0]} ${name}`;
}

function Facts(props: {
  readonly detail: StepDetailView;
  readonly narrator: Narrator;
  readonly t: Translate;
  readonly notModelled: string | undefined;
  readonly roomy: boolean;
}): ReactElement {
  const { detail, narrator, t, notModelled, roomy } = props;
  const next = detail.effects[0];
  const rows: [TextKey, string][] = [];
  const read = detail.reads[0];
  const wrote = detail.writes[0];
  // Of what lies beside it in other tables, the panel tells.
  if (read !== undefined) rows.push(['read', more(rowName(read, t), ofTable(detail.reads, read.table), t)]);
  if (wrote !== undefined) rows.push(['wrote', more(rowName(wrote, t), ofTable(detail.writes, wrote.table), t)]);
  if (next !== undefined) rows.push(['next', plain(narrator.sentence(next))]);
  return (
    <div className={roomy ? 'facts roomy' : 'facts'}>
      {rows.map(([key, text]) => (
        <span key={key} title={text}>
          <b>{t(key)}</b> {text}
        </span>
      ))}
      {notModelled !== undefined && (
        <span className="not-modelled" title={notModelled}>
          <b>{t('notModelled')}</b> {notModelled}
        </span>
      )}
    </div>
  );
}

function ofTable(rows: readonly { readonly table: string }[], table: string): number {
  return rows.filter((row) => row.table === table).length;
}

/** A row of a table in words: where it lies and what it is about. A uid or a place in a queue says nothing here. */
export function rowName({ table, key }: { readonly table: string; readonly key: string }, t: Translate): string {
  const [home = '', ...rest] = table.split('/');
  const last = rest.at(-1) ?? home;
  const [of = ''] = (rest.at(-2) ?? '').split(/[.?]/, 1);
  if (home === 'informer' && last === 'queue') return t('row.queue', { of });
  if (home === 'kubelet' && last === 'pods') return t('row.worker');
  if (home === 'kubectl') return t(last === 'cache' ? 'row.discovered' : 'row.output');
  const name = shorten(key.slice(key.lastIndexOf('/') + 1), 26);
  const place =
    home === 'informer' && last === 'indexer'
      ? t('row.indexer', { of })
      : home === 'network'
        ? networkTable(last, t)
        : home === 'etcd' || home === 'workqueue'
          ? t(`row.${home}`)
          : home === 'watchcache'
            ? t('row.cache')
            : otherTable(home, last, t);
  return t('row.key', { table: place, name });
}

/** A table that few steps touch, by its place in a component; without a word of its own it keeps its name. */
function otherTable(home: string, last: string, t: Translate): string {
  for (const key of [`row.${home}.${last}`, `row.${home}`] as TextKey[]) {
    const word = t(key);
    if (word !== key) return word;
  }
  return `${home} ${last}`;
}

/** What the network itself keeps has a word; the tables of a kernel are called as there. */
function networkTable(last: string, t: Translate): string {
  return last === 'packets' || last === 'connections' ? t(`row.${last}`) : last;
}

function more(text: string, count: number, t: Translate): string {
  return count > 1 ? t('row.more', { text, count: count - 1 }) : text;
}

/** Speaks once for every step that moves by hand show, and never while playing. */
function Announcer({
  sentence,
  step,
  actor,
  closing,
}: {
  readonly sentence: string;
  readonly step: StepView | undefined;
  readonly actor: string;
  readonly closing: string | undefined;
}): ReactElement {
  const t = useText();
  const { controls, session, viewer } = usePage();
  const seq = useFrame()?.seq;
  const region = useRef<HTMLDivElement>(null);
  const shown = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (shown.current === seq || (seq !== undefined && step?.seq !== seq)) return;
    shown.current = seq;
    if (!controls.announces() || step === undefined) return;
    const place = placeNow(viewer.getState().filter, session.frames.getState(), t);
    // Written by hand: a second drawing of the page for it would be felt while a key is held.
    const said = `${sentence} ${closing ?? ''}`.trim();
    const text = `${place}. ${actor}. ${plain(said)}`;
    region.current?.replaceChildren(text);
  }, [seq, step, actor, closing, controls, session, viewer, sentence, t]);
  return <div ref={region} className="unseen" role="status" aria-live="polite" aria-atomic="true" />;
}
