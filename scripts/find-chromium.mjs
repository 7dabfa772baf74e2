import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];

/** The path of an installed Chrome, Chromium or Edge. CHROME_PATH comes first; a wrong CHROME_PATH finds nothing. */
export function findChromium(env = process.env, platform = process.platform) {
  if (env.CHROME_PATH) return isProgram(env.CHROME_PATH) ? env.CHROME_PATH : undefined;
  return candidates(env, platform).find(isProgram);
}

/** For headless runs, also as root in a container. Without --disable-gpu a canvas is drawn by a very slow path there. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function candidates(env, platform) {
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Google Chrome Canary', 'Microsoft Edge'];
    const folders = ['/Applications', ...(env.HOME ? [join(env.HOME, 'Applications')] : [])];
    return [
      ...folders.flatMap((folder) => apps.map((app) => join(folder, `${app}.app`, 'Contents', 'MacOS', app))),
      ...onPath(env),
    ];
  }
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean);
    const programs = [
      ['Google', 'Chrome', 'Application', 'chrome.exe'],
      ['Chromium', 'Application', 'chrome.exe'],
      ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
    ];
    return folders.flatMap((folder) => programs.map((program) => join(folder, ...program)));
  }
  return [...onPath(env), '/snap/bin/chromium', '/opt/google/chrome/chrome'];
}

function onPath(env) {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
