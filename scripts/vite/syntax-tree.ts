// A module's syntax tree, as the bundler reads it, and what stands for a value in it.
import { parseAst } from 'rolldown/parseAst';

export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** The statements of a module. */
export function statementsOf(source: string): readonly SyntaxNode[] {
  return parseAst(source, { lang: 'ts' }).body as unknown as readonly SyntaxNode[];
}

export function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { readonly name?: string; readonly value?: string };
  return name ?? String(value ?? '');
}

/** A node and all below it. Types are erased, and are no nodes; nor are the names of members and keys. */
export function eachNode(
  node: SyntaxNode,
  visit: (node: SyntaxNode) => void,
  isSkipped: (node: SyntaxNode) => boolean = () => false,
): void {
  if (isSkipped(node) || (/^TS/.test(node.type) && !OF_VALUES.test(node.type))) return;
  visit(node);
  for (const child of childrenOf(node)) eachNode(child, visit, isSkipped);
}

const OF_VALUES = /^TS(?:AsExpression|SatisfiesExpression|NonNullExpression|ParameterProperty)$/;

export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.entries(node).flatMap(([field, value]) => {
    const isName = (field === 'property' || field === 'key') && node.computed !== true && node.shorthand !== true;
    if (isName && (value as SyntaxNode).type !== 'PrivateIdentifier') return [];
    return (Array.isArray(value) ? value : [value]).filter(
      (child): child is SyntaxNode => typeof child === 'object' && child !== null && 'type' in child,
    );
  });
}

/** The names that stand anywhere but where something is constructed, or where the class is declared that has the name. */
export function namesUsedWholeIn(node: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  const passedOver = new Set<unknown>();
  eachNode(node, (one) => {
    if (one.type === 'NewExpression') passedOver.add(one.callee);
    if (one.type === 'ClassDeclaration') passedOver.add(one.id);
    if (one.type === 'Identifier' && !passedOver.has(one)) names.add(nameOf(one));
  });
  return names;
}
