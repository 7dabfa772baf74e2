import { ownValue } from '../../base/own.ts';
import { pureOfObject } from '../../base/pure.ts';
import { quote } from '../go/quote.ts';
import type { LabelSelector, StringMap } from '../types/meta.ts';
import { labelValueProblems, qualifiedNameProblems } from '../values/label-syntax.ts';

export type Operator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | '=' | '==' | '!=' | 'Gt' | 'Lt';

export interface Requirement {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

export type ParsedSelector = { readonly requirements: readonly Requirement[] } | { readonly error: string };

const EVERYTHING: readonly Requirement[] = [];
const NOTHING: readonly Requirement[] = [{ key: '', operator: 'In', values: [] }];
const NO_LABELS: StringMap = {};

export function matchesRequirements(
  requirements: readonly Requirement[],
  labels: StringMap | undefined = NO_LABELS,
): boolean {
  for (const requirement of requirements) if (!matches(requirement, labels)) return false;
  return true;
}

function matches({ key, operator, values }: Requirement, labels: StringMap): boolean {
  const value = ownValue(labels, key);
  switch (operator) {
    case 'In':
    case '=':
    case '==':
      return value !== undefined && values.includes(value);
    case 'NotIn':
    case '!=':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return value !== undefined && compares(operator, value, values[0] ?? '');
  }
}

const INTEGER = /^[+-]?\d{1,19}$/;

function compares(operator: 'Gt' | 'Lt', value: string, bound: string): boolean {
  if (!INTEGER.test(value) || !INTEGER.test(bound)) return false;
  return operator === 'Gt' ? BigInt(value) > BigInt(bound) : BigInt(value) < BigInt(bound);
}

/** A selector object as requirements, kept per object. An absent selector selects nothing, an empty one everything. */
/** Models apimachinery/pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector (v1.36) */
export function requirementsOf(selector: LabelSelector | null | undefined): readonly Requirement[] {
  // Go writes null where a kind must have one and nobody gave it.
  return selector === null || selector === undefined ? NOTHING : compiled(selector);
}

const compiled = pureOfObject((selector: LabelSelector): readonly Requirement[] => {
  const made: Requirement[] = [];
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    made.push({ key, operator: '=', values: [value] });
  }
  for (const { key, operator, values = [] } of selector.matchExpressions ?? []) {
    made.push({ key, operator, values: values.toSorted() });
  }
  return made.sort(byKey);
});

const byKey = (a: Requirement, b: Requirement): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** Whether a selector object selects the labels. */
export function matchesLabels(selector: LabelSelector | null | undefined, labels: StringMap | undefined): boolean {
  return matchesRequirements(requirementsOf(selector), labels);
}

/** Whether a plain map of labels (as of a Service) selects the labels; an empty one selects nothing. */
export function matchesMap(selector: StringMap | undefined, labels: StringMap | undefined): boolean {
  if (selector === undefined) return false;
  let some = false;
  for (const key in selector) {
    if (labels === undefined || ownValue(labels, key) !== selector[key]) return false;
    some = true;
  }
  return some;
}

export function isEmptySelector(selector: LabelSelector | null | undefined): boolean {
  return requirementsOf(selector).length === 0;
}

/** `app=web,tier in (a,b)`. */
export function formatRequirements(requirements: readonly Requirement[]): string {
  return requirements === NOTHING ? '' : requirements.map(formatRequirement).join(',');
}

function formatRequirement({ key, operator, values }: Requirement): string {
  switch (operator) {
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    case 'In':
      return `${key} in (${values.toSorted().join(',')})`;
    case 'NotIn':
      return `${key} notin (${values.toSorted().join(',')})`;
    case 'Gt':
      return `${key}>${values[0] ?? ''}`;
    case 'Lt':
      return `${key}<${values[0] ?? ''}`;
    default:
      return `${key}${operator}${values[0] ?? ''}`;
  }
}

/** Models FormatLabelSelector (v1.36): `<none>` for an empty one. */
export function formatSelector(selector: LabelSelector | StringMap | undefined): string {
  if (selector === undefined) return '<none>';
  const text = isLabelSelector(selector)
    ? formatRequirements(requirementsOf(selector))
    : formatRequirements(
        Object.entries(selector)
          .map(([key, value]): Requirement => ({ key, operator: '=', values: [value as string] }))
          .sort(byKey),
      );
  return text === '' ? '<none>' : text;
}

function isLabelSelector(selector: LabelSelector | StringMap): selector is LabelSelector {
  for (const key in selector) {
    const object = typeof (selector as Record<string, unknown>)[key] === 'object';
    if (!object || (key !== 'matchLabels' && key !== 'matchExpressions')) return false;
  }
  return true;
}

type Token = 'end' | 'identifier' | 'in' | 'notin' | '(' | ')' | ',' | '!' | '=' | '==' | '!=' | '>' | '<';

interface Lexeme {
  readonly token: Token;
  readonly text: string;
}

/** Other blanks, such as the one that does not break, are part of a word. */
const LEXEME = /[ \t\r\n]*(==|!=|=|>|<|!|\(|\)|,|[^ \t\r\n=!<>(),]+)/y;
const SYMBOLS: ReadonlySet<string> = new Set(['==', '!=', '=', '>', '<', '!', '(', ')', ',']);
const BINARY = 'in, notin, =, ==, !=, gt, lt';
const END: Lexeme = { token: 'end', text: '' };

class SelectorError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Reads the text form of a label selector. Models apimachinery/pkg/labels/selector.go Parse (v1.36) */
export function parseSelector(text: string | undefined): ParsedSelector {
  if (text === undefined || text === '') return { requirements: EVERYTHING };
  return new Parser(text).parse();
}

