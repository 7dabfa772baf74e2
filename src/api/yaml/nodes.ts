import { Scanner, type Token } from './scanner.ts';
import { type Mark, YamlProblem } from './source.ts';

interface Placed {
  readonly start: Mark;
  readonly end: Mark;
}

export interface ScalarNode extends Placed {
  readonly kind: 'scalar';
  readonly text: string;
  /** Written out, `tag:yaml.org,2002:str`; empty where there is none. */
  readonly tag: string;
  /** What it looks like says what it is. */
  readonly isPlain: boolean;
}

export interface ListNode extends Placed {
  readonly kind: 'list';
  readonly items: YamlNode[];
  end: Mark;
}

export interface MapNode extends Placed {
  readonly kind: 'map';
  readonly pairs: (readonly [key: YamlNode, value: YamlNode])[];
  end: Mark;
}

export interface AliasNode extends Placed {
  readonly kind: 'alias';
  readonly name: string;
  readonly of: YamlNode;
}

export type YamlNode = ScalarNode | ListNode | MapNode | AliasNode;

/** What stands before a node. */
interface Properties {
  readonly start: Mark;
  /** Behind them. */
  readonly end: Mark;
  readonly anchor: string | undefined;
  readonly tag: string;
}

type Kind = Token['kind'];

/** How deep nodes are read that stand in one another, by functions that call one another. */
const MOST_LEVELS = 200;
/** How deep go-yaml reads them. */
const MOST_IN_GO = 10_000;
const OPENS: ReadonlySet<Kind> = new Set<Kind>(['list', 'map', '[', '{']);
const CLOSES: ReadonlySet<Kind> = new Set<Kind>(['block end', ']', '}']);
const TAGS: readonly (readonly [string, string])[] = [
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
];

/** The first document of a text; none in an empty one. Throws a YamlProblem. Models go.yaml.in/yaml/v2/parserc.go */
export function readNode(text: string): YamlNode | undefined {
  return new NodeReader(text).document();
}

class NodeReader {
  readonly #tokens: Scanner;
  readonly #tags = new Map<string, string>();
  readonly #anchors = new Map<string, YamlNode>();
  #depth = 0;

  constructor(text: string) {
    this.#tokens = new Scanner(text);
  }

