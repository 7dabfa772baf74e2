// Models the file system of a container: its image, its writable layer, its mounts, as far as small tools see them (v1.36)

import { bytesOf, packTar, type TarEntry, textOf, unpackTar } from '../../../base/bytes/tar.ts';
import type { Mount, ProcessUser } from '../../ports/cri.ts';
import { Folder, type Owner } from '../../ports/folder.ts';
import { type Around, machineSays, NOBODY } from '../around.ts';
import { allows } from './permissions.ts';

const ROOT_FOLDERS: readonly string[] = ['bin', 'dev', 'etc', 'home', 'proc', 'root', 'sys', 'tmp', 'usr', 'var'];
const USUAL_FOLDERS: readonly string[] = ['app', 'boot', 'lib', 'media', 'mnt', 'opt', 'run', 'sbin', 'srv'];
/** Files that every container has. */
const SECRETS = '/var/run/secrets/kubernetes.io/serviceaccount';
const LOCAL =
  '# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\nfe00::\tip6-localnet\nfe00::\tip6-mcastprefix\nfe00::1\tip6-allnodes\nfe00::2\tip6-allrouters\n';
/** Files that every container has, and what they hold. */
const BUILT_IN_FILES: ReadonlyMap<string, (around: Around) => string> = new Map([
  ['/etc/hostname', ({ hostname }) => `${hostname}\n`],
  ['/etc/hosts', ({ address, hostname }) => `${LOCAL}${address}\t${hostname}\n`],
  [
    '/etc/resolv.conf',
    ({ namespace }) =>
      `search ${namespace}.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\noptions ndots:5\n`,
  ],
  [`${SECRETS}/ca.crt`, ({ mounted }) => mounted?.get('ca.crt') ?? ''],
  [`${SECRETS}/namespace`, ({ namespace }) => namespace],
  [`${SECRETS}/token`, ({ mounted }) => mounted?.get('token') ?? ''],
  ['/dev/null', () => ''],
  ...['cpuinfo', 'loadavg', 'meminfo', 'uptime'].map(
    (what) => [`/proc/${what}`, (around: Around) => machineSays(what, '', around)] as const,
  ),
]);

/** What lies below and above a container's writable layer. */
export interface Place {
  /** Files of the image, beside those of every container. */
  readonly image?: ReadonlyMap<string, string>;
  readonly mounts?: readonly Mount[];
  /** Where last words are left, also below /dev and where nothing else can be written. */
  readonly lastWords?: string | undefined;
  readonly user?: ProcessUser | undefined;
  /** Only what is mounted can be written. */
  readonly isReadOnly?: boolean;
  /** Where their process runs. */
  around?(): Around;
}

/** A name in a folder. */
export interface Entry {
  readonly name: string;
  readonly size?: number;
  readonly isFolder?: boolean;
  /** Where it leads. */
  readonly link?: string;
}

const MAY_READ = 4;
const MAY_WRITE = 2;
/** Why something cannot be done, in the words of Linux. */
export const DENIED = 'Permission denied';
/** Folders of a system, which belong to root whatever the image is. */
const OF_SYSTEM = /^\/(?:$|(?:bin|boot|etc|lib|proc|root|sbin|sys|usr)(?:\/|$))/;
const KIB = 1024;
/** As Linux counts them. */
const MOST_LINKS = 40;
/** Nothing is there: what leads to itself. */
const LOOP = '/proc/self/loop';
const NOWHERE: Place = {};
const ROOT: ProcessUser = { uid: 0, gid: 0, groups: [] };
const NO_MOUNTS: readonly Mount[] = [];
const NO_FILES: ReadonlyMap<string, string> = new Map();

/** How one process sees the files of its container. */
export class Files {
  private told: () => Around;

  constructor(
    private readonly layer = new Folder(),
    private readonly place: Place = NOWHERE,
  ) {
    this.told = () => place.around?.() ?? NOBODY;
  }

  /** What their process knows of where it runs. */
  get around(): Around {
    return this.told();
  }

  /** A process that has set variables of its own tells so. */
  surround(around: () => Around): void {
    this.told = around;
  }

