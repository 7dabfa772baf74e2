import { type editor, type IRange, languages, type Position } from 'monaco-editor/editor';
import 'monaco-editor/features/codeAction/register';
import 'monaco-editor/features/documentSymbols/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/format/register';
import 'monaco-editor/features/quickOutline/register';
import 'monaco-editor/features/snippet/register';
import 'monaco-editor/editor/contrib/suggest/browser/suggestController.js';
import type { Language } from '../../widgets/kit/host.ts';
import { ask } from '../checker.ts';
import type { Proposal } from '../language/complete.ts';
import type { Part } from '../language/outline.ts';
import type { Fix, Marker } from '../marker.ts';

/** What is said of a text at the moment; code actions mend it. */
const said = new WeakMap<editor.ITextModel, readonly Marker[]>();
let language: Language = 'en';
let isReady = false;

export function speak(words: Language): void {
  language = words;
}

export function sayOf(model: editor.ITextModel, markers: readonly Marker[]): void {
  said.set(model, markers);
}

const texts = new WeakMap<editor.ITextModel, { readonly version: number; readonly text: string }>();

/** The whole text. It is put together once for all who ask between two changes. */
export function textIn(model: editor.ITextModel): string {
  const version = model.getVersionId();
  const known = texts.get(model);
  if (known?.version === version) return known.text;
  const text = model.getValue();
  texts.set(model, { version, text });
  return text;
}

/** Once for all editors of the page: every answer comes from the thread that has learnt what the server says. */
export function registerLanguage(): void {
  if (isReady) return;
  isReady = true;
  languages.registerCompletionItemProvider('yaml', {
    triggerCharacters: [' ', '-', '"', "'"],
    provideCompletionItems: async (model, { lineNumber, column }) => {
      const found = await ask('completeAt', textIn(model), lineNumber - 1, column - 1);
      const range = lineRange(lineNumber, found.from + 1, model.getWordUntilPosition({ lineNumber, column }).endColumn);
      return {
        suggestions: found.proposals.map((each) =>
          suggestion(each, { ...range, endColumn: Math.max(column, range.startColumn) }),
        ),
      };
    },
  });
  languages.registerHoverProvider('yaml', {
    provideHover: async (model, position) => {
      const told = await ask('hoverAt', textIn(model), position.lineNumber - 1, position.column - 1, language);
      if (told === undefined) return null;
      return { contents: [{ value: told.text }], range: lineRange(position.lineNumber, told.from + 1, told.to + 1) };
    },
  });
  languages.registerCodeActionProvider('yaml', { provideCodeActions: actionsAt });
  languages.registerDocumentSymbolProvider('yaml', {
    provideDocumentSymbols: async (model) => (await ask('outlineOf', textIn(model))).map((part) => symbol(model, part)),
  });
  languages.registerDocumentFormattingEditProvider('yaml', {
    provideDocumentFormattingEdits: async (model) => {
      const text = await ask('formattedText', textIn(model));
      return text === textIn(model) ? [] : [{ range: model.getFullModelRange(), text }];
    },
  });
}

function lineRange(lineNumber: number, startColumn: number, endColumn: number): IRange {
  return { startLineNumber: lineNumber, startColumn, endLineNumber: lineNumber, endColumn };
}

const KINDS = {
  field: languages.CompletionItemKind.Field,
  value: languages.CompletionItemKind.Value,
  object: languages.CompletionItemKind.Reference,
  manifest: languages.CompletionItemKind.Class,
} as const;

function suggestion(each: Proposal, range: IRange): languages.CompletionItem {
  // Behind a field of few values these are offered at once.
  const isWritten = each.kind === 'field' || each.kind === 'manifest';
  const isAsking = each.kind === 'field' && /^[^\n]*: (?:\$\{\d+:[^}]*\})?$/.test(each.text);
  return {
    label: { label: each.label, description: each.detail },
    kind: KINDS[each.kind],
    insertText: each.text,
    // Enter begins a new line where the value stands there already: that is not seen of what has holes to fill.
    insertTextRules: isWritten
      ? languages.CompletionItemInsertTextRule.InsertAsSnippet | languages.CompletionItemInsertTextRule.KeepWhitespace
      : languages.CompletionItemInsertTextRule.KeepWhitespace,
    filterText: each.label.replace(/^- /, ''),
    sortText: String(each.rank).padStart(6, '0'),
    documentation: each.description,
    range,
    ...(each.isDeprecated ? { tags: [languages.CompletionItemTag.Deprecated] } : undefined),
    ...(isAsking
      ? { command: { id: 'editor.action.triggerSuggest', title: '', arguments: [{ auto: true }] } }
      : undefined),
  };
}

function actionsAt(
  model: editor.ITextModel,
  range: IRange,
  context: languages.CodeActionContext,
): languages.CodeActionList {
  const here = (said.get(model) ?? []).filter(
    ({ line, fixes }) => fixes !== undefined && line >= range.startLineNumber && line <= range.endLineNumber,
  );
  const actions = here.flatMap(({ line, message, fixes = [] }) =>
    fixes.map((fix, place) => ({
      title: fix.title,
      kind: 'quickfix',
      isPreferred: place === 0,
      diagnostics: context.markers.filter((each) => each.startLineNumber === line && each.message === message),
      edit: { edits: [{ resource: model.uri, versionId: model.getVersionId(), textEdit: edit(fix) }] },
    })),
  );
  return { actions, dispose: () => undefined };
}

function edit({ line, column, endColumn, text }: Fix): languages.TextEdit {
  const range =
    endColumn === undefined
      ? { startLineNumber: line, startColumn: column, endLineNumber: line + 1, endColumn: 1 }
      : lineRange(line, column, endColumn);
  return { range, text };
}

function symbol(model: editor.ITextModel, { name, from, to, children }: Part): languages.DocumentSymbol {
  const end: Pick<Position, 'lineNumber' | 'column'> = {
    lineNumber: to + 1,
    column: model.getLineMaxColumn(Math.min(to + 1, model.getLineCount())),
  };
  const range = { startLineNumber: from + 1, startColumn: 1, endLineNumber: end.lineNumber, endColumn: end.column };
  return {
    name: name || '-',
    detail: '',
    kind: children.length > 0 ? languages.SymbolKind.Object : languages.SymbolKind.Field,
    tags: [],
    range,
    selectionRange: lineRange(from + 1, 1, model.getLineMaxColumn(Math.min(from + 1, model.getLineCount()))),
    children: children.map((each) => symbol(model, each)),
  };
}
