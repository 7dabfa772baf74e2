import { useSelector } from '@xstate/react';
import { type KeyboardEvent, memo, type ReactElement, useId, useLayoutEffect, useRef } from 'react';
import { SPEEDS, type Speed, speedLabel } from '../../debugger/speed.ts';
import { isByBeats } from '../../protocol/filter-check.ts';
import { type TextKey, useText } from '../i18n/words.ts';
import { useFrameState, useFrames, usePage, useViewer } from '../public.ts';
import { instant } from '../widgets/kit/format.ts';
import { OpensBelow } from '../widgets/line.tsx';
import './transport.css';

const ICONS = {
  start: 'M4 3v10M12.5 3.5 7 8l5.5 4.5z',
  sceneBack: 'm7.5 4-4 4 4 4M12.5 4l-4 4 4 4',
  back: 'M10.5 3.5 5 8l5.5 4.5z',
  play: 'M5 3.2 12.5 8 5 12.8z',
  pause: 'M5 3.5v9M11 3.5v9',
  step: 'M5.5 3.5 11 8l-5.5 4.5z',
  sceneNext: 'm8.5 4 4 4-4 4M3.5 4l4 4-4 4',
  end: 'M12 3v10M3.5 3.5 9 8l-5.5 4.5z',
} as const;
type Control = keyof typeof ICONS;

const LONG = 999;
/** From then on an instant has as many digits as there is room for. */
const LONG_TIME = 100_000_000;

/** The controls of time: same place, same size, same labels on every screen. */
export function Transport(): ReactElement {
  const t = useText();
  const { controls, viewer } = usePage();
  const playing = useSelector(controls.playback, (state) => !state.matches('paused'));
  const [from, to] = useViewer(({ range }) => range) ?? [0, Number.POSITIVE_INFINITY];
  const atStart = useFrameState(({ frame }) => (frame?.index ?? 0) <= from);
  const atEnd = useFrameState(
    ({ frame }) => (frame?.index ?? 0) >= to || ((frame?.atEnd ?? true) && (frame?.quiescent ?? true)),
  );
  const nothingNext = useViewer(({ onward }) => onward === undefined) && atEnd;
  // Great numbers leave no room for a word beside the speed.
  const long = useFrameState(({ frame }) => (frame?.total ?? 0) > LONG || (frame?.time ?? 0) >= LONG_TIME);
  const hasBreakpoints = useViewer(({ breakpoints }) => breakpoints.some(({ enabled }) => enabled));
  const toggle: Control = playing ? 'pause' : 'play';
  return (
    <div className="ctl">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not a form */}
      <div className="keys" role="group" aria-label={t('transport')}>
        <Key name="start" off={atStart} onPress={() => controls.move({ type: 'seek', to: 'start' })} />
        <Key name="sceneBack" off={atStart} onPress={() => controls.move({ type: 'scene', by: -1 })} />
        <Key name="back" wide off={atStart} onPress={() => controls.move({ type: 'step', by: -1 })} />
        <Key name={toggle} wide main onPress={() => controls.toggle()} />
        <Key name="step" wide off={nothingNext} onPress={() => controls.move({ type: 'step', by: 1 })} />
        <Key name="sceneNext" off={nothingNext} onPress={() => controls.move({ type: 'scene', by: 1 })} />
        <Key name="end" off={atEnd} onPress={() => controls.move({ type: 'seek', to: 'end' })} />
      </div>
      <div className={long ? 'pos long' : 'pos'}>
        <Position />
        <span className="grow" />
        <SpeedChoice />
      </div>
      <div className="runs">
        <InOrOut />
        <button
          type="button"
          className="btn ghost small"
          title={t('label.rest')}
          disabled={atEnd}
          onClick={() => controls.run({ to: 'quiescence' })}
        >
          {t('rest')}
        </button>
        {hasBreakpoints && (
          <button
            type="button"
            className="btn ghost small"
            title={t('label.breakpointBack')}
            aria-label={t('label.breakpointBack')}
            disabled={atStart}
            onClick={() => controls.run({ to: 'breakpoint', direction: -1 })}
          >
            ◂
          </button>
        )}
        <button
          type="button"
          className="btn ghost small"
          title={t('label.breakpoint')}
          disabled={atEnd}
          onClick={() =>
            // Without one there is nothing to run to: here they are set.
            hasBreakpoints
              ? controls.run({ to: 'breakpoint', direction: 1 })
              : viewer.setState({ dialog: { type: 'breakpoints' } })
          }
        >
          {t('breakpoint')}
        </button>
        <span className="grow" />
        <Note />
      </div>
    </div>
  );
}

