import { type Lines, type ManifestDocument, parseFile } from '../../api/yaml/index.ts';
import { MOST_CHECKED } from './limits.ts';

/** `spec.containers[0].image` as names and places. */
export function parsePath(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(?:(\d+)|"?([^\]"]*)"?)\]|([^.[\]]+)/g)].map(([, index, key, name]) =>
    index === undefined ? (key ?? name ?? '') : Number(index),
  );
}

/** Where a field of an object stands in a text; undefined when the text has no such object. */
export function findField(
  text: string,
  subject: string,
  path: string,
): { readonly line: number; readonly column: number } | undefined {
  return documentOf(text, subject)?.at(placesIn(path));
}

/** The lines of a text that hold a field of an object with all that is in it; of the whole object without a path. */
export function findLines(text: string, subject: string, path: string): Lines | undefined {
  return documentOf(text, subject)?.lines(placesIn(path));
}

function documentOf(text: string, subject: string): ManifestDocument | undefined {
  if (text.length > MOST_CHECKED) return undefined;
  const parts = subject.split('/');
  const [resource = '', name] = [parts[0], parts.at(-1)];
  return parseFile(text).documents.find(({ object }) => {
    const { kind, metadata } = (object ?? {}) as {
      readonly kind?: unknown;
      readonly metadata?: { readonly name?: unknown } | null;
    };
    return (
      metadata?.name === name && typeof kind === 'string' && resource.startsWith(kind.toLowerCase().replace(/y$/, ''))
    );
  });
}

/** A dotted path has list places as plain numbers. */
function placesIn(path: string): readonly (string | number)[] {
  return parsePath(path).map((part) => (typeof part === 'string' && /^\d+$/.test(part) ? Number(part) : part));
}
