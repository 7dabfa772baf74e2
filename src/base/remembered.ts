/** The same answers without the work: for texts of which few different ones come again and again. */
export function remembered<T>(most: number, work: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    let answer = answers.get(text);
    if (answer !== undefined) return answer;
    answer = work(text);
    if (answers.size === most) answers.clear();
    answers.set(text, answer);
    return answer;
  };
}

/** Likewise of objects that stay: what is asked about a kind of object, of each of thousands. */
export function rememberedOf<K extends object, T>(work: (object: K) => T): (object: K) => T {
  const answers = new WeakMap<K, T>();
  return (object) => {
    let answer = answers.get(object);
    if (answer !== undefined) return answer;
    answer = work(object);
    answers.set(object, answer);
    return answer;
  };
}
