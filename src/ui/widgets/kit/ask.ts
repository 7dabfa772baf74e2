import { useEffect, useState } from 'react';

export type Answer<T> =
  | { readonly state: 'asking' }
  | { readonly state: 'answered'; readonly value: T }
  | { readonly state: 'failed'; readonly message: string };

/** Asks whenever `key` changes; an answer that comes too late is forgotten. */
export function useAsk<T>(key: string, ask: () => Promise<T>): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ state: 'asking' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says everything that the question depends on
  useEffect(() => {
    let late = false;
    ask().then(
      (value) => late || setAnswer({ state: 'answered', value }),
      (error: unknown) =>
        late || setAnswer({ state: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      late = true;
    };
  }, [key]);
  return answer;
}
