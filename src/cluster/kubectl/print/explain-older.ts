// Models staging/src/k8s.io/kubectl/pkg/explain (v1.36), which `--output=plaintext-openapiv2` still reaches

import { isFields } from '../../../api/go/json.ts';
import type { OpenApiSchema, Schemas } from './explain.ts';

const PREFIX = '#/definitions/';
const WIDTH = 80;
const PADDING = 5;
const INDENT = 3;

/** Prints what an OpenAPI v2 document says of a kind or of one of its fields. */
export class OlderExplanation {
  constructor(private readonly definitions: Schemas) {}

  /** One step down a path, through lists, maps and references; what has no fields takes any name. */
  child(schema: OpenApiSchema, name: string): OpenApiSchema | undefined {
    const found = this.innermost(schema);
    if (found.properties === undefined) return found;
    return Object.hasOwn(found.properties, name) ? found.properties[name] : undefined;
  }

  /** After the head: the field with its type, the descriptions on the way to it, and its fields. */
  body(schema: OpenApiSchema, field: string | undefined, recursive: boolean): string {
    const inner = this.innermost(schema);
    const isKind = inner.properties !== undefined;
    const label = isKind ? 'RESOURCE:' : 'FIELD:   ';
    const isShown = field !== undefined && (isKind || inner.type !== undefined) && !isAnything(inner);
    const head = isShown ? `${label} ${field} <${this.typeOf(schema)}>\n\n` : '';
    const text = `${head}DESCRIPTION:\n${this.descriptions(schema)}`;
    if (!isKind) return text;
    return `${text}\nFIELDS:\n${recursive ? this.tree(inner, INDENT, []) : this.list(inner)}`;
  }

  /** Of a list, a map or a reference what it stands for. */
  private below(schema: OpenApiSchema): OpenApiSchema | undefined {
    const reference = schema.$ref;
    if (reference?.startsWith(PREFIX)) return this.definitions[reference.slice(PREFIX.length)];
    if (schema.items !== undefined) return schema.items;
    return isFields(schema.additionalProperties) ? (schema.additionalProperties as OpenApiSchema) : undefined;
  }

  private innermost(schema: OpenApiSchema): OpenApiSchema {
    const below = this.below(schema);
    return below === undefined ? schema : this.innermost(below);
  }

  private typeOf(schema: OpenApiSchema): string {
    const below = this.below(schema);
    if (schema.items !== undefined) return `[]${this.typeOf(schema.items)}`;
    if (below !== undefined) return `${schema.$ref === undefined ? 'map[string]' : ''}${this.typeOf(below)}`;
    if (schema.properties !== undefined) return 'Object';
    return isAnything(schema) ? 'map[string]' : (schema.type ?? '');
  }

  private descriptions(schema: OpenApiSchema): string {
    const texts = this.chain(schema).map(({ description = '' }) => description);
    const shown = texts.map((text, at) => (text === '' ? '' : `${at === 0 ? '' : '\n'}${wrapped(text, PADDING)}`));
    return shown.join('') || `${' '.repeat(PADDING)}<empty>\n`;
  }

  private chain(schema: OpenApiSchema): readonly OpenApiSchema[] {
    const below = this.below(schema);
    return below === undefined ? [schema] : [schema, ...this.chain(below)];
  }

  private list(kind: OpenApiSchema): string {
    const { properties = {}, required = [] } = kind;
    return Object.keys(properties)
      .sort()
      .map((name) => {
        const property = properties[name] as OpenApiSchema;
        const mark = required.includes(name) ? ' -required-' : '';
        const { description = '' } = property;
        const text = description === '' ? '' : wrapped(description, PADDING);
        return `${' '.repeat(INDENT)}${name}\t<${this.typeOf(property)}>${mark}\n${text}\n`;
      })
      .join('');
  }

  private tree(kind: OpenApiSchema, indent: number, seen: readonly OpenApiSchema[]): string {
    const { properties = {} } = kind;
    const within = [...seen, kind];
    return Object.keys(properties)
      .sort()
      .map((name) => {
        const property = properties[name] as OpenApiSchema;
        const inner = this.innermost(property);
        const below = within.includes(inner) ? '' : this.tree(inner, indent + INDENT, within);
        return `${' '.repeat(indent)}${name}\t<${this.typeOf(property)}>\n${below}`;
      })
      .join('');
  }
}

/** A map of which nothing more is said. */
const isAnything = ({ type, properties }: OpenApiSchema): boolean => type === 'object' && properties === undefined;

/** Lines of words, however the text was broken; a word that is longer than a line stays whole. */
function wrapped(text: string, padding: number): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH - padding)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${' '.repeat(padding)}${line}\n`).join('');
}
