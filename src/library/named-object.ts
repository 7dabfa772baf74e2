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

/** `deployment/web` or `deployment/shop/web`; whoever writes neither is told so. */
export function namedObject(typed: string): {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
} {
  const [kind = '', ...names] = typed.split('/');
  const [name, namespace = 'default', ...more] = names.reverse();
  if (kind === '' || !name || namespace === '' || more.length > 0)
    throw new Error(`${typed} names no object: write KIND/NAME or KIND/NAMESPACE/NAME`);
  return { kind, namespace, name };
}