  /** The folder that its process is in, without a slash behind. */
  private where = '';

  get folder(): string {
    return this.where === '' ? '/' : this.where;
  }

  enter(path: string): void {
    this.where = this.at(path);
  }

  /** The same files for a process of its own. */
  beside(): Files {
    const files = new Files(this.layer, this.place);
    files.where = this.where;
    return files;
  }

  /** The whole name. */
  at(path: string): string {
    return absolute(path.startsWith('/') ? path : `${this.where}/${path}`);
  }

  /** The name behind all links on the way to it and at its end. */
  real(path: string): string {
    let at = this.at(path);
    if (!this.hasLinks()) return at;
    for (let followed = 0; followed < MOST_LINKS; followed++) {
      const next = this.afterOneLink(at);
      if (next === undefined) return at;
      at = next;
    }
    return LOOP;
  }

  /** The name itself, behind links on the way to it. */
  private named(path: string): string {
    const at = this.at(path);
    const end = at.lastIndexOf('/');
    return this.hasLinks() && end >= 0 ? `${this.real(at.slice(0, end) || '/')}${at.slice(end)}` : at;
  }

  private hasLinks(): boolean {
    if (this.layer.links.size > 0) return true;
    return (this.place.mounts ?? NO_MOUNTS).some(({ folder }) => folder.links.size > 0);
  }

  /** Goes through the first link of a path; undefined when it has none. */
  private afterOneLink(at: string): string | undefined {
    for (let end = at.indexOf('/', 1); ; end = at.indexOf('/', end + 1)) {
      const part = end < 0 ? at : at.slice(0, end);
      const target = this.madeLink(part);
      if (target !== undefined) {
        const from = target.startsWith('/') ? '' : part.slice(0, part.lastIndexOf('/'));
        return absolute(`${from}/${target}${at.slice(part.length)}`);
      }
      if (end < 0) return undefined;
    }
  }

  private madeLink(at: string): string | undefined {
    const mount = this.mountOf(at);
    return mount === undefined ? this.layer.linkAt(at) : mount.folder.linkAt(below(mount, at));
  }

  /** Where a symbolic link leads, as it was written. */
  linkOf(path: string): string | undefined {
    const at = this.named(path);
    const made = this.madeLink(at);
    const version = this.mountOf(at)?.folder.version;
    if (made !== undefined || version === undefined) return made;
    const end = at.lastIndexOf('/');
    return this.entries(at.slice(0, end) || '/').find(({ name }) => name === at.slice(end + 1))?.link;
  }

  /** Makes a symbolic link; where it leads need not be there. */
  link(path: string, target: string): void {
    const at = this.named(path);
    const mount = this.mountOf(at);
    if (mount === undefined) this.layer.link(at, target);
    else mount.folder.link(below(mount, at), target);
    this.made(at, false);
  }

  read(path: string): string | undefined {
    const at = this.real(path);
    const mount = this.mountOf(at);
    if (mount !== undefined) return mount.folder.read(linked(mount, at));
    const own = this.layer.read(at);
    if (own !== undefined || this.layer.wasRemoved(at)) return own;
    return this.place.image?.get(at) ?? BUILT_IN_FILES.get(at)?.(this.around);
  }

  /** What its process may read of a file. */
  text(path: string): string | undefined {
    return this.isHidden(path) ? undefined : this.read(path);
  }

  /** False where nothing can be written. */
  write(path: string, text: string, appends: boolean): boolean {
    const at = this.real(path);
    if ((at.startsWith('/dev/') && !this.isLastWords(at)) || at.startsWith('/proc/')) return true;
    if (this.refusal(at) !== undefined) return false;
    if (this.read(at) === undefined) this.made(at, false);
    const mount = this.mountOf(at);
    if (mount !== undefined) {
      const inner = below(mount, at);
      if (appends) mount.folder.append(inner, text);
      else mount.folder.write(inner, text);
    } else if (!appends) this.layer.write(at, text);
    else if (this.layer.read(at) !== undefined) this.layer.append(at, text);
    else this.layer.write(at, `${this.read(at) ?? ''}${text}`);
    return true;
  }

