import { expect, it } from 'vitest';
import { terminal } from '../../testing/terminal.ts';

const files = { 'a.env': 'A=1\n', 'dir/a.yaml': 'x', 'dir/b.json': 'y' };

it('KC76: a key is given once, and has a name that can be one', () => {
  const { type } = terminal();
  const refused = (words: string): string => type(`kubectl create ${words} --dry-run=client`, files).stderr;
  expect(refused('cm c --from-file=a.env --from-file=a.env')).toBe(
    'error: cannot add key "a.env", another key by that name already exists in Data for ConfigMap "c"\n',
  );
  expect(refused('cm c --from-file=dir --from-file=dir')).toContain('cannot add key "a.yaml"');
  expect(refused('cm c --from-env-file=a.env --from-env-file=a.env')).toContain('cannot add key "A"');
  expect(refused('secret generic c --from-env-file=a.env --from-env-file=a.env')).toBe(
    'error: cannot add key A, another key by that name already exists\n',
  );
  expect(refused('cm c --from-env-file=dir')).toBe('error: env config file cannot be a directory\n');
  expect(refused('secret generic c --from-env-file=dir')).toBe('error: env secret file cannot be a directory\n');
  expect(refused('cm c --from-literal=..=1')).toBe(
    'error: ".." is not a valid key name for a ConfigMap: must not be \'..\'\n',
  );
  expect(refused('secret generic c --from-literal=..a=1')).toBe(
    'error: "..a" is not valid key name for a Secret must not start with \'..\'\n',
  );
});

it('KC76: a ServiceAccount has a namespace and a name', () => {
  const { type } = terminal();
  for (const account of [':b', 'a:', ':', 'a']) {
    expect(type(`kubectl create rolebinding r --role=x --serviceaccount=${account} --dry-run=client`).stderr).toBe(
      'error: serviceaccount must be <namespace>:<name>\n',
    );
  }
});

it('KC76: a host is secured once, and numbers are what a port can be', () => {
  const { type } = terminal();
  const spec = (rules: readonly string[], path: string): string =>
    type(
      `kubectl create ingress i ${rules.map((rule) => `--rule=${rule}`).join(' ')} --dry-run=client -o jsonpath={.spec.${path}}`,
    ).stdout;
  expect(spec(['a.b/=s:80,tls=x', 'c.d/=s:80,tls=y', 'c.d/p=s:80,tls=x', 'e.f/=s:80,tls=x'], 'tls')).toBe(
    '[{"hosts":["a.b","e.f"],"secretName":"x"},{"hosts":["c.d"],"secretName":"y"}]',
  );
  expect(spec(['a.b/=s:80,tls=x', '/=s:80,tls=x'], 'tls')).toBe('[{"hosts":["a.b",""],"secretName":"x"}]');
  expect(spec(['/=s:80,tls'], 'tls')).toBe('');
  const port = (text: string): string => spec([`a.b/=s:${text}`], 'rules[0].http.paths[0].backend.service.port');
  expect([port('-80'), port('99999999999999'), port('http')]).toEqual([
    '{"number":-80}',
    '{"name":"99999999999999"}',
    '{"name":"http"}',
  ]);
});

it('KC76: flags that say nothing are as if they were not given', () => {
  const { type } = terminal();
  const shown = (words: string): string => type(`kubectl ${words} --dry-run=client -o jsonpath={.spec}`).stdout;
  expect(shown('run a --image=nginx --port= --restart=')).toBe(shown('run a --image=nginx'));
  expect(shown('create deployment a --image=nginx --port=-1')).toBe(shown('create deployment a --image=nginx'));
  expect(type('kubectl run --image=nginx').stderr).toBe(
    "error: NAME is required for run\nSee 'kubectl run -h' for help and examples\n",
  );
});

it('KC78: a share of nothing is refused by the newer version of an autoscaler and left out in the older one', () => {
  const { type } = terminal();
  type('kubectl create deployment web --image=nginx');
  expect(type('kubectl autoscale deploy web --max=3 --cpu=0%').stdout).toBe(
    'horizontalpodautoscaler.autoscaling/web autoscaled\n',
  );
  const again = (words: string): string => type(`kubectl autoscale deploy web --max=3 ${words}`).stderr;
  expect(again('--cpu=50%')).toContain('(AlreadyExists)');
  expect(again('--cpu=500m')).toContain('is incompatible with autoscaling/v1: %!w(<nil>)');
  expect(again('--cpu=50% --memory=1Gi')).toContain('is incompatible with autoscaling/v1: %!w(<nil>)');
  expect(again('')).toContain('is incompatible with autoscaling/v1: empty input');
  expect(again('--cpu=9999999999%')).toBe('error: invalid percentage value: 9999999999\n');
});
