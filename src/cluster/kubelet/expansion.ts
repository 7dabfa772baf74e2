// Models third_party/forked/golang/expansion/expand.go (v1.36)

/** `$$`, which stands for one dollar, and `$(NAME)`; a bracket that is not closed is none. */
const EXPRESSION = /\$\$|\$\(([^)]*)\)/g;

/** Puts in what `$(NAME)` stands for. What nobody knows stays as it is written. */
export function expanded(text: string, lookUp: (name: string) => string | undefined): string {
  return text.replace(EXPRESSION, (whole, name?: string) => (name === undefined ? '$' : (lookUp(name) ?? whole)));
}

/** Whether a text is another one when it has been expanded. */
export const isExpandable = (text: string): boolean => text.includes('$$') || text.includes('$(');
