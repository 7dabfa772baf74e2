// Models nothing upstream: a folder of a machine, as far as small tools see it (v1.36)

import { Signal } from '../../engine/index.ts';

/** A file that is put into a folder as a whole. */
export interface GivenFile {
  readonly path: string;
  readonly text: string;
  /** Its permissions; 0644 unless told. */
  readonly mode?: number;
}

/** Whose a file is; by numbers, as a disk has it. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** A path as a folder knows it: `a/b/` as `/a/b`. */
export function trimmed(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.map((part) => `/${part}`).join('');
}

const OF_ROOT: Owner = { uid: 0, gid: 0 };
/** What is made in such a folder belongs to its group. */
const SET_GROUP = 0o2000;
const MOST_KEPT = 131_072;

/** Files and folders below one place, by paths that begin with a slash (`''` is the place itself). Several containers may mount one. */
export class Folder {
  /** The folder that `..data` leads to, where the kubelet writes; its files are links into it. */
  version: string | undefined;
  /** Wakes who waits for a file to grow. */
  readonly changed = new Signal();
  private readonly texts = new Map<string, string>();
  private readonly forgotten = new Map<string, number>();
  private readonly folders = new Set<string>();
  /** Where symbolic links lead, as it was written. */
  private readonly targets = new Map<string, string>();
  /** What was here, or in what lies below this one, and is no more. */
  private readonly removed = new Set<string>();
  /** Files whose bytes are no text: a character each. */
  private readonly raw = new Set<string>();
  /** Permissions, where they are not the usual ones. */
  private readonly modes = new Map<string, number>();
  /** Owners other than root. */
  private readonly owners = new Map<string, Owner>();

  read(path: string): string | undefined {
    return this.texts.get(path);
  }

  write(path: string, text: string): void {
    this.removed.delete(path);
    this.raw.delete(path);
    this.forgotten.delete(path);
    this.texts.set(path, text);
    this.changed.notify();
  }

  /** Of a file that has grown very long the older half is forgotten. */
  append(path: string, text: string): void {
    this.removed.delete(path);
    const whole = `${this.texts.get(path) ?? ''}${text}`;
    const kept = whole.length > MOST_KEPT ? whole.slice(whole.indexOf('\n', whole.length / 2) + 1) : whole;
    if (kept !== whole) this.forgotten.set(path, (this.forgotten.get(path) ?? 0) + whole.length - kept.length);
    this.texts.set(path, kept);
    this.changed.notify();
  }

  /** The length of a file, with what of it is forgotten. */
  lengthOf(path: string): number {
    return (this.forgotten.get(path) ?? 0) + (this.texts.get(path)?.length ?? 0);
  }

  markRaw(path: string): void {
    this.raw.add(path);
  }

  isRaw(path: string): boolean {
    return this.raw.has(path);
  }

  setMode(path: string, mode: number): void {
    this.modes.set(path, mode);
  }

  modeOf(path: string): number | undefined {
    return this.modes.get(path);
  }

  setOwner(path: string, owner: Owner): void {
    if (owner.uid === 0 && owner.gid === 0) this.owners.delete(path);
    else this.owners.set(path, owner);
  }

  ownerOf(path: string): Owner {
    return this.owners.get(path) ?? OF_ROOT;
  }

  /** Somebody has made a file or a folder: in folders that say so it belongs to their group. */
  made(path: string, { uid, gid }: Owner, isFolder = false): void {
    const around = path.slice(0, path.lastIndexOf('/'));
    const isShared = ((this.modes.get(around) ?? 0) & SET_GROUP) !== 0;
    this.setOwner(path, { uid, gid: isShared ? this.ownerOf(around).gid : gid });
    if (isFolder && isShared) this.modes.set(path, SET_GROUP | 0o755);
  }

  /** All that is at a path and below it becomes the group's, too. Models pkg/volume/volume_linux.go changeFilePermission (v1.36) */
  giveTo(gid: number, isReadOnly: boolean, below = ''): void {
    const give = (path: string, mode: number): void => {
      if (path !== below && !path.startsWith(`${below}/`)) return;
      this.owners.set(path, { ...this.ownerOf(path), gid });
      this.modes.set(path, mode);
    };
    const added = isReadOnly ? 0o440 : 0o660;
    for (const path of this.texts.keys()) give(path, (this.modes.get(path) ?? 0o644) | added);
    const folders = new Set([below, ...this.folders]);
    for (const path of this.texts.keys())
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
        folders.add(path.slice(0, end));
    for (const path of folders) give(path, (this.modes.get(path) ?? 0o755) | added | SET_GROUP | 0o110);
  }

  makeFolder(path: string): void {
    if (path !== '') this.folders.add(path);
  }

  link(path: string, target: string): void {
    this.targets.set(path, target);
    this.changed.notify();
  }

  linkAt(path: string): string | undefined {
    return this.targets.get(path);
  }

  get links(): ReadonlyMap<string, string> {
    return this.targets;
  }

  /** With all that is in it, if it is a folder. */
  remove(path: string): void {
    const isInside = (known: string): boolean => known === path || known.startsWith(`${path}/`);
    for (const known of [...this.texts.keys()].filter(isInside)) this.texts.delete(known);
    for (const known of [...this.folders].filter(isInside)) this.folders.delete(known);
    for (const known of [...this.targets.keys()].filter(isInside)) this.targets.delete(known);
    for (const known of [...this.owners.keys()].filter(isInside)) this.owners.delete(known);
    for (const known of [...this.modes.keys()].filter(isInside)) this.modes.delete(known);
    this.removed.add(path);
    this.changed.notify();
  }

  wasRemoved(path: string): boolean {
    return this.removed.has(path);
  }

  isFolder(path: string): boolean {
    if (path === '' || this.folders.has(path)) return true;
    const inside = `${path}/`;
    for (const known of this.texts.keys()) if (known.startsWith(inside)) return true;
    for (const known of this.folders) if (known.startsWith(inside)) return true;
    for (const known of this.targets.keys()) if (known.startsWith(inside)) return true;
    return false;
  }

  files(): Iterable<string> {
    return this.texts.keys();
  }

  subfolders(): Iterable<string> {
    return this.folders;
  }

  /** Everything anew; false when it was so already. */
  replace(given: readonly GivenFile[]): boolean {
    const isSame =
      given.length === this.texts.size && given.every(({ path, text }) => this.texts.get(`/${path}`) === text);
    for (const { path, mode } of given) if (mode !== undefined) this.modes.set(`/${path}`, mode);
    if (isSame) return false;
    this.texts.clear();
    for (const { path, text } of given) this.texts.set(`/${path}`, text);
    this.changed.notify();
    return true;
  }

  /** What is at a path and below it now: it does not change with this one. */
  copy(path: string): Folder {
    const copy = new Folder();
    for (const [known, text] of this.texts) {
      if (known === path || known.startsWith(`${path}/`)) copy.texts.set(known, text);
    }
    for (const [known, mode] of this.modes) copy.modes.set(known, mode);
    for (const [known, owner] of this.owners) copy.owners.set(known, owner);
    return copy;
  }
}
