import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Range } from 'yaml';

/**
 * Keys that stand twice in one mapping, in the words of go-yaml: `line 4: key "name" already set in map`. The line is that of the value.
 * Models sigs.k8s.io/yaml UnmarshalStrict (v1.6)
 */
export function yamlDuplicates(text: string): readonly string[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { version: '1.1', uniqueKeys: false, lineCounter: lines, logLevel: 'silent' });
  const found: string[] = [];
  const lineOf = (node: Node | null): number => lines.linePos((node?.range as Range | undefined)?.[0] ?? 0).line;
  visit(document.contents, lineOf, found);
  return found;
}

function visit(node: unknown, lineOf: (node: Node | null) => number, found: string[]): void {
  if (isSeq(node)) for (const item of node.items) visit(item, lineOf, found);
  if (!isMap(node)) return;
  const keys = new Set<unknown>();
  for (const { key, value } of node.items) {
    visit(value, lineOf, found);
    const name = isScalar(key) ? key.value : undefined;
    if (name === undefined) continue;
    if (keys.has(name))
      found.push(`line ${lineOf((value ?? key) as Node)}: key ${JSON.stringify(name)} already set in map`);
    keys.add(name);
  }
}
