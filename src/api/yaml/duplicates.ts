import { readNode, type YamlNode } from './nodes.ts';
import type { Position } from './parse.ts';
import { YamlProblem } from './source.ts';
import { scalarValue } from './values.ts';

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

/** Every such key of a document that can be read; what lies within a value comes before what follows it. */
export function repeatedKeys(text: string): readonly RepeatedKey[] {
  const found: RepeatedKey[] = [];
  try {
    visit(readNode(text), found);
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
  }
  return found;
}

function visit(node: YamlNode | undefined, found: RepeatedKey[]): void {
  if (node?.kind === 'list') for (const item of node.items) visit(item, found);
  if (node?.kind !== 'map') return;
  const first = new Map<unknown, number>();
  for (const [key, value] of node.pairs) {
    visit(value, found);
    if (key.kind !== 'scalar') continue;
    const name = scalarValue(key, 'older');
    const [line, column, valueLine] = [key.start.line + 1, key.start.column + 1, value.start.line + 1];
    const firstLine = first.get(name);
    if (firstLine === undefined) first.set(name, line);
    else found.push({ name, line, column, firstLine, valueLine });
  }
}
