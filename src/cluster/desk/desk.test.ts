import { describe, expect, it } from 'vitest';
import type { Run } from '../../engine/index.ts';
import type { Given } from '../inputs/inputs.ts';
import { COMMANDS_TABLE, type CommandRow } from '../kubectl/session/rows.ts';
import { startedRun, typeAsIs, typeLine, wait } from '../testing/started-run.ts';

const started = (): Run<Given> => startedRun({ nodes: 2, latencies: 'realistic', proxy: 'none' });
const DEPLOY = 'kubectl create deployment web --image=nginx:1.27 --replicas=3';
const rowOf = (run: Run<Given>, id: number): CommandRow | undefined =>
  run.engine.table<CommandRow>(COMMANDS_TABLE).get(String(id));

function deployed(): Run<Given> {
  const run = started();
  typeAsIs(run, DEPLOY);
  run.advance({ quiescent: true });
  return run;
}

describe('lines', () => {
  it('DK1: have pipes, lists, loops, variables and substitutions; the code is that of the last command', () => {
    const run = deployed();
    const says = (line: string): string => {
      const { stdout, stderr } = typeAsIs(run, line);
      expect(stderr).toBe('');
      return stdout;
    };
    expect(says('kubectl get pods | grep -v Running | wc -l')).toBe('1\n');
    expect(says('kubectl get pods --no-headers | grep -c Running')).toBe('3\n');
    expect(says("kubectl get deploy web -o jsonpath='{.spec.replicas}' && echo ' wanted'")).toBe('3 wanted\n');
    expect(says('for n in 1 2; do kubectl scale deploy web --replicas=$n; done; echo $?')).toBe(
      'deployment.apps/web scaled\ndeployment.apps/web scaled\n0\n',
    );
    expect(says('N=$(kubectl get nodes -o name | head -1); echo "$N"')).toBe('node/node-1\n');
    expect(says("kubectl get nodes --no-headers | awk '{print $1}' | sort -r | tr '\\n' ' '")).toBe('node-2 node-1 ');
    expect(says("kubectl get po -o json | jq -r '.items[].spec.nodeName' | sort | uniq -c | awk '{print $1}'")).toMatch(
      /^\d\n\d\n$/,
    );
    expect(typeAsIs(run, 'kubectl get pod nobody || echo none')).toMatchObject({ stdout: 'none\n', exitCode: 0 });
    expect(typeAsIs(run, 'kubectl get pod nobody; false').exitCode).toBe(1);
  });

  it('DK1: show what both outputs got in order, and may join them', () => {
    const run = started();
    const row = typeAsIs(run, 'echo one; kubectl get pod nobody; echo two');
    expect(row.written).toEqual([
      { stream: 'stdout', text: 'one\n' },
      { stream: 'stderr', text: 'Error from server (NotFound): pods "nobody" not found\n' },
      { stream: 'stdout', text: 'two\n' },
    ]);
    expect(typeAsIs(run, 'kubectl get pod nobody 2>&1 | wc -l').stdout).toBe('1\n');
    expect(typeAsIs(run, 'kubectl get pod nobody 2>/dev/null')).toMatchObject({ stdout: '', stderr: '', exitCode: 1 });
  });

  it('DK1: that are no script are an error of syntax, and the shell lives on', () => {
    const run = started();
    expect(typeAsIs(run, 'echo one | | echo two').exitCode).toBe(2);
    expect(typeAsIs(run, 'echo three').stdout).toBe('three\n');
  });

  it('DK7: tell of a word that is no program', () => {
    expect(typeAsIs(started(), 'frobnicate --now')).toMatchObject({
      stderr: 'bash: frobnicate: command not found\n',
      exitCode: 127,
    });
  });

  it('DK7: tell who asks for help what there is, here and on a node', () => {
    const run = started();
    const words = (line: string): readonly string[] => (typeAsIs(run, line).stdout.split('\n')[1] ?? '').split(' ');
    const here = words('help');
    expect(here).toEqual(expect.arrayContaining(['etcdctl', 'grep', 'jq', 'kubectl', 'ssh', 'watch']));
    const unknown = here.filter(
      (word) => word !== '' && /command not found/.test(typeAsIs(run, `type ${word}`).stderr),
    );
    expect(unknown).toEqual([]);
    expect(words('ssh node-1 help')).toEqual(expect.arrayContaining(['crictl', 'iptables-save']));
    expect(typeAsIs(run, 'ssh node-1 journalctl -u kubelet').stderr).toContain('is not modelled');
  });
});

