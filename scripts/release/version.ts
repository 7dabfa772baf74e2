/** A semantic version of ours: three numbers, and what comes before a release. */
const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/;
const PARTS = ['major', 'minor', 'patch'] as const;

/** The version that follows: by the part that is raised, or as it is written. A text with a space says why there is none. */
export function nextVersion(now: string, asked: string): string {
  const [, ...numbers] = VERSION.exec(now) ?? [];
  const at = PARTS.indexOf(asked as (typeof PARTS)[number]);
  if (at >= 0)
    return PARTS.map((_, place) =>
      place < at ? Number(numbers[place]) : place === at ? Number(numbers[place]) + 1 : 0,
    ).join('.');
  if (!VERSION.test(asked)) return `${asked} is neither major, minor, patch nor a version such as 1.2.3`;
  return isAfter(asked, now) ? asked : `${asked} does not come after ${now}`;
}

/** Of two with the same numbers, the one that comes before a release is the earlier. */
function isAfter(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => VERSION.exec(text) ?? []);
  for (const place of [1, 2, 3]) {
    const difference = Number(a?.[place]) - Number(b?.[place]);
    if (difference !== 0) return difference > 0;
  }
  const [early, earlier] = [a?.[4], b?.[4]];
  return early === undefined ? earlier !== undefined : earlier !== undefined && early > earlier;
}

const NEXT = '## Next';

/** The changelog with what stands under *Next* as a version of its own; a text that begins with `!` says why not. */
export function releasedChangelog(text: string, version: string, day: string, name = 'CHANGELOG.md'): string {
  const begin = text.indexOf(`${NEXT}\n`);
  if (begin < 0) return `!${name} has no ${NEXT}`;
  const after = begin + NEXT.length + 1;
  const end = text.indexOf('\n## ', after);
  const notes = text.slice(after, end < 0 ? undefined : end).trim();
  if (notes === '') return `!${name} says nothing under ${NEXT}: what has changed?`;
  const rest = end < 0 ? '' : text.slice(end + 1);
  return `${text.slice(0, begin)}${NEXT}\n\n## ${version} - ${day}\n\n${notes}\n${rest === '' ? '' : `\n${rest}`}`;
}

/** What the changelog says of a version. */
export function notesOf(text: string, version: string): string | undefined {
  const [, notes] =
    new RegExp(`^## ${version.replaceAll('.', '\\.')}(?: - .*)?\\n([\\s\\S]*?)(?=\\n## |$(?![\\s\\S]))`, 'm').exec(
      text,
    ) ?? [];
  return notes?.trim();
}
