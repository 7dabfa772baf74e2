// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { Frame } from '../../protocol/messages.ts';
import type { TerminalView } from '../../protocol/views.ts';
import { frame, testHost } from '../panels/testdata/test-host.ts';
import { terminalView } from '../panels/testdata/views.ts';
import { typeInto } from '../testing/type-into.ts';
import { type Host, HostProvider } from '../widgets/kit/host.ts';
import { filesFor, filesForLine, parseCommand, splitWords } from './command-line.ts';
import { History } from './history.ts';
import { goesOn } from './running.tsx';
import { TerminalPane } from './terminal-pane.tsx';

test('words are split as a shell does', () => {
  expect(splitWords(`kubectl patch deploy nginx -p '{"spec":{"replicas":2}}'`)).toEqual([
    'kubectl',
    'patch',
    'deploy',
    'nginx',
    '-p',
    '{"spec":{"replicas":2}}',
  ]);
  expect(splitWords('a "b \\"c\\" \\n" d\\ e "" # rest')).toEqual(['a', 'b "c" \\n', 'd e', '']);
  expect(splitWords(`a'b'"c"`)).toEqual(['abc']);
  expect([splitWords('echo "x'), splitWords('a | b'), splitWords('a $HOME'), splitWords('a > f')]).toEqual([
    'quote',
    'pipe',
    'pipe',
    'pipe',
  ]);
  expect(splitWords('get pods -o jsonpath={.items[0].metadata.name}')).toHaveLength(4);
});

test('one plain command is given as itself, everything else as a line', () => {
  expect(parseCommand('etcdctl get /a --prefix')).toEqual({ type: 'etcdctl', argv: ['get', '/a', '--prefix'] });
  const asLine = (line: string) => ({ type: 'line', line });
  for (const line of [
    "etcdctl txn <<< $'a\\n\\nput k 2\\n\\n'",
    'kubectl apply -f - <<< x',
    'kubectl get po -l "app=$APP"',
    'k get po && k get no',
    'k get po & k get no',
    'ls',
    'frobnicate',
    'echo "not closed',
    'ssh node-1 iptables-save -t nat',
    'set -x',
  ])
    expect(parseCommand(line), line).toEqual(asLine(line));
  expect(parseCommand('k get po', true)).toEqual(asLine('k get po'));
  expect(parseCommand('$ kubectl get pods')).toEqual({ type: 'argv', argv: ['get', 'pods'] });
  expect(parseCommand('k get po')).toEqual({ type: 'argv', argv: ['get', 'po'] });
  expect(parseCommand('kubectl get pods -w &')).toEqual({ type: 'argv', argv: ['get', 'pods', '-w'], beside: true });
  expect(parseCommand('etcdctl watch /a&')).toEqual({ type: 'etcdctl', argv: ['watch', '/a'], beside: true });
  expect(parseCommand('k get po | wc &')).toEqual({ ...asLine('k get po | wc'), beside: true });
  expect(parseCommand('a; b &')).toEqual(asLine('a; b &'));
  expect(parseCommand("k create cm x --from-literal=a='b &'")).toMatchObject({
    argv: expect.arrayContaining(['--from-literal=a=b &']),
  });
  expect(parseCommand('   ')).toEqual({ type: 'nothing' });
});

test('what a line may read travels with it', () => {
  const files = ['a.yaml', 'b.yaml'].map((name) => ({ name, text: '' }));
  const sent = (line: string) => Object.keys(filesForLine(line, files));
  expect(sent('cat a.yaml|kubectl apply -f -')).toEqual(['a.yaml']);
  expect(sent('kubectl get po > b.yaml; echo')).toEqual(['b.yaml']);
  expect([sent('ls'), sent('cat *.yaml'), sent('for f in a; do cat $f; done')].map(({ length }) => length)).toEqual([
    2, 2, 2,
  ]);
  expect(sent('kubectl get pods | wc -l')).toEqual([]);
});

