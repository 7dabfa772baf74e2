export interface TarFile {
  readonly name: string;
  readonly text: string;
}

const BLOCK = 512;

export function isTar(path: string): boolean {
  return /\.(tgz|tar|tar\.gz)$/.test(path);
}

/** The files of an unpacked ustar archive whose names are wanted. */
export function filesInTar(bytes: Buffer, wanted: (name: string) => boolean): readonly TarFile[] {
  const found: TarFile[] = [];
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const field = (from: number, to: number) =>
      bytes
        .subarray(at + from, at + to)
        .toString('utf8')
        .replace(/\0.*$/s, '');
    const [name, prefix] = [field(0, 100), field(345, 500)];
    if (name === '') break;
    const size = Number.parseInt(field(124, 136).trim(), 8) || 0;
    const full = prefix === '' ? name : `${prefix}/${name}`;
    const start = at + BLOCK;
    if (wanted(full)) found.push({ name: full, text: bytes.subarray(start, start + size).toString('utf8') });
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}
