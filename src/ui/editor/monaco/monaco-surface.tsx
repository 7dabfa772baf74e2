import { editor, KeyCode, MarkerSeverity, Uri } from 'monaco-editor/editor';
import { type ReactElement, useEffect, useRef } from 'react';
import { useInSight } from '../band.ts';
import { BandOf } from '../plain-editor.tsx';
import type { SurfaceProps, TakeOver } from '../surface.ts';
import { defineTheme } from './setup.ts';

const OWNER = 'kubestep';

/** The large editor. One editor for all files; each file keeps its own undo history, caret and scroll position. */
export function MonacoSurface(props: SurfaceProps & { readonly takeOver: TakeOver | undefined }): ReactElement {
  const { file, text, label, dark, markers, reveal, band } = props;
  const box = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const shown = useRef<editor.IStandaloneCodeEditor>(undefined);
  const models = useRef(new Map<string, editor.ITextModel>());
  const views = useRef(new Map<string, editor.ICodeEditorViewState | null>());
  const latest = useRef(props);
  latest.current = props;
  const atStart = useRef(reveal); // has been shown before this surface came

  useEffect(() => {
    if (box.current === null) return;
    const created = create(box.current, latest.current.label, latest.current.dark);
    shown.current = created;
    const kept = models.current;
    wireKeys(created, () => latest.current.onApply());
    created.onDidScrollChange(({ scrollTop }) => {
      if (below.current !== null) below.current.style.transform = `translateY(${-scrollTop}px)`;
    });
    created.onDidChangeModelContent(() => latest.current.onText(created.getValue()));
    return () => {
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
        text,
        'yaml',
        Uri.parse(`inmemory://kubestep/${crypto.randomUUID?.() ?? Math.random()}/${file}`),
      );
      model.updateOptions({ tabSize: 2, insertSpaces: true, indentSize: 2 });
      models.current.set(file, model);
    } else if (model.getValue() !== text) {
      model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
    }
    const before = current.getModel();
    if (before === model) return;
    for (const [name, each] of models.current) if (each === before) views.current.set(name, current.saveViewState());
    current.setModel(model);
    const view = views.current.get(file);
    if (view !== undefined) current.restoreViewState(view);
    const { takeOver } = latest.current;
    if (before === null && takeOver !== undefined) take(current, model, takeOver);
  }, [file, text]);

  useEffect(() => editor.setTheme(defineTheme(dark)), [dark]);
  useEffect(() => shown.current?.updateOptions({ ariaLabel: label }), [label]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file has another model to mark
  useEffect(() => {
    const model = shown.current?.getModel();
    if (model === null || model === undefined) return;
    editor.setModelMarkers(
      model,
      OWNER,
      markers.map(({ line, column, message, severity, from }) => {
        const at = Math.min(line, model.getLineCount());
        return {
          startLineNumber: at,
          startColumn: Math.min(column, model.getLineMaxColumn(at)),
          endLineNumber: at,
          endColumn: model.getLineMaxColumn(at),
          message,
          source: from,
          severity: severity === 'error' ? MarkerSeverity.Error : MarkerSeverity.Warning,
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
    band,
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
        <BandOf band={band} />
      </div>
      <div ref={box} className="e-monaco" />
    </div>
  );
}

function create(box: HTMLElement, ariaLabel: string, dark: boolean): editor.IStandaloneCodeEditor {
  return editor.create(box, {
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
    folding: false,
    overviewRulerLanes: 0,
    overviewRulerBorder: false,
    hideCursorInOverviewRuler: true,
    padding: { top: 6, bottom: 6 },
    scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, alwaysConsumeMouseWheel: false },
    wordBasedSuggestions: 'off',
    quickSuggestions: false,
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
  created.onKeyDown((event) => {
    pressedHere ||= event.keyCode === KeyCode.Tab;
    if (event.keyCode === KeyCode.Enter && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      apply();
    } else if (event.keyCode === KeyCode.Escape) created.updateOptions({ tabFocusMode: true });
    else if (event.keyCode !== KeyCode.Tab && event.keyCode !== KeyCode.Shift)
      created.updateOptions({ tabFocusMode: false });
  });
  created.onKeyUp(({ keyCode }) => {
    if (keyCode !== KeyCode.Tab) return;
    if (!pressedHere) created.updateOptions({ tabFocusMode: true });
    pressedHere = false;
  });
  created.onDidBlurEditorText(() => {
    pressedHere = false;
    created.updateOptions({ tabFocusMode: false });
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
