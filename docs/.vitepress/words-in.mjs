/**
 * The words of a text, for the search. Chinese is written without spaces: each two letters that stand together are a word, so that
 * what is looked for has to stand there as it is typed. The page gets it as text: it names nothing outside of itself.
 */
export const wordsIn = (text) =>
  (text.match(/\p{Script=Han}+|[^\s\p{P}\p{Script=Han}]+/gu) ?? []).flatMap((word) =>
    word.length > 1 && /\p{Script=Han}/u.test(word)
      ? Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
      : [word],
  );
