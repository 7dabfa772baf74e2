import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Engine } from '../../engine/index.ts';
import { kubectl } from '../../steps/kubectl.ts';
import { behaviourOf } from '../images/catalog.ts';
import { Folder } from '../ports/folder.ts';
import { clusterKinds } from '../program.ts';
import { Files } from '../tools/files/files.ts';
import { runToEnd } from './shell.ts';
import type { Surroundings } from './shell-process.ts';

interface Recorded {
  readonly shell: string;
  readonly script: string;
  readonly stdout: string;
  readonly code: number;
}

const file = new URL('../../../testdata/shell/scripts.json', import.meta.url);
const recorded = JSON.parse(readFileSync(file).toString()) as readonly Recorded[];
const NEVER = { begin: () => {} };

/** What a script writes, with which code it ends, and after how many seconds. */
function run(script: string, shell = 'sh') {
  const options = { seed: 1, kinds: clusterKinds, startTime: 0, recording: 'off', maxSteps: 0, freeze: false } as const;
  const engine = new Engine(options);
  const said = { stdout: '', stderr: '', log: '' };
  let code: number | undefined;
  let seconds = 0;
  const files = new Files(new Folder());
  files.enter('/tmp');
  engine.perform(() => {
    const ctx = engine.beginStory('kubectl', kubectl.command, 'kubectl', { line: script });
    const around = { now: 0, hostname: 'pod', namespace: 'default', address: '', variables: [], version: '' };
    const at: Surroundings = {
      host: 'default/pod',
      image: 'busybox:1.36',
      inside: { image: behaviourOf('busybox:1.36'), unknown: 'is missing' },
      files,
      tool: undefined,
      routine: engine.background('containerd/n1'),
      over: NEVER,
      isOver: () => false,
      alone: { over: NEVER, isOver: () => false },
      around: () => around,
      write: (_, stream, text) => {
        said[stream] += text;
      },
      log: (_, __, text) => {
        said.log += text;
      },
      use: () => {},
      signal: () => {},
      serve: () => {},
    };
    function* whole() {
      ({ exitCode: code } = yield* runToEnd(ctx, at, [shell, '-c', script]));
      seconds = engine.now / 1_000_000;
    }
    engine.spawn(whole());
  });
  let restsAfter: number | undefined;
  for (let due = engine.nextTime; due !== undefined && due < 100_000_000; due = engine.nextTime) {
    engine.advance();
    if (engine.quiescent) restsAfter ??= engine.now / 1_000_000;
  }
  return { ...said, code, seconds, restsAfter };
}

