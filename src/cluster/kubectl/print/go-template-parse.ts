// Models the Go standard library, text/template/parse

import { type Token, tokensOf, Wrong } from './go-template-lex.ts';
import { Int } from './go-template-values.ts';
import { unquote } from './go-unquote.ts';

export type Expression =
  | { readonly type: 'literal'; readonly value: unknown; readonly text: string; readonly at: number }
  | { readonly type: 'dot' | 'nil'; readonly text: string; readonly at: number }
  | {
      readonly type: 'variable';
      readonly name: string;
      readonly fields: readonly string[];
      readonly text: string;
      readonly at: number;
    }
  | { readonly type: 'field'; readonly fields: readonly string[]; readonly text: string; readonly at: number }
  | { readonly type: 'function'; readonly name: string; readonly text: string; readonly at: number }
  | {
      readonly type: 'chain';
      readonly of: Expression;
      readonly fields: readonly string[];
      readonly text: string;
      readonly at: number;
    }
  | { readonly type: 'pipeline'; readonly pipeline: Pipeline; readonly text: string; readonly at: number };

/** The words between two `|`, and where they begin in the template. */
export interface Command {
  readonly words: readonly Expression[];
  readonly at: number;
}

export interface Pipeline {
  readonly names: readonly string[];
  readonly declares: boolean;
  readonly commands: readonly Command[];
}

export type TemplateNode =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'print'; readonly pipeline: Pipeline }
  | {
      readonly type: 'if' | 'range' | 'with';
      readonly pipeline: Pipeline;
      readonly body: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
    }
  | { readonly type: 'break' | 'continue' }
  | {
      readonly type: 'template';
      readonly name: string;
      readonly pipeline: Pipeline | undefined;
      readonly text: string;
      readonly at: number;
    };

export interface ParsedTemplate {
  readonly nodes: readonly TemplateNode[];
  readonly defined: ReadonlyMap<string, readonly TemplateNode[]>;
}

const KEYWORDS: readonly string[] = [
  'if',
  'range',
  'with',
  'else',
  'end',
  'break',
  'continue',
  'define',
  'template',
  'block',
];

export function parseGoTemplate(
  source: string,
  functions: ReadonlySet<string>,
): ParsedTemplate | { readonly error: string } {
  const parser = new Parser(source, functions);
  const result = parser.parse();
  if (!(result instanceof Wrong)) return result;
  const line = source.slice(0, result.at).split('\n').length;
  return { error: `template: output:${line}: ${result.message}` };
}

class Parser {
  private tokens: readonly Token[] = [];
  private at = 0;
  private readonly defined = new Map<string, readonly TemplateNode[]>();
  private variables: string[] = ['$'];
  private loops = 0;

  constructor(
    private readonly source: string,
    private readonly functions: ReadonlySet<string>,
  ) {}

  parse(): ParsedTemplate | Wrong {
    const tokens = tokensOf(this.source);
    if (tokens instanceof Wrong) return tokens;
    this.tokens = tokens;
    const body = this.list('');
    if (body instanceof Wrong) return body;
    return { nodes: body.nodes, defined: this.defined };
  }

  private peek(): Token | undefined {
    return this.tokens[this.at];
  }

  private skipSpace(): void {
    while (this.peek()?.kind === 'space') this.at += 1;
  }

  private wrong(message: string): Wrong {
    return new Wrong(message, this.peek()?.at ?? this.source.length);
  }

  private unexpected(context: string): Wrong {
    const token = this.peek();
    const shown =
      token === undefined
        ? 'EOF'
        : token.kind === 'close' || token.kind === 'open' || token.kind === 'sign'
          ? `"${token.text}"`
          : KEYWORDS.includes(token.text)
            ? `{{${token.text}}}`
            : JSON.stringify(token.text);
    return this.wrong(`unexpected ${shown} in ${context}`);
  }

  /** Nodes up to `{{end}}`, `{{else…}}` or the end. */
  private list(inside: string): { nodes: TemplateNode[]; ended: 'end' | 'else' | '' } | Wrong {
    const nodes: TemplateNode[] = [];
    for (;;) {
      const token = this.peek();
      if (token === undefined) return inside === '' ? { nodes, ended: '' } : this.wrong('unexpected EOF');
      this.at += 1;
      if (token.kind === 'text') {
        nodes.push({ type: 'text', text: token.text });
        continue;
      }
      this.skipSpace();
      const word = this.peek()?.kind === 'word' ? (this.peek()?.text ?? '') : '';
      if (word === 'end' || word === 'else') {
        if (inside === '') return this.wrong(`unexpected {{${word}}}`);
        this.at += 1;
        if (word === 'end') {
          const closed = this.close('end');
          if (closed !== undefined) return closed;
        }
        return { nodes, ended: word };
      }
      const node = this.action(word);
      if (node instanceof Wrong) return node;
      if (node !== undefined) nodes.push(node);
    }
  }