  document(): YamlNode | undefined {
    if (this.#is('stream end')) return undefined;
    const isBare = !this.#is('directive', 'document start');
    this.#directives();
    if (!isBare) this.#documentStart();
    const hasNone = !isBare && this.#is('directive', 'document start', 'document end', 'stream end');
    const node = hasNone ? nothingAt(this.#tokens.peek().start) : this.#node(true, false);
    // What comes next must be readable, too.
    this.#tokens.peek();
    return node;
  }

  #directives(): void {
    let hasVersion = false;
    for (let token = this.#tokens.peek(); token.kind === 'directive'; token = this.#tokens.peek()) {
      const { directive, start } = token;
      if (directive.kind === 'version') {
        if (hasVersion) throw new YamlProblem('found duplicate %YAML directive', start);
        if (!directive.isKnown) throw new YamlProblem('found incompatible YAML document', start);
        hasVersion = true;
      } else if (this.#tags.has(directive.handle)) throw new YamlProblem('found duplicate %TAG directive', start);
      else this.#tags.set(directive.handle, directive.prefix);
      this.#tokens.take();
    }
    for (const [handle, prefix] of TAGS) if (!this.#tags.has(handle)) this.#tags.set(handle, prefix);
  }

  #documentStart(): void {
    const { kind, start } = this.#tokens.peek();
    if (kind !== 'document start') throw new YamlProblem('did not find expected <document start>', start);
    this.#tokens.take();
  }

  #is(...kinds: readonly Kind[]): boolean {
    return kinds.includes(this.#tokens.peek().kind);
  }

  #node(isBlock: boolean, mayBeFlush: boolean): YamlNode {
    const token = this.#tokens.peek();
    if (token.kind === 'alias') return this.#alias(token.name, this.#tokens.take());
    this.#depth += 1;
    if (this.#depth > MOST_LEVELS) throw this.#tooDeep();
    const node = this.#content(this.#properties(), isBlock, mayBeFlush);
    this.#depth -= 1;
    return node;
  }

  /** Why what follows is not read: the scanner, which calls nothing again, finds out whether go-yaml would read it. */
  #tooDeep(): YamlProblem {
    let deep = this.#depth - 1;
    for (let { kind } = this.#tokens.peek(); kind !== 'stream end'; kind = this.#tokens.peek().kind) {
      if (OPENS.has(kind)) deep += 1;
      else if (CLOSES.has(kind)) deep -= 1;
      if (deep > MOST_IN_GO) return new YamlProblem(`exceeded max depth of ${MOST_IN_GO}`, this.#tokens.peek().start);
      this.#tokens.take();
    }
    return new YamlProblem(`nested more than ${MOST_LEVELS} levels deep, which this simulation does not follow`);
  }

  #alias(name: string, { start, end }: Token): AliasNode {
    const of = this.#anchors.get(name);
    if (of === undefined) throw new YamlProblem(`unknown anchor '${name}' referenced`);
    return { kind: 'alias', name, of, start, end };
  }

  /** An anchor and a tag, in either order. */
  #properties(): Properties {
    const { start } = this.#tokens.peek();
    let end = start;
    let anchor: string | undefined;
    let tag: Token | undefined;
    for (let i = 0; i < 2; i += 1) {
      const token = this.#tokens.peek();
      if (token.kind === 'anchor' && anchor === undefined) anchor = token.name;
      else if (token.kind === 'tag' && tag === undefined) tag = token;
      else break;
      end = this.#tokens.take().end;
    }
    return { start, end, anchor, tag: tag === undefined ? '' : this.#longTag(tag, start) };
  }

  #longTag(token: Token, start: Mark): string {
    if (token.kind !== 'tag') return '';
    if (token.handle === '') return token.suffix;
    const prefix = this.#tags.get(token.handle);
    if (prefix === undefined) throw new YamlProblem('found undefined tag handle', token.start, start);
    return prefix + token.suffix;
  }

