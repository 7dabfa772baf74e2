import { describe, expect, it } from 'vitest';
import type { Journal } from '../engine/index.ts';
import { ReadFold } from './read-fold.ts';
import type { RequestIndex } from './request-index.ts';
import type { SceneIndex } from './scenes.ts';

interface Told {
  readonly kind: string;
  readonly args?: { readonly [name: string]: unknown };
  readonly request?: { readonly verb: string; readonly path: string; readonly client: string };
}

const POD = '/api/v1/namespaces/default/pods/x';

/** A fold over a few hand-written steps of one story, begun by a command. */
function hidden(line: string, told: readonly Told[]): readonly boolean[] {
  const steps: readonly Told[] = [{ kind: 'kubectl.command', args: { line } }, ...told];
  const journal = {
    kindOf: (seq: number) => ({ name: steps[seq]?.kind }),
    step: (seq: number) => ({ args: steps[seq]?.args ?? {} }),
    causeOf: (seq: number) => seq - 1,
    storyOf: () => 0,
  } as unknown as Journal;
  const requests = {
    of: (seq: number) => (steps[seq]?.request === undefined ? undefined : { story: 0, ...steps[seq]?.request }),
  } as unknown as RequestIndex;
  const scenes = { all: [{ key: 'enter', seq: 0, subject: '' }] } as unknown as SceneIndex;
  const fold = new ReadFold(journal, requests, scenes);
  return told.map((_, at) => fold.hides(at + 1));
}

describe('reads in a story', () => {
  const read = { verb: 'get', path: POD, client: 'kubelet/node-1' };
  const way: readonly Told[] = [
    { kind: 'apiserver.received', request: read },
    { kind: 'apiserver.authenticated', request: read },
    { kind: 'apiserver.authorized', request: read },
    { kind: 'apiserver.responded', args: { code: 200 }, request: read },
  ];

  it('IN13: are told by what they ask; their way is a detail, a refusal never', () => {
    expect(hidden('kubectl apply -f x.yaml', way)).toEqual([false, true, true, true]);
    const refused: readonly Told[] = [
      { kind: 'apiserver.forbidden', request: read },
      { kind: 'apiserver.responded', args: { code: 403 }, request: read },
    ];
    expect(hidden('kubectl apply -f x.yaml', refused)).toEqual([false, false]);
    const write = { ...read, verb: 'create' };
    expect(hidden('kubectl apply -f x.yaml', [{ kind: 'apiserver.authorized', request: write }])).toEqual([false]);
  });

  it('IN13: are the story itself where a command only looks, all but discovery', () => {
    expect(hidden('kubectl get pods', way)).toEqual([false, false, false, false]);
    const discovery = { verb: 'get', path: '/apis', client: 'kubectl' };
    const asked: readonly Told[] = [
      { kind: 'kubectl.request', args: { verb: 'GET', path: '/apis' } },
      { kind: 'apiserver.received', request: discovery },
      { kind: 'kubectl.response', args: { code: 200 } },
      { kind: 'kubectl.request', args: { verb: 'GET', path: POD } },
    ];
    expect(hidden('kubectl get pods', asked)).toEqual([true, true, true, false]);
  });
});
