import { type ClipboardEvent, type ReactElement, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Drift } from '../../protocol/queries.ts';
import type { RunFile } from '../../protocol/run-file.ts';
import type { TerminalView } from '../../protocol/views.ts';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { useWindow } from '../widgets/kit/window.ts';
import { useWords } from '../widgets/kit/words.ts';
import { late } from '../widgets/late.tsx';
import { isBlank, useApply, useFiles, whatApplyDoes } from './actions.ts';
import { appliedOf } from './applied.ts';
import { askForFiles, MOST_MEGABYTES_OF_CLUSTER, readFiles } from './disk.ts';
import { useDrift } from './drift.ts';
import { outcomeOf, useChecked, useEdits, useLargeEditor, useSettled, useStepIndex } from './hooks.ts';
import { type Marker, MOST_CHECKED, MOST_IN_TEXT_AREA, MOST_PASTED_THERE } from './limits.ts';
import { PlainEditor } from './plain-editor.tsx';
import { editorWords } from './strings.ts';
import type { TakeOver } from './surface.ts';
import { FileTabs } from './tabs/file-tabs.tsx';
import { shownFile, textOf, type Workbench, withFiles } from './workbench.ts';
import './editor.css';

const PrintedOffer = late(async () => (await import('./files/printed-offer.tsx')).PrintedOffer);
const Excerpt = late(async () => (await import('./excerpt.tsx')).Excerpt);
const YAML_FILES = '.yaml,.yml,.json,application/yaml,text/yaml';

/** The manifests: tabs, the text, what is wrong with it, and whether it is what runs. */
export function EditorPane(props: {
  readonly bench: Workbench;
  readonly terminal: TerminalView | undefined;
  /** Runs that gave way to the one that is open. */
  readonly earlier?: (() => readonly RunFile[]) | undefined;
}): ReactElement {
  const t = useWords(editorWords);
  const host = useHost();
  const { bench, terminal, earlier } = props;
  const name = useStore(bench, (state) => shownFile(state).name);
  const reveal = useStore(bench, (state) => state.reveal);
  const unkept = useStore(bench, (state) => state.unkept);
  const isEmpty = useStore(bench, (state) => isBlank(shownFile(state)));
  const isLong = useStore(bench, (state) => shownFile(state).text.length > MOST_CHECKED);
  const run = useNow((frame) => frame?.run);
  const passed = useNow(
    (frame) => frame?.run.inputs.findLast(({ afterStep }) => afterStep < (frame.seq ?? -1))?.afterStep,
  );
  const gives = useNow((frame) => whatApplyDoes(frame, name));
  const { now, later } = useMemo(
    () => appliedOf(run, name, passed === undefined ? undefined : passed + 1),
    [run, name, passed],
  );
  const [isUsed, setIsUsed] = useState(false);
  const settled = useSettled(bench, name);
  const markers = useChecked(bench, name, settled, terminal, now?.text, isUsed);
  const [said, setSaid] = useState(''); // what went wrong
  const [noted, setNoted] = useState({ of: '', text: '' }); // what went well with a file and is not seen otherwise
  const { busy, apply } = useApply(bench, setSaid);
  const { take, saveRun, openEarlier, askForRun, askForCluster, printed, beginWith } = useFiles(bench, setSaid);
  const dropping = useDrop((list) => void readFiles(list, MOST_MEGABYTES_OF_CLUSTER).then(take));
  const outcome = outcomeOf(terminal, name, now?.step);
  const isSame = useStore(bench, (state) => shownFile(state).text === now?.text);
  const drift = useDrift(isSame && outcome === 'done' ? now?.text : undefined);
  // That there is an edit is seen at once; how many there are when a pause is made.
  const counted = useEdits(now?.text, settled);
  const edits = now === undefined ? undefined : isSame ? 0 : Math.max(1, counted);
  return (
    <section
      className={`e-pane${dropping ? ' e-dropping' : ''}`}
      aria-label={t('files')}
      onFocus={() => setIsUsed(true)}
    >
      <FileTabs
        bench={bench}
        undoFrom={now}
        canApply={!isEmpty && !busy && (edits !== 0 || outcome === 'refused')}
        busy={busy}
        onApply={() => void apply()}
        onUndo={() => {
          if (now === undefined) return;
          host.seek(now.before);
          setNoted({ of: name, text: t('undone') });
        }}
        onOpen={() => void askForFiles(YAML_FILES, true).then(take)}
        onSaveRun={saveRun}
        earlier={earlier}
        onEarlier={(run) => void openEarlier(run)}
        onOpenRun={() => void askForRun()}
        onOpenCluster={() => void askForCluster()}
      />
      <Surface
        bench={bench}
        file={name}
        markers={markers}
        reveal={reveal}
        onApply={() => void apply()}
        onLarge={(text) => {
          bench.setState((state) => withFiles(state, [{ name: 'pasted.yaml', text }]));
          const { active: of } = bench.getState();
          setNoted({ of, text: t('pasted', { file: of }) });
        }}
      />
      {dropping && <p className="e-drop">{t('drop')}</p>}
      <Problems markers={markers} onGo={({ line, column }) => bench.setState({ reveal: { line, column } })} />
      <div className="e-foot">
        <State isEmpty={isEmpty} edits={edits} now={now} later={later} outcome={outcome} gives={gives} drift={drift} />
        {isLong && <p>{t('unchecked')}</p>}
        {printed.length > 0 && (
          <Suspense>
            <PrintedOffer files={printed} onBegin={() => void beginWith(printed)} />
          </Suspense>
        )}
        {unkept !== undefined && <p>{t(unkept)}</p>}
        {noted.of === name && now?.before === undefined && <p role="status">{noted.text}</p>}
        <p role="alert" className="k-bad">
          {said}
        </p>
      </div>
    </section>
  );
}

