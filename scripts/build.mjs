// `npm run build`: builds the site into dist/ and checks what a visitor has to download. `--without-record`: what demos read
// is put there later.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { createContext, runInContext, Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { checkNode, root } from './bootstrap.mjs';
import { recordBuild, sourcesFingerprint } from './fingerprint.mjs';
import { ensureRecord } from './kept/recorder.mjs';
import { licenseOf, noticesIn } from './licenses.mjs';
import { FIELD_TEXT_PACKAGES } from './vite/field-texts.mjs';

const KB = 1000;
/** Whoever publishes the page writes into it where it lies: how long that is, is not for us to say. */
const ADDRESS = process.env.KUBESTEP_SITE ? 0.3 * KB : 0;
const BUDGETS = { page: 230 * KB + ADDRESS, engine: 350 * KB };
/** What a first visit needs of the engine, and what it fetches when it has begun. */
const firstEngine = /^assets\/engine-[0-9a-f]{8}\.js$/;
const laterEngine = /^assets\/engine-later-[0-9a-f]{8}\.js$/;
const record = /^assets\/kept-[0-9a-f]{8}\//;
const FONT_PACKAGES = ['@fontsource/ibm-plex-sans', '@fontsource/ibm-plex-sans-condensed', '@fontsource/ibm-plex-mono'];

checkNode();
const quiet = process.argv.includes('--quiet');
const dist = join(root, 'dist');
const fingerprint = sourcesFingerprint(); // taken first: a file saved during the build makes the result stale
await build({ root, logLevel: quiet ? 'warn' : 'info', build: { manifest: true } });

const manifestFile = join(dist, '.vite', 'manifest.json');
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
rmSync(join(dist, '.vite'), { recursive: true });
completeLicenses();

if (!process.argv.includes('--without-record')) await ensureRecord(dist);
const files = listFiles(dist);
const failures = [...checkSizes(), ...checkPaths(), ...checkEngine(), ...checkLaterScript()];
for (const failure of failures) console.error(`build: ${failure}`);
if (failures.length > 0) process.exit(1);
recordBuild(fingerprint);

function checkSizes() {
  const editor = editorFiles();
  const first = firstLoad();
  const rows = new Map(
    ['page', 'later', 'engine', 'editor', 'fonts', 'record', 'other'].map((name) => [
      name,
      { files: 0, raw: 0, gzip: 0 },
    ]),
  );
  for (const file of files) {
    const row = rows.get(partOf(file, editor, first));
    const content = readFileSync(join(dist, file));
    row.files += 1;
    row.raw += content.length;
    row.gzip += packedSize(file, content);
  }
  const failures = [];
  const lines = [['part', 'files', 'kB', 'gzip kB', 'budget']];
  for (const [name, { files: count, raw, gzip }] of rows) {
    const budget = BUDGETS[name];
    lines.push([name, `${count}`, kb(raw), kb(gzip), budget === undefined ? '' : kb(budget)]);
    if (budget !== undefined && gzip > budget)
      failures.push(`${name} is ${kb(gzip)} kB gzip, over its budget of ${kb(budget)} kB`);
  }
  if (!quiet || failures.length > 0) {
    for (const [name, ...cells] of lines)
      console.log(name.padEnd(10) + cells.map((cell) => cell.padStart(10)).join(''));
  }
  return failures;
}

function packedSize(file, content) {
  // It is packed already, as text of which each letter holds six bits.
  if (record.test(file)) return (content.length * 3) / 4;
  return extname(file) === '.woff2' ? content.length : gzipSync(content, { level: 9 }).length;
}

/** Nothing of the machine that built it may be in what is published. */
function checkPaths() {
  return files
    .filter((file) => ['.js', '.css', '.html', '.json', '.md'].includes(extname(file)))
    .filter((file) => readFileSync(join(dist, file), 'utf8').includes(root))
    .map((file) => `dist/${file} contains the path of the folder it was built in`);
}

