import { useEffect, useRef, useState } from 'react';
import { ask } from './checker.ts';
import { MOST_CHECKED } from './limits.ts';
import { useQuestion } from './use-question.ts';

/** Somebody goes to the text, with a pointer or with keys. */
const TOUCHES = ['focusin', 'pointerover', 'input'] as const;

/**
 * Has the checker's thread learn what the API server says at the cursor of the kinds that a text names, or of all where a document
 * of it names none yet. Answers a number that changes when something was learnt.
 */
export function useLearning(text: string, isUsed: boolean): number {
  const [learnt, setLearnt] = useState(0);
  // A first story needs nothing of it: the rest of the engine is not fetched for who only looks on.
  const isTouched = useTouched(isUsed);
  const contents = useRef<Record<string, string>>({});
  const versions = isUsed && isTouched && text.length <= MOST_CHECKED ? versionsIn(text) : undefined;
  useQuestion(versions, async (host, isLate) => {
    if (versions === undefined) return;
    const wanted = versions === 'all' ? versions : versions.split(' ');
    const { found, defined, names } = await host.query({ type: 'schemas', wanted, known: contents.current });
    await ask('learn', found, defined, names);
    for (const [version, { contents: now }] of Object.entries(found)) contents.current[version] = now;
    if (!isLate() && Object.keys(found).length > 0) setLearnt((count) => count + 1);
  });
  return learnt;
}

/** Whether somebody has been at the text. */
function useTouched(isUsed: boolean): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    if (isTouched || !isUsed) return;
    const touch = ({ target }: Event) => {
      if (target instanceof Element && target.closest('.e-surface') !== null) setTouched(true);
    };
    for (const event of TOUCHES) document.addEventListener(event, touch);
    return () => {
      for (const event of TOUCHES) document.removeEventListener(event, touch);
    };
  }, [isTouched, isUsed]);
  return isTouched;
}

/** One word after another, so that the same versions are the same text. */
function versionsIn(text: string): string {
  const parts = text.split(/^---(?=\s|$)/m).map((part) => /^apiVersion: *["']?([\w./-]+)/m.exec(part)?.[1]);
  return parts.includes(undefined) ? 'all' : [...new Set(parts)].sort().join(' ');
}