  private close(context: string): Wrong | undefined {
    this.skipSpace();
    if (this.peek()?.kind !== 'close') return this.unexpected(context);
    this.at += 1;
    return undefined;
  }

  private action(word: string): TemplateNode | Wrong | undefined {
    if (word === 'if' || word === 'range' || word === 'with') {
      this.at += 1;
      return this.control(word);
    }
    if (word === 'break' || word === 'continue') {
      this.at += 1;
      if (this.loops === 0) return this.wrong(`{{${word}}} outside {{range}}`);
      return this.close(word) ?? { type: word };
    }
    if (word === 'define' || word === 'block' || word === 'template') {
      this.at += 1;
      return this.named(word);
    }
    const before = this.variables.length;
    const pipeline = this.pipeline('command', 'close');
    if (pipeline instanceof Wrong) return pipeline;
    if (before > this.variables.length) this.variables.length = before;
    return { type: 'print', pipeline };
  }

  private control(type: 'if' | 'range' | 'with'): TemplateNode | Wrong {
    const scope = this.variables.length;
    const pipeline = this.pipeline(type, 'close');
    if (pipeline instanceof Wrong) return pipeline;
    if (type === 'range') this.loops += 1;
    const body = this.list(type);
    if (type === 'range') this.loops -= 1;
    if (body instanceof Wrong) return body;
    let otherwise: readonly TemplateNode[] = [];
    if (body.ended === 'else') {
      this.skipSpace();
      const again = this.peek()?.text;
      if (again === type && type !== 'range') {
        this.at += 1;
        const nested = this.control(type);
        if (nested instanceof Wrong) return nested;
        otherwise = [nested];
      } else {
        const closed = this.close('else');
        if (closed !== undefined) return closed;
        const rest = this.list(type);
        if (rest instanceof Wrong) return rest;
        if (rest.ended === 'else') return this.wrong('expected end; found {{else}}');
        otherwise = rest.nodes;
      }
    }
    this.variables.length = scope;
    return { type, pipeline, body: body.nodes, otherwise };
  }

  private named(word: 'define' | 'block' | 'template'): TemplateNode | Wrong | undefined {
    this.skipSpace();
    const token = this.peek();
    if (token?.kind !== 'string') return this.unexpected(`${word} clause`);
    this.at += 1;
    const name = literalText(token.text);
    const { at } = token;
    if (name === undefined) return new Wrong(UNREADABLE, at);
    const text = `{{template ${token.text}}}`;
    this.skipSpace();
    const pipeline =
      word === 'define' || this.peek()?.kind === 'close' ? undefined : this.pipeline(`${word} clause`, 'close');
    if (pipeline instanceof Wrong) return pipeline;
    if (pipeline === undefined) {
      const closed = this.close(`${word} clause`);
      if (closed !== undefined) return closed;
    }
    if (word === 'template') return { type: 'template', name, pipeline, text, at };
    const outer = this.variables;
    this.variables = ['$'];
    const body = this.list(word);
    this.variables = outer;
    if (body instanceof Wrong) return body;
    this.defined.set(name, body.nodes);
    return word === 'block' ? { type: 'template', name, pipeline, text, at } : undefined;
  }

  private pipeline(context: string, end: 'close' | ')'): Pipeline | Wrong {
    this.skipSpace();
    const declared = this.declarations(context);
    if (declared instanceof Wrong) return declared;
    const commands: Command[] = [];
    for (;;) {
      this.skipSpace();
      const at = this.peek()?.at ?? this.source.length;
      const words = this.words(context);
      if (words instanceof Wrong) return words;
      this.skipSpace();
      const token = this.peek();
      const isEnd = end === ')' ? token?.text === ')' : token?.kind === 'close';
      if (words.length === 0) {
        if (!isEnd) return this.unexpected(context);
        if (commands.length === 0) return this.wrong(`missing value for ${context}`);
      } else {
        const [first] = words;
        const stage = commands.length + 1;
        if (stage > 1 && first !== undefined && IMMOVABLE.includes(first.type)) {
          return this.wrong(`non executable command in pipeline stage ${stage}`);
        }
        commands.push({ words, at });
      }
      if (isEnd) {
        this.at += 1;
        return { ...declared, commands };
      }
      if (token?.text !== '|') return this.unexpected(context);
      this.at += 1;
    }
  }

