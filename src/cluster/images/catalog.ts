// Models containerd core/remotes/docker/resolver.go for what a registry answers; the images are data of this project (v1.36)

import { pureOfText } from '../../base/pure.ts';
import { MILLISECOND, SECOND } from '../../base/time/units.ts';
import type { RuntimeImage } from '../ports/cri.ts';
import { type Around, dateText } from '../tools/around.ts';
import { popularImage } from './popular.ts';
import type { Line, Program } from './program.ts';

/** What an image does when it is started without a command. */
export interface ImageBehaviour {
  /** Without registry, `library/` and tag: `nginx`, `example/slow`. */
  readonly repository: string;
  /** Tags that exist: exact, or a beginning with `*`, which does not go on within a number. */
  readonly tags: readonly string[];
  readonly sizeBytes: number;
  readonly program: Program;
  /** The image has a shell and the usual small tools. */
  readonly shell: boolean;
  /** Arguments are for its own program, whatever they are. */
  readonly entrypoint?: true;
  /** Arguments alone are those of this tool. */
  readonly starts?: string;
  /** What its web server answers; `$HOSTNAME` is its Pod, `$VERSION` the number in its tag, `$FLAG(x)` what a flag says. */
  readonly page?: string;
  /** Other files that it answers with, by their path. */
  readonly pages?: Readonly<Record<string, string>>;
  /** What its program is asked to stop with, other than TERM. */
  readonly stopSignal?: string;
  /** The folder that its web server shows. */
  readonly root?: string;
  /** As whom it runs: a name or a number; root unless it says so. */
  readonly user?: string;
  /** The kind of it with a smaller system, as its tag says. */
  readonly isAlpine?: true;
  /** Programs that it brings, where no list has them. */
  readonly programs?: readonly string[];
  /** The flag that says where its server listens. */
  readonly portFlag?: string;
}

const MIB = 1024 * 1024;

/** Serves until it is told to stop, then leaves at once with 0. */
function server(port: number, startMicros = 0, lines: readonly Says[] = []): Program {
  return {
    output: lines.map((line, at) => said(at === lines.length - 1 ? startMicros : 0, line)),
    runMicros: undefined,
    exitCode: 0,
    onTerm: { exitCode: 0, afterMicros: 20 * MILLISECOND },
    servesPort: port,
    readyAfterMicros: startMicros,
    note: undefined,
  };
}

/** A line: the same everywhere, or told of where it is written and when. */
type Says = string | ((around: Around) => string);

function said(at: number, line: Says): Line {
  return { at, stream: 'stdout', text: typeof line === 'string' ? `${line}\n` : (around) => `${line(around)}\n` };
}

/** A shell without a terminal reads end of file and leaves. */
const SHELL: Program = {
  runMicros: 0,
  exitCode: 0,
  onTerm: undefined,
  servesPort: undefined,
  readyAfterMicros: 0,
  note: undefined,
};

/** Kept by itself: as process 1 it has no handler for TERM. */
const STAYS: Program = {
  runMicros: undefined,
  exitCode: 0,
  onTerm: undefined,
  servesPort: undefined,
  readyAfterMicros: 0,
  note: 'unknown',
};

/** Two images for lessons, of a registry that nobody owns. */
const crashing: Program = {
  ...SHELL,
  runMicros: SECOND,
  exitCode: 1,
  output: [said(0, 'starting'), { at: SECOND, stream: 'stderr', text: 'fatal: cannot go on\n' }],
};

const notice =
  (words: (around: Around) => string): Says =>
  (around) =>
    `${dateText(around.now, '+%Y/%m/%d %T')} [notice] 1#1: ${words(around)}`;
const NGINX_LINES = [
  '/docker-entrypoint.sh: Configuration complete; ready for start up',
  notice(() => 'using the "epoll" event method'),
  notice(({ version }) => `nginx/${version}`),
  notice(() => 'start worker processes'),
];
const page = (title: string): string => `<html><body><h1>${title}</h1></body></html>\n`;

const numbered = (from: number, to: number, before = ''): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `${before}${from + at}*`);