describe('kubectl in a line', () => {
  it('DK2: reads what is piped in, and what a here-document says', () => {
    const run = started();
    const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
    expect(typeAsIs(run, 'cat a.yaml | kubectl apply -f -', { 'a.yaml': map }).stdout).toBe('configmap/a created\n');
    expect(typeAsIs(run, `kubectl apply -f - <<EOF\n${map.replace('name: a', 'name: b')}EOF`).stdout).toBe(
      'configmap/b created\n',
    );
    expect(typeAsIs(run, "kubectl get cm a -o yaml | sed 's/name: a/name: c/' | kubectl create -f -").stdout).toBe(
      'configmap/c created\n',
    );
    expect(typeAsIs(run, 'k get cm -o name | grep -c /').stdout).toBe('4\n');
  });

  it('DK2: has a pipe that is read while it writes, and ends with who reads', () => {
    const run = started();
    run.give({ type: 'line', line: 'kubectl get pods -w --no-headers | head -n 2', files: {} });
    typeLine(run, 'kubectl create deployment web --image=nginx:1.27 --replicas=3');
    run.advance({ quiescent: true });
    expect(rowOf(run, 1)?.stdout.split('\n')).toHaveLength(3);
    expect(rowOf(run, 1)?.exitCode).toBeDefined();
  });

  it('DK5: ends with Ctrl+C, and so does all that the line would have done', () => {
    const run = deployed();
    run.give({ type: 'line', line: 'kubectl get pods -w --no-headers | cat; echo after', files: {} });
    run.advance({ quiescent: true });
    expect(rowOf(run, 2)?.stdout.split('\n')).toHaveLength(4);
    expect(rowOf(run, 2)?.exitCode).toBeUndefined();
    run.give({ type: 'interrupt', command: 2 });
    run.advance({ quiescent: true });
    expect(rowOf(run, 2)).toMatchObject({ exitCode: 130 });
    expect(rowOf(run, 2)?.stdout).not.toContain('after');
    expect(typeAsIs(run, 'echo next').stdout).toBe('next\n');
  });

  it('DK5: Ctrl+C ends a loop and a sleep', () => {
    const run = started();
    run.give({ type: 'line', line: 'while true; do sleep 1; done', files: {} });
    wait(run, 5);
    run.give({ type: 'interrupt', command: 1 });
    run.advance({ quiescent: true });
    expect(rowOf(run, 1)).toMatchObject({ exitCode: 130 });
  });
});

