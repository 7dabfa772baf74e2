import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAsWritten } from './as-written.ts';
import { Decoding } from './codec.ts';
import type { Field, Struct, Type } from './language.ts';
import { structOf } from './packages.ts';
import recorded from './testdata/recorded-objects.json';

type Recorded = Readonly<Record<string, unknown>> & { readonly kind: string; readonly apiVersion: string };

function structOfObject(object: Recorded) {
  const [version = '', group = ''] = object.apiVersion.split('/').reverse();
  return structOf(group, version, object.kind);
}

const objects = (recorded as readonly Recorded[]).filter((each) => structOfObject(each) !== undefined);

const WITH_BYTES: ReadonlySet<string> = new Set(['Secret', 'ConfigMap', 'CertificateSigningRequest']);

const odd = fc.constantFrom<unknown>(null, '', 'text', 0, 1.5, 7, false, true, {}, [], [null], { a: 'b' }, ['a']);

/** The object with one value, some way down, replaced; `choices` leads there. */
function changed(value: unknown, choices: readonly number[], replacement: unknown): unknown {
  const [choice, ...rest] = choices;
  if (choice === undefined || typeof value !== 'object' || value === null) return replacement;
  const keys = Object.keys(value);
  if (keys.length === 0) return replacement;
  const key = keys[choice % keys.length] as string;
  const inner = changed((value as Record<string, unknown>)[key], rest, replacement);
  if (Array.isArray(value)) return value.map((each, at) => (String(at) === key ? inner : each));
  return { ...value, [key]: inner };
}

/** The object with a field more, some way down, of which a type may not know: what is written in a manifest and means nothing. */
function planted(value: unknown, choices: readonly number[], field: number, zero: unknown, type: Type): unknown {
  const [choice, ...rest] = choices;
  const { struct, element } = type.kind === 'pointer' && type.element !== undefined ? type.element : type;
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value);
  const isLast = choice === undefined || keys.length === 0;
  if (isLast) {
    if (struct === undefined || Array.isArray(value)) return value;
    const absent = struct.fields.filter(({ json }) => !(json in value));
    return absent.length === 0 ? value : { ...value, [(absent[field % absent.length] as Field).json]: zero };
  }
  const key = keys[choice % keys.length] as string;
  const next = struct === undefined ? element : struct.byJson.get(key)?.type;
  if (next === undefined) return value;
  const inner = planted((value as Record<string, unknown>)[key], rest, field, zero, next);
  if (Array.isArray(value)) return value.map((each, at) => (String(at) === key ? inner : each));
  return { ...value, [key]: inner };
}

describe('isAsWritten', () => {
  it('DEC1: only says so of what a whole decoding gives back as it is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...objects),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 7 }),
        odd,
        (object, choices, replacement) => {
          const struct = structOfObject(object);
          const json = changed(object, choices, replacement);
          if (struct === undefined || !isAsWritten(struct, json)) return;
          const decoding = new Decoding();
          expect(decoding.root(struct, json)).toBe(json);
          expect(decoding.error).toBeUndefined();
          expect(decoding.unknownFields).toEqual([]);
        },
      ),
      { numRuns: 2000, seed: 1 },
    );
  });

  it('DEC1: a change to what is as written is read as all of it is', () => {
    const written = objects.filter((each) => isAsWritten(structOfObject(each) as Struct, each));
    fc.assert(
      fc.property(
        fc.constantFrom(...written),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 7 }),
        odd,
        (object, choices, replacement) => {
          const struct = structOfObject(object) as Struct;
          const json = changed(object, choices, replacement);
          const [whole, change] = [new Decoding(), new Decoding()];
          expect(change.root(struct, json, object)).toEqual(whole.root(struct, json));
          expect(change.error).toEqual(whole.error);
          expect(change.unknownFields).toEqual(whole.unknownFields);
        },
      ),
      { numRuns: 2000, seed: 1 },
    );
  });

  it('DEC8: an empty value in a field that was not there is read as in an object that nobody knows', () => {
    const written = objects.filter((each) => isAsWritten(structOfObject(each) as Struct, each));
    fc.assert(
      fc.property(
        fc.constantFrom(...written),
        fc.array(fc.nat(40), { maxLength: 6 }),
        fc.nat(100),
        fc.constantFrom<unknown>(null, '', 0, false, [], {}),
        (object, choices, field, zero) => {
          const struct = structOfObject(object) as Struct;
          const json = planted(object, choices, field, zero, struct.type);
          const [whole, change] = [new Decoding(), new Decoding()];
          expect(change.root(struct, json, object)).toEqual(whole.root(struct, json));
          expect(change.error).toEqual(whole.error);
        },
      ),
      { numRuns: 4000, seed: 1 },
    );
  });

  it('DEC1: doubts no recorded object, except where bytes are to be read', () => {
    const doubtful = objects.filter((each) => {
      const struct = structOfObject(each);
      return struct !== undefined && !isAsWritten(struct, each);
    });
    expect(doubtful.map((each) => each.kind).filter((kind) => !WITH_BYTES.has(kind))).toEqual([]);
  });
});
