// Models Go path/filepath Clean and Abs on the machine where kubectl is typed (v1.36)

import type { Session } from './session.ts';

/** Where the person at the terminal is. */
export const HOME = '/home/user';

/** `over/../base/` is `base`. */
export function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return `${path.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}

/** From the root of the machine. */
export const absolute = (path: string): string => normal(path.startsWith('/') ? path : `${HOME}/${path}`);

/** From where the person is: `./a.yaml` is `a.yaml`. */
export function fromHome(path: string): string {
  const whole = absolute(path);
  if (whole === HOME) return '';
  return whole.startsWith(`${HOME}/`) ? whole.slice(HOME.length + 1) : whole;
}

/** The text of a file, however it is named. */
export function fileNamed(session: Session, file: string): string | undefined {
  return session.made.get(file) ?? read(session, file) ?? read(session, fromHome(file));
}

function read(session: Session, name: string): string | undefined {
  const { files } = session.invocation;
  return Object.hasOwn(files, name) ? files[name] : (session.cached(`${WRITTEN}${name}`)?.body as string | undefined);
}

/** The names of what is in a folder and below, in order: each as it is, and as it is named from there. */
export function inFolder(session: Session, folder: string): readonly (readonly [name: string, inside: string])[] {
  const place = fromHome(folder);
  const prefix = place === '' ? '' : `${place}/`;
  const found: (readonly [string, string])[] = [];
  for (const name of Object.keys(session.invocation.files).sort()) {
    const own = fromHome(name);
    if (own.startsWith(prefix) && (place !== '' || !own.startsWith('/'))) found.push([name, own.slice(prefix.length)]);
  }
  return found;
}

/** Before the name of a file that was written here. */
export const WRITTEN = 'file/';

/** A file that a command writes: later ones find it. Belongs to the step emitted last. */
export function rememberFile(session: Session, file: string, text: string): void {
  session.remember(`${WRITTEN}${fromHome(file)}`, text);
}
