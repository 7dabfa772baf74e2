// Models the expressions of POSIX, as regcomp of the C library reads them (v1.36)

export const CLASSES: { readonly [name: string]: string } = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  digit: '0-9',
  lower: 'a-z',
  space: '\\s',
  upper: 'A-Z',
};

/** An expression of POSIX as one of JavaScript; undefined: it is none. */
export function expression(pattern: string, isExtended: boolean, flags = ''): RegExp | undefined {
  const classes = pattern.replace(/\[:(\w+):\]/g, (_, name: string) => CLASSES[name] ?? '');
  // In a basic expression these letters mean something with a backslash alone.
  const turned = isExtended
    ? classes
    : classes.replace(/\\([(){}+?|])|([(){}+?|])/g, (_, special?: string, plain?: string) => special ?? `\\${plain}`);
  try {
    return new RegExp(turned, flags);
  } catch {
    return undefined;
  }
}
