/** Larger files are not read: the page would stand still, and kubectl refuses them anyway. */
export const MOST_MEGABYTES = 8;

export type ReadFile =
  | { readonly type: 'text'; readonly name: string; readonly text: string }
  | { readonly type: 'large'; readonly name: string }
  | { readonly type: 'noText'; readonly name: string }
  | { readonly type: 'unreadable'; readonly name: string; readonly message: string };

/** What a cluster prints of itself is no manifest that somebody edits. */
export const MOST_MEGABYTES_OF_CLUSTER = 64;

export async function readFiles(list: Iterable<File>, most = MOST_MEGABYTES): Promise<readonly ReadFile[]> {
  return Promise.all(
    [...list].map(async (file): Promise<ReadFile> => {
      const { name } = file;
      if (file.size > most * 1024 * 1024) return { type: 'large', name };
      try {
        const text = textOf(await file.arrayBuffer());
        return text === undefined ? { type: 'noText', name } : { type: 'text', name, text };
      } catch (error) {
        return { type: 'unreadable', name, message: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
}

/** Without the byte order mark and with line ends as the editor has them; undefined for pictures, archives and other encodings. */
function textOf(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.includes('\0')) return undefined;
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  } catch {
    return undefined;
  }
}

/** Hands a text to the browser's own way of saving files. */
export function saveText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Asks for files; nothing happens when the reader changes their mind. */
export function askForFiles(accept: string, multiple: boolean, most?: number): Promise<readonly ReadFile[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.multiple = multiple;
    input.addEventListener('change', () => resolve(readFiles(input.files ?? [], most)));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
