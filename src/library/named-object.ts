/** Whether a subject is what was typed: `deployment/web`, `deploy…` in full or by its beginning, `default/web`, or the name alone. */
export function isNamed(subject: string, typed: string): boolean {
  const words = typed.toLowerCase().split('/');
  const parts = subject.toLowerCase().split('/');
  const [resource = ''] = parts;
  return (
    parts.at(-1) === words.at(-1) &&
    words.slice(0, -1).every((word) => parts.includes(word) || resource.startsWith(word))
  );
}
