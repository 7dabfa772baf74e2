// Takes out of a module what nobody called while the first stories were told: its functions, its methods and classes, and the
// constants that only those read. The module keeps functions of the same names, which fetch the real ones.
import { childrenOf, eachNode, nameOf, namesUsedWholeIn, type SyntaxNode, statementsOf } from './syntax-tree.ts';

/** A module in two: what comes at once, and what comes with the second script. */
export interface Parted {
  readonly kept: string;
  readonly cold: string;
}

interface PartingOptions {
  readonly source: string;
  /** The names of the functions, methods and constructors of the module that were called. */
  readonly called: ReadonlySet<string>;
  /** Classes that somebody extends, compares with or asks for members: those stay. */
  readonly usedWhole: ReadonlySet<string>;
  /** How the cold part imports from the kept one. */
  readonly self: string;
  /** An expression that gives what the cold part exports. */
  readonly later: string;
}

/** What is shorter than this costs as much to stand in for. */
const SHORTEST = 100;

interface ColdPart {
  readonly node: SyntaxNode;
  /** What stands in its place. */
  readonly standIn: string;
  /** Its text in the cold part. */
  readonly text: string;
}

interface Top {
  readonly statement: SyntaxNode;
  readonly declared: SyntaxNode;
  readonly isExported: boolean;
}

/** Undefined where nothing of it can go. */
export function partModule(options: PartingOptions): Parted | undefined {
  const { source, self } = options;
  const body = statementsOf(source);
  const tops = body.map(topOf).filter((top) => top !== undefined);
  const variables = namesOfVariables(tops);
  const parts = tops.flatMap((top) => coldPartsOf(top, tops, variables, options));
  if (parts.length === 0) return undefined;
  const whole = parts.filter(({ node }) => tops.some(({ declared }) => declared === node));
  const left = tops.filter(({ declared }) => !whole.some(({ node }) => node === declared));
  const others = body.filter(
    (statement) => statement.type !== 'ImportDeclaration' && !tops.some((top) => top.statement === statement),
  );
  const constants = constantsOf(left, parts, others);
  const gone = new Set([...whole.map(({ node }) => node), ...constants.map(({ declared }) => declared)]);
  const owned = new Map(tops.flatMap((top) => namesOf(top.declared).map((name) => [name, top] as const)));
  const needed = namesNeeded([...parts.map(({ node }) => node), ...constants.map(({ declared }) => declared)]);
  const borrowed = [...owned].filter(([name, { declared }]) => needed.has(name) && !gone.has(declared));
  const unexported = borrowed.filter(([, { isExported }]) => !isExported).map(([name]) => name);
  const cuts = [
    ...parts.map(({ node, standIn }) => ({ from: node.start, to: node.end, text: standIn })),
    ...constants.map(({ statement }) => ({ from: statement.start, to: statement.end, text: '' })),
  ];
  const imports = body.filter(({ type }) => type === 'ImportDeclaration').map((node) => textOf(source, node));
  return {
    kept: `${replaced(source, cuts)}\nexport { ${unexported.join(', ')} };\n`,
    cold: [
      ...imports,
      ...(borrowed.length === 0
        ? []
        : [`import { ${borrowed.map(([name]) => name).join(', ')} } from ${JSON.stringify(self)};`]),
      ...constants.map(({ statement }) => textOf(source, statement)),
      ...parts.map(({ text }) => text),
    ].join('\n'),
  };
}

function topOf(statement: SyntaxNode): Top | undefined {
  const isExported = statement.type === 'ExportNamedDeclaration';
  const declared = isExported ? (statement.declaration as SyntaxNode | null) : statement;
  return declared && DECLARATIONS.has(declared.type) ? { statement, declared, isExported } : undefined;
}

const DECLARATIONS = new Set(['FunctionDeclaration', 'ClassDeclaration', 'VariableDeclaration']);