test('a line that is not whole is gone on with, until Ctrl+C gives it up', async () => {
  const { page, host, input, end } = await shellWith([], [], {}, (text) => !/EOF\n[\s\S]*EOF$|done$/.test(text));
  const enter = async (text: string) => {
    await typeInto(input, text);
    await act(async () => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    });
  };
  await enter('kubectl apply -f - <<EOF');
  expect([page.querySelector('.x-before')?.textContent, page.querySelector('.x-line .x-prompt')?.textContent]).toEqual([
    'kubectl apply -f - <<EOF',
    '>',
  ]);
  await enter('kind: Pod');
  await enter('EOF');
  const line = 'kubectl apply -f - <<EOF\nkind: Pod\nEOF';
  expect(host.calls.at(-1)).toEqual(['give', { type: 'line', line, files: {} }, { answer: 'of a look' }]);
  expect(page.querySelector('.x-before')).toBeNull();
  await enter('for x in 1; do');
  await act(async () => {
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', ctrlKey: true, bubbles: true, cancelable: true }));
  });
  expect([page.querySelector('.x-before'), input.value]).toEqual([null, '']);
  end();
});

test('of a line typed before the one ahead of it is read: it goes on with that one', async () => {
  const asked: (() => void)[] = [];
  const { host, input, end } = await shellWith(
    [],
    [],
    {},
    (text) => !text.endsWith('done'),
    undefined,
    () => new Promise((resolve) => asked.push(resolve)),
  );
  for (const text of ['for x in 1; do', 'echo $x', 'done']) {
    await typeInto(input, text);
    await press(input, 'Enter');
  }
  for (let place = 0; place < 3; place += 1) {
    await vi.waitFor(() => expect(asked).toHaveLength(place + 1));
    await act(async () => asked[place]?.());
  }
  await vi.waitFor(() => expect(host.calls).toHaveLength(1));
  expect(host.calls[0]).toMatchObject(['give', { type: 'line', line: 'for x in 1; do\necho $x\ndone' }, {}]);
  end();
});

const press = (input: HTMLElement, key: string, more: object = {}) =>
  act(async () => {
    input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
    // What reads offers is fetched with the first of them.
    await import('./offers.ts');
    await new Promise((done) => setTimeout(done, 0));
  });

test('Tab puts in what alone fits, of several what they share, then one after the other; Escape lets it leave', async () => {
  const offers: readonly (readonly { readonly text: string; readonly goesOn?: boolean }[])[] = [
    [{ text: 'pods' }],
    [{ text: 'web-1' }, { text: 'web-2' }],
    [{ text: '--namespace=', goesOn: true }],
    [],
  ];
  let asked = 0;
  const { page, input, end } = await shellWith([], [], {}, undefined, ({ text, at }) => {
    const from = text.slice(0, at).lastIndexOf(' ') + 1;
    asked += 1;
    return { type: 'complete', from, candidates: offers[asked - 1] ?? [] };
  });
  await typeInto(input, 'kubectl get po');
  await press(input, 'Tab');
  expect(input.value).toBe('kubectl get pods ');
  await typeInto(input, `${input.value}w`);
  await press(input, 'Tab');
  expect([input.value, [...page.querySelectorAll('.x-fits button')].map((one) => one.textContent)]).toEqual([
    'kubectl get pods web-',
    ['web-1', 'web-2'],
  ]);
  const cycled: string[] = [];
  for (const shiftKey of [false, false, false, true]) {
    await press(input, 'Tab', { shiftKey });
    cycled.push(input.value.slice(-1));
  }
  expect(cycled).toEqual(['1', '2', '1', '2']);
  await act(async () => page.querySelector<HTMLButtonElement>('.x-fits button')?.click());
  expect(input.value).toBe('kubectl get pods web-1');
  await typeInto(input, 'kubectl get pods --n');
  expect(page.querySelector('.x-fits')).toBeNull();
  await press(input, 'Tab');
  expect(input.value).toBe('kubectl get pods --namespace=');
  await press(input, 'Tab');
  expect(page.textContent).toContain('Nothing fits');
  const leaves = async () => {
    const event = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true });
    await act(async () => void input.dispatchEvent(event));
    return !event.defaultPrevented;
  };
  expect(await leaves()).toBe(false);
  await press(input, 'Escape');
  expect(await leaves()).toBe(true);
  await typeInto(input, '');
  expect(await leaves()).toBe(true);
  end();
});

