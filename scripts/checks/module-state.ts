import { blank } from './blank.ts';
import { lineOf } from './source-files.ts';

/** Classes whose objects nobody can change: a module may hold one. */
const CONSTANT: Readonly<Record<string, string>> = {
  NoNotes: 'takes notes that nobody asks for, and keeps none',
  Optional: 'a value',
  PatchError: 'a value',
  RegExp: 'a value',
  SchemaPackage: 'a text of declarations, which are read when somebody asks for them',
  Skip: 'a value',
};

/** What one call works with, and leaves behind as nothing that anybody looks at: by file. */
const WORKING_MEMORY: Readonly<Record<string, string>> = {
  'src/api/fields/compare-fields.ts': 'the stacks of one comparison, emptied when the next begins',
  'src/api/values/names.ts': 'the letters of one UUID, all written before they are read',
  'src/api/schema/codec.ts': 'the way down to the present value of one decoding, emptied when the next begins',
  'src/base/bytes/sha256.ts': 'the words of one block, written before they are read',
};

const INSTEAD =
  'what is worked out from arguments alone is a function of src/base/pure.ts, all else a field of what ends with the run';

const LET = /^(?:export\s+)?(?:let|var)\s+([\w$]+)/gm;
const MADE = /^(export\s+)?const\s+([\w$]+)\s*(?::\s*([^=]+?))?\s*=\s*new\s+([\w$]+)/gm;
const EMPTY = /^(?:export\s+)?const\s+([\w$]+)\s*(?::\s*([^=]+?))?\s*=\s*\[\s*\]/gm;
/** What is remembered in the fields of an object: `{ IPv4: new WeakMap() }`. */
const WITHIN = /^(?:export\s+)?const\s+([\w$]+)[^;=]*=\s*[{[][\w$\s:,]*\bnew Weak(?:Map|Set)\b/gm;
const ON_THE_SPOT = /^(?:export\s+)?const\s+([\w$]+)[^=\n]*=\s*\(\s*(?:\(\)\s*=>|function)/gm;
const STATIC = /^\s+(?:(?:private|protected|public|override)\s+)*static\s+(?!readonly|\w+\(|get\s|[\w$]+<)([\w$]+)/gm;

/** Whether nothing in the text changes a collection that has no type that forbids it. */
function isLeftAlone(code: string, name: string): boolean {
  return !new RegExp(`\\b${name}\\.(?:set|add|delete|clear)\\(`).test(code);
}

function isConstant(code: string, exported: boolean, name: string, type: string | undefined, made: string): boolean {
  if (made in CONSTANT) return true;
  if (made !== 'Map' && made !== 'Set') return false;
  return type === undefined ? !exported && isLeftAlone(code, name) : /^Readonly(?:Map|Set)\b/.test(type);
}

/** What a module of the simulated half keeps from one call to the next: two runs in one worker would tell one another by it. */
export function moduleState(path: string, text: string): readonly string[] {
  if (path in WORKING_MEMORY) return [];
  const { code } = blank(text);
  const found: (readonly [index: number, name: string])[] = [];
  for (const { index, 1: name = '' } of code.matchAll(LET)) found.push([index, name]);
  for (const { index, 1: exported, 2: name = '', 3: type, 4: made = '' } of code.matchAll(MADE)) {
    if (!isConstant(code, exported !== undefined, name, type, made)) found.push([index, name]);
  }
  for (const { index, 1: name = '', 2: type } of code.matchAll(EMPTY)) {
    if (type === undefined || type.includes('[]') || type.startsWith('Array<')) {
      if (!(type ?? '').startsWith('readonly ')) found.push([index, name]);
    }
  }
  for (const { index, 1: name = '' } of code.matchAll(WITHIN)) found.push([index, name]);
  for (const { index, 1: name = '' } of code.matchAll(ON_THE_SPOT)) found.push([index, name]);
  for (const { index, 1: name = '' } of code.matchAll(STATIC)) found.push([index, name]);
  return found.map(([index, name]) => `${path}:${lineOf(code, index)}: ${name} is state of a module; ${INSTEAD}`);
}

/** Files named above that are gone, or hold nothing to be excused. */
export function idleExcuses(texts: ReadonlyMap<string, string>): readonly string[] {
  return Object.keys(WORKING_MEMORY).filter((path) => {
    const text = texts.get(path);
    return text === undefined || moduleState(`${path}?`, text).length === 0;
  });
}
