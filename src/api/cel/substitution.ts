import { type CelType, sameType } from './types.ts';

/** What the parameters of signatures have come to stand for while an expression is checked. */
// Models github.com/google/cel-go/checker/types.go (as vendored by v1.36)
export class Substitution {
  private readonly known: Map<string, CelType>;
  private next = 0;

  constructor(known: ReadonlyMap<string, CelType> = new Map(), next = 0) {
    this.known = new Map(known);
    this.next = next;
  }

  /** A parameter of its own. */
  fresh(): CelType {
    this.next += 1;
    return { kind: 'param', name: `_var${this.next - 1}`, params: [] };
  }

  /** What a type is by now. `final`: what nothing is known of may be anything. */
  resolve(type: CelType, final = false): CelType {
    if (type.kind === 'param') {
      const found = this.known.get(type.name);
      if (found !== undefined) return this.resolve(found, final);
      return final ? { kind: 'dyn', name: 'dyn', params: [] } : type;
    }
    if (type.params.length === 0) return type;
    return { ...type, params: type.params.map((each) => this.resolve(each, final)) };
  }

  /** Whether all arguments fit; what is learned of parameters is kept only if they do. */
  assignAll(from: readonly CelType[], to: readonly CelType[]): boolean {
    const before = new Map(this.known);
    const fits = from.length === to.length && from.every((each, at) => this.fits(each, to[at] as CelType));
    if (fits) return true;
    this.known.clear();
    for (const [name, type] of before) this.known.set(name, type);
    return false;
  }

  assign(from: CelType, to: CelType): boolean {
    return this.assignAll([from], [to]);
  }

  private fits(from: CelType, to: CelType): boolean {
    if (to.kind === 'param') {
      const [valid, bound] = this.bind(from, to);
      if (valid) return true;
      if (bound) return false;
    }
    if (from.kind === 'param') return this.bind(to, from)[0];
    if (isOpen(from) || isOpen(to)) return true;
    if (from.kind === 'null') return takesNull(to);
    if (to.kind === 'null') return takesNull(from);
    if (from.kind === 'type') return to.kind === 'type';
    if (from.kind !== to.kind || from.name !== to.name) return false;
    return from.params.every((each, at) => this.fits(each, to.params[at] as CelType));
  }

  /** Whether the parameter may stand for the type, and whether it stood for something before. */
  private bind(type: CelType, variable: CelType): readonly [valid: boolean, bound: boolean] {
    if (type.kind === 'param' && type.name === variable.name) return [true, true];
    const known = this.known.get(variable.name);
    if (known === undefined) {
      if (this.mentions(type, variable.name)) return [false, false];
      this.known.set(variable.name, type);
      return [true, false];
    }
    if (sameType(type, known)) return [true, true];
    if (!this.fits(type, known)) return [false, true];
    const wider = general(type, known);
    if (!this.mentions(wider, variable.name)) this.known.set(variable.name, wider);
    return [true, true];
  }

  private mentions(type: CelType, name: string): boolean {
    if (type.kind === 'param') {
      if (type.name === name) return true;
      const known = this.known.get(type.name);
      return known !== undefined && this.mentions(known, name);
    }
    return type.params.some((each) => this.mentions(each, name));
  }
}

export function isOpen({ kind }: CelType): boolean {
  return kind === 'dyn' || kind === 'error';
}

function takesNull({ kind, name }: CelType): boolean {
  return kind === 'null' || kind === 'object' || kind === 'opaque' || name.startsWith('google.protobuf.');
}

/** The one of two types that says less. */
export function general(a: CelType, b: CelType): CelType {
  return saysNoMore(a, b) ? a : b;
}

function saysNoMore(a: CelType, b: CelType): boolean {
  if (isOpen(a) || a.kind === 'param') return true;
  if (isOpen(b) || b.kind === 'param') return false;
  if (a.kind === 'null') return takesNull(b) && b.kind === 'null';
  if (b.kind === 'null') return takesNull(a);
  if (a.kind !== b.kind || a.name !== b.name) return false;
  return a.params.every((each, at) => saysNoMore(each, b.params[at] as CelType));
}