test('Ctrl+R looks through older lines, also those that the run was given', async () => {
  const ran = ['kubectl get pods', 'kubectl scale deploy web --replicas=2', 'kubectl get pods -o wide'];
  const commands = ran.map((line, id) => ({ id, line, stdout: '', stderr: '', exitCode: 0, seq: id }));
  const { page, host, input, end } = await shellWith(commands);
  const found = () => page.querySelector('.x-found')?.textContent;
  await press(input, 'r', { ctrlKey: true });
  await typeInto(input, 'get');
  expect(found()).toBe('kubectl get pods -o wide');
  await press(input, 'r', { ctrlKey: true });
  expect(found()).toBe('kubectl get pods');
  await typeInto(input, 'scale');
  await press(input, 'Escape');
  expect([input.value, found()]).toEqual(['kubectl scale deploy web --replicas=2', undefined]);
  await press(input, 'r', { ctrlKey: true });
  await typeInto(input, 'nothing of it');
  expect(found()).toBe('No line has this.');
  await press(input, 'c', { ctrlKey: true });
  expect([input.value, host.calls]).toEqual(['', []]);
  await press(input, 'r', { ctrlKey: true });
  await typeInto(input, 'wide');
  await press(input, 'Enter');
  expect(host.calls.at(-1)?.[1]).toEqual({ type: 'kubectl', argv: ['get', 'pods', '-o', 'wide'], files: {} });
  end();
});

test('the screen shows what both outputs got in order, and nothing from before it was wiped', async () => {
  const line = (id: number, more: object) => {
    return { id, line: 'a; b', stdout: '', stderr: '', exitCode: 0, seq: id, isLine: true, ...more };
  };
  const written = [
    { stream: 'stdout', text: 'one\n' },
    { stream: 'stderr', text: 'error: two\n' },
    { stream: 'stdout', text: 'three\n' },
  ] as const;
  const { page, end } = await shellWith([line(1, {}), line(2, { clears: true, written }), line(3, {})]);
  expect([...page.querySelectorAll('pre')].map((pre) => pre.textContent)).toEqual(['one', 'error: two', 'three']);
  expect(page.querySelectorAll('.x-typed')).toHaveLength(2);
  end();
});

test('the files a command names travel with it', () => {
  const files = ['a.yaml', 'b.yaml'].map((name) => ({ name, text: `# ${name}` }));
  expect(filesFor(['apply', '-f', 'b.yaml'], files)).toEqual({ 'b.yaml': '# b.yaml' });
  expect(Object.keys(filesFor(['apply', '-f', '.'], files))).toEqual(['a.yaml', 'b.yaml']);
  const sent = (...argv: readonly string[]) => Object.keys(filesFor(argv, [...files, { name: 'd/c.txt', text: '' }]));
  expect(sent('apply', '-f', './a.yaml', '--filename=b.yaml', '-f', '-')).toEqual(['a.yaml', 'b.yaml']);
  expect([sent('apply', '-fa.yaml'), sent('apply', '-f', 'a.yaml,b.yaml')]).toEqual([['a.yaml'], ['a.yaml', 'b.yaml']]);
  expect(sent('create', 'cm', 'x', '--from-file=key=./d/c.txt')).toEqual(['d/c.txt']);
  expect(sent('create', 'cm', 'x', '--from-env-file', 'd/c.txt')).toEqual(['d/c.txt']);
  expect([sent('apply', '-f', 'd/'), sent('cp', 'd', 'web:/tmp')]).toEqual([['d/c.txt'], ['d/c.txt']]);
  expect(sent('apply', '-k', 'd').length).toBe(3); // a kustomization may name any file
  expect([sent('apply', '-f', '*.yaml').length, sent('apply', '-f', './').length]).toEqual([3, 3]);
  expect(sent('exec', 'web', '--', 'cat', 'a.yaml')).toEqual([]);
  expect(sent('get', 'pods', '-o', 'jsonpath={.items[*].metadata.name}')).toEqual([]);
});

test('older lines come back, and so does the one being typed', () => {
  const history = new History(['one', 'two']);
  expect([history.move(-1, 'dra'), history.move(-1, 'two'), history.move(-1, 'one')]).toEqual([
    'two',
    'one',
    undefined,
  ]);
  expect([history.move(1, 'one'), history.move(1, 'two'), history.move(1, 'dra')]).toEqual(['two', 'dra', undefined]);
});