describe('scripts', () => {
  it.each(recorded)('SH1, SH17, SH18, SH19: $shell -c $script', ({ shell, script, stdout, code }) => {
    const { stdout: said, code: ended } = run(script, shell);
    expect({ stdout: said, code: ended }).toEqual({ stdout, code });
  });

  it('TL9: folders go whole, with their modes and links, and stay when they cannot', () => {
    const made = 'mkdir -p a/b; echo one > a/f; echo two > a/b/g; chmod 700 a/f; ln -s f a/l; ';
    const all = 'a\na/b\na/b/g\na/f\na/l\n';
    const shown = (tree: string): string => all.replace(/^a/gm, tree);
    expect(run(`${made}mv a c; find c | sort; stat -c %a c/f; readlink c/l; cat c/b/g; ls`).stdout).toBe(
      `${shown('c')}700\nf\ntwo\nc\n`,
    );
    expect(run(`${made}cp -r a c; rm -r a; find c | sort; cat c/l`).stdout).toBe(`${shown('c')}one\n`);
    expect(run(`${made}mv a no/where; cp -r a no/where; find a | sort`).stdout).toBe(all);
  });

  it('SH22: what runs beside a shell takes its own time, and ends when it is killed', () => {
    expect(run('sleep 3 & sleep 1; wait; echo done')).toMatchObject({ stdout: 'done\n', seconds: 3 });
    expect(run('sleep 50 & P=$!; sleep 1; kill $P; wait $P; echo $?')).toMatchObject({ stdout: '143\n', seconds: 1 });
    expect(run('timeout 2 sleep 9; echo $?')).toMatchObject({ stdout: '143\n', seconds: 2 });
    expect(run('kill -0 $!')).toMatchObject({ code: 1 });
  });

  it('SH22, SH18: what a file gets is handed on while it is followed; commands are told before they run', () => {
    const writes = 'for i in 1 2 3; do echo $i hi; echo no; sleep 1; done > /tmp/a &';
    expect(run(`${writes} tail -f /tmp/a | grep hi & sleep 5; kill $!`).stdout).toBe('1 hi\n2 hi\n3 hi\n');
    expect(run('set -x; A="b c"; echo $A > /dev/null; [[ $A == b* ]]').stderr).toBe(
      "+ A='b c'\n+ echo b c\n+ [[ b c == b* ]]\n",
    );
  });

  it('SH21: what is no script is told where the shell comes to it', () => {
    expect(run('echo one\nif true; then')).toMatchObject({
      stdout: 'one\n',
      stderr: 'sh: syntax error: unexpected end of file (expecting "fi")\n',
      code: 2,
    });
    expect(run('done').stderr).toBe('sh: syntax error: unexpected "done"\n');
    expect(run('echo "a').stderr).toBe('sh: syntax error: unterminated quoted string\n');
  });

  it.each([
    ['echo 3.14159; sleep 2', 2, 0],
    ['sleep 1 && false || exit 4; echo no', 1, 4],
    ['for i in 3 2 1; do echo $i; sleep 2; done', 6, 0],
    ['for i in $(seq 1 10); do sleep 1; done; exit 2', 10, 2],
    ['for i in 1 2; do sleep $i; done', 3, 0],
    ['sleep 2 | sleep 3', 3, 0],
    ['x=1; sleep 2 | sleep 3', 3, 0],
    ['sleep 3 | sleep 2', 3, 0],
    ['/opt/app --serve', 0, 127],
    ['curl http://web || exit 3', 0, 3],
  ])('SH1: a script takes its time, and ends as its last command does: %s', (script, seconds, code) => {
    expect(run(script)).toMatchObject({ seconds, code });
  });

  it('SH13: words are read by the grammar, and split as values are', () => {
    expect(run('echo "$(echo ")")" $(case x in x) echo arm;; esac)').stdout).toBe(') arm\n');
    expect(run('for w in ${x:-a b "c d"}; do echo "<$w>"; done').stdout).toBe('<a>\n<b>\n<c d>\n');
    expect(run("IFS=', '; v='a , b,,c'; set -- $v; echo $#").stdout).toBe('4\n');
    expect(run('x="a b"; export Y=$x; f() { local z=$x; echo "$Y $z"; }; f').stdout).toBe('a b a b\n');
    expect(run("printf '%s\\n' '$HOME $(date)'").stdout).toBe('$HOME $(date)\n');
  });

  it('SH14: numbers above two lead where they are told, until they are closed', () => {
    expect(run('exec 3>f; echo one >&3; { echo two >&3; } 3>g; exec 3>&-; cat f g').stdout).toBe('one\ntwo\n');
    expect(run('echo a > f; echo b >> f; exec 4<f; read x <&4; read y <&4; echo $y$x').stdout).toBe('ba\n');
    expect(run('echo no >&5')).toMatchObject({ stdout: '', stderr: 'sh: 5: Bad file descriptor\n', code: 1 });
  });

  it('SH15: `$$` is the shell, whoever says so beside it; a subshell has no traps but its own', () => {
    expect(run("trap 'echo usr' USR1; (sleep 1; kill -USR1 $$) & sleep 2; echo end").stdout).toBe('usr\nend\n');
    expect(run("trap 'echo term' TERM; (sleep 1; kill $$) & wait; echo $?")).toMatchObject({
      stdout: 'term\n143\n',
      seconds: 1,
    });
    expect(run("trap 'echo outer' EXIT; (trap 'echo inner' EXIT; echo in); echo out").stdout).toBe(
      'in\ninner\nout\nouter\n',
    );
  });

  it('SH5: numbers have 64 bits, what is readonly stays, chance is the same for the same Pod and moment', () => {
    expect(run('echo $((9223372036854775807 + 1)) $((1 << 62))').stdout).toBe(
      '-9223372036854775808 4611686018427387904\n',
    );
    expect(run('readonly A=1; A=2; echo no')).toMatchObject({ stdout: '', stderr: 'sh: A: is read only\n', code: 2 });
    const { stdout } = run('seq 20 | shuf; mktemp');
    expect(stdout).toBe(run('seq 20 | shuf; mktemp').stdout);
    expect(stdout).not.toBe(run('seq 20; mktemp').stdout);
    expect(stdout).toMatch(/\n\/tmp\/tmp\.\w{6}\n$/);
  });

  it('SH6: what reads from a pipe reads while the writer goes on, and ends it by its own end', () => {
    expect(run('while true; do echo x; sleep 5; done | head -n 3; echo end')).toMatchObject({
      stdout: 'x\nx\nx\nend\n',
      seconds: 15,
    });
    expect(run('while true; do echo tick; sleep 2; done | grep -q tick; echo $?')).toMatchObject({
      stdout: '0\n',
      seconds: 2,
    });
    const stamped = '(for i in 1 2; do echo $i; sleep 3; done) | while read l; do echo "$l at $(date +%s)"; done';
    expect(run(stamped).stdout).toBe('1 at 0\n2 at 3\n');
    expect(run('{ echo b; sleep 1; echo a; } | sort')).toMatchObject({ stdout: 'a\nb\n', seconds: 1 });
  });

  it('SH20: output goes to the log of the container, or nowhere', () => {
    expect(run('echo a > /proc/1/fd/1; echo b > /dev/null; echo c >&2')).toMatchObject({
      stdout: '',
      stderr: 'c\n',
      log: 'a\n',
    });
  });

  it('SH2: a script is waited for up to a minute, a loop without an end for ten seconds', () => {
    expect(run('sleep 50; echo')).toMatchObject({ restsAfter: 50, seconds: 50 });
    expect(run('sleep 40; sleep 40; echo')).toMatchObject({ restsAfter: 40, seconds: 80 });
    expect(run('while true; do echo; sleep 4; done').restsAfter).toBe(8);
  });

  it('SH2: rounds that take no time pass at once, up to a thousand; others take a second, with a pause of their own a tenth', () => {
    expect(run('i=0; while [ $i -lt 900 ]; do i=$((i+1)); done; echo $i')).toMatchObject({
      stdout: '900\n',
      seconds: 0,
    });
    expect(run('i=0; while [ $i -lt 1003 ]; do i=$((i+1)); done').seconds).toBe(4);
    expect(run('i=0; while [ $i -lt 2 ]; do i=$((i+1)); sleep 0.01; done').seconds).toBe(0.2);
    expect(run('i=0; while [ $i -lt 2 ]; do i=$((i+1)); sleep 0.5; done').seconds).toBe(1);
  });
});
