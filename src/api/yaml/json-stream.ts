import { utf8Length } from '../../base/bytes/utf8.ts';
import { jsonValueAt } from '../go/json-syntax.ts';
import { readNode, type YamlNode } from './nodes.ts';
import { type ManifestDocument, type ManifestError, type Manifests, parseManifests, read } from './parse.ts';
import { YamlProblem } from './source.ts';

/**
 * Reads a file as kubectl does: what begins with a brace is JSON, one value after another; where it is none it is YAML from there on.
 * Models apimachinery/pkg/util/yaml/decoder.go YAMLOrJSONDecoder (v1.36)
 */
export function parseFile(text: string): Manifests {
  return text.trimStart().startsWith('{') ? parseJsonStream(text) : parseManifests(text);
}

/** Behind more values of JSON nobody looks for YAML, as kubectl does not. */
const MOST_BEFORE_YAML = 2;
const EARLY = 'unexpected EOF';

function parseJsonStream(text: string): Manifests {
  const documents: ManifestDocument[] = [];
  let line = 0;
  for (let at = 0; text.slice(at).trimStart() !== ''; ) {
    const found = jsonValueAt(text, at);
    if (!('end' in found)) {
      if (documents.length < MOST_BEFORE_YAML) return restAsYaml(text, at, documents, found);
      return {
        documents,
        errors: [{ ...jsonError(text, found), message: found.at === undefined ? EARLY : found.problem }],
      };
    }
    const part = text.slice(at, found.end);
    const value = part.trimStart();
    const first = line + lineOf(part.slice(0, part.length - value.length));
    const large = tooLarge(value);
    if (large !== undefined) {
      const message = `json: cannot unmarshal number ${large} into Go value of type float64`;
      return { documents, errors: [{ message, line: first + 1, column: 1 }] };
    }
    documents.push({ ...read(nodeOf(value), JSON.parse(value), { text: `${value}\n`, line: first }), json: value });
    line += lineOf(part);
    at = found.end;
  }
  return { documents, errors: [] };
}

/** A number that nothing can hold, unless it stands in a text. */
function tooLarge(value: string): string | undefined {
  const numbers = value.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:[eE][-+]?\d+)?/g) ?? [];
  return numbers.find((each) => !each.startsWith('"') && !Number.isFinite(Number(each)));
}

/** JSON knows a few escapes that YAML does not: then its places are not known. */
function nodeOf(text: string): YamlNode | undefined {
  try {
    return readNode(text);
  } catch (error) {
    if (error instanceof YamlProblem) return undefined;
    throw error;
  }
}

/** Of its end, from 0. */
const lineOf = (text: string): number => text.split('\n').length - 1;

/** What is no YAML either was meant as JSON. */
function restAsYaml(
  text: string,
  at: number,
  before: readonly ManifestDocument[],
  wrong: { readonly problem: string; readonly at?: number },
): Manifests {
  const blank = /^[^\S\n]*\n?/.exec(text.slice(at))?.[0].length ?? 0;
  const rest = parseManifests(text.slice(at + blank));
  const lines = lineOf(text.slice(0, at + blank));
  const documents = [...before, ...rest.documents.map((document) => lower(document, lines))];
  const [error] = rest.errors;
  if (error === undefined) return { documents, errors: [] };
  const told = rest.documents.length === 0 ? jsonError(text, wrong) : { ...error, line: error.line + lines };
  return { documents, errors: [told] };
}

function lower({ object, range, at, lines }: ManifestDocument, by: number): ManifestDocument {
  return {
    object,
    range: { startLine: range.startLine + by, endLine: range.endLine + by },
    at: (path) => {
      const { line, column } = at(path);
      return { line: line + by, column };
    },
    lines: (path) => {
      const found = lines(path);
      return found === undefined ? undefined : { from: found.from + by, to: found.to + by };
    },
  };
}

function jsonError(text: string, { problem, at }: { readonly problem: string; readonly at?: number }): ManifestError {
  const place = at ?? text.trimEnd().length;
  const line = lineOf(text.slice(0, place));
  const column = place - text.lastIndexOf('\n', place - 1);
  // Go counts bytes, and the letter that is wrong.
  const message = at === undefined ? EARLY : `json: offset ${utf8Length(text.slice(0, at)) + 1}: ${problem}`;
  return { message, line: line + 1, column };
}