function coldPartsOf(
  { declared }: Top,
  tops: readonly Top[],
  variables: ReadonlySet<string>,
  options: PartingOptions,
): readonly ColdPart[] {
  if (declared.type === 'FunctionDeclaration') {
    const part = coldFunction(declared, options);
    return part === undefined || !canGo(declared, variables) ? [] : [part];
  }
  if (declared.type !== 'ClassDeclaration') return [];
  const name = nameOf(declared.id);
  if (!options.called.has(name) && canClassGo(declared, tops, variables, options))
    return [wholeClass(declared, name, options)];
  return coldMethods(declared, name, variables, options);
}

function coldFunction(node: SyntaxNode, options: PartingOptions): ColdPart | undefined {
  const name = nameOf(node.id);
  if (options.called.has(name) || node.async === true) return undefined;
  const [star, wait] = calledAs(node);
  return {
    node,
    standIn: `function${star} ${name}(...a) { return ${wait}${options.later}.${name}(...a); }`,
    text: `export ${textOf(options.source, node)}`,
  };
}

/** How a stand-in is declared, and how it calls: one for a process is a process. */
function calledAs({ generator }: SyntaxNode): readonly [string, string] {
  return generator === true ? ['*', 'yield* '] : ['', ''];
}

/** A class that was never constructed goes as a whole when nobody does anything else than construct it. */
function canClassGo(
  node: SyntaxNode,
  tops: readonly Top[],
  variables: ReadonlySet<string>,
  { called, usedWhole }: PartingOptions,
): boolean {
  const name = nameOf(node.id);
  const members = membersOf(node);
  const hasStatic = members.some((member) => member.static === true || member.type === 'StaticBlock');
  const isCalled = members.some(({ key }) => key !== undefined && called.has(nameOf(key)));
  // Of a constructor that is not written nobody counts the calls.
  const isCounted = members.some(({ kind, value }) => kind === 'constructor' && (value as SyntaxNode).body !== null);
  if (hasStatic || isCalled || !isCounted || usedWhole.has(name)) return false;
  if (node.superClass !== null && (node.superClass as SyntaxNode).type !== 'Identifier') return false;
  const isHeldHere = tops.some(({ declared }) => namesUsedWholeIn(declared).has(name));
  return !isHeldHere && canGo(node, variables);
}

function wholeClass(node: SyntaxNode, name: string, options: PartingOptions): ColdPart {
  return {
    node,
    standIn: `function ${name}(...a) { return new (${options.later}.${name})(...a); }`,
    text: `export ${textOf(options.source, node)}`,
  };
}

function coldMethods(
  node: SyntaxNode,
  className: string,
  variables: ReadonlySet<string>,
  { called, source, later }: PartingOptions,
): readonly ColdPart[] {
  return membersOf(node).flatMap((member) => {
    const value = member.value as SyntaxNode | null;
    if (member.type !== 'MethodDefinition' || member.kind !== 'method' || !value?.body || member.computed === true)
      return [];
    const name = nameOf(member.key);
    const isPrivate = (member.key as SyntaxNode).type === 'PrivateIdentifier';
    if (name === '' || called.has(isPrivate ? `#${name}` : name) || value.async === true) return [];
    if (!canGo(member, variables) || has(value, BOUND_TO_CLASS)) return [];
    const key = `${className}$${isPrivate ? '$' : ''}${name}${member.static === true ? '$static' : ''}`;
    const [star, wait] = calledAs(value);
    return [
      {
        node: value,
        standIn: `(...a) { return ${wait}${later}.${key}.apply(this, a); }`,
        text: `export function${star} ${key}${source.slice(value.start, value.end)}`,
      },
    ];
  });
}

/** What has no meaning outside of the class. */
const BOUND_TO_CLASS = new Set(['Super', 'PrivateIdentifier']);

function membersOf(node: SyntaxNode): readonly SyntaxNode[] {
  return (node.body as { readonly body: readonly SyntaxNode[] }).body;
}

/** Large enough, sets no variable of its module, and asks for nothing that is bound to its place. */
function canGo(node: SyntaxNode, variables: ReadonlySet<string>): boolean {
  if (node.end - node.start < SHORTEST) return false;
  const isFunction = node.type === 'FunctionDeclaration';
  if (has(node, new Set(isFunction ? ['ThisExpression', 'MetaProperty'] : ['MetaProperty']))) return false;
  let isFree = true;
  eachNode(node, (one) => {
    const target =
      one.type === 'AssignmentExpression' ? one.left : one.type === 'UpdateExpression' ? one.argument : undefined;
    if (target !== undefined && [...namesNeeded([target as SyntaxNode])].some((name) => variables.has(name)))
      isFree &&= (target as SyntaxNode).type === 'MemberExpression';
  });
  return isFree;
}