const simple = (repository: string, tags: readonly string[], mib: number, port?: number): ImageBehaviour => ({
  repository,
  tags: ['latest', ...tags],
  sizeBytes: mib * MIB,
  program: port === undefined ? SHELL : server(port),
  shell: true,
});

const CATALOG: readonly ImageBehaviour[] = [
  {
    repository: 'nginx',
    tags: ['latest', '1', '1-alpine', ...numbered(7, 31, '1.'), 'alpine*', 'stable*', 'mainline*'],
    sizeBytes: 72_087_123,
    program: server(80, 0, NGINX_LINES),
    shell: true,
    page: page('Welcome to nginx!'),
    root: '/usr/share/nginx/html',
    stopSignal: 'QUIT',
  },
  {
    repository: 'nginxinc/nginx-unprivileged',
    tags: ['latest', ...numbered(17, 31, '1.'), 'alpine*', 'stable*', 'mainline*'],
    sizeBytes: 72_090_412,
    program: server(8080, 0, NGINX_LINES),
    shell: true,
    page: page('Welcome to nginx!'),
    root: '/usr/share/nginx/html',
    stopSignal: 'QUIT',
    user: '101',
  },
  {
    repository: 'httpd',
    tags: ['latest', '2*', 'alpine'],
    sizeBytes: 58_902_811,
    program: server(80, 0, [
      ({ version }) => `[mpm_event:notice] [pid 1:tid 1] Apache/${version} (Unix) configured`,
      '[core:notice] resuming normal operations',
    ]),
    shell: true,
    page: page('It works!'),
    root: '/usr/local/apache2/htdocs',
    stopSignal: 'WINCH',
  },
  {
    repository: 'redis',
    tags: ['latest', ...numbered(5, 8), 'alpine*'],
    sizeBytes: 45_007_722,
    program: server(6379, 0, ['1:M * Server initialized', '1:M * Ready to accept connections tcp']),
    shell: true,
  },
  {
    repository: 'bash',
    tags: ['latest', '3*', '4*', '5*', 'alpine*'],
    sizeBytes: 6_631_000,
    program: SHELL,
    shell: true,
  },
  {
    repository: 'memcached',
    tags: ['latest', '1*', 'alpine*'],
    sizeBytes: 32_414_002,
    program: server(11211),
    shell: true,
    user: 'memcache',
  },
  {
    repository: 'mysql',
    tags: ['latest', '5*', '8*', '9*'],
    sizeBytes: 240_118_000,
    program: server(3306, 8 * SECOND, [
      '[System] [Server] mysqld: starting',
      '[System] [Server] mysqld: ready for connections.',
    ]),
    shell: true,
  },
  {
    repository: 'postgres',
    tags: ['latest', ...numbered(9, 18), 'alpine*'],
    sizeBytes: 160_301_000,
    program: server(5432, 2 * SECOND, [
      ({ version }) => `LOG:  starting PostgreSQL ${version}`,
      'LOG:  database system is ready to accept connections',
    ]),
    shell: true,
    stopSignal: 'INT',
  },
  {
    repository: 'busybox',
    tags: ['latest', '1*', 'stable*', 'musl', 'glibc'],
    sizeBytes: 2_219_412,
    program: SHELL,
    shell: true,
  },
  { repository: 'alpine', tags: ['latest', '3*'], sizeBytes: 3_642_247, program: SHELL, shell: true },
  {
    repository: 'ubuntu',
    tags: ['latest', ...numbered(16, 26), 'focal', 'jammy', 'noble'],
    sizeBytes: 29_717_000,
    program: SHELL,
    shell: true,
  },
  {
    repository: 'debian',
    tags: ['latest', ...numbered(10, 13), 'bullseye*', 'bookworm*', 'trixie*', 'stable*'],
    sizeBytes: 48_480_000,
    program: SHELL,
    shell: true,
  },
  { repository: 'hello-world', tags: ['latest', 'linux'], sizeBytes: 13_256, program: SHELL, shell: false },
  { repository: 'perl', tags: ['latest', '5*'], sizeBytes: 336_000_000, program: SHELL, shell: true },
  { repository: 'python', tags: ['latest', '3*'], sizeBytes: 360_000_000, program: SHELL, shell: true },
  {
    repository: 'node',
    tags: ['latest', ...numbered(10, 26), 'lts*', 'alpine*'],
    sizeBytes: 385_000_000,
    program: SHELL,
    shell: true,
  },
  simple('mariadb', numbered(10, 12), 118, 3306),
  simple('mongo', numbered(4, 8), 290, 27017),
  simple('wordpress', [...numbered(4, 6), 'php*'], 250, 80),
  simple('rabbitmq', ['3*', '4*', 'management*'], 105, 5672),
  simple('tomcat', numbered(8, 11), 200, 8080),
  simple('caddy', ['2*', 'alpine'], 18, 80),
  { ...simple('traefik/whoami', ['v1*'], 3, 80), shell: false },
  simple('nicolaka/netshoot', ['v0*'], 200),
  simple('centos', numbered(6, 8), 80),
  simple('fedora', numbered(38, 44), 65),
  simple('rockylinux', numbered(8, 9), 70),
  simple('amazonlinux', ['2*', '2023*'], 60),
  simple('prom/prometheus', ['v2*', 'v3*'], 110, 9090),
  simple('grafana/grafana', numbered(8, 13), 160, 3000),
  simple('quay.io/fluentd_elasticsearch/fluentd', ['v2*', 'v3*', 'v5*'], 55, 24224),
  { ...simple('registry.k8s.io/nginx-slim', ['0*'], 58, 80), page: page('Welcome to nginx!') },
  { ...simple('registry.k8s.io/hpa-example', [], 180, 80), page: 'OK!' },
  {
    ...simple('gcr.io/google-samples/hello-app', ['1.0', '2.0'], 5, 8080),
    page: 'Hello, world!\nVersion: $VERSION.0\nHostname: $HOSTNAME\n',
  },
  { ...simple('gcr.io/google-samples/node-hello', ['1.0'], 250, 8080), page: 'Hello Kubernetes!' },
  {
    ...simple('gcr.io/google-samples/kubernetes-bootcamp', ['v1', 'v2'], 80, 8080),
    page: 'Hello Kubernetes bootcamp! | Running on: $HOSTNAME | v=$VERSION\n',
  },
  { ...simple('gcr.io/google-samples/gb-frontend', ['v4', 'v5'], 170, 80), page: page('Guestbook') },
  simple('gcr.io/google-samples/gb-redis-follower', ['v2'], 50, 6379),
  simple('registry.k8s.io/e2e-test-images/jessie-dnsutils', ['1*'], 110),
  {
    repository: 'registry.k8s.io/pause',
    tags: ['3*', 'latest'],
    sizeBytes: 320_368,
    program: { ...server(0), servesPort: undefined },
    shell: false,
    user: '65535',
  },
  simple('registry.k8s.io/etcd', ['3*'], 100, 2379),
  {
    repository: 'registry.k8s.io/e2e-test-images/agnhost',
    tags: ['2*'],
    sizeBytes: 56_000_000,
    program: { ...server(0), servesPort: undefined, output: [said(0, 'Paused')] },
    shell: true,
    starts: 'agnhost',
  },
  {
    repository: 'registry.k8s.io/e2e-test-images/nonewprivs',
    tags: ['1*'],
    sizeBytes: 3_820_000,
    program: { ...SHELL, output: [said(0, ({ ownersUid = 0 }) => `Effective uid: ${ownersUid}`)] },
    shell: true,
  },
  {
    repository: 'registry.k8s.io/e2e-test-images/nonroot',
    tags: ['1*'],
    sizeBytes: 18_900_000,
    program: SHELL,
    shell: true,
    user: '1234',
  },
  {
    repository: 'registry.k8s.io/e2e-test-images/nautilus',
    tags: ['1*'],
    sizeBytes: 49_230_000,
    program: server(80),
    shell: true,
    pages: { '/data.json': '{\n  "image": "nautilus.jpg"\n}\n' },
  },
  {
    repository: 'curlimages/curl',
    tags: ['latest', '7*', '8*'],
    sizeBytes: 9_871_002,
    program: SHELL,
    shell: true,
    starts: 'curl',
    user: 'curl_user',
  },
  { repository: 'polinux/stress', tags: ['latest', '1*'], sizeBytes: 4_041_495, program: SHELL, shell: true },
  {
    repository: 'registry.k8s.io/echoserver',
    tags: ['1*'],
    sizeBytes: 46_237_695,
    program: server(8080),
    shell: false,
    page: page('echo'),
  },
  {
    repository: 'registry.example/pod-watcher',
    tags: ['1*'],
    sizeBytes: 12 * MIB,
    program: { ...server(0), servesPort: undefined },
    shell: false,
  },
  {
    repository: 'registry.example/video-operator',
    tags: ['1*'],
    sizeBytes: 18 * MIB,
    program: { ...server(0), servesPort: undefined },
    shell: false,
  },
  {
    repository: 'registry.example/video-worker',
    tags: ['1*'],
    sizeBytes: 40 * MIB,
    program: server(8080),
    shell: true,
    entrypoint: true,
  },
  { repository: 'registry.example/crash', tags: ['*'], sizeBytes: 5 * MIB, program: crashing, shell: true },
  {
    repository: 'registry.example/slow',
    tags: ['*'],
    sizeBytes: 5 * MIB,
    program: server(80, 15 * SECOND),
    shell: true,
  },
  { repository: 'registry.example/large', tags: ['*'], sizeBytes: 900 * MIB, program: server(80), shell: true },
  {
    repository: 'registry.example/stubborn',
    tags: ['*'],
    sizeBytes: 5 * MIB,
    program: { ...server(80), onTerm: undefined },
    shell: true,
  },
];

