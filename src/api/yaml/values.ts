import '../../base/own.ts';
import { bytesFromBase64 } from '../../base/bytes/base64.ts';
import { goKey, goShown } from './go-shown.ts';
import type { AliasNode, ListNode, MapNode, ScalarNode, YamlNode } from './nodes.ts';
import { YamlProblem } from './source.ts';

/** As `sigs.k8s.io/yaml` reads it, which kubectl and the server do, or as kustomize does. */
export type Dialect = 'older' | 'newer';

/** What YAML can say and JSON cannot. */
export class NoJson extends Error {}

/** The JSON that a node means; null for none. Throws a YamlProblem, or NoJson. Models go.yaml.in/yaml/v2/decode.go, sigs.k8s.io/yaml/yaml.go */
export function jsonOf(node: YamlNode | undefined, dialect: Dialect): unknown {
  return node === undefined ? null : new Decoder(dialect).json(node);
}

type Fields = Record<string, unknown>;

const TAG = 'tag:yaml.org,2002:';
const MOST_FREELY = 1000;
const ALIASES_FREELY = 100;
const [FEW_NODES, MANY_NODES] = [400_000, 4_000_000];

/** How much of a document may come out of aliases: almost all of a small one, a tenth of a large one. */
function allowedShare(nodes: number): number {
  if (nodes <= FEW_NODES) return 0.99;
  if (nodes >= MANY_NODES) return 0.1;
  return 0.99 - 0.89 * ((nodes - FEW_NODES) / (MANY_NODES - FEW_NODES));
}

class Decoder {
  #nodes = 0;
  #fromAliases = 0;
  readonly #open = new Set<AliasNode>();
  /** Is complained about when all has been decoded. */
  #strangeKey: string | undefined;
  #strangeNumber: number | undefined;

  constructor(private readonly dialect: Dialect) {}

  json(node: YamlNode): unknown {
    const value = this.#value(node);
    if (this.#strangeKey !== undefined) throw new NoJson(this.#strangeKey);
    const number = this.#strangeNumber;
    if (number !== undefined) {
      const shown = Number.isNaN(number) ? 'NaN' : number > 0 ? '+Inf' : '-Inf';
      throw new NoJson(`json: unsupported value: ${shown}`);
    }
    return value;
  }

  #value(node: YamlNode): unknown {
    this.#count();
    if (node.kind === 'alias') return this.#alias(node, (of) => this.#value(of));
    if (node.kind === 'list') return node.items.map((item) => this.#value(item));
    if (node.kind === 'map') return this.#fill({}, node);
    const value = scalarValue(node, this.dialect);
    if (typeof value === 'number' && !Number.isFinite(value)) this.#strangeNumber ??= value;
    return value;
  }

  #count(): void {
    this.#nodes += 1;
    if (this.#open.size > 0) this.#fromAliases += 1;
    if (this.#fromAliases <= ALIASES_FREELY || this.#nodes <= MOST_FREELY) return;
    if (this.#fromAliases / this.#nodes > allowedShare(this.#nodes)) {
      throw new YamlProblem('document contains excessive aliasing');
    }
  }

  #alias<T>(node: AliasNode, use: (of: YamlNode) => T): T {
    if (this.#open.has(node)) throw new YamlProblem(`anchor '${node.name}' value contains itself`);
    this.#open.add(node);
    const value = use(node.of);
    this.#open.delete(node);
    return value;
  }

  #fill(fields: Fields, { pairs }: MapNode): Fields {
    // In the older dialect what is merged counts where it stands, in the newer one less than all others.
    const isNewer = this.dialect === 'newer';
    if (isNewer) for (const [key, value] of pairs) if (isMerge(key)) this.#merge(fields, value);
    for (const [key, value] of pairs) {
      if (!isMerge(key)) this.#set(fields, key, value);
      else if (!isNewer) this.#merge(fields, value);
    }
    return fields;
  }

  #set(fields: Fields, keyNode: YamlNode, valueNode: YamlNode): void {
    const finite = this.#strangeNumber;
    const key = this.#value(keyNode);
    this.#strangeNumber = finite;
    if (typeof key === 'object' && key !== null) throw new YamlProblem(`invalid map key: ${goShown(key)}`);
    const value = this.#value(valueNode);
    if (key === null) {
      const shown = value === null ? '<nil>' : goShown(value);
      this.#strangeKey = `unsupported map key of type: %!s(<nil>), key: <nil>, value: ${shown}`;
    }
    const name = keyName(keyNode, key);
    fields[name] = value;
  }

