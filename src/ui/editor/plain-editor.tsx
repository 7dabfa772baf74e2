import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactElement,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useStore } from 'zustand';
import { familyOf } from '../widgets/kit/actors.ts';
import { useWords } from '../widgets/kit/words.ts';
import { useInSight } from './band.ts';
import { tokensOf } from './highlight.ts';
import type { Marker } from './marker.ts';
import { editorWords } from './strings.ts';
import type { SurfaceProps } from './surface.ts';
import { followText, textOf, type Workbench } from './workbench.ts';

/** Longer texts are shown without colours: they would cost more than they tell. */
const MOST_COLOURED = 20_000;

/**
 * The manifest as coloured text that can be typed into at once: a text area over a drawing of its own content.
 * It stands alone on phones and until the large editor has come.
 */
export function PlainEditor(
  props: SurfaceProps & { readonly area: RefObject<HTMLTextAreaElement | null> },
): ReactElement {
  const { bench, file, markers, reveal, area } = props;
  const shade = useRef<HTMLDivElement>(null);
  const leaving = useRef(false);
  /** A Tab that was pressed elsewhere brought the focus here: it comes up here, and the next one goes on. */
  const pressedHere = useRef(false);
  const problems = useId();
  const atStart = useRef(reveal);
  const coloured = useStore(bench, (state) => textOf(state, file).length <= MOST_COLOURED);
  /** The text of the area as the desk was told of it. */
  const told = useRef('');
  // It holds its text by itself: a browser takes a millisecond and more to be given a long one, and forgets how to undo.
  useLayoutEffect(() => {
    const put = (text: string) => {
      if (area.current === null || text === told.current) return;
      told.current = text;
      area.current.value = text;
    };
    told.current = '';
    const leave = followText(bench, file, put);
    return () => {
      leave();
      bench.now();
    };
  }, [bench, file, area]);
  const onInput = (element: HTMLTextAreaElement) => {
    bench.typed(file, () => {
      told.current = element.value;
      return told.current;
    });
    // What is read are the colours above it.
    if (coloured) bench.now();
  };
  useEffect(() => {
    const element = area.current;
    if (reveal === undefined || reveal === atStart.current || element === null) return;
    const at = offsetOf(element.value, reveal.line);
    element.focus();
    element.setSelectionRange(at.from, at.to);
    element.scrollTop = Math.max(0, (reveal.line - 4) * 18);
  }, [reveal, area]);
  useInSight(
    bench.band,
    file,
    () => {
      const { current: of } = area;
      return of === null
        ? undefined
        : { top: of.scrollTop, height: of.clientHeight, busy: of.ownerDocument.activeElement === of };
    },
    (top) => area.current?.scrollTo(0, top),
  );
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation();
    if (event.key === 'Tab') pressedHere.current = true;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      props.onApply();
    } else if (event.key === 'Tab' && !event.shiftKey && !leaving.current) {
      event.preventDefault();
      insert(event.currentTarget, '  ');
    }
    if (event.key !== 'Shift') leaving.current = event.key === 'Escape';
  };
  return (
    <div className="e-plain">
      {coloured && (
        // Another file begins at its top, as its text area does.
        <div className="e-shade" key={`shade ${file}`} ref={shade}>
          <BandOf band={bench.band} />
          <div aria-hidden="true">
            <ColouredFile bench={bench} file={file} markers={markers} />
          </div>
        </div>
      )}
      <textarea
        key={file}
        ref={area}
        className={coloured ? 'e-area e-over' : 'e-area'}
        aria-label={props.label}
        aria-describedby={problems}
        aria-invalid={markers.some(({ severity }) => severity === 'error')}
        wrap="off"
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        onInput={({ currentTarget }) => onInput(currentTarget)}
        onKeyDown={onKeyDown}
        onKeyUp={({ key }) => {
          if (key !== 'Tab') return;
          leaving.current ||= !pressedHere.current;
          pressedHere.current = false;
        }}
        onBlur={() => {
          bench.now();
          leaving.current = false;
          pressedHere.current = false;
        }}
        onScroll={({ currentTarget }) => {
          if (shade.current !== null)
            shade.current.style.transform = `translate(${-currentTarget.scrollLeft}px, ${-currentTarget.scrollTop}px)`;
        }}
      />
      <span id={problems} className="k-sr">
        {markers.map(({ line, message }) => `${line}: ${message}`).join('; ')}
      </span>
    </div>
  );
}

/** It follows every step by itself; the text around is left alone. */
export function BandOf({ band }: Pick<Workbench, 'band'>): ReactElement | null {
  const t = useWords(editorWords);
  const at = useStore(band, (state) => state.band);
  if (at === undefined) return null;
  const { from, to, actor, made, whole } = at;
  const place = { '--at': from - 1, '--lines': to - from + 1 } as CSSProperties;
  return (
    <p className={`e-band${whole ? ' e-whole' : ''} k-c-${familyOf(actor)}`} style={place}>
      <span className="k-sr">{t('band', { from, to })}</span> {made && `→ ${made}`}
    </p>
  );
}

function ColouredFile(props: Pick<SurfaceProps, 'bench' | 'file' | 'markers'>): ReactElement {
  const text = useStore(props.bench, (state) => textOf(state, props.file));
  return <Coloured text={text} markers={props.markers} />;
}

/** Lines with their numbers, as they are read; what is marked is underlined. */
export const Coloured = memo(function Coloured(props: {
  readonly text: string;
  readonly markers: readonly Marker[];
}): ReactElement {
  const marked = new Map(props.markers.map((marker) => [marker.line, marker.severity]));
  return (
    <>
      {props.text.split('\n').map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <Line key={place} text={line} number={place + 1} severity={marked.get(place + 1)} />
      ))}
    </>
  );
});

/** Of a text that is typed into one line changes at a time. */
const Line = memo(function Line(props: {
  readonly text: string;
  readonly number: number;
  readonly severity: Marker['severity'] | undefined;
}): ReactElement {
  const { text, number, severity } = props;
  return (
    <div className={severity === undefined ? 'e-line' : `e-line e-${severity}`}>
      <i>{number}</i>
      <span>
        {tokensOf(text).map(({ kind, text: word }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other identity
          <span key={at} className={kind === 'plain' ? undefined : `e-${kind}`}>
            {word}
          </span>
        ))}
      </span>
    </div>
  );
});

/** As if typed, so that the browser's own undo knows of it. */
function insert(area: HTMLTextAreaElement, text: string): void {
  if (!area.ownerDocument.execCommand?.('insertText', false, text)) {
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function offsetOf(text: string, line: number): { readonly from: number; readonly to: number } {
  let from = 0;
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf('\n', from);
    if (next < 0) break;
    from = next + 1;
  }
  const end = text.indexOf('\n', from);
  return { from, to: end < 0 ? text.length : end };
}