export const PAUSE_IMAGE = 'registry.k8s.io/pause:3.10.1';
/** What a hollow node's images do, and a known image when asked for something that is not modelled. */
export const UNKNOWN_PROGRAM = STAYS;

export interface ImageReference {
  /** `docker.io`, `registry.k8s.io`, … */
  readonly registry: string;
  /** With `library/` for official images. */
  readonly path: string;
  readonly tag: string;
  readonly digest: string | undefined;
}

/** Few different images are asked about again and again. */
const MOST_IMAGES = 256;

const byRepository = new Map(
  // Images of this project run as a user of their own.
  CATALOG.map((image) => [
    image.repository,
    image.repository.startsWith('registry.example/') ? { ...image, user: '1000' } : image,
  ]),
);

const onAlpine = new Map(
  [...byRepository].map(([name, image]): [string, ImageBehaviour] => [name, { ...image, isAlpine: true }]),
);

/**
 * Splits an image name as the runtime does: default registry, `library/`, default tag.
 * Models github.com/distribution/reference normalize.go (v1.36)
 */
export const parseImage = pureOfText(MOST_IMAGES, (image: string): ImageReference => {
  const at = image.indexOf('@');
  const digest = at < 0 ? undefined : image.slice(at + 1);
  const name = at < 0 ? image : image.slice(0, at);
  const slash = name.lastIndexOf('/');
  const colon = name.indexOf(':', slash + 1);
  const tag = colon < 0 ? (digest === undefined ? 'latest' : '') : name.slice(colon + 1);
  const repository = colon < 0 ? name : name.slice(0, colon);
  const first = repository.indexOf('/');
  const host = first < 0 ? '' : repository.slice(0, first);
  const hasHost = host.includes('.') || host.includes(':') || host === 'localhost';
  const registry = hasHost ? host : 'docker.io';
  const path = hasHost ? repository.slice(first + 1) : first < 0 ? `library/${repository}` : repository;
  return { registry, path, tag, digest };
});