  #merge(fields: Fields, node: YamlNode): void {
    const isList = node.kind === 'list';
    // Earlier ones count more.
    const nodes = isList ? [...(node as ListNode).items].reverse() : [node];
    for (const each of nodes) {
      const map = each.kind === 'alias' ? each.of : each;
      if (map.kind !== 'map') throw new YamlProblem('map merge requires map or sequence of maps as the value');
      this.#count();
      if (each.kind === 'alias') this.#alias(each, () => this.#fill(fields, map));
      else this.#fill(fields, map);
    }
  }
}

function isMerge(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.text === '<<' && (node.isPlain || node.tag === `${TAG}merge`);
}

/** What a key is called in JSON. */
export function keyName(node: YamlNode, key: unknown): string {
  if (typeof key !== 'number') return key === null ? '' : String(key);
  const of = node.kind === 'alias' ? node.of : node;
  return goKey(key, of.kind === 'scalar' ? of.text : '');
}

const NULLS: ReadonlySet<string> = new Set(['', '~', 'null', 'Null', 'NULL']);
const BOOLEAN = /^(?:(true|True|TRUE)|false|False|FALSE)$/;
const OLDER_BOOLEAN = /^(?:(y|Y|yes|Yes|YES|on|On|ON)|n|N|no|No|NO|off|Off|OFF)$/;
const NOT_FINITE = /^(?:([-+]?)\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

type Scalar = string | number | boolean | null;
type Type = 'str' | 'int' | 'float' | 'bool' | 'null';

/** Bytes that are no UTF-8 do not get into JSON. */
const STRAYS = /[\udc80-\udcff]/gu;

/** Models go.yaml.in/yaml/v2/resolve.go */
export function scalarValue({ text, tag, isPlain }: ScalarNode, dialect: Dialect): Scalar {
  if (tag === '' && !isPlain) return text;
  const wanted = tag.startsWith(TAG) ? tag.slice(TAG.length) : tag;
  if (wanted === 'binary') {
    const decoded = bytesFromBase64(text.replace(/[\r\n]/g, ''));
    if (decoded === undefined) throw new YamlProblem('!!binary value contains invalid base64 data');
    return decoded.replace(STRAYS, '\ufffd');
  }
  if (!['', 'bool', 'int', 'float', 'null'].includes(wanted)) return text;
  const [type, value] = resolved(text, dialect);
  const isFloat = wanted === 'float' && type === 'int';
  if (wanted !== '' && wanted !== type && !isFloat) {
    throw new YamlProblem(`cannot decode !!${type} \`${text}\` as a !!${wanted}`);
  }
  return value;
}

/** Times and sexagesimal numbers are texts. */
function resolved(text: string, dialect: Dialect): readonly [Type, Scalar] {
  if (NULLS.has(text)) return ['null', null];
  const first = text.charCodeAt(0);
  const isNumeric = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46;
  if (isNumeric) return number(text);
  const found = BOOLEAN.exec(text) ?? (dialect === 'older' ? OLDER_BOOLEAN.exec(text) : null);
  return found === null ? ['str', text] : ['bool', found[1] !== undefined];
}

const INTEGER = /^([-+]?)(0[xX][\da-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9]\d*)$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const SAFE_DIGITS = 15;

function number(text: string): readonly [Type, Scalar] {
  const special = NOT_FINITE.exec(text);
  if (special !== null) {
    return ['float', special[1] === undefined ? Number.NaN : special[1] === '-' ? -Infinity : Infinity];
  }
  // A number may have marks of thousands, unless it begins with its point.
  const plain = text.startsWith('.') ? text : text.replaceAll('_', '');
  const int = integer(plain);
  if (int !== undefined) return ['int', int];
  const float = FLOAT.test(plain) ? Number(plain) : Infinity;
  return Number.isFinite(float) ? ['float', float] : ['str', text];
}

/** Undefined where it is none, or none of 64 bits. */
function integer(text: string): number | undefined {
  const found = INTEGER.exec(text);
  if (found === null) return undefined;
  const [, sign = '', digits = ''] = found;
  const isDecimal = digits === '0' || !digits.startsWith('0');
  // Nothing is zero with a sign.
  if (isDecimal && digits.length <= SAFE_DIGITS) return Number(text) || 0;
  const magnitude = BigInt(isDecimal || /^0\D/.test(digits) ? digits.toLowerCase() : `0o${digits}`);
  const value = sign === '-' ? -magnitude : magnitude;
  const fits = BigInt.asIntN(64, value) === value || (sign === '' && BigInt.asUintN(64, value) === value);
  return fits ? Number(value) : undefined;
}
