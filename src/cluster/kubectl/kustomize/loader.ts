// Models sigs.k8s.io/kustomize/api/internal/loader and kyaml/filesys/confirmeddir.go (v5.8)

import { absolute, fromHome, HOME } from '../session/files.ts';

/** The files that there are, named from where the person is. */
export interface Files {
  read(path: string): string | undefined;
  hasFolder(path: string): boolean;
  /** Whether a kustomization may name files outside of its folder. */
  readonly isOpen?: boolean;
}

/** Why something cannot be built. */
export class Wrong {
  constructor(
    readonly message: string,
    /** What could not be read is a file, whatever else was tried. */
    readonly isMalformed = false,
  ) {}
}

export const wrapped = (wrong: Wrong, prefix: string): Wrong =>
  new Wrong(`${prefix}: ${wrong.message}`, wrong.isMalformed);

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** One folder with a kustomization, and those that led there. */
export class Loader {
  readonly files: Files;
  /** Its place on the machine. */
  readonly root: string;
  private readonly referrer: Loader | undefined;

  constructor(files: Files, folder: string, referrer?: Loader) {
    this.files = files;
    this.root = absolute(folder);
    this.referrer = referrer;
  }

  join(path: string): string {
    return absolute(path.startsWith('/') ? path : `${this.root}/${path}`);
  }

  load(path: string): string | Wrong {
    const place = this.join(path);
    const text = this.files.read(fromHome(place));
    if (text === undefined) {
      const isFolder = this.files.hasFolder(fromHome(place));
      return new Wrong(isFolder ? `'${place}' must resolve to a file` : this.missing(place));
    }
    if (this.files.isOpen !== true && !isWithin(place, this.root)) {
      return new Wrong(`security; file '${place}' is not in or below '${this.root}'`);
    }
    return text;
  }

  /** The loader of another folder. */
  open(path: string): Loader | Wrong {
    if (path === '') return new Wrong('new root cannot be empty');
    if (path.startsWith('/')) return new Wrong(`new root '${path}' cannot be absolute`);
    const place = this.join(path);
    if (this.files.read(fromHome(place)) !== undefined) {
      return new Wrong(`must build at directory: '${place}': file is not directory`);
    }
    if (!this.files.hasFolder(fromHome(place))) {
      return new Wrong(`must build at directory: not a valid directory: ${this.missing(place)}`);
    }
    const visited = this.visitedIn(place);
    if (visited === undefined) return new Loader(this.files, place, this);
    return new Wrong(`cycle detected: candidate root '${place}' contains visited root '${visited}'`);
  }

  private visitedIn(place: string): string | undefined {
    return isWithin(this.root, place) ? this.root : this.referrer?.visitedIn(place);
  }

  /** Tells a path up to the first part that is not there. */
  private missing(place: string): string {
    const parts = place.split('/');
    const end = parts.findIndex((_, at) => {
      const part = parts.slice(0, at + 1).join('/');
      return part !== '' && !isWithin(HOME, part) && !this.files.hasFolder(fromHome(part));
    });
    const part = parts.slice(0, end + 1).join('/');
    const isFile = end < parts.length - 1 && this.files.read(fromHome(part)) !== undefined;
    const told = isFile
      ? `lstat ${parts.slice(0, end + 2).join('/')}: not a directory`
      : `lstat ${part}: no such file or directory`;
    return `evalsymlink failure on '${place}' : ${told}`;
  }
}
