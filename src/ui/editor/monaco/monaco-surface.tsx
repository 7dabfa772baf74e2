import { editor, KeyCode, MarkerSeverity, MarkerTag, Uri } from 'monaco-editor/editor';
import { type ReactElement, useEffect, useLayoutEffect, useRef } from 'react';
import { useHost } from '../../widgets/kit/host.ts';
import { onResize, useWindow } from '../../widgets/kit/window.ts';
import { useInSight } from '../band.ts';
import { BandOf } from '../plain-editor.tsx';
import type { SurfaceProps, TakeOver } from '../surface.ts';
import { followText, textOf } from '../workbench.ts';
import { registerLanguage, sayOf, speak, textIn } from './language.ts';
import { defineTheme } from './setup.ts';
import './monaco.css';

const OWNER = 'kubestep';
const SEVERITIES = {
  error: MarkerSeverity.Error,
  warning: MarkerSeverity.Warning,
  hint: MarkerSeverity.Hint,
} as const;

/** The large editor. One editor for all files; each file keeps its own undo history, caret and scroll position. */
export function MonacoSurface(props: SurfaceProps & { readonly takeOver: TakeOver | undefined }): ReactElement {
  const { bench, file, label, dark, markers, reveal } = props;
  const box = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const shown = useRef<editor.IStandaloneCodeEditor>(undefined);
  const models = useRef(new Map<string, editor.ITextModel>());
  const views = useRef(new Map<string, editor.ICodeEditorViewState | null>());
  const latest = useRef(props);
  latest.current = props;
  const atStart = useRef(reveal); // has been shown before this surface came
  const { language } = useHost();
  const around = useWindow();
  /** Where offers and explanations stand: the column has a layout of its own, and they would be placed by that. */
  const over = useRef<HTMLElement>(null as unknown as HTMLElement);
  over.current ??= Object.assign(document.createElement('div'), { className: 'monaco-editor' });
  useLayoutEffect(() => {
    around.document.body.append(over.current);
    return () => over.current.remove();
  }, [around]);
  useEffect(() => speak(language), [language]);
  // By itself it follows what the page's own window draws.
  useEffect(() => onResize(around, box.current as HTMLElement, () => shown.current?.layout()), [around]);

  useEffect(() => {
    if (box.current === null) return;
    registerLanguage();
    const created = create(box.current, over.current, latest.current.label, latest.current.dark);
    shown.current = created;
    const kept = models.current;
    wireKeys(created, () => latest.current.onApply());
    created.onDidBlurEditorText(() => latest.current.bench.now());
    created.onDidScrollChange(({ scrollTop }) => {
      if (below.current !== null) below.current.style.transform = `translateY(${-scrollTop}px)`;
    });
    // Problems that are told below take room from the text: the line that is typed stays in sight.
    created.onDidLayoutChange(() => {
      const position = created.getPosition();
      if (position !== null && created.hasTextFocus()) created.revealPosition(position, editor.ScrollType.Immediate);
    });
    created.onDidChangeModelContent(() => {
      const model = created.getModel();
      // The file may be another one when the desk asks.
      if (model !== null) latest.current.bench.typed(latest.current.file, () => textIn(model));
    });
    return () => {
      latest.current.bench.now();
      created.dispose();
      for (const model of kept.values()) model.dispose();
      kept.clear();
      shown.current = undefined;
    };
  }, []);

  // The file that is shown; a text that changed elsewhere becomes an edit that can be undone.
  useEffect(() => {
    const current = shown.current;
    if (current === undefined) return;
    let model = models.current.get(file);
    if (model === undefined) {
      model = editor.createModel(
        textOf(bench.getState(), file),
        'yaml',
        Uri.parse(`inmemory://kubestep/${crypto.randomUUID?.() ?? Math.random()}/${file}`),
      );
      model.updateOptions({ tabSize: 2, insertSpaces: true, indentSize: 2 });
      models.current.set(file, model);
    }
    const own = model;
    const leave = followText(bench, file, (text) => {
      if (textIn(own) !== text) own.pushEditOperations([], [{ range: own.getFullModelRange(), text }], () => null);
    });
    const before = current.getModel();
    if (before === model) return leave;
    for (const [name, each] of models.current) if (each === before) views.current.set(name, current.saveViewState());
    current.setModel(model);
    const view = views.current.get(file);
    if (view !== undefined) current.restoreViewState(view);
    const { takeOver } = latest.current;
    if (before === null && takeOver !== undefined) take(current, model, takeOver);
    return leave;
  }, [bench, file]);

  useEffect(() => editor.setTheme(defineTheme(dark)), [dark]);
  useEffect(() => shown.current?.updateOptions({ ariaLabel: label }), [label]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file has another model to mark
  useEffect(() => {
    const model = shown.current?.getModel();
    if (model === null || model === undefined) return;
    sayOf(model, markers);
    editor.setModelMarkers(
      model,
      OWNER,
      markers.map(({ line, column, endColumn, message, severity, from }) => {
        const at = Math.min(line, model.getLineCount());
        return {
          startLineNumber: at,
          startColumn: Math.min(column, model.getLineMaxColumn(at)),
          endLineNumber: at,
          endColumn: Math.min(endColumn ?? Number.POSITIVE_INFINITY, model.getLineMaxColumn(at)),
          message,
          source: from,
          severity: SEVERITIES[severity],
          // The only hints are about what is deprecated.
          ...(severity === 'hint' ? { tags: [MarkerTag.Deprecated] } : undefined),
        };
      }),
    );
  }, [markers, file]);
  useEffect(() => {
    const current = shown.current;
    if (reveal === undefined || reveal === atStart.current || current === undefined) return;
    const { line: lineNumber, column } = reveal;
    current.revealLineInCenterIfOutsideViewport(lineNumber);
    current.setPosition({ lineNumber, column });
    current.focus();
  }, [reveal]);
  useInSight(
    bench.band,
    file,
    () => {
      const { current: of } = shown;
      return of && { top: of.getScrollTop(), height: of.getLayoutInfo().height, busy: of.hasWidgetFocus() };
    },
    (top) => shown.current?.setScrollTop(top),
  );

  // The page's own keys must not act while someone types here.
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the editor inside has the role
    <div className="e-monaco" onKeyDown={(event) => event.stopPropagation()}>
      {/* Below the text: a decoration of the editor would have it draw its lines anew with every step. */}
      <div ref={below} className="e-shade">
        <BandOf band={bench.band} />
      </div>
      <div ref={box} className="e-monaco" />
    </div>
  );
}

