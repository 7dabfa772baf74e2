/**
 * A word of a command line as a shell needs it, so that the line may be copied. A line may begin with an assignment;
 * curl's names are given values, whereas kubectl is given a dollar as it stands.
 */
export function quoted(word: string, place: number, { 0: tool }: readonly string[]): string {
  if (/^[\w@%+=:,./-]+$/.test(word) || (place === 0 && /^\w+=/.test(word))) return word;
  if (tool === 'curl' && /^[^"`\\]*\$\w[^"`\\]*$/.test(word)) return `"${word}"`;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