/** Into the beat, and out of it again. It stands where there is room for it. */
function InOrOut(): ReactElement | null {
  const t = useText();
  const { controls } = usePage();
  const filter = useViewer((viewer) => viewer.filter);
  const beat = useFrameState(({ views }) => views.step?.beat?.index);
  if (filter.grain !== 'beat' || beat === undefined) return null;
  const isInside = filter.within !== undefined;
  return (
    <button
      type="button"
      className="btn ghost small in-or-out"
      title={t(isInside ? 'label.leaveBeat' : 'label.enterBeat')}
      onClick={() => (isInside ? controls.leave() : controls.enter())}
    >
      {t(isInside ? 'leaveBeat' : 'enterBeat')}
    </button>
  );
}

function Position(): ReactElement {
  const t = useText();
  const filter = useViewer((viewer) => viewer.filter);
  const beat = useFrameState(({ views }) => views.step?.beat?.index);
  const isInside = filter.within !== undefined;
  const byBeats = isByBeats(filter);
  const total = useFrameState(({ frame }) => frame?.total ?? 0);
  const time = useFrameState(({ frame }) => instant(frame?.time ?? 0));
  return (
    <>
      <span className="step-number">
        <StepField label={t(byBeats ? 'beatNumber' : 'stepNumber')} />
        <span className="num">/ {total}</span>
      </span>
      <InOrOut />
      <span className="num pos-time">{isInside && beat !== undefined ? t('inBeat', { beat }) : time}</span>
    </>
  );
}

function Key(props: {
  readonly name: Control;
  readonly wide?: boolean;
  readonly main?: boolean;
  readonly off?: boolean;
  readonly onPress: () => void;
}): ReactElement {
  const { name, wide = false, main = false, off = false, onPress } = props;
  const t = useText();
  const filled = name === 'pause' ? 'none' : 'currentColor';
  const outline = name === 'sceneBack' || name === 'sceneNext';
  return (
    // Not `disabled`: a button that loses the focus while it is pressed would take the keyboard user away.
    <button
      type="button"
      className={`tkey key-${name}${wide ? ' w' : ''}${main ? ' play' : ''}`}
      aria-label={t(`label.${name}` as TextKey)}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onPress}
    >
      <i>
        <svg
          width={wide ? 18 : 16}
          height={wide ? 18 : 16}
          viewBox="0 0 16 16"
          aria-hidden="true"
          stroke="currentColor"
          strokeWidth={name === 'pause' ? 2.6 : 1.6}
          strokeLinecap="round"
          strokeLinejoin="round"
          fill={outline ? 'none' : filled}
        >
          <path d={ICONS[name]} />
        </svg>
      </i>
      <span aria-hidden="true">{t(name)}</span>
    </button>
  );
}

