/**
 * A short list of what comes again and again. What is new takes the last place, and what is asked for moves up by one: what
 * comes only once never drives away what comes often.
 */
export function noteInList<T>(list: T[], most: number, item: T): void {
  list[Math.min(list.length, most - 1)] = item;
}

export function moveUp<T>(list: T[], at: number): void {
  if (at === 0) return;
  const item = list[at] as T;
  list[at] = list[at - 1] as T;
  list[at - 1] = item;
}
