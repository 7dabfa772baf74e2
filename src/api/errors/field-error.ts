import { quote } from '../go/quote.ts';

/** Why a field is refused. Models apimachinery/pkg/util/validation/field/errors.go (v1.36) */
export type FieldErrorType =
  | 'NotFound'
  | 'Required'
  | 'Duplicate'
  | 'Invalid'
  | 'NotSupported'
  | 'Forbidden'
  | 'TooLong'
  | 'TooMany'
  | 'TypeInvalid'
  | 'Internal';

export interface FieldError {
  readonly type: FieldErrorType;
  readonly field: string;
  /** Without the field: `Invalid value: "x": must be …`. */
  readonly message: string;
  /** It was so before the update: it refuses nothing, but its author is warned. */
  readonly tolerated?: true;
}

const WORDS: ReadonlyMap<FieldErrorType, string> = new Map([
  ['NotFound', 'Not found'],
  ['Required', 'Required value'],
  ['Duplicate', 'Duplicate value'],
  ['Invalid', 'Invalid value'],
  ['NotSupported', 'Unsupported value'],
  ['Forbidden', 'Forbidden'],
  ['TooLong', 'Too long'],
  ['TooMany', 'Too many'],
  ['TypeInvalid', 'Invalid value'],
  ['Internal', 'Internal error'],
]);

export function reasonOf(error: FieldError): string {
  return error.type === 'Internal' ? 'InternalError' : `FieldValue${error.type}`;
}

export function errorText(error: FieldError): string {
  return `${error.field}: ${error.message}`;
}

function make(type: FieldErrorType, field: string, value: string, detail: string): FieldError {
  let message = WORDS.get(type) ?? type;
  if (value !== '') message += `: ${value}`;
  if (detail !== '') message += `: ${detail}`;
  return { type, field, message };
}

/** A refused value as the texts show it: strings quoted, the rest as JSON. */
function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return value === undefined ? 'null' : JSON.stringify(value);
}

export function required(field: string, detail = ''): FieldError {
  return make('Required', field, '', detail);
}

export function invalidValue(field: string, value: unknown, detail: string): FieldError {
  return make('Invalid', field, shown(value), detail);
}

export function typeInvalid(field: string, value: unknown, detail: string): FieldError {
  return make('TypeInvalid', field, shown(value), detail);
}

export function notSupported(field: string, value: unknown, supported: readonly string[]): FieldError {
  const values = supported.map(quote).join(', ');
  return make('NotSupported', field, shown(value), values === '' ? '' : `supported values: ${values}`);
}

export function forbiddenField(field: string, detail: string): FieldError {
  return make('Forbidden', field, '', detail);
}

/** Where the value itself says nothing. */
export function invalidDetail(field: string, detail: string): FieldError {
  return make('Invalid', field, '', detail);
}

export function duplicate(field: string, value: unknown): FieldError {
  return make('Duplicate', field, shown(value), '');
}

export function notFoundField(field: string, value: unknown): FieldError {
  return make('NotFound', field, shown(value), '');
}

export function tooLong(field: string, max: number): FieldError {
  return make('TooLong', field, '', max >= 0 ? `may not be more than ${max} bytes` : 'value is too long');
}

export function tooLongCharacters(field: string, max: number): FieldError {
  return make('TooLong', field, '', `may not be more than ${max} characters`);
}

export function tooMany(field: string, actual: number, max: number): FieldError {
  const items = max === 1 ? 'item' : 'items';
  return make('TooMany', field, String(actual), `must have at most ${max} ${items}`);
}

export function internalField(field: string, why: string): FieldError {
  return make('Internal', field, '', why);
}