function create(box: HTMLElement, over: HTMLElement, ariaLabel: string, dark: boolean): editor.IStandaloneCodeEditor {
  return editor.create(box, {
    overflowWidgetsDomNode: over,
    model: null,
    ariaLabel,
    theme: defineTheme(dark),
    automaticLayout: true,
    fixedOverflowWidgets: true,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--mono') || 'monospace',
    fontSize: 12,
    lineHeight: 18,
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    renderLineHighlight: 'none',
    lineNumbersMinChars: 3,
    lineDecorationsWidth: 12,
    glyphMargin: false,
    folding: true,
    foldingStrategy: 'indentation',
    showFoldingControls: 'mouseover',
    foldingHighlight: false,
    overviewRulerLanes: 0,
    overviewRulerBorder: false,
    hideCursorInOverviewRuler: true,
    padding: { top: 6, bottom: 6 },
    scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, alwaysConsumeMouseWheel: false },
    wordBasedSuggestions: 'off',
    quickSuggestionsDelay: 90,
    quickSuggestions: { other: true, strings: true, comments: false },
    suggest: { showStatusBar: false, preview: false, snippetsPreventQuickSuggestions: false, showWords: false },
    acceptSuggestionOnEnter: 'smart',
    lightbulb: { enabled: editor.ShowLightbulbIconMode.OnCode },
    occurrencesHighlight: 'off',
    selectionHighlight: false,
    links: false,
    stickyScroll: { enabled: false },
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false, nonBasicASCII: false },
    detectIndentation: false,
    tabSize: 2,
    guides: { indentation: false },
  });
}

/**
 * Ctrl or Cmd with Enter applies. After Esc the next Tab leaves; so does one after the Tab that came here, which is
 * pressed elsewhere and comes up here.
 */
function wireKeys(created: editor.IStandaloneCodeEditor, apply: () => void): void {
  let pressedHere = false;
  let leaves = false;
  const leave = (tabFocusMode: boolean) => {
    // The editor goes through all of its options for one.
    if (tabFocusMode !== leaves) created.updateOptions({ tabFocusMode });
    leaves = tabFocusMode;
  };
  created.onKeyDown((event) => {
    pressedHere ||= event.keyCode === KeyCode.Tab;
    if (event.keyCode === KeyCode.Enter && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      apply();
    } else if (event.keyCode === KeyCode.Escape) leave(true);
    else if (event.keyCode !== KeyCode.Tab && event.keyCode !== KeyCode.Shift) leave(false);
  });
  created.onKeyUp(({ keyCode }) => {
    if (keyCode !== KeyCode.Tab) return;
    if (!pressedHere) leave(true);
    pressedHere = false;
  });
  created.onDidBlurEditorText(() => {
    pressedHere = false;
    leave(false);
  });
}

function take(current: editor.IStandaloneCodeEditor, model: editor.ITextModel, { focus, from, to }: TakeOver): void {
  const [start, end] = [model.getPositionAt(from), model.getPositionAt(to)];
  current.setSelection({
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  });
  if (focus) current.focus();
}