  /** Why its process cannot write a file, or make something there, or remove it. */
  refusal(path: string, removes = false): string | undefined {
    const at = removes ? this.named(path) : this.real(path);
    if (this.isLastWords(at)) return undefined;
    const mount = this.mountOf(at);
    if (mount === undefined ? this.place.isReadOnly === true : mount.readOnly) return 'Read-only file system';
    const isChanged = !removes && this.isThere(at);
    const changed = isChanged ? at : at.slice(0, at.lastIndexOf('/')) || '/';
    return this.may(MAY_WRITE, changed) ? undefined : DENIED;
  }

  /** There, and not for its process to read. */
  isHidden(path: string): boolean {
    return this.user.uid !== 0 && this.isThere(path) && !this.may(MAY_READ, this.real(path));
  }

  /** What an image lets whom do in its folders is not known, besides those of every system. */
  private may(bits: number, at: string): boolean {
    const { user } = this;
    if (user.uid === 0) return true;
    if (this.mountOf(at) === undefined && !OF_SYSTEM.test(at) && this.layer.modeOf(at) === undefined) return true;
    return allows(user, this.ownerOf(at), this.modeOf(at), bits);
  }

  /** Whose a file is: root's unless told. */
  ownerOf(path: string): Owner {
    const at = this.named(path);
    const mount = this.mountOf(at);
    return mount === undefined ? this.layer.ownerOf(at) : mount.folder.ownerOf(linked(mount, at));
  }

  setOwner(path: string, owner: Owner): void {
    const at = this.real(path);
    const mount = this.mountOf(at);
    if (mount === undefined) this.layer.setOwner(at, owner);
    else mount.folder.setOwner(below(mount, at), owner);
  }

  private made(at: string, isFolder: boolean): void {
    const mount = this.mountOf(at);
    if (mount === undefined) this.layer.made(at, this.user, isFolder);
    else mount.folder.made(below(mount, at), this.user, isFolder);
  }

  /** Why no file can be made there, in the words of a shell. What lies in the folders of an image is not known: there all can. */
  hindrance(path: string): string | undefined {
    const at = this.real(path);
    if (at.startsWith('/dev/') || this.read(at) !== undefined || this.isLastWords(at)) return undefined;
    if (this.isFolder(at)) return 'Is a directory';
    const [, top = '', inner] = at.split('/');
    const isOfImage = top !== 'tmp' && (ROOT_FOLDERS.includes(top) || USUAL_FOLDERS.includes(top));
    const folder = at.slice(0, at.lastIndexOf('/'));
    if (this.read(folder) !== undefined) return 'nonexistent directory';
    if (inner === undefined || isOfImage || folder === '/tmp' || this.isFolder(folder)) return undefined;
    return 'nonexistent directory';
  }

  /** As whom its processes run. */
  get user(): ProcessUser {
    return this.place.user ?? ROOT;
  }

  private isLastWords(at: string): boolean {
    return at === '/dev/termination-log' || at === this.place.lastWords;
  }

  /** Permissions: of files 0644, of folders 0755 unless told. */
  modeOf(path: string): number {
    const at = this.real(path);
    const mount = this.mountOf(at);
    const inner = mount === undefined ? at : linked(mount, at);
    // What `..data` leads to is no more than the folder of all that is in it.
    const isVersion = mount !== undefined && inner === '' && at !== mount.path;
    const own = isVersion ? undefined : (mount?.folder ?? this.layer).modeOf(inner);
    return own ?? (at === '/tmp' ? 0o777 : this.read(at) === undefined ? 0o755 : 0o644);
  }

  setMode(path: string, mode: number): void {
    const at = this.real(path);
    const mount = this.mountOf(at);
    if (mount === undefined) this.layer.setMode(at, mode);
    else mount.folder.setMode(below(mount, at), mode);
  }

  makeFolder(path: string): void {
    const at = this.real(path);
    const mount = this.mountOf(at);
    if (!this.isFolder(at)) this.made(at, true);
    if (mount === undefined) this.layer.makeFolder(at);
    else mount.folder.makeFolder(below(mount, at));
  }

