import { existsSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cycles, importsOf, resolveImport } from './import-graph.ts';
import { GOVERNED, KNOW_ONE_ANOTHER, ROOMS } from './import-rules.ts';
import { importViolations, innerRoomOf, roomOf } from './import-violations.ts';
import { PACKAGES } from './package-rules.ts';
import { filesBelow, isTest, isTypeScript, root, textOf } from './source-files.ts';

/** Rooms of so many folders that nobody finds a way through them who goes round. */
const WITHOUT_CIRCLES =
  /^src\/(?:api|cluster\/(?:apiserver|clientgo|controllers|kubectl|kubelet|network|proxy|scheduler))\/|^src\/cluster\/$/;

const INNER = ROOMS.flatMap((room) => (room.inner === undefined ? [] : [{ room, folders: room.inner }]));

describe('the project', () => {
  it('imports only what its rooms may import, and in no circle', () => {
    const files = GOVERNED.flatMap(filesBelow).filter(isTypeScript);
    const exists = (path: string) => existsSync(join(root, path)) && statSync(join(root, path)).isFile();
    const violations = importViolations({ files, text: textOf, exists });
    expect(violations.join('\n')).toBe('');
  });

  it('has no circle of folders inside the great rooms', () => {
    const files = filesBelow('src').filter((path) => isTypeScript(path) && !isTest(path));
    const exists = (path: string) => existsSync(join(root, path)) && statSync(join(root, path)).isFile();
    const graph = new Map<string, string[]>();
    for (const file of files) {
      const folder = posix.dirname(file);
      for (const { specifier } of importsOf(textOf(file))) {
        const used = specifier.startsWith('.') ? resolveImport(file, specifier, exists) : undefined;
        const to = used === undefined ? folder : posix.dirname(used);
        if (to !== folder) graph.set(folder, [...(graph.get(folder) ?? []), to]);
      }
    }
    expect(cycles(graph).filter((folders) => folders.some((folder) => WITHOUT_CIRCLES.test(`${folder}/`)))).toEqual([]);
  });

  it('has rules that only point down', () => {
    const names = ROOMS.map((room) => room.name);
    const upward = ROOMS.flatMap((room, index) =>
      Object.keys(room.uses)
        .filter((used) => !names.slice(0, index).includes(used))
        .map((used) => `${room.name} → ${used}`),
    );
    expect(upward).toEqual([]);
  });

  it('has an order of inner rooms that only points down', () => {
    const upward = INNER.flatMap(({ room, folders }) =>
      folders.flatMap(({ folder, uses }, index) => {
        const below = folders.slice(0, index).map((each) => each.folder);
        const wrong = Object.keys(uses).filter((used) => !below.includes(used));
        return wrong.map((used) => `${room.name}/${folder} → ${used}`);
      }),
    );
    expect(upward).toEqual([]);
  });

  it('has no inner room, and no edge between two, that is not there', () => {
    const files = GOVERNED.flatMap(filesBelow).filter((path) => isTypeScript(path) && !isTest(path));
    const exists = (path: string) => existsSync(join(root, path));
    const unused = INNER.flatMap(({ room, folders }) => {
      const inside = files.filter((path) => roomOf(path) === room);
      const edges = new Set<string>();
      const innerOf = (path: string) => innerRoomOf(room, path)?.folder;
      for (const path of inside)
        for (const { specifier } of importsOf(textOf(path))) {
          const target = specifier.startsWith('.') ? resolveImport(path, specifier, exists) : undefined;
          if (target !== undefined) edges.add(`${innerOf(path)} → ${innerOf(target)}`);
        }
      const empty = folders.filter(({ folder }) => !inside.some((path) => innerOf(path) === folder));
      const stated = folders.flatMap(({ folder, uses }) => Object.keys(uses).map((used) => `${folder} → ${used}`));
      return [...empty.map(({ folder }) => folder), ...stated.filter((edge) => !edges.has(edge))];
    });
    expect(unused).toEqual([]);
  });

  it('has no rule about what is not there', () => {
    const there = (path: string) => existsSync(join(root, path));
    const places = [...ROOMS.map(({ path }) => path), ...KNOW_ONE_ANOTHER.flatMap(({ files }) => files)];
    expect([...places, ...PACKAGES.flatMap(({ from }) => from)].filter((place) => !there(place))).toEqual([]);
    const imported = GOVERNED.flatMap(filesBelow)
      .filter((path) => /\.(?:m?ts|tsx|mjs)$/.test(path))
      .flatMap((path) => importsOf(textOf(path)).map(({ specifier }) => specifier));
    const isUsed = (name: string) =>
      imported.some((each) =>
        name.endsWith('*') ? each.startsWith(name.slice(0, -1)) : `${each}/`.startsWith(`${name}/`),
      );
    expect(PACKAGES.map(({ name }) => name).filter((name) => !isUsed(name))).toEqual([]);
  });

  it('gives a reason for every edge', () => {
    const inner = INNER.flatMap(({ folders }) => folders.map(({ folder, uses }) => ({ name: folder, uses })));
    const bare = [...ROOMS, ...inner].flatMap((room) =>
      Object.entries(room.uses)
        .filter(([, reason]) => reason === '')
        .map(([used]) => `${room.name} → ${used}`),
    );
    expect(bare).toEqual([]);
  });
});

