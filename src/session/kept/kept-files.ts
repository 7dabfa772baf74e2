import type { KeptFiles } from './kept-part.ts';

declare global {
  /** What every file of a record calls: its name, and what is in it as deflated JSON in base64. */
  var kubestepKept: ((name: string, packed: string) => void) | undefined;
}

/**
 * The files of a record at an address. They are scripts: a frame without an origin may read nothing else from a server that does
 * not say that everybody may. Each is fetched once; one that did not come is asked for again when it is wanted again.
 */
export function keptFilesAt(base: string): KeptFiles {
  const packed = new Map<string, string>();
  const coming = new Map<string, Promise<unknown>>();
  globalThis.kubestepKept = (name, text) => packed.set(name, text);
  const fetched = async (name: string): Promise<unknown> => {
    await scriptAt(`${base}${name}.js`);
    const text = packed.get(name);
    packed.delete(name);
    if (text === undefined) throw new Error(`${name} is not in the record`);
    return unpacked(text);
  };
  return (name) => {
    const known = coming.get(name) ?? fetched(name);
    coming.set(name, known);
    known.catch(() => coming.delete(name));
    return known;
  };
}

function scriptAt(url: string): Promise<void> {
  return new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => done();
    script.onerror = () => fail(new Error('a part of the record did not come'));
    document.head.append(script);
    script.remove();
  });
}

function unpacked(text: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).json();
}
