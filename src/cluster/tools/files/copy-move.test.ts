import { describe, expect, it } from 'vitest';
import { Random } from '../../../engine/index.ts';
import { Folder } from '../../ports/folder.ts';
import { tell } from '../tools.ts';
import { Files } from './files.ts';

const NAMES = ['a', 'b', 'c'];

/** What is below a folder: of files the text. */
function treeOf(files: Files, folder: string): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  const look = (path: string): void => {
    for (const name of files.list(`${folder}${path}`)) {
      const text = files.read(`${folder}${path}/${name}`);
      found.set(`${path}/${name}`, text);
      if (text === undefined) look(`${path}/${name}`);
    }
  };
  look('');
  return found;
}

describe('trees of files', () => {
  it('TL9: whatever is moved or copied is whole afterwards, or where it was', () => {
    for (let seed = 1; seed <= 60; seed++) tryOut(seed);
  });

  it('TL9: what nobody lists below a folder of an image is believed to be a folder with a slash behind', () => {
    const files = new Files();
    files.write('/tmp/x', 'x', false);
    expect(tell('cp', ['/tmp/x', '/app/static/'], undefined, files)?.exitCode).toBe(0);
    expect(files.read('/app/static/x')).toBe('x');
  });

  it('TL9: of a volume of a ConfigMap the files are copied', () => {
    const folder = new Folder();
    folder.replace([{ path: 'key', text: 'value' }]);
    folder.version = '..2026';
    const mount = { path: '/config', below: '', folder, isFile: false, readOnly: true };
    const files = new Files(undefined, { mounts: [mount] });
    expect(files.linkOf('/config/key')).toBe('..data/key');
    expect(tell('cp', ['-r', '/config', '/tmp/own'], undefined, files)).toMatchObject({ stderr: '', exitCode: 0 });
    expect(files.read('/tmp/own/key')).toBe('value');
    expect(files.linkOf('/tmp/own/key')).toBeUndefined();
  });
});

function tryOut(seed: number): void {
  const random = new Random(seed, 'trees');
  const files = new Files();
  files.makeFolder('/tmp/t');
  const anyPath = (): string => {
    const names = Array.from({ length: 1 + random.below(3) }, () => NAMES[random.below(NAMES.length)]);
    return `/tmp/t/${names.join('/')}`;
  };
  for (let round = 0; round < 40; round++) {
    const tool = ['mkdir', 'write', 'mv', 'cp', 'rm'][random.below(5)] as string;
    const [from, to] = [anyPath(), anyPath()];
    const before = treeOf(files, '/tmp/t');
    const moved = treeOf(files, from);
    const text = files.read(from);
    const end = files.isFolder(to) ? `${to}${from.slice(from.lastIndexOf('/'))}` : to;
    const hadEnd = files.isThere(end);
    const line = `seed ${seed}, round ${round}: ${tool} ${from} ${to}`;
    if (tool === 'write') tell('tee', [from], line, files);
    else if (tool === 'mkdir') tell('mkdir', [from], undefined, files);
    else if (tool === 'rm') {
      tell('rm', ['-rf', from], undefined, files);
      expect(files.isThere(from), line).toBe(false);
    } else {
      const told = tell(tool, tool === 'cp' ? ['-r', from, to] : [from, to], undefined, files);
      if (told?.exitCode !== 0) {
        if (tool === 'mv') expect(treeOf(files, '/tmp/t'), line).toEqual(before);
        continue;
      }
      if (tool === 'mv' && files.at(from) !== files.at(end)) expect(files.isThere(from), line).toBe(false);
      expect(files.read(end), line).toBe(text);
      if (!hadEnd) expect(treeOf(files, end), line).toEqual(moved);
    }
  }
}
