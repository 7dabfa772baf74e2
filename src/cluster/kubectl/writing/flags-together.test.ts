import { expect, it } from 'vitest';
import { terminal } from '../testing/terminal.ts';

const MAP = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, labels: {a: b}}\n`;

it('KC110: names stand neither beside selectors nor beside all namespaces', () => {
  const { type } = terminal();
  type('kubectl create configmap one');
  const told = (line: string) => type(`kubectl ${line}`).stderr;
  const named = 'error: name cannot be provided when a selector is specified\n';
  const paired = 'error: selectors and the all flag cannot be used when passing resource/name arguments\n';
  const everywhere = 'error: a resource cannot be retrieved by name across all namespaces\n';
  for (const command of ['get', 'describe', 'delete', 'wait --for=delete']) {
    expect(told(`${command} cm one -l a=b`)).toBe(named);
    expect(told(`${command} cm/one -l a=b`)).toBe(paired);
    expect(told(`${command} cm/one -A`)).toBe(everywhere);
  }
  expect(told('label cm one a=b --field-selector=metadata.name=one')).toBe(named);
  expect(told('get cm one --selector=')).toBe('');
  expect(told('get ns default -A')).not.toBe(everywhere);
});

it('KC111: what is listed of several objects is set apart, unless they come from one file', () => {
  const { type } = terminal();
  const files = { 'both.yaml': `${MAP('one')}---\n${MAP('two')}`, 'd/one.yaml': MAP('one'), 'd/two.yaml': MAP('two') };
  type('kubectl apply -f both.yaml', files);
  const list = (file: string) => type(`kubectl label -f ${file} --list`, files).stdout;
  expect(list('both.yaml')).toBe('a=b\na=b\n');
  expect(list('d')).toBe('Listing labels for ConfigMap./one:\n a=b\nListing labels for ConfigMap./two:\n a=b\n');
});

it('KC112: a template of the output and one beside it do not go together', () => {
  const { type } = terminal();
  type('kubectl create configmap one');
  const shown = (flags: string) => type(`kubectl get configmap one ${flags}`);
  expect(shown('-o jsonpath={.kind} --template={{.kind}}').stderr).toContain(
    'unable to match a printer suitable for the output format "jsonpath={.kind}"',
  );
  expect(shown('-o go-template --template={{.kind}}').stdout).toBe('ConfigMap');
  expect(type('kubectl auth whoami --template={{.kind}}').stdout).toContain('ATTRIBUTE');
  expect(type('kubectl events --template=x').stderr).toBe('No events found in default namespace.\n');
});

it('KC113: values of flags that are none are refused', () => {
  const { type } = terminal();
  for (const made of ['configmap x', 'serviceaccount x', 'job x --image=a', 'role x --verb=get --resource=pods']) {
    expect(type(`kubectl create ${made} --validate=x`).stderr).toContain('invalid - validate option "x"');
  }
  expect(type('kubectl run x --image=a --cascade=x').stderr).toContain('invalid cascade value (x)');
  expect(type('kubectl diff --x')).toEqual({
    stdout: '',
    stderr: "error: unknown flag: --x\nSee 'kubectl diff -h' for help and examples\n",
    exitCode: 2,
  });
  expect(type('kubectl auth can-i get pods --no-headers').stderr).toContain('cannot be set without --list');
});

it('KC114: an empty output is none, and a template alone shows one object after the other', () => {
  const { type } = terminal();
  const files = { 'both.yaml': `${MAP('one')}---\n${MAP('two')}` };
  expect(type('kubectl apply -f both.yaml --output=', files).stdout).toBe(
    'configmap/one created\nconfigmap/two created\n',
  );
  expect(type('kubectl apply -f both.yaml --template={{.kind}}', files).stdout).toBe('ConfigMapConfigMap');
  expect(type('kubectl label configmap one c=d --output=').stdout).toBe('configmap/one labeled\n');
});

it('KC115: labels that cannot be read are refused where files name the objects, and not read with --local', () => {
  const { type } = terminal();
  const files = { 'both.yaml': `${MAP('one')}---\n${MAP('two')}` };
  for (const command of ['apply', 'create', 'get', 'describe', 'delete', 'label a=b']) {
    expect(type(`kubectl ${command} -f both.yaml --selector==`, files).stderr).toBe(
      `error: the provided selector "=" is not valid: found '=', expected: !, identifier, or 'end of string'\n`,
    );
  }
  expect(type('kubectl label -f both.yaml c=d --local -l x=y', files).stdout).toBe(
    'configmap/one labeled\nconfigmap/two labeled\n',
  );
});

const REFUSED_TRY = 'error: Invalid dry-run value (x). Must be "none", "server", or "client".\n';

it('KC144: --dry-run and then -o are read before what a command is about', () => {
  const { type } = terminal();
  const told = (line: string) => type(`kubectl ${line}`).stderr;
  for (const line of [
    'annotate',
    'label nobody/x a=!!',
    'set env nobody',
    'set image',
    'scale --replicas=-1',
    'create',
    'replace',
    'create role x',
    'create service clusterip x',
    'create secret tls x',
    'run x --image=A',
    'autoscale nobody --max=0',
    'taint',
    'patch',
  ]) {
    expect(told(`${line} --dry-run=x`), line).toBe(REFUSED_TRY);
  }
  for (const line of [
    'annotate',
    'expose',
    'set sa',
    'rollout history deploy/x',
    'wait',
    'certificate deny',
    'create',
  ]) {
    expect(told(`${line} -o wide`), line).toContain('unable to match a printer suitable for the output format "wide"');
  }
  // A name, and a flag without which nothing goes, come before that.
  expect(told('create configmap --dry-run=x')).toContain('exactly one NAME is required');
  expect(told('autoscale x --dry-run=x')).toBe('error: required flag(s) "max" not set\n');
  expect(told('create deployment x --dry-run=x')).toBe('error: required flag(s) "image" not set\n');
  expect(told('rollout pause deploy/x -o wide')).toContain('(NotFound)');
});

it('KC145: what is local is tried by no server', () => {
  const { type } = terminal();
  const files = { 'one.yaml': MAP('one') };
  const untried = 'error: cannot specify --local and --dry-run=server - did you mean --dry-run=client?\n';
  for (const line of ['label', 'annotate', 'set env', 'set sa x', 'set resources', 'set subject', 'patch -p {}']) {
    expect(type(`kubectl ${line} -f one.yaml --local --dry-run=server`, files).stderr, line).toBe(untried);
  }
  expect(type('kubectl set image -f one.yaml --local --dry-run=server', files).stderr).toBe(
    'at least one image update is required\ncannot specify --local and --dry-run=server - did you mean --dry-run=client?\n',
  );
  expect(type('kubectl patch cm/one -p {} --local').stderr).toBe(
    'error: cannot specify --local and server resources\n',
  );
  expect(type('kubectl label a=b --local').stderr).toBe(
    'error: one or more files must be specified as -f pod.yaml or --filename=pod.json\n',
  );
});

it('KC146: a patch that is no object is refused where it is tried without the server', () => {
  const { type } = terminal();
  type('kubectl create configmap one');
  const told = (patch: string, kind: string) =>
    type(`kubectl patch cm one -p ${patch} --dry-run=client --type=${kind}`);
  expect(told('1', 'strategic').stderr).toBe('error: invalid JSON document\n');
  expect(told('null', 'strategic').stdout).toBe('configmap/one patched (no change)\n');
  expect(told('1', 'merge').stderr).toBe('error: Invalid JSON Patch\n');
  expect(told('[]', 'merge').stderr).toContain('cannot unmarshal array into Go value');
  expect(told('{}', 'json').stderr).toBe(
    'error: json: cannot unmarshal object into Go value of type jsonpatch.Patch\n',
  );
  expect(told('[1]', 'json').stderr).toContain('cannot unmarshal number into Go value of type jsonpatch.Operation');
  expect(told('{', 'json').stderr).toBe('error: unexpected end of JSON input\n');
  expect(told('{"metadata":1}', 'strategic').stdout).toBe('configmap/<unknown> patched\n');
});

it('KC147: kubectl knows no type of the kinds that extend the API', () => {
  const { type } = terminal();
  const crd =
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.org}\nspec: {}\n';
  expect(type('kubectl set image -f crd.yaml a=b --local', { 'crd.yaml': crd }).stderr).toContain(
    'no kind "CustomResourceDefinition" is registered for version "apiextensions.k8s.io/v1"',
  );
});

it('KC172: delete understands what is named before it looks at its flags', () => {
  const { type } = terminal();
  const told = (line: string, files = {}) => type(`kubectl delete ${line}`, files).stderr;
  expect(told('cm -o yaml')).toBe('error: resource(s) were provided, but no name was specified\n');
  expect(told('cm x -o yaml')).toBe("error: unexpected -o output mode: yaml. We only support '-o name'\n");
  expect(told('cm x --cascade=x --dry-run=x')).toContain('invalid cascade value (x)');
  expect(told('cm --force --grace-period=3')).toContain('no name was specified');
  expect(type('kubectl delete cm x --now --grace-period=-1 --dry-run=client').exitCode).toBe(0);
  const raw = '--raw=/api/v1/namespaces/default/configmaps/nope';
  expect(told(`${raw} --all -l a=b`)).toBe('error: cannot set --all and --selector at the same time\n');
  expect(told(`${raw} -R`)).toBe('error: --raw and --recursive are mutually exclusive\n');
  expect(told(`${raw} -o name`)).toBe('error: --raw and --output are mutually exclusive\n');
  expect(told(`${raw} -f gone.json`)).toBe('error: open gone.json: no such file or directory\n');
  expect(told(`${raw} --force`)).toMatch(/^Warning: Immediate deletion .*\nError from server \(NotFound\)/);
});

it('KC173: delete gives up when its timeout has passed', () => {
  const { type } = terminal();
  type('kubectl create cm held');
  type('kubectl patch cm held --type=merge -p {"metadata":{"finalizers":["a.b/c"]}}');
  expect(type('kubectl delete cm held --timeout=1s')).toMatchObject({
    stderr: 'error: timed out waiting for the condition on configmaps/held\n',
    exitCode: 1,
  });
});

it('KC174: can-i knows verbs of resources and of addresses', () => {
  const { type } = terminal();
  const told = (line: string) => type(`kubectl auth can-i ${line}`).stderr;
  expect(told('put /x')).toBe('');
  expect(told('watch /x')).toContain("verb 'watch' is not a known verb");
  expect(told('put pods')).toContain("verb 'put' is not a known verb");
  expect(told('put pods -A')).toBe('');
  expect(told('put pods --no-headers')).toMatch(/^Warning: verb 'put'.*\n\nerror: --no-headers cannot be set/);
});

it('KC175: patch looks at words before it looks at types, and at types before files', () => {
  const { type } = terminal();
  const told = (line: string) => type(`kubectl patch ${line}`).stderr;
  expect(told('cm x --local --type=nope -p {}')).toBe('error: cannot specify --local and server resources\n');
  expect(told('cm x --type=nope --patch-file=gone')).toContain('--type must be one of');
  expect(told('cm x --type=nope')).toContain('must specify --patch or --patch-file');
  expect(told('cm x --type=nope -p {} --dry-run=x')).toContain('Invalid dry-run value (x)');
});

it('KC182: an image that nothing can be called is refused', () => {
  const { type } = terminal();
  const refused = (image: string) => `error: Invalid image name "${image}": invalid reference format\n`;
  for (const image of ['nginx:', 'nginx..x', 'nginx-', 'a..b/c', 'a-.example.com/x', 'nginx@sha256:12', 'nginx:1:2']) {
    expect(type(`kubectl run x --image=${image}`).stderr, image).toBe(refused(image));
  }
  expect(type('kubectl run x --image=[fd00::1]:5000/nginx:1.27').stdout).toBe('pod/x created\n');
});
