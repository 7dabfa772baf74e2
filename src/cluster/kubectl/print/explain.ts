import { isFields } from '../../../api/go/json.ts';

/** A schema of an OpenAPI v3 document. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly allOf?: readonly OpenApiSchema[];
  readonly type?: string;
  readonly description?: string;
  readonly properties?: { readonly [name: string]: OpenApiSchema };
  readonly required?: readonly string[];
  readonly items?: OpenApiSchema;
  readonly additionalProperties?: OpenApiSchema | boolean;
  readonly enum?: readonly unknown[];
}

export type Schemas = { readonly [name: string]: OpenApiSchema };

const PREFIX = '#/components/schemas/';
const WIDTH = 76;
const INDENT = '    ';
/** An enumeration is cut short after these in a list of fields. */
const SHOWN_VALUES = 4;

/** Prints what a document says of a kind or of one of its fields. */
// Models staging/src/k8s.io/kubectl/pkg/explain/v2/templates/plaintext.tmpl (v1.36)
export class Explanation {
  constructor(private readonly schemas: Schemas) {}

  /** The schema behind references. */
  resolve(schema: OpenApiSchema): OpenApiSchema {
    const reference = referenceOf(schema);
    return reference === undefined ? schema : (this.schemas[reference] ?? schema);
  }

  /** One step down a path; lists and maps are passed through. */
  child(schema: OpenApiSchema, name: string): OpenApiSchema | undefined {
    const { properties } = this.innermost(schema);
    return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  }

  /** What holds the fields: of a list its items, of a map its values. */
  private innermost(schema: OpenApiSchema): OpenApiSchema {
    const found = this.resolve(schema);
    const inner = found.items ?? (isFields(found.additionalProperties) ? found.additionalProperties : undefined);
    return inner === undefined ? found : this.innermost(inner as OpenApiSchema);
  }

  typeOf(schema: OpenApiSchema): string {
    if (schema.items !== undefined) return `[]${this.typeOf(schema.items)}`;
    if (isFields(schema.additionalProperties)) {
      return `map[string]${this.typeOf(schema.additionalProperties as OpenApiSchema)}`;
    }
    const reference = referenceOf(schema);
    if (reference !== undefined) {
      const known = this.schemas[reference];
      const simple = known?.type !== undefined && known.type !== 'object';
      return simple ? (known.type as string) : (reference.split('.').at(-1) ?? reference);
    }
    return schema.type === undefined || schema.type === 'object' ? 'Object' : schema.type;
  }

  /** After the head: the field, its description and its fields. */
  body(schema: OpenApiSchema, field: string | undefined, recursive: boolean): string {
    const head = field === undefined ? '' : `FIELD: ${field} <${this.typeOf(schema)}>\n${valuesOf(schema)}\n\n`;
    const fields = this.fields(schema, recursive);
    const text = `${head}DESCRIPTION:\n${this.description(schema)}`;
    return fields === undefined ? `${text}\n` : `${text}FIELDS:\n${fields}\n`;
  }

  private description(schema: OpenApiSchema): string {
    const own = schema.description ?? '';
    const below = referenceOf(schema) === undefined ? '' : (this.resolve(schema).description ?? '');
    const texts = [own, below].filter((text, at, all) => text !== '' && all.indexOf(text) === at);
    if (texts.length === 0) return `${INDENT}<empty>\n`;
    return texts.map((text) => `${wrapped(text, INDENT)}\n${INDENT}\n`).join('');
  }

  private fields(schema: OpenApiSchema, recursive: boolean): string | undefined {
    const { properties } = this.innermost(schema);
    if (properties === undefined) return undefined;
    return recursive ? this.tree(schema, '  ', []) : this.list(schema);
  }

  private list(schema: OpenApiSchema): string {
    return this.named(schema)
      .map(({ name, property, mark }) => {
        const values = property.enum ?? [];
        const shown = values.slice(0, SHOWN_VALUES).join(', ') + (values.length > SHOWN_VALUES ? ', ....' : '');
        const enumeration = values.length === 0 ? '' : `  enum: ${shown}\n`;
        const text = property.description ?? '';
        const described = wrapped(text === '' ? '<no description>' : text, INDENT);
        return `  ${name}\t<${this.typeOf(property)}>${mark}\n${enumeration}${described}\n\n`;
      })
      .join('');
  }

  private tree(schema: OpenApiSchema, indent: string, seen: readonly OpenApiSchema[]): string {
    const inner = this.innermost(schema);
    if (seen.includes(inner)) return '';
    const below = [...seen, inner];
    return this.named(schema)
      .map(
        ({ name, property, mark }) =>
          `${indent}${name}\t<${this.typeOf(property)}>${mark}\n${this.tree(property, `${indent}  `, below)}`,
      )
      .join('');
  }

  private named(
    schema: OpenApiSchema,
  ): readonly { readonly name: string; readonly property: OpenApiSchema; readonly mark: string }[] {
    const { properties = {}, required = [] } = this.innermost(schema);
    return Object.keys(properties)
      .sort()
      .map((name) => ({
        name,
        property: properties[name] as OpenApiSchema,
        mark: required.includes(name) ? ' -required-' : '',
      }));
  }
}

function referenceOf({ $ref, allOf }: OpenApiSchema): string | undefined {
  const reference = $ref ?? allOf?.[0]?.$ref;
  return reference?.startsWith(PREFIX) === true ? reference.slice(PREFIX.length) : undefined;
}

function valuesOf(schema: OpenApiSchema): string {
  const values = schema.enum ?? [];
  return values.length === 0 ? '' : `ENUM:\n${values.map((value) => `${INDENT}${value}\n`).join('')}`;
}

/** Lines of at most so many characters; what is longer than a line stays whole. Line ends of the text remain. */
function wrapped(text: string, indent: string): string {
  return text
    .split('\n')
    .map((paragraph) => {
      const lines: string[] = [];
      let line = '';
      for (const word of paragraph.split(' ')) {
        if (line !== '' && line.length + 1 + word.length > WIDTH) {
          lines.push(line);
          line = word;
        } else line = line === '' ? word : `${line} ${word}`;
      }
      return [...lines, line].map((each) => `${indent}${each}`).join('\n');
    })
    .join('\n');
}
