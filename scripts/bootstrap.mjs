// What a fresh clone lacks, and how it is put right. Plain Node and no package, because it runs before there are any.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.mjs';
import { etcdFolder, findEtcd } from './find-etcd.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
export const cacheDir = join(root, 'node_modules', '.cache', 'kubestep');

const MINIMUM_NODE = [20, 19];

/** Exits with a plain sentence when Node is too old; everything later may rely on it. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])) return;
  console.error(
    `Kubestep needs Node ${MINIMUM_NODE.join('.')} or newer; this is Node ${process.versions.node}. Get a newer one at https://nodejs.org/.`,
  );
  process.exit(1);
}

/**
 * Whether `node_modules` lacks what the lock file asks for. Compares contents, not times: a checkout of an older commit
 * gives the lock file a new time without changing what is needed. A package for another platform may be missing.
 */
export function installIsStale(folder = root) {
  const installed = readJson(join(folder, 'node_modules', '.package-lock.json'));
  const wanted = readJson(join(folder, 'package-lock.json'));
  if (installed === undefined || wanted === undefined) return true;
  return Object.entries(wanted.packages).some(([path, entry]) => {
    if (path === '' || entry.link) return false;
    const have = installed.packages[path];
    if (have === undefined) return !(entry.optional || entry.devOptional);
    return have.version !== entry.version;
  });
}

/** Installs the packages when some are missing. Returns whether they are there now. */
export function ensureInstalled() {
  if (!installIsStale()) return true;
  console.log('Installing packages (npm ci) …');
  const { status } = run('npm', ['ci', '--no-audit', '--no-fund']);
  if (status === 0) return true;
  console.error('npm ci failed, see above. It needs the network, once.');
  return false;
}

/** Finds a Chrome or Chromium; as root on Debian or Ubuntu it installs one. Returns its path, or undefined after saying what to do. */
export function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.env.CHROME_PATH) {
    console.error(`CHROME_PATH is ${process.env.CHROME_PATH}, which is not a program.`);
    return undefined;
  }
  if (canUseApt()) {
    console.log('Installing chromium (apt-get) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-qq'], { env });
    // The CJK fonts are for the Chinese pages, which would otherwise be drawn as empty boxes.
    const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
    const { status } = run('apt-get', [...install, 'fonts-noto-cjk'], { env });
    if (status !== 0) run('apt-get', install, { env });
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  console.error(
    [
      'No Chrome or Chromium was found, so the browser tests cannot run. Install one:',
      '  Debian, Ubuntu   sudo apt-get install chromium',
      '  Fedora           sudo dnf install chromium',
      '  macOS            brew install --cask google-chrome',
      '  Windows          winget install Google.Chrome',
      'or name an installed one in CHROME_PATH.',
    ].join('\n'),
  );
  return undefined;
}

/**
 * Finds an etcd for the test that compares the simulated one with it; on Debian or Ubuntu it fetches the package and
 * unpacks it for this project alone, so that no server is started on the machine. Without one the test uses recorded answers.
 */
export function ensureEtcd() {
  const found = findEtcd();
  if (found !== undefined || process.env.ETCD_PATH !== undefined || !canUseApt()) return found;
  console.log('Fetching etcd-server (apt-get) …');
  rmSync(etcdFolder, { recursive: true, force: true });
  mkdirSync(etcdFolder, { recursive: true });
  const options = { cwd: etcdFolder, stdio: 'ignore' };
  // Without a sandbox user, because apt's own may not write here.
  const download = ['-o', 'APT::Sandbox::User=root', 'download', '-qq', 'etcd-server'];
  if (run('apt-get', download, options).status !== 0) {
    run('apt-get', ['update', '-qq'], options);
    run('apt-get', download, options);
  }
  const archive = readdirSync(etcdFolder).find((name) => name.endsWith('.deb'));
  if (archive !== undefined) run('dpkg-deb', ['-x', archive, '.'], options);
  return findEtcd();
}

/** Runs a command in the project's folder and shows its output. */
export function run(command, args, options = {}) {
  // On Windows npm is a script, which only a shell can start.
  const shell = process.platform === 'win32' && command === 'npm';
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', shell, ...options });
}

function canUseApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // missing or broken: the same to us
  }
}