test('the shell shows the commands at the cursor, sends a line, and explains a refused one', async () => {
  const page = document.createElement('div');
  const root = createRoot(page);
  const host = testHost();
  await act(() =>
    root.render(
      <HostProvider host={host}>
        <TerminalPane view={terminalView} files={() => [{ name: 'deploy.yaml', text: 'x' }]} />
      </HostProvider>,
    ),
  );
  expect(page.textContent).toContain('deployment.apps/nginx created');
  const input = page.querySelector('textarea') as HTMLTextAreaElement;
  const type = (text: string) => typeInto(input, text);
  const enter = () =>
    act(async () =>
      page.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    );
  await type('kubectl apply -f deploy.yaml');
  await enter();
  expect(host.calls).toEqual([
    [
      'give',
      { type: 'kubectl', argv: ['apply', '-f', 'deploy.yaml'], files: { 'deploy.yaml': 'x' } },
      { answer: 'of a look' },
    ],
  ]);
  await type('kubectl get pods');
  await enter();
  expect(host.calls.at(-1)).toEqual([
    'give',
    { type: 'kubectl', argv: ['get', 'pods'], files: {} },
    { answer: 'of a look' },
  ]);
  await type('cat deploy.yaml | wc -l');
  await enter();
  expect(host.calls.slice(-2)).toEqual([
    ['query', { type: 'line', text: 'cat deploy.yaml | wc -l' }],
    ['give', { type: 'line', line: 'cat deploy.yaml | wc -l', files: { 'deploy.yaml': 'x' } }, { answer: 'of a look' }],
  ]);
  act(() => root.unmount());
});

test('a command that watches can be stopped', async () => {
  expect([goesOn('kubectl get pods -w'), goesOn('kubectl logs x -f'), goesOn('kubectl apply -f x.yaml')]).toEqual([
    true,
    true,
    false,
  ]);
  const page = document.createElement('div');
  const root = createRoot(page);
  const host = testHost();
  const view = {
    commands: [{ id: 4, line: 'kubectl get pods -w', stdout: '', stderr: '', exitCode: undefined, seq: 0 }],
  };
  await act(() =>
    root.render(
      <HostProvider host={host}>
        <TerminalPane view={view} files={() => []} />
      </HostProvider>,
    ),
  );
  await shows(() => page.querySelector('.x-running'));
  await act(async () => page.querySelector<HTMLButtonElement>('.x-running button')?.click());
  expect(host.calls).toEqual([['give', { type: 'interrupt', command: 4 }, { answer: true }]]);
  act(() => root.unmount());
});

/** A shell with commands at the cursor and others that wait. */
async function shellWith(
  commands: TerminalView['commands'],
  lines: readonly string[] = [],
  over: Partial<Frame> = {},
  isOpen: (text: string) => boolean = () => false,
  completed: (asked: { readonly text: string; readonly at: number }) => object = () => ({}),
  answered: () => Promise<void> = () => Promise.resolve(),
) {
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  const waiting = lines.map((line) => ({ type: 'kubectl' as const, argv: line.split(' '), files: {} }));
  const query = async (asked: { readonly type: string; readonly text: string; readonly at: number }) => {
    const { type, text } = asked;
    await answered();
    return type === 'complete'
      ? completed(asked)
      : { type, isOpen: isOpen(text), ...(text.startsWith('get ') ? { meant: `kubectl ${text}` } : {}) };
  };
  let turn: Promise<void> = Promise.resolve();
  const host: ReturnType<typeof testHost> = testHost({
    frame: { ...frame, quiescent: true, atEnd: true, waiting, ...over },
    query: query as unknown as Host['query'],
    ahead(read) {
      const own = turn.then(() => read((...given) => host.give(...given)));
      turn = own;
      return own;
    },
  });
  await act(() =>
    root.render(
      <HostProvider host={host}>
        <TerminalPane view={{ commands }} files={() => []} />
      </HostProvider>,
    ),
  );
  const input = page.querySelector('textarea') as HTMLTextAreaElement;
  const button = (name: string) => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  const end = () => {
    act(() => root.unmount());
    page.remove();
  };
  return { page, host, input, button, end };
}

/** What is fetched when it is first shown. */
const shows = (what: () => unknown) =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      expect(what()).toBeTruthy();
    },
    { timeout: 10_000 },
  );

const OPEN = {
  id: 3,
  line: 'kubectl edit deployment web',
  stdout: '',
  stderr: '',
  exitCode: undefined,
  seq: 5,
  asks: { for: 'file', name: '/tmp/kubectl-edit-1.yaml', text: '# head\nreplicas: 2\n' },
} as const;

