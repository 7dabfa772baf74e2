import { isFields } from '../../../api/go/json.ts';
import { wrapWords } from './word-wrap.ts';

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
      return simple ? known.type : (reference.split('.').at(-1) ?? reference);
    }
    return schema.type === undefined || schema.type === 'object' ? 'Object' : schema.type;
  }

  /** After the head: the field, its description and its fields. */
  body(schema: OpenApiSchema, field: string | undefined, recursive: boolean): string {
    const head = field === undefined ? '' : `FIELD: ${field} <${this.typeOf(schema)}>\n${valuesOf(schema)}\n\n`;
    const fields = this.fields(schema, recursive);
    const text = `${head}DESCRIPTION:\n${this.description(schema)}\n`;
    return fields === undefined ? `${text}\n` : `${text}FIELDS:\n${fields}\n`;
  }

  private description(schema: OpenApiSchema): string {
    return indented(wrapWords(this.texts(schema) || '<empty>', WIDTH), INDENT);
  }

  /** What is said of a schema, then of what it refers to, of its items and of the values of a map: each with its line end. */
  private texts({ $ref, ...schema }: OpenApiSchema): string {
    const {
      description = '',
      allOf = [],
      items,
      additionalProperties,
    } = $ref === undefined ? schema : this.resolve({ $ref });
    const below = [
      ...allOf,
      ...(items === undefined ? [] : [items]),
      ...(isFields(additionalProperties) ? [additionalProperties as OpenApiSchema] : []),
    ];
    return (description === '' ? '' : `${description}\n`) + below.map((each) => this.texts(each)).join('');
  }

  private fields(schema: OpenApiSchema, recursive: boolean): string | undefined {
    const { properties } = this.innermost(schema);
    if (properties === undefined) return undefined;
    return recursive ? this.tree(schema, '  ', []) : this.list(schema);
  }

  private list(schema: OpenApiSchema): string {
    return this.named(schema)
      .map(({ name, property, mark }) => {
        const text = wrapWords(property.description || '<no description>', WIDTH);
        return `  ${name}\t<${this.typeOf(property)}>${mark}${shortValues(property, '  ')}\n${indented(text, INDENT)}\n\n`;
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
          `${indent}${name}\t<${this.typeOf(property)}>${mark}${shortValues(property, indent)}\n${this.tree(property, `${indent}  `, below)}`,
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
  return values.length === 0 ? '' : `ENUM:${values.map((value) => `\n${INDENT}${shownValue(value)}`).join('')}`;
}

function shortValues(schema: OpenApiSchema, indent: string): string {
  const values = schema.enum ?? [];
  if (values.length === 0) return '';
  const shown = values.slice(0, SHOWN_VALUES).map(shownValue).join(', ');
  return `\n${indent}enum: ${shown}${values.length > SHOWN_VALUES ? ', ....' : ''}`;
}

function shownValue(value: unknown): string {
  return value === '' ? '""' : String(value);
}

/** Every line, also those without words. */
function indented(text: string, indent: string): string {
  return indent + text.replaceAll('\n', `\n${indent}`);
}
