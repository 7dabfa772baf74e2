import { useEffect, useRef, useState } from 'react';
import { useHost } from '../widgets/kit/host.ts';
import { ask } from './checker.ts';
import { MOST_CHECKED } from './limits.ts';

/** Somebody goes to the text, with a pointer or with keys. */
const TOUCHES = ['focusin', 'pointerover', 'input'] as const;

/** Nobody waits for it while steps come one after another. */
const LEARN_AFTER = 400;

/**
 * Has the checker's thread learn what the API server says at the cursor of the kinds that a text names, or of all where a document
 * of it names none yet. Answers a number that changes when something was learnt.
 */
export function useLearning(text: string, isUsed: boolean): number {
  const host = useHost();
  const latest = useRef(host);
  latest.current = host;
  const [learnt, setLearnt] = useState(0);
  const isTouched = useRef(false);
  const contents = useRef<Record<string, string>>({});
  const versions = isUsed && text.length <= MOST_CHECKED ? versionsIn(text) : undefined;
  const { onFrame } = host;
  useEffect(() => {
    if (versions === undefined) return;
    let late = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const learn = async () => {
      const wanted = versions === 'all' ? versions : versions.split(' ');
      const { found, defined, names } = await latest.current.query({
        type: 'schemas',
        wanted,
        known: contents.current,
      });
      await ask('learn', found, defined, names);
      for (const [version, { contents: now }] of Object.entries(found)) contents.current[version] = now;
      if (!late && Object.keys(found).length > 0) setLearnt((count) => count + 1);
    };
    const soon = () => {
      clearTimeout(timer);
      // A first story needs nothing of it: the rest of the engine is not fetched for who only looks on.
      if (!isTouched.current) return;
      // An engine that is busy or gone is asked again at the next frame.
      timer = setTimeout(() => learn().catch(() => undefined), LEARN_AFTER);
    };
    const touch = ({ target }: Event) => {
      if (isTouched.current || !(target instanceof Element) || target.closest('.e-surface') === null) return;
      isTouched.current = true;
      soon();
    };
    for (const event of TOUCHES) document.addEventListener(event, touch);
    soon();
    const forget = onFrame?.(soon);
    return () => {
      late = true;
      clearTimeout(timer);
      for (const event of TOUCHES) document.removeEventListener(event, touch);
      forget?.();
    };
  }, [versions, onFrame]);
  return learnt;
}

/** One word after another, so that the same versions are the same text. */
function versionsIn(text: string): string {
  const parts = text.split(/^---(?=\s|$)/m).map((part) => /^apiVersion: *["']?([\w./-]+)/m.exec(part)?.[1]);
  return parts.includes(undefined) ? 'all' : [...new Set(parts)].sort().join(' ');
}
