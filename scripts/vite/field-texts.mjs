// What Kubernetes says of its kinds and their fields, taken at build time from the packages that carry it: the doc comments
// of kubernetes-models, which are made from the OpenAPI documents of Kubernetes v1.36. Nothing of it is kept in this repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const VIRTUAL = 'virtual:kubernetes-field-texts';
const RESOLVED = `\0${VIRTUAL}`;
export const FIELD_TEXT_PACKAGES = ['kubernetes-models', '@kubernetes-models/apimachinery'];

/** Gives `virtual:kubernetes-field-texts` to whatever bundles or tests the sources. */
export function fieldTextsPlugin(root) {
  let code;
  return {
    name: 'kubestep-field-texts',
    resolveId: (id) => (id === VIRTUAL ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      code ??= `export default ${JSON.stringify(JSON.stringify(readFieldTexts(root)))};\n`;
      return code;
    },
  };
}

/**
 * Every text once, and by the name of a definition without its dots (`IoK8sApiCoreV1Pod`) the text of the kind and of each of
 * its fields, by their places; behind the place of a field stand the values that it may have, where these are told.
 */
export function readFieldTexts(root) {
  const places = new Map();
  const placeOf = (text) => {
    if (!places.has(text)) places.set(text, places.size);
    return places.get(text);
  };
  const definitions = {};
  for (const file of FIELD_TEXT_PACKAGES.flatMap((name) => filesOf(root, name))) {
    const read = readDefinition(readFileSync(file, 'utf8'));
    if (read === undefined) continue;
    const fields = read.fields.map(({ name, text, values }) => [name, [placeOf(text), ...values]]);
    definitions[read.name] = [placeOf(read.text), Object.fromEntries(fields)];
  }
  return { texts: [...places.keys()], definitions };
}

/** Versions that a server does not serve unless it is told to, and what validates. */
const UNSERVED = /[\\/](?:_schemas|v\d+(?:alpha|beta)\d+)[\\/]/;

function filesOf(root, name) {
  const folder = join(root, 'node_modules', name);
  if (!existsSync(folder)) {
    throw new Error(`${name} is not installed, which carries what Kubernetes says of its fields: run npm install`);
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file.endsWith('.d.ts') && !UNSERVED.test(file))
    .sort();
}

const FIELD = /^ {4}"([^"]+)"\??: (.*)$/;
const VALUES = /^(?:Array<)?((?:"[^"]*"(?: \| )?)+)>?;$/;
/** What every kind says of itself is no choice. */
const NO_CHOICE = new Set(['apiVersion', 'kind']);

/** The first interface or type of a file, which has the comments; its full name stands at the end. */
export function readDefinition(source) {
  const lines = source.split('\n');
  const begin = lines.findIndex((line) => /^export (?:interface I\w+ |type I\w+ = )/.test(line));
  const name = /^export type \{ I\w+ as I(\w+)/m.exec(source)?.[1];
  if (begin < 0 || name === undefined) return undefined;
  const fields = [];
  let text = '';
  for (let at = begin + 1; lines[begin].endsWith('{') && lines[at] !== '}'; at += 1) {
    if (lines[at] === '    /**') {
      const end = lines.indexOf('     */', at);
      text = textOf(lines.slice(at + 1, end));
      at = end;
      continue;
    }
    const [, field, type = ''] = FIELD.exec(lines[at]) ?? [];
    if (field === undefined) continue;
    fields.push({ name: field, text, values: NO_CHOICE.has(field) ? [] : valuesOf(type) });
    text = '';
  }
  return { name, text: textAbove(lines, begin), fields };
}

function valuesOf(type) {
  const values = VALUES.exec(type)?.[1] ?? '';
  return [...values.matchAll(/"([^"]*)"/g)].map(([, value]) => value);
}

function textAbove(lines, begin) {
  if (lines[begin - 1] !== ' */') return '';
  return textOf(lines.slice(lines.lastIndexOf('/**', begin) + 1, begin - 1));
}

/** The comment without its stars; what would end or open a comment is escaped in it. */
function textOf(lines) {
  return lines
    .map((line) => line.replace(/^ +\* ?/, ''))
    .join('\n')
    .replace(/\\([*/])/g, '$1')
    .trim();
}