const SAME = { done: 'same', running: 'applyRuns', refused: 'applyRefused' } as const;
/** Which words say at what step that was. */
const AT = {
  same: 'sameAt',
  applyRuns: 'applyRunsAt',
  applyRefused: 'applyRefusedAt',
  edits1: 'editsAt',
  edits: 'editsAt',
  later: 'laterAt',
  never: undefined,
  neverEmpty: undefined,
} as const;

function State(props: {
  readonly isEmpty: boolean;
  readonly edits: number | undefined;
  readonly now: { readonly step: number } | undefined;
  readonly later: { readonly step: number } | undefined;
  readonly outcome: 'running' | 'refused' | 'done';
  readonly gives: 'next' | 'retells' | 'forks';
  /** What the cluster has otherwise by now. */
  readonly drift: readonly Drift[];
}): ReactElement {
  const t = useWords(editorWords);
  const { openThreeWay } = useHost();
  const { edits, now, later, gives, drift } = props;
  // Only where steps are counted one by one has it a number.
  const step = useStepIndex(now?.step ?? later?.step);
  const [first] = drift;
  if (first !== undefined && edits === 0) {
    const { live, given, ...rest } = first;
    const values = { live: live || t('driftNone'), given: given || t('driftNone') };
    return (
      <p className="e-drifted">
        <span className="e-edited">{t('drifted', { ...rest, ...values })}</span>
        {drift.length > 1 && <span> {t('driftedMore', { count: drift.length - 1 })}</span>}{' '}
        {openThreeWay && (
          <button type="button" className="k-link" onClick={() => openThreeWay()}>
            {t('threeWay')}
          </button>
        )}
      </p>
    );
  }
  const what =
    edits === undefined
      ? later !== undefined
        ? 'later'
        : props.isEmpty
          ? 'neverEmpty'
          : 'never'
      : edits === 0
        ? SAME[props.outcome]
        : edits === 1
          ? 'edits1'
          : 'edits';
  const at = AT[what];
  const place = step === undefined || at === undefined ? '' : ` ${t(at, { step })}`;
  const text = t(what, { count: edits ?? 0 }) + place;
  return (
    // Not a live region: it changes while playing.
    <p>
      <span className={edits !== undefined && edits > 0 ? 'e-edited' : undefined}>{text}</span>
      {gives !== 'next' && edits !== 0 && <span> {t(gives)}</span>}
    </p>
  );
}