test('a file that a command has opened is edited here, put aside, saved or closed', async () => {
  const { page, host, button, end } = await shellWith([OPEN]);
  const area = () => page.querySelector('dialog textarea') as HTMLTextAreaElement | null;
  // Nobody has typed anything here: nothing comes up by itself.
  expect(area()).toBeNull();
  await shows(() => button('Open the editor'));
  await act(async () => button('Open the editor')?.click());
  await expect.poll(() => area()?.value).toBe('# head\nreplicas: 2\n');
  await typeInto(area() as HTMLTextAreaElement, 'replicas: 3\n');
  await act(async () => page.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(area()).toBeNull();
  await act(async () => button('Open the editor')?.click());
  await expect.poll(() => area()?.value).toBe('replicas: 3\n');
  await press(area() as HTMLTextAreaElement, 'Enter', { ctrlKey: true });
  expect(host.calls.at(-1)).toEqual(['give', { type: 'answer', command: 3, text: 'replicas: 3\n' }, { answer: true }]);
  await act(async () => button('Open the editor')?.click());
  await expect.poll(() => button('Close without saving')).toBeDefined();
  await act(async () => button('Close without saving')?.click());
  expect(host.calls.at(-1)).toEqual(['give', { type: 'answer', command: 3 }, { answer: true }]);
  end();
});

test('what is typed goes to the shell elsewhere that asks for it, behind its own prompt', async () => {
  const talking = {
    ...OPEN,
    line: 'kubectl exec -it box -- sh',
    stdout: '/ # ls\nbin\n/ # ',
    asks: { for: 'lines' },
  } as const;
  const { page, host, input, end } = await shellWith([talking]);
  expect(page.querySelector('.x-line .x-prompt')?.textContent).toBe('/ #');
  expect(page.querySelector('.x-log pre')?.textContent).toBe('/ # ls\nbin');
  await typeInto(input, 'cd /tmp');
  await press(input, 'Enter');
  await press(input, 'd', { ctrlKey: true });
  expect(host.calls).toEqual([
    ['give', { type: 'answer', command: 3, text: 'cd /tmp\n' }, { answer: true }],
    ['give', { type: 'answer', command: 3 }, { answer: true }],
  ]);
  await press(input, 'ArrowUp');
  expect(input.value).toBe('cd /tmp');
  end();
});

const WATCH = { id: 2, line: 'kubectl get pods -w', stdout: '', stderr: '', exitCode: undefined, seq: 5 };

test('GV12: commands that wait are seen, with why, and what can be done', async () => {
  const { page, host, button, end } = await shellWith([WATCH], ['get ns', 'get nodes']);
  await shows(() => page.querySelector('.x-waiting'));
  const rows = [...page.querySelectorAll('.x-waiting li')];
  expect(rows.map((row) => row.querySelector('span + span')?.textContent)).toEqual([
    'kubectl get ns',
    'kubectl get nodes',
  ]);
  expect(page.textContent).toContain('kubectl get pods -w does not end by itself');
  await act(async () => button('Run it beside')?.click());
  await act(async () => rows[1]?.querySelector('button')?.click());
  expect(host.calls).toEqual([
    ['beside', 0],
    ['withdraw', 1],
  ]);
  end();
  const soon = await shellWith([WATCH], ['get ns'], { quiescent: false });
  expect(soon.page.textContent).not.toContain('does not end by itself');
  soon.end();
});

test('Ctrl+C ends what runs, else takes back what waits; with something selected it copies', async () => {
  const press = (input: HTMLTextAreaElement) =>
    act(async () => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', ctrlKey: true, bubbles: true, cancelable: true }));
    });
  const running = await shellWith([WATCH], ['get ns']);
  await press(running.input);
  expect(running.host.calls).toEqual([['give', { type: 'interrupt', command: 2 }, { answer: true }]]);
  await typeInto(running.input, 'copy me');
  running.input.setSelectionRange(0, 4);
  await press(running.input);
  expect(running.host.calls).toHaveLength(1);
  running.end();
  const beside = await shellWith([{ ...WATCH, line: 'kubectl get pods -w &' }], ['get ns', 'get no']);
  await press(beside.input);
  expect(beside.host.calls).toEqual([
    ['withdraw', 0],
    ['withdraw', 0],
  ]);
  beside.end();
});

test('of pasted lines each that is whole runs in order, the last stays; a bad one comes back', async () => {
  const { host, input, end } = await shellWith([]);
  const paste = async (text: string) => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => text } });
    await act(async () => {
      input.dispatchEvent(event);
      await new Promise((done) => setTimeout(done, 20));
    });
  };
  const given = () => host.calls.map(([, one]) => (one as { readonly argv: readonly string[] }).argv.join(' '));
  await paste('kubectl get ns\n# a remark\nkubectl get \\\n  nodes\nkubectl ge');
  expect([given(), input.value]).toEqual([['get ns', 'get nodes'], 'kubectl ge']);
  await typeInto(input, '');
  await paste('kubectl get cm\nget sa\nkubectl get sa\n');
  expect([given().slice(2), input.value]).toEqual([['get cm'], 'get sa']);
  end();
});