describe('what stays', () => {
  it('DK3: are variables, functions, aliases and the folder', () => {
    const run = deployed();
    typeAsIs(
      run,
      "export do='--dry-run=client -o yaml'; NS=kube-system; alias kg='kubectl get'; f() { echo \"<$1>\"; }",
    );
    expect(typeAsIs(run, 'k run x --image=nginx $do | head -n 2').stdout).toBe('apiVersion: v1\nkind: Pod\n');
    expect(typeAsIs(run, 'kg deploy -o name').stdout).toBe('deployment.apps/web\n');
    expect(typeAsIs(run, 'f $NS').stdout).toBe('<kube-system>\n');
    expect(typeAsIs(run, 'mkdir -p sub && cd sub && pwd').stdout).toBe('/home/user/sub\n');
    expect(typeAsIs(run, 'pwd; cd; pwd; cd ~/sub; pwd').stdout).toBe('/home/user/sub\n/home/user\n/home/user/sub\n');
    expect(typeAsIs(run, 'exit').exitCode).toBe(0);
    expect(typeAsIs(run, 'pwd; echo "[$NS]"').stdout).toBe('/home/user\n[]\n');
  });

  it('DK3: $KUBECONFIG is for every kubectl after it is exported', () => {
    const run = started();
    typeAsIs(run, 'export KUBECONFIG=./none.yaml');
    expect(typeAsIs(run, 'kubectl config view -o jsonpath={.contexts} && true').stdout).toBe('null');
  });

  it('DK4: are files: of lines for commands, of kubectl for lines, of the editor for all', () => {
    const run = deployed();
    expect(typeAsIs(run, 'kubectl get deploy web -o yaml > web.yaml').stdout).toBe('');
    expect(typeAsIs(run, 'grep -c replicas: web.yaml').stdout).not.toBe('0\n');
    expect(typeLine(run, 'kubectl apply -f web.yaml').exitCode).toBe(0);
    expect(typeAsIs(run, 'ls', { 'mine.yaml': 'a: 1\n' }).stdout).toBe('mine.yaml\nweb.yaml\n');
    typeAsIs(run, "sed -i 's/1/2/' mine.yaml", { 'mine.yaml': 'a: 1\n' });
    expect(typeAsIs(run, 'cat mine.yaml', { 'mine.yaml': 'a: 1\n' }).stdout).toBe('a: 2\n');
    expect(typeAsIs(run, 'cat mine.yaml', { 'mine.yaml': 'a: 3\n' }).stdout).toBe('a: 3\n');
    typeAsIs(run, 'rm web.yaml');
    expect(typeLine(run, 'kubectl apply -f web.yaml').stderr).toContain('the path "web.yaml" does not exist');
  });
});

describe('time', () => {
  it('DK6: watch shows a command anew every two seconds, and keeps nobody from resting', () => {
    const run = deployed();
    run.give({ type: 'line', line: 'watch kubectl get deploy web --no-headers', files: {} });
    run.advance({ quiescent: true });
    expect(rowOf(run, 2)?.stdout).toMatch(/^Every 2\.0s: kubectl get deploy web --no-headers {4}.*\n\nweb +3\/3/);
    run.give({ type: 'line', line: 'kubectl scale deploy web --replicas=1; sleep 30', files: {}, beside: true });
    run.advance({ quiescent: true });
    expect(rowOf(run, 2)?.stdout).toMatch(/\n\nweb +1\/1/);
    run.give({ type: 'interrupt', command: 2 });
    run.advance({ quiescent: true });
    expect(rowOf(run, 2)?.exitCode).toBe(130);
  });

  it('DK6: clear wipes what was shown', () => {
    const run = started();
    expect(typeAsIs(run, 'echo one; clear; echo two')).toMatchObject({ stdout: 'two\n', clears: true });
  });

  it('DK10: a sleep is waited for, a loop without an end only for a while', () => {
    const run = started();
    const from = run.engine.now;
    expect(typeAsIs(run, 'sleep 600; echo slept').stdout).toBe('slept\n');
    expect(run.engine.now - from).toBeGreaterThanOrEqual(600_000_000);
    run.give({ type: 'line', line: 'while ! kubectl get pod never; do sleep 2; done', files: {} });
    run.advance({ quiescent: true });
    expect(run.engine.quiescent).toBe(true);
    expect(rowOf(run, 2)?.exitCode).toBeUndefined();
  });

  it('DK11: two runs with the same lines agree in every step', () => {
    const told = [0, 1].map(() => {
      const run = deployed();
      typeAsIs(run, 'A=1; kubectl get pods | head -2 > x; cat x; echo $RANDOM');
      typeAsIs(run, 'cat x | wc -l; (sleep 3; echo late) & wait');
      run.advance({ quiescent: true });
      return [run.engine.digest, run];
    });
    expect(told[0]?.[0]).toBe(told[1]?.[0]);
    const [, run] = told[0] as [number, Run<Given>];
    expect(run.fork(run.engine.stepCount - 1).engine.digest).toBe(run.engine.digest);
  });
});
