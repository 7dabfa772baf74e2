// Models the disk of the machine that a person types at, as far as small tools and kubectl see it (v1.36)

import type { Table } from '../../engine/index.ts';
import { absolute, HOME, WRITTEN } from '../kubectl/session/files.ts';
import type { CacheRow } from '../kubectl/session/rows.ts';
import { Folder, type Owner } from '../ports/folder.ts';

/** What stands in files, by their names from home. */
export type Texts = { readonly [name: string]: string };

/**
 * One disk that three write to: the editor, lines of the shell, and kubectl, which keeps what it writes in a table, so that
 * plain commands find it, too.
 */
export class DeskFiles {
  readonly disk = new Folder();
  /** What the editor had when it was looked at last. */
  private readonly edited = new Map<string, string>();
  /** What the table had. */
  private readonly kept = new Map<string, unknown>();

  constructor(
    private readonly cache: Table<CacheRow>,
    private readonly now: () => number,
    private readonly owner: Owner,
  ) {
    this.disk.makeFolder(HOME);
  }

  /** The newest of each file: who has not changed one in the editor meanwhile does not take back what a line made of it. */
  takeIn(files: Texts): void {
    for (const [name, text] of Object.entries(files)) {
      if (this.edited.get(name) === text) continue;
      this.edited.set(name, text);
      this.write(name, text);
    }
    this.readKept();
  }

  /** What kubectl has written since. */
  readKept(): void {
    for (const { key, body } of this.cache.values()) {
      if (!key.startsWith(WRITTEN) || this.kept.get(key) === body) continue;
      this.kept.set(key, body);
      this.write(key.slice(WRITTEN.length), String(body));
    }
  }

  private write(name: string, text: string): void {
    const path = absolute(name);
    this.disk.write(path, text);
    this.disk.setOwner(path, this.owner);
  }

  /** Keeps what lines have written. Belongs to the step emitted last. */
  keepWritten(): void {
    const paths = new Set(this.disk.files());
    for (const path of paths) {
      const name = nameFromHome(path);
      const text = this.disk.read(path);
      const key = `${WRITTEN}${name}`;
      if (text === undefined || this.kept.get(key) === text || this.edited.get(name) === text) continue;
      this.kept.set(key, text);
      this.cache.set(key, { key, fetchedAt: this.now(), body: text });
    }
    for (const key of this.kept.keys()) {
      if (paths.has(absolute(key.slice(WRITTEN.length)))) continue;
      this.kept.delete(key);
      this.cache.delete(key);
    }
  }

  /** All of it, for a kubectl that is started in a folder: names from there, or whole ones. */
  textsFrom(folder: string): Texts {
    const texts: { [name: string]: string } = {};
    for (const path of this.disk.files()) {
      const text = this.disk.read(path);
      if (text !== undefined) texts[path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path] = text;
    }
    return texts;
  }
}

const nameFromHome = (path: string): string => (path.startsWith(`${HOME}/`) ? path.slice(HOME.length + 1) : path);
