import type { DefinedKind, KindSchemas } from '../../../protocol/queries.ts';
import type { Language } from '../../widgets/kit/host.ts';
import { type Completion, complete } from './complete.ts';
import { formatted } from './format.ts';
import { hover, type Told } from './hover.ts';
import { outline, type Part } from './outline.ts';
import { SchemaBook } from './schema-book.ts';

/** What has been learnt of the cluster that the page shows. */
export const book = new SchemaBook();

/** What the server says now. */
export function learn(
  found: Readonly<Record<string, KindSchemas>>,
  defined: readonly DefinedKind[],
  names: Readonly<Record<string, readonly string[]>>,
): void {
  book.learn(found);
  book.defined = defined;
  book.names = names;
}

export function completeAt(text: string, line: number, column: number): Completion {
  return complete(book, text, line, column);
}

export function hoverAt(text: string, line: number, column: number, language: Language): Told | undefined {
  return hover(book, text, line, column, language);
}

export function formattedText(text: string): string {
  return formatted(text);
}

export function outlineOf(text: string): readonly Part[] {
  return outline(text);
}
