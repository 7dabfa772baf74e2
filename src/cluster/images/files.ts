// Models the writable layer of a container, as far as small tools see it (v1.36)

import { bytesOf, packTar, type TarEntry, textOf, unpackTar } from '../../base/tar.ts';
import { PLAIN_DOLLAR } from './script.ts';

const ROOT_FOLDERS: readonly string[] = ['bin', 'dev', 'etc', 'home', 'proc', 'root', 'sys', 'tmp', 'usr', 'var'];
/** Files that every container has. */
const BUILT_IN_FILES: ReadonlyMap<string, string> = new Map([
  ['/etc/hostname', '$HOSTNAME\n'],
  ['/etc/hosts', '# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n$POD_ADDRESS\t$HOSTNAME\n'],
  [
    '/etc/resolv.conf',
    'search $POD_SPACE.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\noptions ndots:5\n',
  ],
  ['/var/run/secrets/kubernetes.io/serviceaccount/ca.crt', '$POD_AUTHORITY'],
  ['/var/run/secrets/kubernetes.io/serviceaccount/namespace', '$POD_SPACE'],
  ['/var/run/secrets/kubernetes.io/serviceaccount/token', '$POD_TOKEN'],
  ['/dev/null', ''],
]);

const NOTHING_MOUNTED: ReadonlyMap<string, string> = new Map();

/** What has been written, made and removed in one container, above what its image has. Texts as `filled` takes them. */
export class Files {
  /** Undefined: removed. */
  private readonly texts = new Map<string, string | undefined>();
  private readonly folders = new Set<string>();
  /** Files whose bytes are no text: a character each. */
  private readonly raw = new Set<string>();

  /** Texts of volumes, by absolute path: over what is there. */
  private mounted: ReadonlyMap<string, string> = NOTHING_MOUNTED;

  /** Paths that end in a slash are folders. */
  mount(given: ReadonlyMap<string, string> = NOTHING_MOUNTED): this {
    const mounted = new Map<string, string>();
    for (const [path, text] of given) {
      if (path.endsWith('/')) this.folders.add(absolute(path));
      else mounted.set(absolute(path), text.replaceAll('$', PLAIN_DOLLAR));
    }
    this.mounted = mounted;
    return this;
  }

  read(path: string): string | undefined {
    const at = absolute(path);
    return this.mounted.get(at) ?? (this.texts.has(at) ? this.texts.get(at) : BUILT_IN_FILES.get(at));
  }

  write(path: string, text: string, appends: boolean): void {
    const at = absolute(path);
    if ((at.startsWith('/dev/') && at !== '/dev/termination-log') || at.startsWith('/proc/')) return;
    if (!appends) this.raw.delete(at);
    this.texts.set(at, appends ? `${this.read(at) ?? ''}${text}` : text);
  }

  makeFolder(path: string): void {
    this.folders.add(absolute(path));
  }

  /** With all that is in it, if it is a folder. */
  remove(path: string): void {
    const at = absolute(path);
    for (const known of [...this.all()]) {
      if (known === at || known.startsWith(`${at}/`)) this.texts.set(known, undefined);
    }
    for (const known of [...this.folders]) {
      if (known === at || known.startsWith(`${at}/`)) this.folders.delete(known);
    }
  }

  isFolder(path: string): boolean {
    const at = absolute(path);
    if (at === '' || this.folders.has(at) || ROOT_FOLDERS.includes(at.slice(1))) return true;
    return this.all().some((known) => known.startsWith(`${at}/`));
  }

  /** Names in a folder, in order. */
  list(path: string): readonly string[] {
    const at = absolute(path);
    const names = new Set(at === '' ? ROOT_FOLDERS : []);
    for (const known of [...this.all(), ...this.folders]) {
      if (known.startsWith(`${at}/`)) names.add(known.slice(at.length + 1).split('/', 1)[0] as string);
    }
    return [...names].sort();
  }

  /** Puts the files of an archive below a folder. */
  unpack(archive: string, folder: string): void {
    const below = absolute(folder);
    for (const { path, content } of unpackTar(archive)) {
      const at = `${below}/${path.replace(/^\/+/, '')}`;
      if (path.endsWith('/')) this.makeFolder(at);
      else this.unpackFile(at, content);
    }
  }

  private unpackFile(path: string, content: string): void {
    const text = textOf(content);
    this.write(path, text.replaceAll('$', PLAIN_DOLLAR), false);
    if (text === content && /[^\0-\x7f]/.test(content)) this.raw.add(absolute(path));
  }

  /** A file, or all files of a folder; undefined when there is neither. */
  pack(path: string, fill: (text: string) => string, seconds: number): string | undefined {
    const at = absolute(path);
    const entries: TarEntry[] = [];
    const add = (known: string): void => {
      const text = fill(this.read(known) ?? '');
      entries.push({ path: known.slice(1), content: this.raw.has(known) ? text : bytesOf(text) });
    };
    if (this.read(at) !== undefined) add(at);
    else if (this.isFolder(at)) {
      if (at !== '') entries.push({ path: `${at.slice(1)}/`, content: '' });
      for (const known of this.all()) if (known.startsWith(`${at}/`)) add(known);
    } else return undefined;
    return packTar(entries, seconds);
  }

  private all(): readonly string[] {
    const written = [...this.texts].filter(([, text]) => text !== undefined).map(([path]) => path);
    const given = [...BUILT_IN_FILES.keys()].filter((path) => !this.texts.has(path));
    return [...new Set([...written, ...given, ...this.mounted.keys()])].sort();
  }
}

/** Without a slash behind; relative to `/`, where programs start. */
function absolute(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.map((part) => `/${part}`).join('');
}
