/** `a Pod`, `an Event`. */
export function article(noun: string): 'a' | 'an' {
  return /^[AEIO]/i.test(noun) ? 'an' : 'a';
}

/** `1 Pod`, `3 Pods`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