/** `docker.io/library/nginx:1.27` */
export const canonicalName = pureOfText(MOST_IMAGES, (image: string): string => {
  const { registry, path, tag, digest } = parseImage(image);
  return `${registry}/${path}${tag === '' ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
});

export const behaviourOf = pureOfText(MOST_IMAGES, (image: string): ImageBehaviour | undefined => {
  const { registry, path, tag } = parseImage(image);
  const known = tag.includes('alpine') ? onAlpine : byRepository;
  const name = copiedFrom(registry === 'docker.io' ? path.replace(/^library\//, '') : `${registry}/${path}`);
  return known.get(name) ?? popular(name);
});

/** Nobody has counted their tags: any number is one. */
const VERSIONS = ['latest', 'stable*', 'lts*', 'alpine*', 'main*', ...numbered(0, 99), ...numbered(0, 99, 'v')];

function popular(repository: string): ImageBehaviour | undefined {
  const found = popularImage(repository);
  if (found === undefined) return undefined;
  const { mib, port, page: shown, portFlag, isAlone, user, programs } = found;
  const isTool = port === undefined && programs.length > 0 && !isAlone;
  return {
    repository,
    tags: VERSIONS,
    sizeBytes: mib * MIB,
    program: isTool ? SHELL : { ...server(port ?? 0), servesPort: port },
    shell: !isAlone,
    programs,
    ...(repository.includes('/') ? { entrypoint: true } : undefined),
    ...(shown === undefined ? undefined : { page: `${shown}\n` }),
    ...(portFlag === undefined ? undefined : { portFlag }),
    ...(user === undefined ? undefined : { user }),
  };
}

/** Where registries have copies of what others hold, under the same names. */
const COPIES =
  /^(?:public\.ecr\.aws\/docker\/library|mirror\.gcr\.io\/library)\/|^registry\.k8s\.io\/(?:e2e-test-images\/)?(?=(?:busybox|httpd|nginx|perl|redis)$)/;
const SAMPLES = /^(?:us-docker\.pkg\.dev\/google-samples\/containers\/gke|gcr\.io\/google_samples)\//;

function copiedFrom(name: string): string {
  return name.replace(COPIES, '').replace(SAMPLES, 'gcr.io/google-samples/');
}

function hasTag(image: ImageBehaviour, tag: string): boolean {
  return image.tags.some((known) => (known.endsWith('*') ? begins(tag, known.slice(0, -1)) : known === tag));
}

/** There is a 1.16.1 of 1.16, and no 1.161. */
function begins(tag: string, start: string): boolean {
  return tag.startsWith(start) && !(/\d$/.test(start) && /^\d/.test(tag.slice(start.length)));
}

export type PullAnswer = { readonly image: ImageBehaviour } | { readonly error: string };

/** What a registry answers, in containerd's words. */
export function pull(image: string): PullAnswer {
  const { registry, path, tag } = parseImage(image);
  const name = canonicalName(image);
  const known = behaviourOf(image);
  const prefix = `failed to pull and unpack image "${name}": failed to resolve reference "${name}"`;
  if (known === undefined) {
    if (registry === 'docker.io') {
      return {
        error: `rpc error: code = Unknown desc = ${prefix}: pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed`,
      };
    }
    if (registry.endsWith('.k8s.io') || registry.endsWith('.example')) {
      return { error: `rpc error: code = NotFound desc = ${prefix}: ${name}: not found` };
    }
    const url = `https://${registry}/v2/${path}/manifests/${tag}`;
    return {
      error: `rpc error: code = Unknown desc = ${prefix}: failed to do request: Head "${url}": dial tcp: lookup ${registry.replace(/:\d+$/, '')}: no such host`,
    };
  }
  if (!hasTag(known, tag)) return { error: `rpc error: code = NotFound desc = ${prefix}: ${name}: not found` };
  return { image: known };
}

/** Ids that the recorded nodes had; every other image gets one derived from its name. */
const IDS = new Map([
  ['docker.io/library/nginx:1.27', 'sha256:b1482f70327e1135d84866669e945e6e3578538c42a1a1fef2638191b298abf2'],
  ['docker.io/library/nginx:1.28', 'sha256:0546f989d3fce8320252d748ab7d8ac3730fcc6f527c2ba46ced012e90a88a33'],
  ['docker.io/library/busybox:1.36', 'sha256:2047169afbfbcd30d1549683ae2e7d6619dfa7151bb56eb0f0eb7d8dc32bc294'],
]);

export function imageId(canonical: string, hash: (text: string) => string): string {
  return IDS.get(canonical) ?? `sha256:${hash(canonical)}`;
}

/** An image as a node lists it; the size may be a recorded one. */
export function runtimeImage(name: string, hash: (text: string) => string, sizeBytes?: number): RuntimeImage {
  const canonical = canonicalName(name);
  return {
    id: imageId(canonical, hash),
    tags: [canonical],
    sizeBytes: sizeBytes ?? behaviourOf(name)?.sizeBytes ?? 10 * MIB,
  };
}
