// What `npm run new` writes: small, but real and true, so that it can be run, tested and then be made into what is wanted.

export const SORTS = ['command', 'panel', 'controller', 'scenario'] as const;
export type Sort = (typeof SORTS)[number];

export interface Skeleton {
  /** The one folder that all files stand in; a scenario shares that of its group. */
  readonly folder: string;
  readonly files: readonly (readonly [name: string, text: string])[];
}

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Why that is no name, if it is none. */
export function nameProblem(name: string): string | undefined {
  return NAME.test(name) ? undefined : `a name is small letters, digits and - between them: "${name}" is not`;
}

export function skeletonOf(sort: Sort, name: string): Skeleton {
  return { command, panel, controller, scenario }[sort](name);
}

function words(name: string): readonly string[] {
  return name.split('-');
}

/** `count-pods` as `CountPods`. */
function asType(name: string): string {
  return words(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** `count-pods` as `countPods`. */
function asValue(name: string): string {
  const type = asType(name);
  return type.charAt(0).toLowerCase() + type.slice(1);
}

/** `count-pods` as `Count pods`. */
function asTitle(name: string): string {
  const text = words(name).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The prefix of its rules: `CP` would soon be another's, so all letters of the name that there is room for. */
function asPrefix(name: string): string {
  return name
    .replace(/[^a-z]/g, '')
    .slice(0, 6)
    .toUpperCase();
}

function command(name: string): Skeleton {
  const value = asValue(name);
  const rule = asPrefix(name);
  return {
    folder: `src/cluster/kubectl/commands/${name}`,
    files: [
      [
        'SPEC.md',
        `# kubectl ${name}: rules\n\n- ${rule}1 It prints how many Pods the namespace has, or all namespaces with \`-A\`, and changes nothing.\n- ${rule}2 Words behind it are refused.\n`,
      ],
      [
        'command.ts',
        `// Models nothing upstream: a command of this project's own

import type { Process } from '../../../../engine/index.ts';
import type { Options } from '../../flags/options.ts';
import { type Failure, failureOf, misused } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { Command } from '../declaration.ts';

const FLAGS = 'A/all-namespaces:b';

export function commands(): readonly Command[] {
  return [{ name: '${name}', group: 'see', does: 'says how many Pods there are', flags: FLAGS, looks: true, run: ${value} }];
}

function* ${value}(
  session: Session,
  words: readonly string[],
  options: Options<typeof FLAGS>,
): Process<number | Failure> {
  if (words.length > 0) return misused(options, \`unexpected arguments: [\${words.join(' ')}]\`);
  const path = options.is('all-namespaces') ? '/api/v1/pods' : \`/api/v1/namespaces/\${session.namespace}/pods\`;
  const answer = yield* session.call({ method: 'GET', path });
  if (answer.code !== 200) return failureOf(answer.code, answer.body);
  const { items = [] } = answer.body as { readonly items?: readonly unknown[] };
  session.print(\`\${items.length}\\n\`);
  return 0;
}
`,
      ],
      [
        `${name}.test.ts`,
        `import { expect, it } from 'vitest';
import { terminal } from '../../testing/terminal.ts';

it('${rule}1: says how many Pods there are, in one namespace or in all', () => {
  const { type } = terminal();
  type('kubectl run one --image=nginx');
  type('kubectl run two --image=nginx -n kube-system');
  expect(type('kubectl ${name}')).toEqual({ stdout: '1\\n', stderr: '', exitCode: 0 });
  expect(type('kubectl ${name} -A').stdout).toBe('2\\n');
  expect(type('kubectl --help').stdout).toContain('says how many Pods there are');
});

it('${rule}2: words are refused', () => {
  const { stderr, exitCode } = terminal().type('kubectl ${name} x');
  expect([stderr, exitCode]).toEqual([
    "error: unexpected arguments: [x]\\nSee 'kubectl ${name} -h' for help and examples\\n",
    1,
  ]);
});
`,
      ],
    ],
  };
}

function panel(name: string): Skeleton {
  const type = asType(name);
  const value = asValue(name);
  return {
    folder: `src/ui/panels/${name}`,
    files: [
      [
        'panel.ts',
        `import { definePanel, fetched } from '../../public.ts';

export const panel = definePanel({
  id: '${name}',
  title: { en: '${asTitle(name)}', zh: '${asTitle(name)}' },
  view: 'etcd',
  ...fetched(async () => (await import('./${name}-panel.tsx')).${type}Panel),
});
`,
      ],
      [
        'strings.ts',
        `import type { Dictionary } from '../../widgets/kit/words.ts';

const en = { keys: 'etcd has {count} keys.' };
const zh: Record<keyof typeof en, string> = { keys: 'etcd 中有 {count} 个键。' };

export const ${value}Words: Dictionary<keyof typeof en> = { en, zh };
`,
      ],
      [
        `${name}-panel.tsx`,
        `import type { ReactElement } from 'react';
import type { EtcdView } from '../../../protocol/views.ts';
import { useWords } from '../../widgets/kit/words.ts';
import { ${value}Words } from './strings.ts';

/** How many keys etcd has at the cursor. */
export function ${type}Panel({ view }: { readonly view: EtcdView }): ReactElement {
  const t = useWords(${value}Words);
  return <p className="k-pad">{t('keys', { count: view.keys.length })}</p>;
}
`,
      ],
      [
        `${name}.test.tsx`,
        `// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HostProvider } from '../../widgets/kit/host.ts';
import { testHost } from '../testdata/test-host.ts';
import { etcdView } from '../testdata/views.ts';
import { ${type}Panel } from './${name}-panel.tsx';

test('it counts the keys of etcd, in both languages', () => {
  const text = (language: 'en' | 'zh') =>
    renderToString(
      <HostProvider host={testHost({ language })}>
        <${type}Panel view={etcdView} />
      </HostProvider>,
    );
  expect(text('en')).toContain(\`etcd has \${etcdView.keys.length} keys.\`);
  expect(text('zh')).toContain(\`etcd 中有 \${etcdView.keys.length} 个键。\`);
});
`,
      ],
    ],
  };
}

function controller(name: string): Skeleton {
  const type = asType(name);
  const rule = asPrefix(name);
  const account = `${name}-controller`;
  return {
    folder: `src/cluster/controllers/${name}`,
    files: [
      [
        'SPEC.md',
        `# ${asTitle(name)} controller\n\nModels nothing upstream.\n\n- ${rule}1 A ServiceAccount with the label \`greet\` is given the annotation \`greeting\`: hello, and what the label says. Without the label nothing is written.\n`,
      ],
      [
        'declared.ts',
        `// Models nothing upstream: a controller of this project's own

import type { DeclaredController } from '../shared/declaration.ts';
import { NAME, ${type}Controller } from './controller.ts';

export function controllers(): readonly DeclaredController[] {
  return [{ actsAsProcess: NAME, make: (runtime) => new ${type}Controller(runtime) }];
}
`,
      ],
      [
        'controller.ts',
        `// Models nothing upstream: a controller of this project's own

import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { objectKey } from '../../clientgo/index.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';

export const NAME = '${account}';
const LABEL = 'greet';
const ANNOTATION = 'greeting';

/** Greets ServiceAccounts that ask for it by a label. */
export class ${type}Controller extends QueueController {
  private readonly info = resourceOf('serviceaccounts');
  private readonly accounts = this.runtime.informers.informer(this.info);

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: '${name}' });
    const add = (ctx: Context, account: KObject): void => this.queue.add(ctx, objectKey(account));
    this.accounts.addHandler(NAME, {
      filter: (account) => account.metadata.labels?.[LABEL] !== undefined,
      onAdd: (ctx, account) => add(ctx, account),
      onUpdate: (ctx, _, account) => add(ctx, account),
    });
  }

  protected *sync(ctx: Context, key: string): Process<boolean> {
    const account = this.accounts.indexer.get(ctx, key);
    const asked = account?.metadata.labels?.[LABEL];
    if (account === undefined || asked === undefined) return true;
    const greeting = \`hello \${asked}\`;
    const { annotations } = account.metadata;
    if (annotations?.[ANNOTATION] === greeting) return true;
    const metadata = { ...account.metadata, annotations: { ...annotations, [ANNOTATION]: greeting } };
    const answer = yield* this.client.update(ctx, this.info, { ...account, metadata });
    return !isFailure(answer) || answer.reason === 'NotFound';
  }
}
`,
      ],
      [
        `${name}.test.ts`,
        `import { expect, it } from 'vitest';
import { ClusterBench } from '../testing/cluster-bench.ts';

it('${rule}1: greets a ServiceAccount that asks for it, and no other', () => {
  const bench = new ClusterBench();
  const greeting = (name: string) =>
    bench.stored('serviceaccounts').find(({ metadata }) => metadata.name === name)?.metadata.annotations?.greeting;
  bench.kubectl('create', 'serviceaccount', 'ann');
  bench.kubectl('create', 'serviceaccount', 'bob');
  bench.kubectl('label', 'serviceaccount', 'ann', 'greet=world');
  expect([greeting('ann'), greeting('bob')]).toEqual(['hello world', undefined]);
});
`,
      ],
    ],
  };
}

function scenario(name: string): Skeleton {
  return {
    folder: 'src/scenarios/pods',
    files: [
      [
        `${name}.ts`,
        `import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

/** One ConfigMap is made. */
export const ${asValue(name)}: Scenario = {
  id: '${name}',
  place: 1000,
  topics: ['1.7'],
  title: { en: '${asTitle(name)}', zh: '示例：${asTitle(name)}' },
  goal: {
    en: 'A command becomes a request, the API server asks who sent it and whether that one may, and etcd keeps what it says under one key. The shell tells when it is done.',
    zh: '一条命令变成一个请求，API server 询问谁发出它、是否允许，etcd 把内容保存在一个键下。完成时终端给出结果。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [],
  parts: [
    part(
      typed('kubectl create configmap colours --from-literal=sky=blue'),
      'etcd',
      'Step on until the object is stored: the panel shows its key.',
      '逐步前进，直到对象被存储：面板显示它的键。',
      { etcdKey: '/registry/configmaps/default/colours' },
    ),
  ],
};
`,
      ],
      [
        `${name}.claims.ts`,
        `import { type Claims, shows, stored } from '../../worker/claims/claim.ts';

/** What the parts say. */
export const claims: Claims = {
  ${/-/.test(name) ? `'${name}'` : name}: [
    [
      /configmap\\/colours created/,
      stored('configmaps/default/colours', 'data.sky', 'blue'),
      shows('/registry/configmaps/default/colours'),
    ],
  ],
};
`,
      ],
    ],
  };
}
