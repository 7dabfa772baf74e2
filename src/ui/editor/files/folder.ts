/** More files than these are no cluster that somebody looks at by hand. */
const MOST = 500;
const READ = /\.(?:ya?ml|json|log)$/;

/** All manifests and logs below what was dropped, named by their way from there. */
export async function filesBelow(dropped: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const found: File[] = [];
  const open = [...dropped];
  for (let entry = open.shift(); entry !== undefined && found.length < MOST; entry = open.shift()) {
    if (entry.isDirectory) open.push(...(await entriesIn(entry as FileSystemDirectoryEntry)));
    else if (READ.test(entry.name) || dropped.includes(entry)) found.push(await fileOf(entry as FileSystemFileEntry));
  }
  return found;
}

/** A reader gives a hundred at a time, and none when it has given all. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return all.filter(({ name }) => !name.startsWith('.')).sort(byName);
    all.push(...some);
  }
}

const byName = (one: FileSystemEntry, other: FileSystemEntry): number => (one.name < other.name ? -1 : 1);

async function fileOf(entry: FileSystemFileEntry): Promise<File> {
  const file = await new Promise<File>((done, failed) => entry.file(done, failed));
  return new File([file], entry.fullPath.replace(/^\//, ''));
}