  /** With all that is in it, if it is a folder; the one that it was in stays, empty or not. */
  remove(path: string): void {
    const at = this.named(path);
    const parent = at.slice(0, at.lastIndexOf('/'));
    const wasFolder = this.isFolder(parent);
    this.removeAt(at);
    if (wasFolder && !this.isFolder(parent)) this.makeFolder(parent);
  }

  private removeAt(at: string): void {
    const mount = this.mountOf(at);
    if (mount !== undefined) return mount.folder.remove(below(mount, at));
    for (const known of this.all()) {
      if (known.startsWith(`${at}/`) && this.mountOf(known) === undefined) this.layer.remove(known);
    }
    this.layer.remove(at);
  }

  isFolder(path: string): boolean {
    const at = this.real(path);
    if (at === '' || ROOT_FOLDERS.includes(at.slice(1))) return true;
    const mount = this.mountOf(at);
    if (mount !== undefined) return !mount.isFile && mount.folder.isFolder(linked(mount, at));
    const inside = `${at}/`;
    return (
      this.folders().includes(at) ||
      [...this.all(), ...this.folders(), ...this.links()].some((known) => known.startsWith(inside))
    );
  }

  isThere(path: string): boolean {
    return this.read(path) !== undefined || this.isFolder(path);
  }

  /** What is in a folder, in order, as a long listing has it. */
  entries(path: string): readonly Entry[] {
    const at = this.real(path);
    const mount = this.mountOf(at);
    const version = mount !== undefined && below(mount, at) === '' ? mount.folder.version : undefined;
    const plain = this.list(path).map((name): Entry => {
      const inner = `${at}/${name}`;
      const made = this.madeLink(inner);
      if (made !== undefined) return { name, size: made.length, link: made };
      const isFolder = this.read(inner) === undefined;
      if (version !== undefined) return { name, size: name.length + '..data/'.length, link: `..data/${name}` };
      return isFolder ? { name, isFolder } : { name, size: this.read(inner)?.length ?? 0 };
    });
    if (version === undefined) return plain;
    return [{ name: version, isFolder: true }, { name: '..data', size: version.length, link: version }, ...plain];
  }

  /** Names in a folder, in order. */
  list(path: string): readonly string[] {
    const at = this.real(path);
    const names = new Set(at === '' ? ROOT_FOLDERS : []);
    for (const known of [...this.all(), ...this.folders(), ...this.links()]) {
      if (known.startsWith(`${at}/`)) names.add(known.slice(at.length + 1).split('/', 1)[0] as string);
    }
    return [...names].sort();
  }

  /** What is mounted where, the root first. */
  mountedAt(): readonly {
    readonly at: string;
    readonly source: string;
    readonly readOnly: boolean;
    readonly bytes?: number | undefined;
  }[] {
    const own = (this.place.mounts ?? NO_MOUNTS).map(({ path, inMemory, readOnly, bytes }) => ({
      at: path,
      bytes,
      source: inMemory === true ? 'tmpfs' : '/dev/vda1',
      readOnly,
    }));
    return [{ at: '/', source: 'overlay', readOnly: this.place.isReadOnly === true }, ...own];
  }

  mountLines(): readonly string[] {
    return this.mountedAt().map(({ at, source, readOnly, bytes }) => {
      const type = source === '/dev/vda1' ? 'ext4' : source;
      const size = bytes === undefined ? '' : `,size=${Math.floor(bytes / KIB)}k`;
      return `${source} on ${at} type ${type} (${readOnly ? 'ro' : 'rw'},relatime${size})`;
    });
  }

  /** How long a file is, and the folder that tells when it grows. */
  growthOf(path: string): { readonly length: number; readonly folder: Folder } {
    const at = this.real(path);
    const mount = this.mountOf(at);
    if (mount === undefined) return { length: this.layer.lengthOf(at), folder: this.layer };
    return { length: mount.folder.lengthOf(below(mount, at)), folder: mount.folder };
  }

  /** Puts the files of an archive below a folder. */
  unpack(archive: string, folder: string): void {
    const beneath = this.at(folder);
    for (const { path, content } of unpackTar(archive)) {
      const at = `${beneath}/${path.replace(/^\/+/, '')}`;
      if (path.endsWith('/')) this.makeFolder(at);
      else this.unpackFile(at, content);
    }
  }