  /** What is assigned to is known from here on, too: whether it was declared is asked when that happens. */
  private declarations(context: string): { names: readonly string[]; declares: boolean } | Wrong {
    const from = this.at;
    const names: string[] = [];
    for (;;) {
      this.skipSpace();
      const token = this.peek();
      if (token?.kind !== 'variable') break;
      this.at += 1;
      names.push(token.text);
      this.skipSpace();
      const sign = this.peek()?.text;
      if (sign === ':=' || sign === '=') {
        this.at += 1;
        this.variables.push(...names);
        return { names, declares: sign === ':=' };
      }
      if (sign !== ',') break;
      if (context !== 'range' || names.length === 2) return this.wrong(`too many declarations in ${context}`);
      this.at += 1;
    }
    this.at = from;
    return { names: [], declares: false };
  }

  private words(context: string): readonly Expression[] | Wrong {
    const words: Expression[] = [];
    for (;;) {
      this.skipSpace();
      const token = this.peek();
      if (token === undefined || token.kind === 'close' || token.text === '|' || token.text === ')') return words;
      const word = this.operand(context);
      if (word instanceof Wrong) return word;
      words.push(word);
    }
  }

  private operand(context: string): Expression | Wrong {
    const token = this.peek() as Token;
    this.at += 1;
    const base = this.term(token, context);
    if (base instanceof Wrong) return base;
    const fields: string[] = [];
    // Errors name the place of the second field, when there are several.
    const at = this.peek()?.at ?? base.at;
    while (this.peek()?.kind === 'field') {
      fields.push((this.peek()?.text ?? '').slice(1));
      this.at += 1;
    }
    if (fields.length === 0) return base;
    const text = base.text + fields.map((field) => `.${field}`).join('');
    if (base.type === 'variable') return { ...base, fields, text, at: token.at };
    if (base.type === 'field') return { ...base, fields: [...base.fields, ...fields], text, at };
    return { type: 'chain', of: base, fields, text, at };
  }

  private term(token: Token, context: string): Expression | Wrong {
    const { kind, text, at } = token;
    const back = (wrong: Wrong): Wrong => new Wrong(wrong.message, token.at);
    switch (kind) {
      case 'field':
        return { type: 'field', fields: [text.slice(1)], text, at };
      case 'variable':
        return this.variables.includes(text)
          ? { type: 'variable', name: text, fields: [], text, at }
          : back(new Wrong(`undefined variable "${text}"`, token.at));
      case 'string': {
        const value = literalText(text);
        return value === undefined ? back(new Wrong(UNREADABLE, at)) : { type: 'literal', value, text, at };
      }
      case 'number':
        return { type: 'literal', value: numberOf(text.replaceAll('_', '')), text, at };
      case 'char': {
        const read = unquote(text);
        if (read === undefined) return back(new Wrong(UNREADABLE, at));
        const [character = '', ...more] = read;
        if (more.length > 0) return back(new Wrong(`malformed character constant: ${text}`, token.at));
        return { type: 'literal', value: new Int(character.codePointAt(0) ?? 0), text, at };
      }
      case 'word':
        if (text === 'true' || text === 'false') return { type: 'literal', value: text === 'true', text, at };
        if (text === 'nil') return { type: 'nil', text, at };
        if (KEYWORDS.includes(text)) break;
        return this.functions.has(text)
          ? { type: 'function', name: text, text, at }
          : back(new Wrong(`function "${text}" not defined`, token.at));
      case 'sign':
        if (text === '.') return { type: 'dot', text, at };
        if (text === '(') {
          const pipeline = this.pipeline('parenthesized pipeline', ')');
          return pipeline instanceof Wrong ? pipeline : { type: 'pipeline', pipeline, text: '(…)', at };
        }
    }
    this.at -= 1;
    return this.unexpected(context === 'command' ? 'command' : context);
  }
}

/** What package strconv says of a literal. */
const UNREADABLE = 'invalid syntax';
/** They do nothing with what they are given. */
const IMMOVABLE: readonly Expression['type'][] = ['literal', 'dot', 'nil'];

/** A number with a point or an exponent that makes it no whole one is another type. */
function numberOf(text: string): unknown {
  const [digits, sign] = text.startsWith('-') ? [text.slice(1), -1] : [text.replace('+', ''), 1];
  // As in C, a zero in front makes it octal.
  const value = sign * (/^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits));
  return Number.isInteger(value) ? new Int(value) : value;
}

/** Undefined when it cannot be read. */
const literalText = (text: string): string | undefined => (text.startsWith('`') ? text.slice(1, -1) : unquote(text));
