/** Holds one name at a time. Without a prototype an object begins as a dictionary: names that pass by leave nothing behind. */
const bag = Object.create(null) as Record<string, true>;

/**
 * The same text as the very string by which JavaScript engines know it as the name of a field. A text that was put together or
 * cut out is compared with such names letter by letter, this one by being the same string. For texts that stay.
 */
export function asKey(text: string): string {
  bag[text] = true;
  for (const key in bag) {
    delete bag[text];
    return key;
  }
  return text;
}
