import { describe, expect, it } from 'vitest';
import { CLUSTER_SETTLE_MICROS, CLUSTER_START_TIME, clusterKinds, clusterProgram } from '../cluster/program.ts';
import { startedRun } from '../cluster/testing/started-run.ts';
import { exitStepOf } from '../inspect/commands.ts';
import { terminalView } from '../inspect/views/terminal.ts';
import type { Giving, LastGood } from '../protocol/messages.ts';
import type { Input, RunDescription } from '../protocol/run-description.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';

const FRESH: RunDescription = {
  v: 1,
  build: 'test',
  seed: 1,
  cluster: { nodes: 1, latencies: 'realistic' },
  inputs: [],
};

const options: SimulationOptions = {
  kinds: clusterKinds,
  program: (run) => clusterProgram(run.cluster),
  startTime: () => CLUSTER_START_TIME,
  settleMicros: CLUSTER_SETTLE_MICROS,
  maxSteps: 1_000_000,
  restlessAfter: 100_000,
  build: 'test',
};

/** A ConfigMap with one word in it: its story is short. */
const words = (word: string, name = 'words'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  word: ${word}\n`;

const apply = (text: string, file = 'a.yaml'): Input => ({
  type: 'kubectl',
  argv: ['apply', '-f', file],
  files: { [file]: text },
});
const typed = (line: string, beside = false): Input => ({
  type: 'kubectl',
  argv: line.split(' '),
  files: {},
  ...(beside ? { beside } : {}),
});

/** What a page does with one run, and what its reader sees. */
class Reader {
  readonly simulation: Simulation;

  constructor(run: RunDescription = FRESH, present?: number, until?: LastGood) {
    this.simulation = new Simulation(run, options, present, until);
  }

  give(input: Input, how: Giving = {}): this {
    this.simulation.give(input, how);
    return this;
  }

  /** As a page does, whose engine runs ahead while its reader thinks. */
  think(): this {
    while (!this.simulation.resting) this.simulation.runSlice(100);
    return this;
  }

  type(line: string, how: Giving = { answer: true }): this {
    return this.give(typed(line), how).think();
  }

  apply(text: string, file?: string): this {
    return this.give(apply(text, file), { anew: true }).think();
  }

  toEnd(): this {
    this.think().simulation.seekEnd();
    return this;
  }

  step(by: number): this {
    this.simulation.stepBy(by);
    return this;
  }

  get log(): readonly string[] {
    const { commands } = terminalView(this.simulation.snapshot);
    return commands.map(({ line, stdout, stderr, exitCode }) =>
      [line, `${stdout}${stderr}`.trimEnd(), exitCode ?? 'runs'].join(' → '),
    );
  }

  get branches(): number {
    return this.simulation.branchList.length;
  }

  get digest(): string {
    return this.think().simulation.engine.digest;
  }

  get inputs(): RunDescription['inputs'] {
    return this.simulation.describe().inputs;
  }

  get at(): number {
    return this.simulation.snapshot.cursor.position;
  }

  get begins(): readonly number[] {
    return this.inputs.map(({ afterStep }) => afterStep);
  }
}

/** At the first step of the first story, as a visit begins. */
const opened = (): Reader => new Reader().give(apply(words('one')));
const told = (): Reader => opened().toEnd();
const CREATED = 'kubectl apply -f a.yaml → configmap/words created → 0';
const CONFIGURED = 'kubectl apply -f a.yaml → configmap/words configured → 0';

describe('the present', () => {
  it('GV1: what is given at the present takes effect there, however far the engine has run ahead', () => {
    const [quick, slow] = [opened(), opened().think()];
    for (const reader of [quick, slow]) {
      for (let step = 0; step < 8; step += 1) while (!reader.simulation.stepBy(1)) reader.simulation.runSlice(1);
      reader.give({ type: 'api-server', state: 'stopped' }).think();
    }
    expect([slow.branches, slow.begins]).toEqual([1, quick.begins]);
    expect(slow.digest).toBe(quick.digest);
    expect(slow.inputs.at(-1)?.afterStep).toBeLessThan(told().simulation.engine.stepCount - 10);
  });

  it('GV2: a command before the present begins one branch, and the next ones go on in it', () => {
    const reader = told().type('get cm words').toEnd();
    const { digest } = reader;
    reader.simulation.seek(reader.begins[0] as number);
    reader.step(9).type('get ns').type('get nodes').type('get cm');
    expect(reader.branches).toBe(2);
    expect(reader.inputs).toHaveLength(4);
    reader.simulation.switchTo(0);
    expect(reader.digest).toBe(digest);
  });

  it('GV2: to stand where only hidden steps lie before the present is not to have gone back', () => {
    const reader = told().type('get cm words');
    reader.step(-1).step(1).type('get ns');
    expect([reader.branches, reader.inputs.length]).toEqual([1, 3]);
  });

  it('GV3: what others made counts as told; one’s own is opened again with its present', () => {
    const made = told();
    const run = made.simulation.describe();
    const { snapshot } = made.simulation;
    const at = snapshot.index.at(5) as number;
    for (const [present, branches] of [
      [Number.POSITIVE_INFINITY, 2],
      [undefined, 1],
      [at, 1],
      [snapshot.index.at(9), 2],
    ] as const) {
      const again = new Reader(run, present).think();
      again.simulation.seek(at);
      again.type('get ns');
      expect(again.branches).toBe(branches);
    }
  });

  it('GV4: nothing is given before the set-up has ended', () => {
    const fresh = new Reader().type('get cm').digest;
    const early = new Reader();
    early.simulation.seek(-1);
    expect(early.type('get cm').digest).toBe(fresh);
    for (const go of ['seek', 'seekStart'] as const) {
      const back = told();
      if (go === 'seek') back.simulation.seek(-1);
      else back.simulation.seekStart();
      back.type('get cm');
      expect([back.branches, back.digest]).toEqual([2, fresh]);
    }
  });
});

describe('Apply', () => {
  it('GV5: at step 0, at the first step and in the midst the new text is told from the start, without a branch', () => {
    const wanted = new Reader().apply(words('two')).digest;
    const places: ((reader: Reader) => unknown)[] = [
      () => undefined,
      (reader) => reader.think(),
      (reader) => reader.think().simulation.seek(-1),
      (reader) => reader.think().simulation.seekStart(),
      (reader) => reader.think().step(20).step(-9),
      (reader) => reader.think().simulation.seek(reader.begins[0] as number),
    ];
    for (const go of places) {
      const reader = opened();
      go(reader);
      reader.apply(words('two'));
      expect([reader.branches, reader.inputs.length, reader.digest]).toEqual([1, 1, wanted]);
      expect(reader.at).toBe((reader.begins[0] as number) + 1);
      expect(reader.toEnd().log).toEqual([CREATED]);
    }
  });

  it('GV5: a later story is told anew, too, also after its apply was undone', () => {
    for (const undo of [false, true]) {
      const reader = told().apply(words('two'));
      if (undo) reader.simulation.seek(reader.begins[1] as number);
      reader.apply(words('three'));
      expect([reader.branches, reader.inputs.length]).toEqual([1, 2]);
      expect(reader.toEnd().log).toEqual([CREATED, CONFIGURED]);
      expect(reader.digest).toBe(told().apply(words('three')).digest);
    }
  });

  it('GV5: a text that is refused, and the one that mends it', () => {
    const reader = opened().think().step(10).apply('kind: [').toEnd();
    expect([reader.branches, reader.log]).toEqual([
      1,
      [expect.stringMatching(/^kubectl apply -f a\.yaml → error: error parsing a\.yaml: .*→ 1$/)],
    ]);
    expect(reader.apply(words('two')).toEnd().log.at(-1)).toBe(CREATED);
    expect(reader.branches).toBe(1);
  });

  it('GV6: the same text leads back to the start of the story; twice in a row is once', () => {
    const reader = told().apply(words('two'));
    const { digest } = reader;
    reader.step(12).apply(words('two')).apply(words('two'));
    expect([reader.digest, reader.inputs.length, reader.at]).toEqual([digest, 2, (reader.begins[1] as number) + 1]);
  });

  it('GV7: after the end it is the next command; before the end of a told story it begins a branch', () => {
    const reader = told().apply(words('one')).toEnd();
    expect(reader.log).toEqual([CREATED, 'kubectl apply -f a.yaml → configmap/words unchanged → 0']);
    reader.apply(words('two')).toEnd();
    expect([reader.branches, reader.log.at(-1)]).toEqual([1, CONFIGURED]);
    reader.step(-5).apply(words('three')).toEnd();
    expect([reader.branches, reader.log.at(-1)]).toEqual([2, CONFIGURED]);
  });

  it('GV7: in the midst of a told story the new command waits for the one that runs there', () => {
    const reader = told();
    reader.simulation.seek((reader.begins[0] as number) + 1);
    expect(reader.apply(words('two')).toEnd().log).toEqual([CREATED, CONFIGURED]);
    expect(reader.branches).toBe(2);
  });

  it('GV8: a second file, or an apply after another command, is the next command', () => {
    const second = opened().apply(words('two', 'more'), 'b.yaml').toEnd();
    expect(second.log).toEqual([CREATED, 'kubectl apply -f b.yaml → configmap/more created → 0']);
    const after = opened().type('get ns default -o name').apply(words('two')).toEnd();
    expect(after.log).toEqual([CREATED, 'kubectl get ns default -o name → namespace/default → 0', CONFIGURED]);
    expect([second.branches, after.branches]).toEqual([1, 1]);
  });

  it('GV9: a part of a scenario stays a part, also when the run is opened again or goes on in a branch', () => {
    const reader = new Reader();
    // Scenarios write the program's name, too.
    reader.simulation.givePart({ ...apply(words('one')), argv: ['kubectl', 'apply', '-f', 'a.yaml'] } as Input);
    reader.think().step(5).apply(words('mine'));
    expect(reader.inputs).toEqual([expect.objectContaining({ isPart: true, input: apply(words('mine')) })]);
    reader.toEnd().type('get ns').toEnd();
    const again = new Reader(reader.simulation.describe()).think();
    expect(again.inputs.map(({ isPart }) => isPart)).toEqual([true, undefined]);
    again.simulation.seek((again.begins[0] as number) + 8);
    expect(again.type('get cm').inputs.map(({ isPart }) => isPart)).toEqual([true, undefined]);
  });
});

describe('commands in a row', () => {
  const NAMES = Array.from({ length: 27 }, (_, at) => `m${at}`);
  const lines = NAMES.map((name, at) => (at % 3 === 2 ? `get cm m${at - 1} -o name` : `create cm ${name}`));
  const answers = lines.map((line, at) =>
    at % 3 === 2
      ? `kubectl ${line} → configmap/m${at - 1} → 0`
      : `kubectl ${line} → configmap/${NAMES[at]} created → 0`,
  );

  it('GV10: 27 in a row make no branch and have 27 answers in order', () => {
    const reader = told();
    for (const line of lines) reader.give(typed(line), { answer: true });
    expect(reader.toEnd().log).toEqual([CREATED, ...answers]);
    expect([reader.branches, reader.simulation.branch.waiting]).toEqual([1, []]);
  });

  it('GV10: those that are typed slowly are as those that are typed fast, at the end and at the start', () => {
    const some = lines.slice(0, 6);
    for (const begin of [told, opened]) {
      const [reader, slow] = [begin(), begin().think()];
      for (const line of some) reader.give(typed(line), { answer: true });
      expect(reader.toEnd().log).toEqual([CREATED, ...answers.slice(0, 6)]);
      for (const line of some) slow.type(line);
      expect([slow.branches, reader.branches]).toEqual([1, 1]);
      expect([slow.begins, slow.log]).toEqual([reader.begins, reader.log]);
      expect(slow.simulation.branch.waiting).toEqual([]);
    }
  });

  it('GV10: the next one begins at the exit of the one before, not at the rest of the cluster', () => {
    const reader = told();
    for (const line of ['create deployment web --image=nginx:1.27', 'get pods', 'sleep 60', 'get pods'])
      reader.type(line);
    const exits = [2, 3, 4].map((command) => exitStepOf(reader.simulation.snapshot, command));
    expect(reader.begins.slice(2)).toEqual(exits);
    const [, , first, , second] = reader.toEnd().log;
    expect(first).toMatch(/^kubectl get pods → .* 0\/1 .* → 0$/s);
    expect(second).toMatch(/^kubectl get pods → .* 1\/1 +Running .* → 0$/s);
    const [, , , slept = 0, woke = 0] = reader.inputs.map(({ time }) => time);
    expect(woke - slept).toBe(60_000_000);
  });

  it('GV10: an executed description has the same digest', () => {
    const reader = opened();
    for (const line of lines.slice(0, 5)) reader.type(line);
    const again = new Reader(reader.simulation.describe());
    expect(again.digest).toBe(reader.digest);
  });

  it('GV11: the cursor goes along, to an answer where one was asked for; who has gone back stays', () => {
    const reader = told();
    const from = reader.at;
    reader.type('create cm x', {});
    expect([reader.at, reader.log.at(-1)]).toEqual([from + 1, 'kubectl create cm x →  → runs']);
    reader.type('get cm x -o name');
    expect(reader.log.slice(-2)).toEqual([
      'kubectl create cm x → configmap/x created → 0',
      'kubectl get cm x -o name → configmap/x → 0',
    ]);
    reader.toEnd().give(typed('create cm y')).give(typed('create cm z'));
    const place = reader.step(-3).at;
    expect(reader.think().at).toBe(place);
    expect(reader.branches).toBe(1);
  });

  it('GV11: from the shell, to the answer of what changes nothing alone', () => {
    const reader = told();
    const from = reader.at;
    reader.type('create cm x', { answer: 'of a look' });
    expect([reader.at, reader.log.at(-1)]).toEqual([from + 1, 'kubectl create cm x →  → runs']);
    reader.type('-n default get cm x -o name', { answer: 'of a look' });
    expect(reader.log.at(-1)).toBe('kubectl -n default get cm x -o name → configmap/x → 0');
  });

  it('GV11: to the answer of a command, and to the end where it does not end by itself', () => {
    const reader = told().type('create cm x', {});
    expect(reader.simulation.seekAnswer(2)).toBe(true);
    expect(reader.log.at(-1)).toBe('kubectl create cm x → configmap/x created → 0');
    reader.toEnd().type('get cm -w', {});
    expect(reader.simulation.seekAnswer(3)).toBe(true);
    expect(reader.at).toBe(reader.simulation.engine.stepCount - 1);
  });

  it('GV11: a command that ends within a line is no answer of the line', () => {
    const line: Input = { type: 'line', line: 'watch kubectl get cm words -o name', files: {} };
    const reader = told().give(line, { answer: 'of a look' }).think();
    expect(reader.log.at(-1)).toMatch(/Every 2\.0s:.*\n\nconfigmap\/words/);
    reader.give({ type: 'interrupt', command: 2 }, { answer: true }).think();
    expect(reader.log.at(-1)).toMatch(/ → 130$/);
  });

  it('GV12: what does not end by itself holds up the next ones until Ctrl+C', () => {
    const reader = told().type('get cm -w -o name').type('create cm x').type('get cm x -o name');
    expect(reader.simulation.branch.waiting.map(({ input }) => input)).toEqual([
      typed('create cm x'),
      typed('get cm x -o name'),
    ]);
    expect(reader.simulation.engine.quiescent).toBe(true);
    reader.give({ type: 'interrupt', command: 2 }).toEnd();
    expect(reader.log.slice(2)).toEqual([
      'kubectl create cm x → configmap/x created → 0',
      'kubectl get cm x -o name → configmap/x → 0',
    ]);
    expect(reader.branches).toBe(1);
  });

  it('GV12: one that waits can be given beside it, or not at all', () => {
    const reader = told().type('get cm -w -o name').type('create cm x').type('create cm y');
    reader.simulation.withdraw(1);
    reader.simulation.giveBeside(0);
    const [, watch, made] = reader.toEnd().log;
    expect(made).toBe('kubectl create cm x & → configmap/x created → 0');
    expect(watch).toMatch(/configmap\/x → runs$/);
    expect(reader.simulation.branch.waiting).toEqual([]);
  });

  it('GV13: with & a command holds up none and waits for none', () => {
    const reader = told().give(typed('get cm -w -o name', true)).think().type('create cm x').toEnd();
    expect(reader.log.slice(1).map((line) => line.split(' → ')[0])).toEqual([
      'kubectl get cm -w -o name &',
      'kubectl create cm x',
    ]);
    expect(reader.log.at(-1)).toMatch(/created → 0$/);
    const again = new Reader(reader.simulation.describe()).toEnd().type('get cm x -o name');
    expect(again.log.at(-1)).toBe('kubectl get cm x -o name → configmap/x → 0');
  });

  it('GV14: a fault waits for nothing', () => {
    const reader = told().type('get cm -w').type('create cm x');
    reader.give({ type: 'api-server', state: 'stopped' });
    expect(reader.inputs.at(-1)?.input.type).toBe('api-server');
    expect(reader.simulation.branch.waiting).toHaveLength(1);
  });

  it('GV15: commands that wait stay with their branch', () => {
    const reader = told().type('get cm -w').toEnd().type('create cm x');
    reader.simulation.seek((reader.begins[0] as number) + 4);
    reader.type('get ns');
    expect([reader.branches, reader.simulation.branch.waiting.length]).toEqual([2, 0]);
    reader.simulation.switchTo(0);
    expect(reader.simulation.branch.waiting).toHaveLength(1);
  });

  it('GV16: in a run that somebody else drives a command waits for the one before, too', () => {
    const run = startedRun(FRESH.cluster);
    const live = { ...liveOf(run), inputs: [] };
    const simulation = new Simulation(FRESH, { ...options, live });
    const goOn = () => {
      run.advance({ quiescent: true });
      simulation.follow();
    };
    simulation.give(typed('get cm -w -o name'));
    goOn();
    simulation.give(typed('create cm x'));
    goOn();
    expect(simulation.branch.waiting).toHaveLength(1);
    simulation.give({ type: 'interrupt', command: 1 });
    goOn();
    goOn();
    expect(simulation.branch.waiting).toHaveLength(0);
    expect(terminalView(simulation.snapshot).commands.at(-1)?.stdout).toBe('configmap/x created\n');
  });
});

describe('a run that ended its engine, opened up to its last good step', () => {
  /** The cluster, a story that is told, and a command that is not over at that step. */
  const lost = (): Reader => {
    const { inputs, simulation } = told().type('sleep 60');
    const steps = (inputs[1]?.afterStep ?? 0) + 2;
    return new Reader(simulation.describe(), undefined, { steps, reason: 'time runs forward' });
  };

  it('GV17: stands there, says why, and goes no further by itself', () => {
    const reader = lost();
    const head = reader.at;
    reader.think().toEnd();
    expect([reader.simulation.branch.ended, reader.at]).toEqual(['time runs forward', head]);
    expect(reader.log.at(-1)).toBe('sleep 60 →  → runs');
    reader.step(-3);
    expect(reader.at).toBeLessThan(head);
  });

  it('GV17: what is given there is given in the place of what was given last, in a branch', () => {
    const reader = lost().type('kubectl create configmap after');
    expect(reader.log.at(-1)).toBe('kubectl create configmap after → configmap/after created → 0');
    expect(reader.log).toHaveLength(2);
    expect([reader.branches, reader.simulation.branch.ended]).toEqual([2, undefined]);
    reader.simulation.switchTo(0);
    expect([reader.simulation.branch.ended, reader.inputs.length]).toEqual(['time runs forward', 2]);
  });

  it('GV17: where that one was not given again there is nothing to leave out', () => {
    const { inputs, simulation } = opened().think().toEnd().type('sleep 60');
    const steps = (inputs[0]?.afterStep ?? 0) + 9;
    const reader = new Reader(simulation.describe(), undefined, { steps, reason: 'out of memory' });
    expect([reader.simulation.branch.ended, reader.inputs.length]).toEqual(['out of memory', 1]);
    reader.type('kubectl create configmap after');
    expect(reader.log.map((line) => line.split(' → ').at(-1))).toEqual(['0', '0']);
    expect(reader.branches).toBe(1);
  });

  it('GV17: it goes on when it is told to', () => {
    const reader = lost();
    reader.simulation.dare();
    expect(reader.toEnd().log.at(-1)).toBe('sleep 60 →  → 0');
  });
});

describe('a command that waits for its reader', () => {
  const DEPLOY = 'create deployment web --image=nginx:1.27 --replicas=2';
  const edits = (): Reader => told().type(DEPLOY).toEnd().type('edit deployment web', { answer: 'of a look' });
  const shown = ({ simulation }: Reader): string => {
    const { asks } = terminalView(simulation.snapshot).commands.at(-1) ?? {};
    return asks?.for === 'file' ? asks.text : '';
  };
  const save = (reader: Reader, replicas: number): Reader => {
    const text = shown(reader).replace(/replicas: -?\d+/, `replicas: ${replicas}`);
    return reader.give({ type: 'answer', command: 3, text }, { answer: true }).think();
  };

  it('GV22: is gone along with until it has opened its file, each time', () => {
    const reader = edits();
    expect(shown(reader)).toMatch(/^# Please edit the object below/);
    expect(shown(save(reader, -1))).toContain('deployments.apps "web" was not valid');
    save(reader, 3);
    expect(reader.log.at(-1)).toMatch(/deployment\.apps\/web edited\n.* → 0$/s);
    expect(reader.at).toBe(exitStepOf(reader.simulation.snapshot, 3));
    expect(reader.branches).toBe(1);
  });

  it('GV22: a command that comes after it waits, and the answer does not', () => {
    const reader = edits().give(typed('get deployment web --no-headers'));
    expect(reader.simulation.branch.waiting).toHaveLength(1);
    save(reader, 3).toEnd();
    expect(reader.log.at(-1)).toMatch(/^kubectl get deployment web --no-headers → web +\d\/3/);
  });

  it('GV22: saved otherwise in the past it begins a branch, and each is executed again as it was', () => {
    const reader = edits();
    const open = reader.at;
    save(reader, 3).toEnd();
    reader.simulation.seek(open);
    expect(shown(reader)).toContain('replicas: 2');
    save(reader, 5).toEnd();
    expect(reader.branches).toBe(2);
    for (const branch of [0, 1]) {
      reader.simulation.switchTo(branch);
      reader.toEnd();
      expect(new Reader(reader.simulation.describe()).digest).toBe(reader.digest);
    }
  });

  it('GV22: what was typed into a shell elsewhere is shown as soon as it asks for more', () => {
    const reader = told().type('run box --image=busybox:1.36 -- sleep 3600').toEnd();
    reader.give(typed('exec -it box -- sh'), { answer: 'of a look' }).think();
    const say = (text: string) => reader.give({ type: 'answer', command: 3, text }, { answer: true }).think();
    expect(say('cd /tmp\n').log.at(-1)).toBe('kubectl exec -it box -- sh → / # cd /tmp\n/tmp # → runs');
    expect(say('exit 3\n').log.at(-1)).toMatch(/exit code 3 → 3$/);
  });
});

describe('leaving an input out', () => {
  it('GV21: begins a branch without it, where what came later comes at the same times', () => {
    const reader = opened().think().toEnd();
    const { simulation } = reader;
    simulation.give({ type: 'partition', node: 'node-1', state: 'cut', seconds: 20 });
    reader.toEnd().type('kubectl create configmap later --from-literal=k=v').toEnd();
    const before = reader.inputs;
    const cut = before.findIndex(({ input }) => input.type === 'partition');
    simulation.leaveOut(cut);
    expect(reader.branches).toBe(2);
    expect(reader.inputs.map(({ input }) => input)).toEqual(
      before.filter((_, at) => at !== cut).map(({ input }) => input),
    );
    expect(reader.inputs.at(-1)?.time).toBe(before.at(-1)?.time);
    expect(simulation.snapshot.cursor.position).toBe(before[cut]?.afterStep);
    expect(reader.toEnd().log.at(-1)).toContain('configmap/later created');
    simulation.switchTo(0);
    expect(reader.inputs).toEqual(before);
    simulation.leaveOut(99);
    expect(reader.branches).toBe(2);
  });

  it('GV21: what is given there then loses nothing of what came later', () => {
    const reader = opened().think().toEnd();
    reader.simulation.give({ type: 'kubelet', node: 'node-1', state: 'stopped', seconds: 5 });
    reader.toEnd().type('kubectl create configmap later --from-literal=k=v').toEnd();
    reader.simulation.leaveOut(1);
    reader.simulation.give({ type: 'api-server', state: 'stopped', seconds: 3 });
    expect(reader.branches).toBe(3);
    reader.simulation.switchTo(1);
    expect(reader.inputs).toHaveLength(2);
  });
});

function liveOf(run: ReturnType<typeof startedRun>): NonNullable<SimulationOptions['live']> {
  return {
    engine: run.engine,
    inputs: [],
    advance: (stop) => run.advance(stop),
    give: (input) => run.give(input),
    fork: () => run as never,
    before: () => run as never,
    replay: () => undefined,
  };
}