  #content(properties: Properties, isBlock: boolean, mayBeFlush: boolean): YamlNode {
    const token = this.#tokens.peek();
    const { start, tag } = properties;
    if (mayBeFlush && token.kind === 'entry') return this.#flushList(this.#list(properties));
    if (token.kind === 'scalar') return this.#scalar(token, properties);
    if (token.kind === '[') return this.#flowList(this.#list(properties));
    if (token.kind === '{') return this.#flowMap(this.#map(properties));
    if (isBlock && token.kind === 'list') return this.#blockList(this.#list(properties));
    if (isBlock && token.kind === 'map') return this.#blockMap(this.#map(properties));
    if (properties.anchor === undefined && tag === '') {
      throw new YamlProblem('did not find expected node content', token.start, start);
    }
    return this.#named({ kind: 'scalar', text: '', tag, isPlain: tag === '', start, end: properties.end }, properties);
  }

  #scalar(token: Token & { readonly kind: 'scalar' }, properties: Properties): YamlNode {
    this.#tokens.take();
    const { start, tag } = properties;
    const isPlain = (tag === '' && token.isPlain) || tag === '!';
    return this.#named({ kind: 'scalar', text: token.text, tag, isPlain, start, end: token.end }, properties);
  }

  #named<N extends YamlNode>(node: N, { anchor }: Properties): N {
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    return node;
  }

  #list(properties: Properties): ListNode {
    const { start } = properties;
    return this.#named({ kind: 'list', items: [], start, end: start }, properties);
  }

  #map(properties: Properties): MapNode {
    const { start } = properties;
    return this.#named({ kind: 'map', pairs: [], start, end: start }, properties);
  }

  /** What follows, unless one of these does: then nothing stands at the mark. */
  #nodeUnless(kinds: readonly Kind[], mark: Mark, isBlock: boolean, mayBeFlush = false): YamlNode {
    return this.#is(...kinds) ? nothingAt(mark) : this.#node(isBlock, mayBeFlush);
  }

  #blockList(list: ListNode): ListNode {
    const begin = this.#tokens.take().start;
    while (this.#is('entry')) {
      const { end } = this.#tokens.take();
      list.items.push(this.#nodeUnless(['entry', 'block end'], end, true));
    }
    this.#blockEnd("did not find expected '-' indicator", begin);
    return closed(list, list.items.at(-1));
  }

  /** A list that is no further in than its key. */
  #flushList(list: ListNode): ListNode {
    while (this.#is('entry')) {
      const { end } = this.#tokens.take();
      list.items.push(this.#nodeUnless(['entry', 'key', 'value', 'block end'], end, true));
    }
    return closed(list, list.items.at(-1));
  }

  #blockMap(map: MapNode): MapNode {
    const begin = this.#tokens.take().start;
    while (this.#is('key')) {
      const { end } = this.#tokens.take();
      const key = this.#nodeUnless(['key', 'value', 'block end'], end, true, true);
      map.pairs.push([key, this.#blockValue()]);
    }
    this.#blockEnd('did not find expected key', begin);
    return closed(map, map.pairs.at(-1)?.[1]);
  }

  #blockValue(): YamlNode {
    const token = this.#tokens.peek();
    if (token.kind !== 'value') return nothingAt(token.start);
    this.#tokens.take();
    return this.#nodeUnless(['key', 'value', 'block end'], token.end, true, true);
  }

  #blockEnd(problem: string, begin: Mark): void {
    const { kind, start } = this.#tokens.peek();
    if (kind !== 'block end') throw new YamlProblem(problem, start, begin);
    this.#tokens.take();
  }

  #flowList(list: ListNode): ListNode {
    const begin = this.#tokens.take().start;
    for (let isFirst = true; !this.#is(']'); isFirst = false) {
      if (!isFirst) this.#comma("did not find expected ',' or ']'", begin);
      if (this.#is('key')) list.items.push(this.#singlePair());
      else if (!this.#is(']')) list.items.push(this.#node(false, false));
      else break;
    }
    return this.#close(list);
  }

  /** `[a: b]` is a list of one map. */
  #singlePair(): MapNode {
    const { start } = this.#tokens.take();
    let key: YamlNode;
    if (this.#is('value', ',', ']')) key = nothingAt(this.#tokens.take().end);
    else key = this.#node(false, false);
    const value = this.#flowValue(']');
    return { kind: 'map', pairs: [[key, value]], start, end: value.end };
  }

  #flowMap(map: MapNode): MapNode {
    const begin = this.#tokens.take().start;
    for (let isFirst = true; !this.#is('}'); isFirst = false) {
      if (!isFirst) this.#comma("did not find expected ',' or '}'", begin);
      if (this.#is('key')) {
        this.#tokens.take();
        const key = this.#nodeUnless(['value', ',', '}'], this.#tokens.peek().start, false);
        map.pairs.push([key, this.#flowValue('}')]);
      } else if (!this.#is('}')) {
        const key = this.#node(false, false);
        map.pairs.push([key, nothingAt(this.#tokens.peek().start)]);
      } else break;
    }
    return this.#close(map);
  }

  #flowValue(closing: ']' | '}'): YamlNode {
    const token = this.#tokens.peek();
    if (token.kind !== 'value') return nothingAt(token.start);
    this.#tokens.take();
    return this.#nodeUnless([',', closing], this.#tokens.peek().start, false);
  }

  #comma(problem: string, begin: Mark): void {
    const { kind, start } = this.#tokens.peek();
    if (kind !== ',') throw new YamlProblem(problem, start, begin);
    this.#tokens.take();
  }

  #close<N extends ListNode | MapNode>(node: N): N {
    node.end = this.#tokens.take().end;
    return node;
  }
}

function closed<N extends ListNode | MapNode>(node: N, last: YamlNode | undefined): N {
  if (last !== undefined) node.end = last.end;
  return node;
}

function nothingAt(mark: Mark): ScalarNode {
  return { kind: 'scalar', text: '', tag: '', isPlain: true, start: mark, end: mark };
}
