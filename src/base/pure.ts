/*
 * Pure functions that remember their answers: the one kind of cache that may stand in a module, where all runs share it.
 *
 * Promises: the same answer as without remembering. Nobody can put anything in but the function's own work, so one run can not
 * tell another anything by it.
 * Asks for: an answer that follows from the arguments alone, and arguments and answers that nobody changes any more.
 * Everything else that is kept belongs to a run: a private field of the component that needs it, which ends with it.
 */

/** A table that is made when somebody first asks. */
export function madeOnce<T>(work: () => T): () => T {
  let made: { readonly answer: T } | undefined;
  return () => {
    made ??= { answer: work() };
    return made.answer;
  };
}

/** Of one object, for as long as the object is there. */
export function pureOfObject<K extends object, T>(work: (object: K) => T): (object: K) => T {
  const answers = new WeakMap<K, T>();
  return (object) => {
    const known = answers.get(object);
    if (known !== undefined || answers.has(object)) return known as T;
    const answer = work(object);
    answers.set(object, answer);
    return answer;
  };
}

/** Of texts or numbers of which few different ones come again and again; at most so many, then it begins anew. */
export function pureOfText<K extends string | number, T>(most: number, work: (text: K) => T): (text: K) => T {
  const answers = new Map<K, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined || answers.has(text)) return known as T;
    const answer = work(text);
    if (answers.size === most) answers.clear();
    answers.set(text, answer);
    return answer;
  };
}

/** Of two texts. What was asked for last is asked for again at once: a request is all about one object. */
export function pureOfTexts<T>(most: number, work: (left: string, right: string) => T): typeof work {
  const answers = new Map<string, Map<string, T>>();
  let lastLeft: string | undefined;
  let lastRight: string | undefined;
  let last: T | undefined;
  return (left, right) => {
    if (left === lastLeft && right === lastRight) return last as T;
    let ofLeft = answers.get(left);
    if (ofLeft === undefined) {
      if (answers.size === most) answers.clear();
      ofLeft = new Map();
      answers.set(left, ofLeft);
    }
    let answer = ofLeft.get(right);
    if (answer === undefined) {
      answer = work(left, right);
      if (ofLeft.size === most) ofLeft.clear();
      ofLeft.set(right, answer);
    }
    lastLeft = left;
    lastRight = right;
    last = answer;
    return answer;
  };
}

interface Answer {
  readonly b: unknown;
  readonly c: unknown;
  readonly d: unknown;
  readonly e: unknown;
  readonly answer: unknown;
}

/**
 * Of up to five values, found again by the very same ones; at most so many. Objects of one template share what they have in
 * common, so that what was worked out for one of them need not be worked out for the next. What is found moves up by one, and
 * what is new takes the places of the later half in turn: what comes only once never drives away what comes often.
 */
export function pureOfValues<A extends readonly unknown[], T>(
  most: number,
  work: (...values: A) => T,
): (...values: A) => T {
  // What each was made of first stands apart from the rest: most are told by it, and need not be touched to see that they are others.
  const firsts: unknown[] = [];
  const answers: Answer[] = [];
  const anew = work as unknown as (a: unknown, b: unknown, c: unknown, d: unknown, e: unknown) => T;
  let next = 0;
  const ask = (a: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown): T => {
    for (let at = 0; at < firsts.length; at += 1) {
      if (firsts[at] !== a) continue;
      const found = answers[at] as Answer;
      if (found.b !== b || found.c !== c || found.d !== d || found.e !== e) continue;
      if (at > 0) {
        firsts[at] = firsts[at - 1];
        answers[at] = answers[at - 1] as Answer;
        firsts[at - 1] = a;
        answers[at - 1] = found;
      }
      return found.answer as T;
    }
    const answer = anew(a, b, c, d, e);
    firsts[next] = a;
    answers[next] = { b, c, d, e, answer };
    next = next + 1 === most ? most >> 1 : next + 1;
    return answer;
  };
  return ask as unknown as (...values: A) => T;
}