describe('the check', () => {
  const problemsOf = (files: Readonly<Record<string, string>>) =>
    importViolations({
      files: Object.keys(files),
      text: (path) => files[path] ?? '',
      exists: (path) => path in files,
    });

  it('finds every form of import', () => {
    const text = [
      "import a from './a.ts';",
      "import type { B } from './b.ts';",
      "import { type C, type D } from './c.ts';",
      'import {',
      '  e,',
      '  type F,',
      "} from './e.ts';",
      "export * from './g.ts';",
      "export { h } from './h.ts';",
      "import './i.css';",
      "const j = () => import('./j.ts');",
      "type K = typeof import('./k.ts');",
      "// import l from './l.ts';",
      "const m = `import n from './n.ts'`;",
      'export const o = 1',
      "export type { P } from './p.ts'",
    ].join('\n');
    const found = importsOf(text).map(
      ({ specifier, typeOnly, line }) => `${line} ${typeOnly ? 'type ' : ''}${specifier}`,
    );
    expect(found.sort()).toEqual(
      [
        '1 ./a.ts',
        '2 type ./b.ts',
        '3 type ./c.ts',
        '4 ./e.ts',
        '8 ./g.ts',
        '9 ./h.ts',
        '10 ./i.css',
        '11 ./j.ts',
        '12 type ./k.ts',
        '16 type ./p.ts',
      ].sort(),
    );
  });

  it('counts type imports', () => {
    expect(problemsOf({ 'src/ui/a.ts': "import type { E } from '../engine/e.ts';", 'src/engine/e.ts': '' })).toEqual([
      expect.stringContaining('src/ui/a.ts:1: ui must not import engine'),
    ]);
  });

  it('keeps components apart, also controllers from one another', () => {
    const problems = problemsOf({
      'src/cluster/kubelet/a.ts': "import '../cri/b.ts';",
      'src/cluster/cri/b.ts': '',
      'src/cluster/controllers/job/c.ts': "import '../replicaset/d.ts';\nimport '../shared/e.ts';",
      'src/cluster/controllers/replicaset/d.ts': '',
      'src/cluster/controllers/shared/e.ts': '',
    });
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain('cluster/kubelet must not import cluster/cri');
    expect(problems[1]).toContain('cluster/controllers/job must not import cluster/controllers/replicaset');
  });

  it.each([
    ['src/cluster/kubelet/pods/a.ts', 'src/cluster/kubelet/volumes/b.ts'],
    ['src/cluster/kubelet/workers/a.ts', 'src/cluster/kubelet/b.ts'],
    ['src/api/go/a.ts', 'src/api/scheme/b.ts'],
    ['src/api/validation/pods/a.ts', 'src/api/validation/workloads/b.ts'],
    ['src/api/validation/pods/a.ts', 'src/api/validation/b.ts'],
    ['src/cluster/apiserver/registry/a.ts', 'src/cluster/apiserver/core/b.ts'],
    ['src/cluster/apiserver/admission/a.ts', 'src/cluster/apiserver/handlers/b.ts'],
    ['src/cluster/kubectl/print/a.ts', 'src/cluster/kubectl/commands/get/b.ts'],
    ['src/cluster/scheduler/plugins/a.ts', 'src/cluster/scheduler/cycle/b.ts'],
    ['src/cluster/scheduler/cache/a.ts', 'src/cluster/scheduler/framework/b.ts'],
    ['src/cluster/scheduler/queue/a.ts', 'src/cluster/scheduler/b.ts'],
    ['src/cluster/controllers/shared/a.ts', 'src/cluster/controllers/job/b.ts'],
    ['src/cluster/controllers/job/a.ts', 'src/cluster/controllers/b.ts'],
    ['src/cluster/network/packets/a.ts', 'src/cluster/network/kernel/b.ts'],
    ['src/cluster/network/kernel/a.ts', 'src/cluster/network/journeys/b.ts'],
    ['src/ui/narration/a.ts', 'src/ui/stage/b.ts'],
    ['src/ui/hosting/a.ts', 'src/ui/embed/b.ts'],
    ['src/ui/scenarios/a.ts', 'src/ui/page.tsx'],
  ])('keeps the order inside large rooms: %s does not see %s', (low, high) => {
    const way = (from: string, to: string) => `import type { B } from '${posix.relative(dirname(from), to)}';`;
    const up = problemsOf({ [low]: way(low, high), [high]: '' });
    expect(up).toEqual([expect.stringMatching(`^${low}:1: .* must not import .*'${high}'`)]);
  });

  it('lets folders inside a large room see what is below them, and what lies loose see all', () => {
    const files = {
      'src/cluster/kubelet/volumes/a.ts': "import '../pods/b.ts';",
      'src/cluster/kubelet/pods/b.ts': '',
      'src/cluster/kubelet/c.ts': "import './volumes/a.ts';",
      'src/cluster/brought/d.ts': "import '../kubelet/pods/b.ts';",
      'src/api/validation/e.ts': "import './pods/f.ts';",
      'src/api/validation/pods/f.ts': '',
    };
    expect(problemsOf(files)).toEqual([]);
  });

  it('wants every folder inside a large room to be listed', () => {
    expect(problemsOf({ 'src/cluster/kubelet/mystery/a.ts': '' })).toEqual([
      expect.stringContaining('src/cluster/kubelet/mystery/a.ts: is in no inner room of cluster/kubelet'),
    ]);
  });

  it('keeps Pods out of etcd, and packages where they belong', () => {
    const problems = problemsOf({
      'src/cluster/etcd/a.ts': "import type { Pod } from '../../api/pod.ts';",
      'src/api/pod.ts': "import { WebSocketServer } from 'ws';",
      'src/server/b.ts': "import { WebSocketServer } from 'ws';",
      'src/base/c.ts': "import { readFileSync } from 'node:fs';\nimport x from 'left-pad';",
      'src/base/c.test.ts': "import { it } from 'vitest';\nimport { run } from '../cluster/x.ts';",
      'src/cluster/x.ts': '',
    });
    expect(problems.map((problem) => problem.split(': ')[0])).toEqual([
      'src/cluster/etcd/a.ts:1',
      'src/api/pod.ts:1',
      'src/base/c.ts:1',
      'src/base/c.ts:2',
    ]);
  });

  it('reports circles, missing files and new folders without a room', () => {
    const problems = problemsOf({
      'src/base/a.ts': "import { b } from './b.ts';",
      'src/base/b.ts': "import { a } from './a.ts';\nimport './c.ts';",
      'src/cluster/mystery/d.ts': '',
    });
    expect(problems).toEqual([
      "src/base/b.ts:2: './c.ts' is not there",
      expect.stringContaining('src/cluster/mystery/d.ts: is in no room'),
      'files import one another in a circle: src/base/a.ts, src/base/b.ts',
    ]);
  });

  it('wants the ending of a file in its name', () => {
    expect(problemsOf({ 'src/base/a.ts': "import { b } from './b';", 'src/base/b.ts': '' })).toEqual([
      "src/base/a.ts:1: './b' lacks its ending",
    ]);
  });

  it('reports types that go round, except where files are one thing', () => {
    const round = (folder: string) => ({
      [`${folder}/a.ts`]: "import type { B } from './b.ts';",
      [`${folder}/b.ts`]: "import { a } from './a.ts';",
    });
    expect(problemsOf(round('src/base'))).toEqual([
      'types go round in a circle of files: src/base/a.ts, src/base/b.ts',
    ]);
    expect(problemsOf(round('src/engine'))).toEqual([]);
  });

  it('finds the room by the longest path', () => {
    expect(roomOf('src/api/yaml/parse.ts')?.name).toBe('api/yaml');
    expect(roomOf('src/cluster/assemble.ts')?.name).toBe('cluster');
    expect(roomOf('src/ui/public.ts')?.name).toBe('ui/public');
  });

  it('resolves and finds strongly connected parts', () => {
    expect(resolveImport('src/a/b.ts', '../c', (path) => path === 'src/c/index.ts')).toBe('src/c/index.ts');
    expect(
      cycles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
          ['d', ['d']],
        ]),
      ),
    ).toEqual([['b', 'c'], ['d']]);
  });
});
