/** What stands in a list by itself: where there is most often one, or none, a list of its own would take as much room again. */
export interface Linked<T> {
  next: T | undefined;
}

/** The list without one of its items: what comes first now. */
export function unlinked<T extends Linked<T>>(first: T | undefined, gone: T): T | undefined {
  if (first === gone) return gone.next;
  for (let each = first; each !== undefined; each = each.next) if (each.next === gone) each.next = gone.next;
  return first;
}