/** Written by hand: where React writes a field, it writes name, value and default as attributes with every step. */
const StepField = memo(function StepField({ label }: { readonly label: string }): ReactElement {
  const t = useText();
  const id = useId();
  const { controls } = usePage();
  const frames = useFrames();
  const field = useRef<HTMLInputElement>(null);
  const now = () => frames.getState().frame?.index ?? 0;
  /** Somebody is typing: steps that come while it plays must not take the number away. */
  const isTyping = useRef(false);
  const reset = () => {
    isTyping.current = false;
    if (field.current) write(field.current, String(now()));
  };
  useLayoutEffect(() => {
    let shown: number | undefined;
    const follow = () => {
      const { index = 0 } = frames.getState().frame ?? {};
      if (index !== shown && field.current && !isTyping.current) write(field.current, String(index));
      shown = index;
    };
    follow();
    return frames.subscribe(follow);
  }, [frames]);
  const go = (text: string) => {
    const asked = Number.parseInt(text, 10);
    reset();
    if (!Number.isNaN(asked) && asked !== now())
      controls.move({ type: 'index', index: Math.min(Math.max(0, asked), frames.getState().frame?.total ?? 0) });
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      go(event.currentTarget.value);
      // The next arrow is for the page.
      event.currentTarget.blur();
    }
    if (event.key === 'Escape') reset();
  };
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        className="step num"
        inputMode="numeric"
        aria-label={t('goToStep')}
        onChange={(event) => {
          isTyping.current = true;
          fitWidth(event.currentTarget);
        }}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={(event) => go(event.currentTarget.value)}
        onKeyDown={onKey}
      />
    </>
  );
});

function write(field: HTMLInputElement, text: string): void {
  field.value = text;
  fitWidth(field);
}

function fitWidth(field: HTMLInputElement): void {
  const width = `${Math.max(1, field.value.length) + 0.8}ch`;
  if (field.style.width !== width) field.style.width = width;
}

function SpeedChoice(): ReactElement {
  const t = useText();
  const id = useId();
  const { viewer } = usePage();
  const speed = useViewer((state) => state.speed);
  const pace = useViewer((state) => state.pace);
  return (
    <span className="speed">
      <label htmlFor={id}>{t('speed')}</label>
      <span className="pick">
        <select
          id={id}
          value={`${speed} ${pace}`}
          onChange={(event) => {
            const [value, kind] = event.currentTarget.value.split(' ');
            viewer.setState({ speed: Number(value) as Speed, pace: kind === 'clock' ? 'clock' : 'story' });
          }}
        >
          {(['story', 'clock'] as const).map((kind) => (
            <optgroup key={kind} label={`${t('pace')}: ${t(`pace.${kind}`)}`}>
              {SPEEDS.map((value) => (
                <option key={value} value={`${value} ${kind}`}>
                  {speedLabel(value)}
                  {kind === 'clock' ? ` ${t('pace.clock')}` : ''}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <OpensBelow />
      </span>
    </span>
  );
}

/** What stopped the run, if something did. */
function Note(): ReactElement | null {
  const t = useText();
  const { controls } = usePage();
  const stoppedAfter = useFrameState(({ frame }) => frame?.stoppedAfter);
  const ended = useFrameState(({ frame }) => frame?.ended);
  const breakpoint = useFrameState(({ frame }) => frame?.breakpoint);
  const running = useSelector(controls.playback, (state) => state.matches('running'));
  const missed = useViewer((viewer) => viewer.missed);
  const thinned = useFrameState(({ frame }) => frame?.thinned);
  const text = running
    ? t('running')
    : ended !== undefined
      ? t('endedHere')
      : stoppedAfter !== undefined
        ? t('stopped', { count: stoppedAfter })
        : breakpoint !== undefined && breakpoint !== 'answer' // the shell waited for kubectl
          ? t('atBreakpoint')
          : missed !== undefined
            ? t(missed === 'change' ? 'noChange' : 'noBreakpoint')
            : thinned && t('thinned', thinned);
  const title = thinned && text !== undefined ? `${text}. ${t('thinned.long', thinned)}` : text;
  return text === undefined ? null : (
    <span className={stoppedAfter === undefined && ended === undefined ? 'run-note' : 'run-note bad'} title={title}>
      {text}
    </span>
  );
}
