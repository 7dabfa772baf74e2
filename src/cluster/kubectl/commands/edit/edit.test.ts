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
  const given =
    'A copy of your changes has been stored to "/tmp/kubectl-edit-N.yaml"\nerror: Edit cancelled, no valid changes were saved.\n';
  const invalid = 'error: configmaps "m" is invalid\n';
  const failed = (editor: string) => {
    const { stdout, stderr, exitCode } = edit(editor);
    expect([stdout, exitCode]).toEqual(['', 1]);
    return stderr.replace(/(?<=edit-)\d+/, 'N');
  };
  expect(failed('sed -i /./d')).toBe(invalid + given);
  expect(failed("sed -i 's/^kind.*//'")).toBe(invalid + given);
  expect(failed("sed -i 's/  colour: red/  a b: red/'")).toBe(invalid + given);
  // It makes it worse each time.
  expect(failed("sed -i 's/data:/data: [/'")).toBe(invalid.repeat(10) + given);
  expect(edit('ed').stderr).toBe('error: the editor "ed" is not modelled\n');
  expect(data()).toBe('{"colour":"red","size":"1"}');
});

it('KC133: basic expressions mean bare signs as they are', () => {
  expect(editorNamed('sed -i s/a(b)+/c/')?.('a(b)+ abb\n')).toBe('c abb\n');
  expect(editorNamed('sed -i s,a\\(b\\)\\+,\\1&,g')?.('abb ab\n')).toBe('babb bab\n');
  expect(editorNamed('sed s/a/b/')).toBeUndefined();
  expect(editorNamed('sed -i y/a/b/')).toBeUndefined();
});