/** The engine must run where only classic scripts can: from a blob, inlined, from file://. */
function checkEngine() {
  const scripts = [firstEngine, laterEngine].map((pattern) => files.filter((file) => pattern.test(file)));
  if (scripts.some((found) => found.length !== 1)) return [`expected two engine scripts, found ${scripts.flat()}`];
  return scripts.flat().flatMap((file) => {
    const code = readFileSync(join(dist, file), 'utf8');
    if (/\bimport\s*[(.]/.test(code)) return [`dist/${file} loads another module`];
    try {
      new Script(code);
      return [];
    } catch (error) {
      return [`dist/${file} is no classic script: ${error.message}`];
    }
  });
}

/** What the page loads before anyone does anything: its entry with all that it imports at once, and the words of one language. */
function firstLoad() {
  const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry);
  const chunks = entries.flatMap((key) => [...closure(key)]).map((key) => manifest[key]);
  const words = files.filter((file) => /^assets\/words-[a-z]+-.*\.js$/.test(file));
  const largest = words.sort((a, b) => gzipOf(b) - gzipOf(a)).slice(0, 1);
  return new Set([...chunks.flatMap(({ file, css = [] }) => [file, ...css]), ...largest]);
}

function gzipOf(file) {
  return gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
}

function partOf(file, editor, first) {
  const extension = extname(file);
  if (extension === '.woff2' || extension === '.ttf') return 'fonts';
  if (record.test(file)) return 'record';
  if (laterEngine.test(file)) return 'later';
  if (firstEngine.test(file)) return 'engine';
  if (editor.has(file) || /^assets\/.*worker.*\.js$/.test(file)) return 'editor';
  if (extension !== '.js' && extension !== '.css') return 'other';
  return first.has(file) ? 'page' : 'later';
}

/** What only someone who opens the editor loads: the chunks that need Monaco and that no page loads at once. */
function editorFiles() {
  const atOnce = new Set(
    Object.keys(manifest)
      .filter((key) => manifest[key].isEntry)
      .flatMap((key) => [...closure(key)]),
  );
  const result = new Set();
  for (const [key, chunk] of Object.entries(manifest)) {
    if (atOnce.has(key) || ![...closure(key)].some((each) => manifest[each].name === 'monaco')) continue;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) result.add(file);
  }
  return result;
}

function closure(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) closure(next, seen);
  return seen;
}

/** What is fetched later is read whole when it comes: none of it may use, at that moment, what comes with it. */
function checkLaterScript() {
  const codeOf = (pattern) => readFileSync(join(dist, files.find((file) => pattern.test(file)) ?? ''), 'utf8');
  const context = createContext({ document: {}, performance, setTimeout: () => 0 });
  context.importScripts = () => runInContext(codeOf(laterEngine), context);
  try {
    runInContext(codeOf(firstEngine), context);
    runInContext('kubestepParts.later()', context);
    return [];
  } catch (error) {
    return [`the second engine script cannot be read: ${error.message}`];
  }
}

/** The bundler lists what it put into the page's chunks; the engine's packages and the fonts are added here. */
function completeLicenses() {
  const file = join(dist, 'licenses.md');
  let text = readFileSync(file, 'utf8');
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(dependencies), ...FONT_PACKAGES, ...FIELD_TEXT_PACKAGES]) {
    if (text.includes(`## ${name} - `)) continue;
    text += licenseOf(root, name);
  }
  for (const name of Object.keys(dependencies)) {
    const notices = noticesIn(root, name);
    if (notices !== '' && !text.includes(notices)) text += `\n## ${name}, besides its licence\n${notices}`;
  }
  // The packages were made from these documents; whose words they are is said where the words are given away.
  text += `\n## Kubernetes API documentation (Apache-2.0)\n\nThe descriptions of kinds and fields are those of Kubernetes v1.36: copyright The Kubernetes Authors, licensed under the\nApache License 2.0, which stands in full at the end.\n\n${readFileSync(join(root, 'LICENSE'), 'utf8').trim()}\n`;
  writeFileSync(file, text);
}

function listFiles(folder, prefix = '') {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((name) =>
      statSync(join(folder, name)).isDirectory() ? listFiles(join(folder, name), `${prefix}${name}/`) : [prefix + name],
    );
}

function kb(bytes) {
  return (bytes / KB).toFixed(1);
}
