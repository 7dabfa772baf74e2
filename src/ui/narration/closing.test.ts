import { expect, it } from 'vitest';
import type { StageView } from '../../protocol/views.ts';
import { pageWords } from '../i18n/words.ts';
import { say } from '../widgets/kit/words.ts';
import { nextCommands, restSentence } from './closing.ts';

const tile = (name: string, glyph: string, word: string) => ({ name, subject: `pods/default/${name}`, glyph, word });

it('what does not run is named at rest, all of it, and what to try is about the one that is named first', () => {
  const stage = {
    nodes: [{ pods: [tile('web', 'running', 'Running'), tile('typo', 'backoff', 'ErrImagePull')] }],
    pendingPods: [tile('big', 'unschedulable', 'Pending')],
    tickets: [],
  } as unknown as StageView;
  const t = (key: string, args?: Readonly<Record<string, string | number>>) =>
    say(pageWords, 'en', key as 'rest', args);
  expect(restSentence(stage, t)).toBe('**At rest**: 1 of 3 Pods run. big: **Pending**; typo: **ErrImagePull**. Try:');
  expect(nextCommands(stage)[0]).toEqual(['describe', 'pod', 'big']);
  const more = { ...stage, pendingPods: [...stage.pendingPods, tile('huge', 'unschedulable', 'Pending')] } as StageView;
  expect(restSentence(more, t)).toContain('big: **Pending**; huge: **Pending** +1.');
});
