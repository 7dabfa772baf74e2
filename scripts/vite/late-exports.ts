// What a module gives to others, and how they use it: read from its syntax tree.
import { nameOf, namesUsedWholeIn, type SyntaxNode, statementsOf } from './syntax-tree.ts';

export interface LateExport {
  readonly name: string;
  readonly kind: 'function' | 'class';
}

/** The functions and classes that a module exports; undefined when it exports anything else that lives at run time. */
export function lateExports(source: string): readonly LateExport[] | undefined {
  const found: LateExport[] = [];
  for (const statement of statementsOf(source)) {
    if (!/^Export/.test(statement.type) || statement.exportKind === 'type') continue;
    const declaration = statement.declaration as SyntaxNode | null | undefined;
    if (statement.type !== 'ExportNamedDeclaration' || !declaration) return undefined;
    const kind = KINDS.get(declaration.type);
    if (kind === 'type') continue;
    if (kind === undefined || declaration.async === true) return undefined;
    found.push({ name: nameOf(declaration.id), kind });
  }
  return found;
}

const KINDS: ReadonlyMap<string, LateExport['kind'] | 'type'> = new Map([
  ['FunctionDeclaration', 'function'],
  ['ClassDeclaration', 'class'],
  ['TSTypeAliasDeclaration', 'type'],
  ['TSInterfaceDeclaration', 'type'],
]);

/** For each module that a source imports, the names that it does more with than construct what they name. */
export function namesUsedWhole(source: string): ReadonlyMap<string, readonly string[]> {
  const body = statementsOf(source);
  const locals = new Map<string, { readonly from: string; readonly name: string }>();
  for (const { type, importKind, specifiers, source: from } of body) {
    if (type !== 'ImportDeclaration' || importKind === 'type') continue;
    for (const one of specifiers as readonly SyntaxNode[]) {
      const name = one.type === 'ImportSpecifier' ? nameOf(one.imported) : '*';
      if (one.importKind !== 'type') locals.set(nameOf(one.local), { from: String((from as SyntaxNode).value), name });
    }
  }
  const whole = new Map<string, string[]>();
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') continue;
    for (const local of namesUsedWholeIn(statement)) {
      const imported = locals.get(local);
      if (imported !== undefined) whole.set(imported.from, [...(whole.get(imported.from) ?? []), imported.name]);
    }
  }
  return whole;
}
