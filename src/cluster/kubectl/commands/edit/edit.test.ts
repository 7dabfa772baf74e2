import { expect, it } from 'vitest';
import { terminal } from '../../testing/terminal.ts';
import { editorNamed } from './editor.ts';

function withMap() {
  const { type, cluster } = terminal();
  type('kubectl create configmap m --from-literal=colour=red --from-literal=size=1');
  const edit = (editor: string, line = 'kubectl edit configmap m') => type(line, {}, undefined, undefined, editor);
  const data = () => type('kubectl get configmap m -o jsonpath={.data}').stdout;
  return { edit, data, cluster };
}

it('KC133: what an editor that a script can name changes is sent as a patch', () => {
  const { edit, data } = withMap();
  expect(edit("sed -i 's/colour: red/colour: blue/'")).toEqual({
    stdout: 'configmap/m edited\n',
    stderr: '',
    exitCode: 0,
  });
  expect(data()).toBe('{"colour":"blue","size":"1"}');
  expect(edit("sed -i -E -e 's/(colour: .)lue/\\1lack/' -e '/size/d'").stdout).toBe('configmap/m edited\n');
  expect(data()).toBe('{"colour":"black"}');
});

it('KC133: nothing changed, nothing saved, nothing valid', () => {
  const { edit, data } = withMap();
  const none = { stdout: '', stderr: 'Edit cancelled, no changes made.\n', exitCode: 0 };
  expect(edit('true')).toEqual(none);
  expect(edit('sed -i s/purple/pink/g')).toEqual(none);
  expect(edit('sed -i s/^#.*//')).toEqual(none);
  expect(edit('sed -i /./d').stderr).toBe('Edit cancelled, saved file was empty.\n');
  expect(edit("sed -i 's/data:/data: [/'").stdout).toMatch(
    /^A copy of your changes has been stored to "\/tmp\/kubectl-edit-\d+\.yaml"\n$/,
  );
  expect(edit("sed -i 's/  colour: red/  a b: red/'")).toMatchObject({
    stderr: 'error: configmaps "m" is invalid\nerror: Edit cancelled, no valid changes were saved.\n',
    exitCode: 1,
  });
  expect(edit('ed').stderr).toBe('error: the editor "ed" is not modelled\n');
  expect(data()).toBe('{"colour":"red","size":"1"}');
});

it('KC133: basic expressions mean bare signs as they are', () => {
  expect(editorNamed('sed -i s/a(b)+/c/')?.('a(b)+ abb\n')).toBe('c abb\n');
  expect(editorNamed('sed -i s,a\\(b\\)\\+,\\1&,g')?.('abb ab\n')).toBe('babb bab\n');
  expect(editorNamed('sed s/a/b/')).toBeUndefined();
  expect(editorNamed('sed -i y/a/b/')).toBeUndefined();
});
