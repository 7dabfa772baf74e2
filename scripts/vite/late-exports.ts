// What a module gives to others, and how they use it: read from its syntax tree.
import { parseAst } from 'rolldown/parseAst';

export interface LateExport {
  readonly name: string;
  readonly kind: 'function' | 'class';
}

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The functions and classes that a module exports; undefined when it exports anything else that lives at run time. */
export function lateExports(source: string): readonly LateExport[] | undefined {
  const found: LateExport[] = [];
  for (const statement of bodyOf(source)) {
    if (!/^Export/.test(statement.type) || statement.exportKind === 'type') continue;
    const declaration = statement.declaration as Node | null | undefined;
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

/** For each module that a source imports, the names of which it does more than call or construct. */
export function namesUsedWhole(source: string): ReadonlyMap<string, readonly string[]> {
  const body = bodyOf(source);
  const locals = new Map<string, { readonly from: string; readonly name: string }>();
  for (const { type, importKind, specifiers, source: from } of body) {
    if (type !== 'ImportDeclaration' || importKind === 'type') continue;
    for (const one of specifiers as readonly Node[]) {
      const name = one.type === 'ImportSpecifier' ? nameOf(one.imported) : '*';
      if (one.importKind !== 'type') locals.set(nameOf(one.local), { from: String((from as Node).value), name });
    }
  }
  const whole = new Map<string, string[]>();
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') continue;
    eachWhole(statement, (local) => {
      const known = locals.get(local);
      if (known !== undefined) whole.set(known.from, [...(whole.get(known.from) ?? []), known.name]);
    });
  }
  return whole;
}

/** Names that stand anywhere but where something is constructed; names of types are none. */
function eachWhole(node: Node, use: (name: string) => void): void {
  if (node.type === 'Identifier') use(String(node.name));
  if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(node.type)) return;
  for (const [field, value] of Object.entries(node)) {
    const isConstructed = node.type === 'NewExpression' && field === 'callee' && (value as Node).type === 'Identifier';
    // The name of a member or of a key is no use of what is imported.
    const isName = (field === 'property' || field === 'key') && node.computed !== true && node.shorthand !== true;
    if (isConstructed || isName) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && 'type' in child) eachWhole(child as Node, use);
  }
}

function bodyOf(source: string): readonly Node[] {
  return parseAst(source, { lang: 'ts' }).body as unknown as readonly Node[];
}

function nameOf(node: unknown): string {
  const { name, value } = node as { readonly name?: string; readonly value?: string };
  return name ?? value ?? '';
}