class Parser {
  readonly #lexemes: Lexeme[] = [];
  #at = 0;

  constructor(text: string) {
    LEXEME.lastIndex = 0;
    for (let match = LEXEME.exec(text); match !== null; match = LEXEME.exec(text)) {
      const found = match[1] ?? '';
      const known = SYMBOLS.has(found) || found === 'in' || found === 'notin';
      this.#lexemes.push({ token: known ? (found as Token) : 'identifier', text: found });
    }
  }

  parse(): ParsedSelector {
    const requirements: Requirement[] = [];
    for (;;) {
      const next = this.#peek(true);
      if (next.token === 'end') break;
      if (next.token !== 'identifier' && next.token !== '!') {
        return { error: `found '${next.text}', expected: !, identifier, or 'end of string'` };
      }
      const requirement = this.#requirement();
      if (requirement instanceof SelectorError) return { error: `unable to parse requirement: ${requirement.message}` };
      requirements.push(requirement);
      const after = this.#take(true);
      if (after.token === 'end') break;
      if (after.token !== ',') return { error: `found '${after.text}', expected: ',' or 'end of string'` };
      const follows = this.#peek(true);
      if (follows.token !== 'identifier' && follows.token !== '!') {
        return { error: `found '${follows.text}', expected: identifier after ','` };
      }
    }
    return { requirements: requirements.sort(byKey) };
  }

  /** Where values are read, `in` and `notin` are words like others. */
  #peek(values: boolean): Lexeme {
    const found = this.#lexemes[this.#at] ?? END;
    if (values && (found.token === 'in' || found.token === 'notin')) return { token: 'identifier', text: found.text };
    return found;
  }

  #take(values: boolean): Lexeme {
    const found = this.#peek(values);
    this.#at += 1;
    return found;
  }

  #requirement(): Requirement | SelectorError {
    let first = this.#take(true);
    const absent = first.token === '!';
    if (absent) first = this.#take(true);
    if (first.token !== 'identifier') return new SelectorError(`found '${first.text}', expected: identifier`);
    const key = first.text;
    const problems = qualifiedNameProblems(key);
    if (problems.length > 0) {
      return new SelectorError(`key: Invalid value: ${quote(key)}: ${problems.join('; ')}`);
    }
    const next = this.#peek(true);
    if (next.token === 'end' || next.token === ',') {
      return { key, operator: absent ? 'DoesNotExist' : 'Exists', values: [] };
    }
    if (absent) return { key, operator: 'DoesNotExist', values: [] };
    const operator = this.#operator();
    if (operator instanceof SelectorError) return operator;
    const values = operator === 'In' || operator === 'NotIn' ? this.#list() : this.#exact();
    return values instanceof SelectorError ? values : checked(key, operator, values);
  }

  #operator(): Operator | SelectorError {
    const found = this.#take(false);
    switch (found.token) {
      case 'in':
        return 'In';
      case 'notin':
        return 'NotIn';
      case '=':
      case '==':
      case '!=':
        return found.token;
      case '>':
        return 'Gt';
      case '<':
        return 'Lt';
      default:
        return new SelectorError(`found '${found.text}', expected: ${BINARY}`);
    }
  }

  #exact(): readonly string[] | SelectorError {
    const next = this.#peek(true);
    if (next.token === 'end' || next.token === ',') return [''];
    this.#at += 1;
    return next.token === 'identifier' ? [next.text] : new SelectorError(`found '${next.text}', expected: identifier`);
  }

  #list(): readonly string[] | SelectorError {
    const open = this.#take(true);
    if (open.token !== '(') return new SelectorError(`found '${open.text}' expected: '('`);
    const first = this.#peek(true);
    if (first.token === ')') {
      this.#at += 1;
      return [''];
    }
    if (first.token !== 'identifier' && first.token !== ',') {
      return new SelectorError(`found '${first.text}', expected: ',', ')' or identifier`);
    }
    return this.#members();
  }

  /** Between commas may be nothing, which is an empty value. */
  #members(): readonly string[] | SelectorError {
    const values = new Set<string>();
    for (;;) {
      const next = this.#take(true);
      const after = this.#peek(true);
      if (next.token === 'identifier') {
        values.add(next.text);
        if (after.token === ',') continue;
        if (after.token !== ')') return new SelectorError(`found '${after.text}', expected: ',' or ')'`);
      } else if (next.token === ',') {
        if (values.size === 0 || after.token === ')' || after.token === ',') values.add('');
        // The second of two commas goes with the first: what follows must be a value.
        if (after.token === ',') this.#at += 1;
        if (after.token !== ')') continue;
      } else {
        return new SelectorError(`found '${next.text}', expected: ',', or identifier`);
      }
      this.#at += 1;
      return [...values].sort();
    }
  }
}

function checked(key: string, operator: Operator, values: readonly string[]): Requirement | SelectorError {
  if ((operator === 'Gt' || operator === 'Lt') && !INTEGER.test(values[0] ?? '')) {
    return new SelectorError(
      `values[0]: Invalid value: ${quote(values[0] ?? '')}: for 'Gt', 'Lt' operators, the value must be an integer`,
    );
  }
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? '';
    const problems = labelValueProblems(value);
    if (problems.length > 0) {
      return new SelectorError(`values[${i}][${key}]: Invalid value: ${quote(value)}: ${problems.join('; ')}`);
    }
  }
  return { key, operator, values };
}

export * from './field-selectors.ts';
