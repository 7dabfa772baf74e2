import { expect, it } from 'vitest';
import { declaredCommands } from './commands/declared.ts';
import { terminal } from './testing/terminal.ts';

const MAP = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, labels: {a: b}}\n`;
const NODE = (name: string) => `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}, labels: {a: b}}\n`;

it('KC148: --all beside names is refused, or the names are not looked at', () => {
  const { type } = terminal();
  type('kubectl create configmap one');
  for (const command of ['delete', 'apply view-last-applied']) {
    expect(type(`kubectl ${command} cm one --all`).stderr).toBe(
      'error: name cannot be provided when a selector is specified\n',
    );
    expect(type(`kubectl ${command} cm/one --all`).stderr).toBe(
      'error: selectors and the all flag cannot be used when passing resource/name arguments\n',
    );
  }
  expect(type('kubectl delete cm --all --field-selector=a=b').stderr).toContain("setting 'all' parameter but found");
  type('kubectl apply -f nodes.yaml', { 'nodes.yaml': `${NODE('one')}---\n${NODE('two')}` });
  const both = 'node/one tainted\nnode/two tainted\n';
  expect(type('kubectl taint node nope a=b:NoSchedule --all --dry-run=client').stdout).toBe(both);
  expect(type('kubectl taint node one c=d:NoSchedule -l a=b --dry-run=client').stdout).toBe(both);
  expect(type('kubectl taint node a=b:NoSchedule').stderr).toBe(
    "error: at least one resource name must be specified since 'all' parameter is not set\n",
  );
});

it('KC148: a version is asked of one object alone', () => {
  const { type } = terminal();
  const files = { 'both.yaml': `${MAP('one')}---\n${MAP('two')}` };
  type('kubectl apply -f both.yaml', files);
  const label = (whom: string) => type(`kubectl label ${whom} x=y --resource-version=1 --dry-run=client`, files);
  const several = 'error: --resource-version may only be used with a single resource\n';
  expect(label('cm one two').stderr).toBe(several);
  expect(label('cm --all').stderr).toBe(several);
  expect(label('cm one').stdout).toBe('configmap/one labeled (dry run)\n');
  expect(label('cm nope').stderr).toContain('(NotFound)');
  expect(label('-f both.yaml').stdout).toBe('configmap/one labeled (dry run)\nconfigmap/two labeled (dry run)\n');
});

it('KC149: a flag that says nothing known is refused before what it stands with', () => {
  const { type } = terminal();
  type('kubectl create configmap one');
  const told = (line: string) => type(`kubectl ${line}`).stderr;
  expect(told('explain pods -o json --api-version=apps/v1')).toBe('error: unrecognized format: json\n');
  expect(told('explain deploy --api-version=v1')).toContain('GVR (/v1, Resource=deployments)');
  expect(told('edit cm nope --validate=x')).toContain('invalid - validate option "x"');
  expect(told('edit cm one --subresource=nope')).toContain('Must be one of [status]');
  expect(told('config set-credentials x --exec-command=a --exec-interactive-mode=x')).toBe(
    'error: invalid interactive mode type, can be only IfAvailable, Never, Always\n',
  );
  expect(told('proxy -u s --port=1')).toBe('error: cannot set --unix-socket and --port at the same time\n');
  expect(told('get --output-watch-events')).toContain('Required resource not specified');
  expect(told('cordon one -l a=b --dry-run=x')).toContain('cannot specify both a node name and a --selector option');
  expect(told('drain one --pod-selector=! --dry-run=x')).toContain('Invalid dry-run value (x)');
  expect(told('set image cm/one =x')).toContain('there is no need to specify a resource type');
});

it('KC150: what kubectl has no type for is patched by the server alone, what has no scale by nobody', () => {
  const { type } = terminal();
  const crd =
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.org}\nspec: {}\n';
  expect(type('kubectl patch -f crd.yaml -p {} --local', { 'crd.yaml': crd }).stderr).toBe(
    'error: strategic merge patch is not supported for apiextensions.k8s.io/v1, Kind=CustomResourceDefinition locally, try --type merge\n',
  );
  type('kubectl create priorityclass high --value=1');
  expect(type('kubectl autoscale pc/high --max=3').stderr).toContain(
    'could not find scale subresource for scheduling.k8s.io/v1, Resource=priorityclasses',
  );
});

it('KC151: set-last-applied divides its documents', () => {
  const { type } = terminal();
  const files = { 'both.yaml': `${MAP('one')}---\n${MAP('two')}` };
  type('kubectl apply -f both.yaml', files);
  const { stdout } = type('kubectl apply set-last-applied -f both.yaml --dry-run=client -o yaml', files);
  expect(stdout.split('---\n').length).toBe(2);
});

it('KC152: words that leave no room for a flag are refused', () => {
  const { type } = terminal();
  const told = (line: string) => type(`kubectl ${line}`, { 'one.yaml': MAP('one') }).stderr;
  const paired = 'error: selectors and the all flag cannot be used when passing resource/name arguments\n';
  expect(told('logs one main -c other')).toBe('error: only one of -c or an inline [CONTAINER] arg is allowed\n');
  expect(told('logs one main -l a=b')).toBe(paired);
  expect(told('get cm,secrets one -l a=b')).toBe(paired);
  expect(told('auth can-i get /healthz --subresource=log')).toContain('can not be used with NonResourceURL');
  expect(told('delete all one')).toBe('error: you must specify only one resource\n');
  expect(told('exec one -f one.yaml -- true')).toBe(
    'error: resource/name arguments cannot be provided when a path is specified\n',
  );
  expect(told('get cm one --raw=/version -o json')).toContain('arguments may not be passed when --raw is specified');
  expect(told('events --for=nope/x --types=x')).toContain('the server doesn\'t have a resource type "nope"');
  expect(told('apply view-last-applied cm --all -l a=b')).toContain('found non-empty label selector "a=b"');
  expect(told('run x --image= --dry-run=y')).toContain('Invalid dry-run value (y)');
});

it('KC153: kubectl alone lists every command with what it does, and options the flags of all', () => {
  const { type } = terminal();
  const { stdout } = type('kubectl --help');
  for (const { name, run } of declaredCommands().values()) {
    if (name === 'completion' || run === undefined) continue;
    expect(stdout.match(new RegExp(`^  ${name} +\\S`, 'gm')), name).toHaveLength(1);
  }
  expect(type('kubectl help').stdout).toBe(stdout);
  expect(type('kubectl drain --help').stdout).toMatch(/^kubectl drain moves the Pods off a node\.\n\nUsage:\n/);
  const flags = type('kubectl options').stdout;
  expect(flags).toContain("\n  -n, --namespace=''\n");
  expect(flags).toContain("\n      --request-timeout='0'\n");
  expect(flags).toContain('\n  -v, --v=0\n');
});

it('KC154: taints stand by effect, capacities are counted from none, a grpc probe has a service', () => {
  const { type } = terminal();
  const files = {
    'node.yaml':
      'apiVersion: v1\nkind: Node\nmetadata: {name: one}\nspec: {taints: [{key: a, effect: NoSchedule}, {key: c, effect: NoExecute}]}\n',
    'claim.yaml':
      'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: one}\nspec: {volumeName: x, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n',
    'pod.yaml':
      'apiVersion: v1\nkind: Pod\nmetadata: {name: one}\nspec: {containers: [{name: c, image: i, livenessProbe: {grpc: {port: 3}}}]}\n',
  };
  for (const name of Object.keys(files)) type(`kubectl create -f ${name}`, files);
  expect(type('kubectl describe node one').stdout).toMatch(/^Taints: +c:NoExecute\n +a:NoSchedule\n/m);
  expect(type('kubectl describe pvc one').stdout).toMatch(/^Capacity: +0$/m);
  expect(type('kubectl get pod one -o yaml').stdout).toContain('        service: ""\n');
});

it('KC176: files are told of in their turn, missing names once', () => {
  const { type } = terminal();
  const files = { 'd/a.yaml': MAP('gone'), 'd/b.yaml': 'a: b\n', 'd/c.yaml': MAP('lost') };
  expect(type('kubectl label -f d a=b', files).stderr).toBe(
    [
      'Error from server (NotFound): configmaps "gone" not found',
      `unable to decode "d/b.yaml": Object 'Kind' is missing in '{"a":"b"}'`,
      'Error from server (NotFound): configmaps "lost" not found',
      '',
    ].join('\n'),
  );
  expect(type('kubectl label deploy,rs a=b').stderr).toBe(
    'error: resource(s) were provided, but no name was specified\n',
  );
});

it('KC177: labels choose among files, and what is there is dealt with', () => {
  const { type } = terminal();
  expect(type('kubectl scale -f a.yaml --replicas=1 -l x=y --dry-run=client', { 'a.yaml': MAP('one') }).stderr).toBe(
    'error: no objects passed to scale\n',
  );
  expect(type('kubectl api-resources --api-group=nope -o json').stdout).toContain('"resources": null');
});

it('KC178: files name whole objects, and what is read first is refused first', () => {
  const { type } = terminal();
  const files = { 'a.yaml': MAP('one'), 'b.yaml': 'a: b\n' };
  type('kubectl apply -f a.yaml', files);
  expect(type('kubectl get -f a.yaml --subresource=status -o name', files).stdout).toBe('configmap/one\n');
  expect(type('kubectl get -f b.yaml -o json', files).stderr).toMatch(/^error: unable to decode/);
  expect(type('kubectl get -f b.yaml', files).stderr).toMatch(/^unable to decode/);
  expect(type('kubectl events -o wide --types=nope').stderr).toContain('unable to match a printer');
  type('kubectl run p --image=a');
  expect(type('kubectl logs p c --since-time=x -l a=b').stderr).toContain('parsing time "x"');
  expect(type('kubectl run x --image=a --annotations=a --env=A').stderr).toBe('error: invalid env: A\n');
  const nodePort = 'kubectl create svc nodeport x --tcp=80 --node-port=0 --dry-run=client -o json';
  expect(type(nodePort).stdout).not.toContain('nodePort');
  expect(type('kubectl expose pod p --selector=a').stderr).toContain("couldn't find port");
  expect(type('kubectl expose pod p --selector=a --port=80').stderr).toContain('unexpected label spec: a');
});

it('KC179: a table stands for files whose labels nobody asks for', () => {
  const { type } = terminal();
  const files = { 'a.yaml': MAP('one') };
  type('kubectl apply -f a.yaml', files);
  expect(type('kubectl get -f a.yaml -l !a', files).stdout).toMatch(/^NAME +DATA +AGE\none +0/);
  expect(type('kubectl get -f a.yaml -l a=b', files).stderr).toBe('No resources found in default namespace.\n');
});