test('a line without kubectl is told what it may have meant, one press away', async () => {
  const { page, host, input, button, end } = await shellWith([]);
  await typeInto(input, 'get pods');
  const enter = () =>
    page.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await act(async () => void enter());
  expect(page.querySelector('[role=alert]')?.textContent).toContain('get: not found');
  expect(input.value).toBe('get pods');
  await act(async () => button('kubectl get pods')?.click());
  expect(host.calls).toEqual([
    ['give', { type: 'kubectl', argv: ['get', 'pods'], files: {} }, { answer: 'of a look' }],
  ]);
  expect([input.value, page.querySelector('[role=alert]')]).toEqual(['', null]);
  end();
});

test('in the past the shell says that a command begins a branch; a command on its way has a way to its answer', async () => {
  const apply = { ...WATCH, line: 'kubectl apply -f a.yaml' };
  const { page, host, button, end } = await shellWith([apply], [], { isPast: true, atEnd: false });
  expect(page.querySelector('.x-past')?.textContent).toContain('new branch');
  await act(async () => button('To its answer')?.click());
  expect(host.calls).toEqual([['answer', 2]]);
  end();
});

test('a line that begins with an assignment is shown as it was typed, not as a command of kubectl', async () => {
  const page = document.createElement('div');
  const root = createRoot(page);
  const lines = ['get pods', 'TOKEN=$(kubectl create token ann)', 'KUBECONFIG=x kubectl get pods'];
  const commands = lines.map((line, at) => ({ id: at + 1, line, stdout: '', stderr: '', exitCode: 0, seq: at }));
  await act(() =>
    root.render(
      <HostProvider host={testHost()}>
        <TerminalPane view={{ commands }} files={() => []} />
      </HostProvider>,
    ),
  );
  const shown = [...page.querySelectorAll('.x-typed')].map((line) => line.textContent ?? '');
  expect(shown.map((line) => line.replace(/^\$\s*/, ''))).toEqual(['kubectl get pods', ...lines.slice(1)]);
  act(() => root.unmount());
});

test('what -v adds is not coloured like an error; an error among it is', async () => {
  const page = document.createElement('div');
  const root = createRoot(page);
  const log = 'I0115 09:00:02.046328    1001 round_trippers.go:632] "Response" <\n\t{"a":1}\n >\n';
  const commands = [log, `${log}error: no\n`].map((stderr, at) => {
    return { id: at + 1, line: 'get pods -v=8', stdout: '', stderr, exitCode: undefined, seq: at };
  });
  await act(() =>
    root.render(
      <HostProvider host={testHost()}>
        <TerminalPane view={{ commands }} files={() => []} />
      </HostProvider>,
    ),
  );
  expect([...page.querySelectorAll('pre')].map(({ className }) => className)).toEqual(['x-soft x-wraps', 'x-err']);
  act(() => root.unmount());
});

test('output is never cut: page by page, and all of it wide, with a search', async () => {
  const stdout = Array.from({ length: 3_000 }, (_, at) => `pod-${at}   1/1   Running   0   ${at}s\n`).join('');
  const command = { id: 1, line: 'kubectl get pods', stdout, stderr: '', exitCode: 0, seq: 1 };
  const { page, end } = await shellWith([command]);
  const pages = [...page.querySelectorAll('.x-log pre')];
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.map(({ textContent }) => `${textContent}\n`).join('')).toBe(stdout);
  await shows(() => page.querySelector('.x-more'));
  await act(async () => page.querySelector<HTMLButtonElement>('.x-more')?.click());
  const later = () => act(async () => void (await new Promise((done) => setTimeout(done, 50))));
  for (let tries = 0; tries < 100 && page.querySelector('input[type=search]') === null; tries += 1) await later();
  const search = page.querySelector('input[type=search]') as HTMLInputElement;
  await typeInto(search, 'POD-299');
  await later();
  expect([...page.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(
    Array.from({ length: 11 }, () => 'pod-299'),
  );
  expect(page.textContent).toContain('1 of 11');
  await press(search, 'Enter', { shiftKey: true });
  expect(page.textContent).toContain('11 of 11');
  end();
});