  private unpackFile(path: string, content: string): void {
    const text = textOf(content);
    this.write(path, text, false);
    if (text !== content || !/[^\0-\x7f]/.test(content)) return;
    const at = this.at(path);
    const mount = this.mountOf(at);
    if (mount === undefined) this.layer.markRaw(at);
    else mount.folder.markRaw(below(mount, at));
  }

  /** A file, or all files of a folder, by the names that are shown; undefined when there is neither. */
  pack(path: string, seconds: number, shown?: string): string | undefined {
    const at = this.at(path);
    const named = (known: string): string =>
      shown === undefined ? known.slice(1) : `${shown}${known.slice(at.length)}`;
    const entries: TarEntry[] = [];
    const add = (known: string): void => {
      const text = this.read(known) ?? '';
      entries.push({ path: named(known), content: this.isRaw(known) ? text : bytesOf(text) });
    };
    if (this.read(at) !== undefined) add(at);
    else if (this.isFolder(at)) {
      if (named(at) !== '') entries.push({ path: `${named(at)}/`, content: '' });
      for (const known of this.all()) if (known.startsWith(`${at}/`)) add(known);
    } else return undefined;
    return packTar(entries, seconds);
  }

  private isRaw(at: string): boolean {
    const mount = this.mountOf(at);
    return mount === undefined ? this.layer.isRaw(at) : mount.folder.isRaw(below(mount, at));
  }

  /** Of mounts within mounts the innermost counts. */
  private mountOf(at: string): Mount | undefined {
    let found: Mount | undefined;
    for (const mount of this.place.mounts ?? NO_MOUNTS) {
      const isInside = at === mount.path || (!mount.isFile && at.startsWith(`${mount.path}/`));
      if (isInside && (found === undefined || mount.path.length > found.path.length)) found = mount;
    }
    return found;
  }

  private all(): readonly string[] {
    const given = [...BUILT_IN_FILES.keys(), ...(this.place.image ?? NO_FILES).keys()];
    const own = [...this.layer.files(), ...given.filter((path) => !this.layer.wasRemoved(path))];
    const paths = new Set(own.filter((path) => this.mountOf(path) === undefined));
    for (const mount of this.place.mounts ?? NO_MOUNTS) {
      if (mount.isFile) paths.add(mount.path);
      else for (const path of above(mount, mount.folder.files())) if (this.mountOf(path) === mount) paths.add(path);
    }
    return [...paths].sort();
  }

  private links(): readonly string[] {
    const paths = [...this.layer.links.keys()];
    for (const mount of this.place.mounts ?? NO_MOUNTS) {
      if (!mount.isFile) paths.push(...above(mount, mount.folder.links.keys()));
    }
    return paths;
  }

  private folders(): readonly string[] {
    const paths = [...this.layer.subfolders()];
    for (const mount of this.place.mounts ?? NO_MOUNTS) {
      if (!mount.isFile) paths.push(mount.path, ...above(mount, mount.folder.subfolders()));
    }
    return paths;
  }
}

/** A path of the container as one of the folder that is mounted there. */
function below(mount: Mount, at: string): string {
  return `${mount.below}${at.slice(mount.path.length)}`;
}

/** The same behind `..data`, where the kubelet writes. */
function linked(mount: Mount, at: string): string {
  const path = below(mount, at);
  const { version } = mount.folder;
  if (version === undefined || !path.startsWith('/..')) return path;
  const inside = path.slice(1).split('/');
  return inside[0] === '..data' || inside[0] === version
    ? inside
        .slice(1)
        .map((part) => `/${part}`)
        .join('')
    : path;
}

/** Paths of the mounted folder as those of the container. */
function above(mount: Mount, paths: Iterable<string>): readonly string[] {
  const found: string[] = [];
  for (const path of paths) {
    if (path.startsWith(`${mount.below}/`)) found.push(`${mount.path}${path.slice(mount.below.length)}`);
  }
  return found;
}

/** Without a slash behind; relative to `/`. */
export function absolute(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.map((part) => `/${part}`).join('');
}
