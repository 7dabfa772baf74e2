import { editor } from 'monaco-editor/editor';
import 'monaco-editor/languages/definitions/yaml/register';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/wordOperations/register';

/** Colours come from the page's tokens, so that there is one place to change them. */
export function defineTheme(dark: boolean): string {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string, fallback: string) => hex(style.getPropertyValue(name).trim()) ?? fallback;
  const ink = colour('--ink', dark ? '#EDEEF0' : '#15171C');
  const paper = colour('--paper', dark ? '#131519' : '#FFFFFF');
  const sunk = colour('--sunk', dark ? '#23272E' : '#ECECE8');
  const weak = colour('--ink-3', '#5F656E');
  const rule = (token: string, name: string) => ({ token, foreground: colour(name, ink).slice(1) });
  const name = dark ? 'kubestep-dark' : 'kubestep-light';
  editor.defineTheme(name, {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: '', foreground: ink.slice(1), background: paper.slice(1) },
      { ...rule('type', '--y-key'), fontStyle: 'bold' },
      rule('tag', '--y-key'),
      rule('string', '--y-str'),
      rule('number', '--y-num'),
      rule('keyword', '--y-num'),
      rule('comment', '--y-com'),
      rule('operators', '--ink-2'),
      rule('delimiter', '--ink-2'),
    ],
    colors: {
      // The band lies below; the paper is that of the box around.
      'editor.background': '#00000000',
      'editor.foreground': ink,
      'editorLineNumber.foreground': weak,
      'editorLineNumber.activeForeground': ink,
      'editorCursor.foreground': ink,
      'editor.lineHighlightBackground': paper,
      'editor.lineHighlightBorder': '#00000000',
      'editor.selectionBackground': colour('--h1', sunk),
      'editor.inactiveSelectionBackground': sunk,
      'editorIndentGuide.background1': sunk,
      'editorError.foreground': colour('--bad', '#B3261E'),
      'editorWarning.foreground': weak,
      'editorWidget.background': colour('--panel', paper),
      'editorWidget.foreground': ink,
      'editorWidget.border': colour('--rule-2', weak),
      'editorSuggestWidget.background': colour('--panel', paper),
      'editorSuggestWidget.foreground': ink,
      'editorSuggestWidget.border': colour('--rule-2', weak),
      'editorSuggestWidget.selectedBackground': colour('--h1', sunk),
      'editorSuggestWidget.selectedForeground': ink,
      'editorSuggestWidget.highlightForeground': colour('--y-key', ink),
      'editorSuggestWidget.focusHighlightForeground': colour('--y-key', ink),
      'editorHoverWidget.background': colour('--panel', paper),
      'editorHoverWidget.foreground': ink,
      'editorHoverWidget.border': colour('--rule-2', weak),
      'quickInput.background': colour('--panel', paper),
      'quickInput.foreground': ink,
      'menu.background': colour('--panel', paper),
      'menu.foreground': ink,
      'list.focusBackground': colour('--h1', sunk),
      'list.focusForeground': ink,
      'input.background': paper,
      'input.foreground': ink,
      'input.border': colour('--quiet-2', weak),
      focusBorder: colour('--focus', '#0B57D0'),
    },
  });
  return name;
}

/** The editor takes colours in this form only. */
function hex(value: string): string | undefined {
  if (/^#[\da-f]{6}([\da-f]{2})?$/i.test(value)) return value;
  if (/^#[\da-f]{3}$/i.test(value)) return `#${[...value.slice(1)].map((digit) => digit + digit).join('')}`;
  return undefined;
}
