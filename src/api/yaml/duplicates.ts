import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Range } from 'yaml';
import type { Position } from './parse.ts';

/** A key that stands in its mapping once more. */
export interface RepeatedKey extends Position {
  readonly name: unknown;
  /** Of its value. */
  readonly valueLine: number;
  /** Where the key stood first. */
  readonly firstLine: number;
}

/**
 * Keys that stand twice in one mapping, in the words of go-yaml: `line 4: key "name" already set in map`. The line is that of the value.
 * Models sigs.k8s.io/yaml UnmarshalStrict (v1.6)
 */
export function yamlDuplicates(text: string): readonly string[] {
  return repeatedKeys(text).map(
    ({ name, valueLine }) => `line ${valueLine}: key ${JSON.stringify(name)} already set in map`,
  );
}

/** Every such key of a document; what lies within a value comes before what follows it. */
export function repeatedKeys(text: string): readonly RepeatedKey[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { version: '1.1', uniqueKeys: false, lineCounter: lines, logLevel: 'silent' });
  const found: RepeatedKey[] = [];
  visit(document.contents, lines, found);
  return found;
}

function visit(node: unknown, lines: LineCounter, found: RepeatedKey[]): void {
  if (isSeq(node)) for (const item of node.items) visit(item, lines, found);
  if (!isMap(node)) return;
  const first = new Map<unknown, number>();
  for (const { key, value } of node.items) {
    visit(value, lines, found);
    const name = isScalar(key) ? key.value : undefined;
    if (name === undefined) continue;
    const { line, col: column } = placeOf(key as Node, lines);
    const firstLine = first.get(name);
    if (firstLine === undefined) first.set(name, line);
    else found.push({ name, line, column, firstLine, valueLine: placeOf((value ?? key) as Node, lines).line });
  }
}

function placeOf(node: Node, lines: LineCounter): { readonly line: number; readonly col: number } {
  return lines.linePos((node.range as Range | undefined)?.[0] ?? 0);
}