/** Those that are set more than once. */
function namesOfVariables(tops: readonly Top[]): ReadonlySet<string> {
  return new Set(
    tops
      .filter(({ declared }) => declared.kind === 'let' || declared.kind === 'var')
      .flatMap(({ declared }) => namesOf(declared)),
  );
}

function namesOf(declared: SyntaxNode): readonly string[] {
  if (declared.type !== 'VariableDeclaration') return [nameOf(declared.id)];
  return (declared.declarations as readonly SyntaxNode[]).flatMap(({ id }) => [...namesNeeded([id as SyntaxNode])]);
}

/** The constants that nothing reads any more of what stays; those whose making can be seen to do nothing else. */
function constantsOf(left: readonly Top[], parts: readonly ColdPart[], others: readonly SyntaxNode[]): readonly Top[] {
  const movable = left.filter((top) => !top.isExported && isPlainConstant(top.declared));
  const staying = new Set(left);
  for (let before = -1; before !== staying.size; ) {
    before = staying.size;
    const read = new Map([...namesNeeded(others)].map((name) => [name, 2]));
    for (const { declared } of staying)
      for (const name of namesNeeded([declared], parts)) read.set(name, (read.get(name) ?? 0) + 1);
    // Each constant names itself once.
    for (const top of movable)
      if (namesOf(top.declared).every((name) => (read.get(name) ?? 0) <= 1)) staying.delete(top);
  }
  return movable.filter((top) => !staying.has(top));
}

function isPlainConstant(declared: SyntaxNode): boolean {
  if (declared.type !== 'VariableDeclaration' || declared.kind !== 'const') return false;
  const [one, ...more] = declared.declarations as readonly SyntaxNode[];
  if (one === undefined || more.length > 0) return false;
  return (one.id as SyntaxNode).type === 'Identifier' && isPlain(one.init as SyntaxNode);
}

const MADE_OF_PARTS = new Set([
  'ArrayExpression',
  'ObjectExpression',
  'Property',
  'TemplateLiteral',
  'TemplateElement',
  'UnaryExpression',
  'BinaryExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
]);
const AS_IT_IS = new Set(['Literal', 'Identifier', 'ArrowFunctionExpression', 'FunctionExpression']);
const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'RegExp']);

function isPlain(node: SyntaxNode): boolean {
  if (AS_IT_IS.has(node.type) || node.type.startsWith('TSType')) return true;
  if (node.type === 'NewExpression')
    return COLLECTIONS.has(nameOf(node.callee)) && (node.arguments as readonly SyntaxNode[]).every(isPlain);
  return MADE_OF_PARTS.has(node.type) && childrenOf(node).every(isPlain);
}

/** All names that stand for a value, but for those in the given parts. */
function namesNeeded(nodes: readonly SyntaxNode[], without: readonly ColdPart[] = []): ReadonlySet<string> {
  const names = new Set<string>();
  const skipped = new Set(without.map(({ node }) => node));
  for (const node of nodes)
    eachNode(
      node,
      (one) => {
        if (one.type === 'Identifier') names.add(nameOf(one));
      },
      (one) => skipped.has(one),
    );
  return names;
}

function has(node: SyntaxNode, types: ReadonlySet<string>): boolean {
  let found = false;
  eachNode(node, ({ type }) => {
    found ||= types.has(type);
  });
  return found;
}

function textOf(source: string, { start, end }: SyntaxNode): string {
  return source.slice(start, end);
}

function replaced(
  source: string,
  cuts: readonly { readonly from: number; readonly to: number; readonly text: string }[],
): string {
  let text = '';
  let at = 0;
  for (const { from, to, text: instead } of [...cuts].sort((a, b) => a.from - b.from)) {
    text += source.slice(at, from) + instead;
    at = to;
  }
  return text + source.slice(at);
}