/** The plain editor first; the large one takes over, caret and all, when it has come. */
function Surface(props: {
  readonly bench: Workbench;
  readonly file: string;
  readonly markers: readonly Marker[];
  readonly reveal: { readonly line: number; readonly column: number } | undefined;
  readonly onApply: () => void;
  /** What was pasted is more than can be edited here. */
  readonly onLarge: (text: string) => void;
}): ReactElement {
  const t = useWords(editorWords);
  const host = useHost();
  const { bench, file } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [asked, setAsked] = useState(false);
  /** Tab writes here: who meant to leave by it is told how. */
  const [isTabbed, setTabbed] = useState(false);
  const [composing, setComposing] = useState(false);
  const Large = useLargeEditor(asked);
  const takeOver = useRef<TakeOver>(undefined);
  const common = {
    bench,
    file,
    label: t('editor', { file }),
    dark: host.dark,
    markers: props.markers,
    reveal: props.reveal,
    onApply: props.onApply,
  };
  const [swapped, setSwapped] = useState(false);
  if (Large !== undefined && !swapped && !composing) {
    const element = area.current;
    takeOver.current =
      element === null
        ? undefined
        : {
            focus: element.ownerDocument.activeElement === element,
            from: element.selectionStart,
            to: element.selectionEnd,
          };
    setSwapped(true);
  }
  useEffect(() => {
    if (swapped) takeOver.current = undefined;
  }, [swapped]);
  const isLarge = Large !== undefined && swapped;
  const most = isLarge ? MOST_CHECKED : MOST_IN_TEXT_AREA;
  const tooLong = useStore(bench, (state) => {
    const text = textOf(state, file);
    return text.length > most ? text : undefined;
  });
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    const room = isLarge ? MOST_CHECKED - textOf(bench.now(), file).length : MOST_PASTED_THERE;
    if (text.length <= room) return;
    event.preventDefault();
    event.stopPropagation();
    props.onLarge(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what happens inside
    <div
      className="e-surface"
      onFocus={() => setAsked(true)}
      onKeyUp={({ key }) => setTabbed(key === 'Tab')}
      onBlur={() => setTabbed(false)}
      onPasteCapture={onPaste}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
    >
      {tooLong !== undefined ? (
        <Suspense>
          <Excerpt text={tooLong} label={common.label} onApply={props.onApply} />
        </Suspense>
      ) : isLarge ? (
        <Large {...common} takeOver={takeOver.current} />
      ) : (
        <PlainEditor {...common} area={area} />
      )}
      <p className="e-leave" role="status">
        {isTabbed && t('leave')}
      </p>
    </div>
  );
}

const MOST_PROBLEMS = 3;

function Problems(props: {
  readonly markers: readonly Marker[];
  readonly onGo: (marker: Marker) => void;
}): ReactElement {
  const t = useWords(editorWords);
  const markers = props.markers.filter(({ severity }) => severity !== 'hint');
  return (
    <div className="e-problems" hidden={markers.length === 0}>
      <p role="status" className="k-sr">
        {markers.length === 0 ? '' : t(markers.length === 1 ? 'problems1' : 'problems', { count: markers.length })}
      </p>
      <ul className="k-list">
        {markers.slice(0, MOST_PROBLEMS).map((marker, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice
          <li key={`${place} ${marker.message}`} className={`e-${marker.severity}`}>
            <button type="button" onClick={() => props.onGo(marker)}>
              <b>{t('atLine', { line: marker.line })}</b> {marker.message}
            </button>
          </li>
        ))}
        {markers.length > MOST_PROBLEMS && <li>{t('moreProblems', { count: markers.length - MOST_PROBLEMS })}</li>}
      </ul>
    </div>
  );
}

/** Files may be dropped anywhere: beside the editor the browser would leave the page for them. */
function useDrop(onFiles: (files: Iterable<File>) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(onFiles);
  const around = useWindow();
  take.current = onFiles;
  useEffect(() => {
    let depth = 0;
    const entered = (by: number) => {
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const acts: Record<string, (dropped: DataTransfer) => void> = {
      dragenter: () => entered(1),
      dragleave: () => entered(-1),
      dragover: () => undefined,
      drop({ files, items }) {
        entered(-depth);
        const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
        if (!entries.some(({ isDirectory }) => isDirectory)) take.current(files);
        else void import('./files/folder.ts').then(async ({ filesBelow }) => take.current(await filesBelow(entries)));
      },
    };
    const onDrag = (event: Event) => {
      const { dataTransfer, type } = event as DragEvent;
      if (dataTransfer === null || !dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      acts[type]?.(dataTransfer);
    };
    for (const type of Object.keys(acts)) around.addEventListener(type, onDrag);
    return () => {
      for (const type of Object.keys(acts)) around.removeEventListener(type, onDrag);
    };
  }, [around]);
  return over;
}
