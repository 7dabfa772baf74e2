import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isNumbered, isOnNode, letterOf, shortActor } from './actors.ts';
import { duration, instant, plain, shorten, suffix } from './format.ts';
import { lineOf } from './input-line.ts';
import { Rich } from './kit.tsx';
import { movedBy, windowOf } from './rows.tsx';
import { say } from './words.ts';

test('times are as short as they can be read', () => {
  expect([duration(12), duration(4_200), duration(41_000), duration(4_200_000), duration(300_000_000)]).toEqual([
    '12 µs',
    '4.2 ms',
    '41 ms',
    '4.2 s',
    '5 min 0 s',
  ]);
  expect([instant(171_600), instant(-12), instant(-2_000_000)]).toEqual(['171.6 ms', '0.0 ms', '-2000.0 ms']);
  expect([instant(1_983_100), instant(619_591_000)]).toEqual(['1.9831 s', '619.591 s']);
});

test('what is strong or typed in a sentence is drawn so, and has no marks where nothing can be drawn', () => {
  const text = 'You type `kubectl get pods`: **3 `a` Pods**, and a lone ` stays.';
  expect(renderToStaticMarkup(createElement(Rich, { text }))).toBe(
    'You type <code>kubectl get pods</code>: <b>3 <code>a</code> Pods</b>, and a lone ` stays.',
  );
  expect(plain(text)).toBe('You type kubectl get pods: 3 a Pods, and a lone ` stays.');
});

test('long names lose their middle, not their end', () => {
  expect(shorten('nginx-775786f995-hh6md', 18)).toBe('nginx-77578…-hh6md');
  expect(shorten('short')).toBe('short');
  expect(suffix('default/nginx-775786f995-hh6md')).toBe('hh6md');
  expect(suffix('default/nginx')).toBe('nginx');
});

test('bullets: letters of controllers, numbers of nodes', () => {
  expect(['deployment-controller', 'kube-scheduler', 'kubelet/node-3'].map(letterOf)).toEqual(['D', 'S', '3']);
  expect([isOnNode('kubelet/node-3'), isOnNode('kubectl/1')]).toEqual([true, false]);
  expect(shortActor('kubelet/node-3')).toBe('kubelet node-3');
});

test('numbers of ours are no names', () => {
  expect(['kubectl/3', 'connections/12', 'requests/1', 'pods/default/6', 'nodes/1', 'kubectl'].map(isNumbered)).toEqual(
    [true, true, true, false, false, false],
  );
});

test('only rows in sight are drawn; keys stay inside the list', () => {
  expect(windowOf(1000, 20, 2000, 200, 0)).toEqual({ from: 100, to: 110 });
  expect(windowOf(3, 20, 0, 200)).toEqual({ from: 0, to: 3 });
  expect([
    movedBy('ArrowUp', 0, 5, 3),
    movedBy('End', 0, 5, 3),
    movedBy('PageDown', 1, 5, 3),
    movedBy('x', 1, 5, 3),
  ]).toEqual([0, 4, 4, undefined]);
});

test('arguments are filled in, unknown ones stay visible', () => {
  const words = { en: { a: '{n} of {m}' }, zh: { a: '{m} 中 {n}' } };
  expect(say(words, 'en', 'a', { n: 1 })).toBe('1 of {m}');
  expect(say(words, 'zh', 'a', { n: 1, m: 2 })).toBe('2 中 1');
});

test('a line can be copied into a shell', () => {
  const line = (...argv: string[]) => lineOf({ type: 'kubectl', argv, files: {} });
  expect(line('patch', 'pod', 'x', '-p', '{"a":1}')).toBe(`kubectl patch pod x -p '{"a":1}'`);
  expect(line('annotate', 'pod', 'x', "note=it's here")).toBe(`kubectl annotate pod x 'note=it'\\''s here'`);
  expect(line('curl', '-H', 'Authorization: Bearer $TOKEN', 'https://x/')).toBe(
    'curl -H "Authorization: Bearer $TOKEN" https://x/',
  );
  expect(line('exec', 'x', '--', 'sh', '-c', 'echo $HOME')).toBe("kubectl exec x -- sh -c 'echo $HOME'");
  expect(line('TOKEN=$(kubectl create token ann)')).toBe('TOKEN=$(kubectl create token ann)');
});
