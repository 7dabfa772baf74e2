// Which part of the project may import which, as data, with a reason for every edge. Type imports count.
//
// A room is a folder. The list goes from the bottom up, and a room may only use rooms above it in the list, so no circle
// of rooms can be written down. Whatever is not listed is forbidden; rooms without an entry are forbidden to exist.
// Folders inside a large room are listed in `inner-rooms`, in the same way; whoever uses the room sees it as one.

import { API_ROOMS } from './inner-rooms/api.ts';
import { APISERVER_ROOMS } from './inner-rooms/apiserver.ts';
import type { InnerRoom } from './inner-rooms/inner-room.ts';
import { KUBELET_ROOMS } from './inner-rooms/kubelet.ts';
import { NETWORK_ROOMS } from './inner-rooms/network.ts';
import { SCHEDULER_ROOMS } from './inner-rooms/scheduler.ts';
import { UI_ROOMS } from './inner-rooms/ui.ts';

export interface Room {
  readonly name: string;
  /** The folder or file, relative to the project. The longest match decides which room a file is in. */
  readonly path: string;
  readonly uses: Readonly<Record<string, string>>;
  /** Folders directly inside do not see each other, except these shared ones. */
  readonly separate?: {
    readonly shared: readonly string[];
    readonly why: string;
    /** What lies loose puts the folders together, and none of them may see it; left out: they may. */
    readonly looseAbove?: string;
  };
  /** The order of the folders inside, where there are many. */
  readonly inner?: readonly InnerRoom[];
}

const ENGINE = {
  base: 'assertions, heaps, stable order',
  engine: 'processes, tables and steps',
  steps: 'the kinds of step it emits',
} as const;

const UNDER_KUBERNETES = { ...ENGINE, 'cluster/ports': 'implements or uses a port' } as const;

/** Who runs what images hold, or asks what they are. */
const RUNS_IMAGES = {
  ...UNDER_KUBERNETES,
  'cluster/tools': 'what small programs make of arguments, input and files',
  'cluster/images': 'what a simulated image holds and does: data',
} as const;

const COMPONENT = {
  ...UNDER_KUBERNETES,
  api: 'Kubernetes nouns',
  'api/yaml': 'manifests and printed YAML',
} as const;

const CLIENT = { ...COMPONENT, 'cluster/clientgo': 'informers, work queues and the client' } as const;

/** What commands of kubectl stand on, from the bottom up. */
const KUBECTL_SESSION = {
  ...CLIENT,
  'cluster/kubectl/flags': 'the flags that a command was given',
  'cluster/kubectl/session': 'the command that runs: its terminal, its identity, its failures',
} as const;

const KUBECTL_COMMAND = {
  ...KUBECTL_SESSION,
  'cluster/kubectl/client': 'what the server can do, and its lists',
  'cluster/kubectl/print': 'how objects are shown',
  'cluster/kubectl/manifests': 'what files say',
  'cluster/kubectl/targets': 'which objects the words mean',
  'cluster/kubectl/writing': 'sends changes and tells of them',
  'cluster/kubectl/pods': 'which Pod and which container are meant, and what runs there',
  'cluster/kubectl/kustomize': 'what a kustomization builds',
} as const;

const WHOLE_CLUSTER = {
  ...CLIENT,
  'cluster/tools': 'what small programs do',
  'cluster/images': 'what simulated images do',
  'cluster/shell': 'what scripts come to',
  'cluster/etcd': 'a part of the cluster',
  'cluster/cri': 'a part of the cluster',
  'cluster/cni': 'a part of the cluster',
  'cluster/network': 'a part of the cluster',
  'cluster/apiserver': 'a part of the cluster',
  'cluster/controllers': 'a part of the cluster',
  'cluster/scheduler': 'a part of the cluster',
  'cluster/kubelet': 'a part of the cluster',
  'cluster/proxy': 'a part of the cluster',
  'cluster/dns': 'a part of the cluster',
  'cluster/resolvers': 'programs in Pods that ask for names',
  'cluster/cloud': 'a part of the cluster',
  'cluster/csi': 'a part of the cluster',
  'cluster/programs': 'programs of people, in Pods',
  'cluster/kubectl': 'a part of the cluster',
  'cluster/kubectl/session': 'what is known of a command, and Ctrl+C',
  'cluster/etcdctl': 'a part of the cluster',
  'cluster/desk': 'the machine that a person types at',
  'cluster/processes': 'what becomes of a part that panics',
} as const;

/** What stands around the components of a cluster, and is no component. */
const AROUND = {
  'cluster/clients': 'who asks the API server, and as whom',
  'cluster/wiring': 'what makes Pods and nodes reachable',
  'cluster/config': 'what a run says of its cluster',
  'cluster/network-tools': 'curl, iptables and ssh as people type them',
  'cluster/machines': 'nodes, and what runs on them',
  'cluster/inputs': 'what people do to a cluster',
} as const;

const SIMULATED = {
  ...WHOLE_CLUSTER,
  ...AROUND,
  'cluster/invariants': 'checks over the whole cluster',
  cluster: 'assembles the cluster',
  scenarios: 'the built-in scenarios',
} as const;

const PAGE = {
  base: 'assertions',
  steps: 'kinds of step: data that both halves share',
  narration: 'the words for the kinds',
  api: 'types of Kubernetes objects',
  'api/yaml': 'manifests in the editor',
  protocol: 'what is said to the engine and answered',
  scenarios: 'start states and stories: plain data',
} as const;

const UI = {
  ...PAGE,
  session: 'the handle on one simulation',
  debugger: 'playback, and what the viewer looks at',
} as const;

const WIDGETS = { ...UI, 'ui/theme': 'colours, type and sizes', 'ui/widgets': 'buttons, tables, marks' } as const;

const PANEL = { ...WIDGETS, 'ui/public': 'how panels meet one another' } as const;

const EVERYTHING_ON_THE_PAGE = {
  ...PANEL,
  'ui/editor': 'the YAML editor',
  'ui/panels': 'the list of panels',
  'ui/shell': 'the frame of the page',
  ui: 'the page',
} as const;

const BOTH_HALVES = {
  brought: 'clusters that people bring',
  ...EVERYTHING_ON_THE_PAGE,
  ...SIMULATED,
  'cluster/kubectl/flags': 'what the compiler must refuse of them',
  'cluster/kubectl/commands': 'what the compiler must refuse of their flags',
  inspect: 'debugging inside the worker',
  'inspect/keys': 'which object a key holds',
  'inspect/diagnosis': 'why a wish is not met',
  'inspect/beats': 'what of a story is told',
  worker: 'the engine as the page sees it',
  server: 'the simulated API server over HTTP',
  library: 'what the package gives away',
} as const;

export const ROOMS: readonly Room[] = [
  // Knows nothing of Kubernetes or of a browser.
  { name: 'base', path: 'src/base', uses: {} },
  { name: 'engine', path: 'src/engine', uses: { base: 'heaps, queues, stable order' } },

  // Data and nouns that both halves share.
  { name: 'steps', path: 'src/steps', uses: { base: 'small helpers' } },
  { name: 'narration', path: 'src/narration', uses: { base: 'small helpers', steps: 'one text for every kind' } },
  { name: 'api', path: 'src/api', uses: { base: 'assertions, stable order' }, inner: API_ROOMS },
  { name: 'api/yaml', path: 'src/api/yaml', uses: { base: 'assertions', api: 'objects and their kinds' } },
  {
    name: 'brought',
    path: 'src/brought',
    uses: { base: 'nesting, base64', api: 'objects and their kinds', 'api/yaml': 'files as people have them' },
  },
  {
    name: 'protocol',
    path: 'src/protocol',
    uses: {
      brought: 'what a run begins with',
      base: 'branded types',
      steps: 'arguments of a step',
      api: 'types of objects',
    },
  },
  { name: 'scenarios', path: 'src/scenarios', uses: { protocol: 'the description of a run' } },
  // What other people's pages import: it must stay small, and free of everything that ours is made of.
  { name: 'embed', path: 'src/embed', uses: { protocol: 'the contract with the page in the frame' } },

  // The cluster: components meet through ports, clientgo and api, never directly.
  {
    name: 'cluster/ports',
    path: 'src/cluster/ports',
    uses: { base: 'assertions', engine: 'ports are called from processes', steps: 'kinds', api: 'Status, references' },
  },
  { name: 'cluster/tools', path: 'src/cluster/tools', uses: UNDER_KUBERNETES },
  {
    name: 'cluster/images',
    path: 'src/cluster/images',
    uses: { ...UNDER_KUBERNETES, 'cluster/tools': 'files, and what comes of a command' },
  },
  { name: 'cluster/shell', path: 'src/cluster/shell', uses: RUNS_IMAGES },
  { name: 'cluster/etcd', path: 'src/cluster/etcd', uses: UNDER_KUBERNETES },
  {
    name: 'cluster/cri',
    path: 'src/cluster/cri',
    uses: { ...RUNS_IMAGES, 'cluster/shell': 'runs the commands of containers' },
  },
  { name: 'cluster/cni', path: 'src/cluster/cni', uses: UNDER_KUBERNETES },
  { name: 'cluster/network', path: 'src/cluster/network', uses: RUNS_IMAGES, inner: NETWORK_ROOMS },
  { name: 'cluster/clientgo', path: 'src/cluster/clientgo', uses: COMPONENT },
  { name: 'cluster/apiserver', path: 'src/cluster/apiserver', uses: CLIENT, inner: APISERVER_ROOMS },
  {
    name: 'cluster/controllers',
    path: 'src/cluster/controllers',
    uses: CLIENT,
    separate: {
      shared: ['shared'],
      why: 'controllers meet through the API server only',
      looseAbove: 'the manager starts controllers, and none of them knows it',
    },
  },
  { name: 'cluster/scheduler', path: 'src/cluster/scheduler', uses: CLIENT, inner: SCHEDULER_ROOMS },
  { name: 'cluster/dns', path: 'src/cluster/dns', uses: CLIENT },
  {
    name: 'cluster/kubelet',
    path: 'src/cluster/kubelet',
    uses: {
      ...CLIENT,
      'cluster/dns': 'what stands in the files below /etc of a Pod',
      'cluster/scheduler': 'asks of a Pod once more what the scheduler asked: selectors, taints, ports',
    },
    inner: KUBELET_ROOMS,
  },
  {
    name: 'cluster/resolvers',
    path: 'src/cluster/resolvers',
    uses: {
      ...RUNS_IMAGES,
      'cluster/dns': 'asks it questions as a resolver would',
    },
  },
  { name: 'cluster/proxy', path: 'src/cluster/proxy', uses: CLIENT },
  { name: 'cluster/cloud', path: 'src/cluster/cloud', uses: CLIENT },
  { name: 'cluster/csi', path: 'src/cluster/csi', uses: CLIENT },
  { name: 'cluster/programs', path: 'src/cluster/programs', uses: CLIENT },
  { name: 'cluster/kubectl/flags', path: 'src/cluster/kubectl/flags', uses: CLIENT },
  {
    name: 'cluster/kubectl/session',
    path: 'src/cluster/kubectl/session',
    uses: { ...CLIENT, 'cluster/kubectl/flags': 'who the command acts as, and which kubeconfig it reads' },
  },
  { name: 'cluster/kubectl/client', path: 'src/cluster/kubectl/client', uses: KUBECTL_SESSION },
  { name: 'cluster/kubectl/print', path: 'src/cluster/kubectl/print', uses: KUBECTL_SESSION },
  {
    name: 'cluster/kubectl/manifests',
    path: 'src/cluster/kubectl/manifests',
    uses: {
      ...KUBECTL_SESSION,
      'cluster/kubectl/client': 'to which resource a kind belongs, and what its schema allows',
      'cluster/kubectl/print': 'objects are remembered as they are printed',
    },
  },
  {
    name: 'cluster/kubectl/targets',
    path: 'src/cluster/kubectl/targets',
    uses: {
      ...KUBECTL_SESSION,
      'cluster/kubectl/client': 'which resource a word names',
      'cluster/kubectl/manifests': 'files name objects, too',
    },
  },
  {
    name: 'cluster/kubectl/writing',
    path: 'src/cluster/kubectl/writing',
    uses: {
      ...KUBECTL_SESSION,
      'cluster/kubectl/client': 'where an object is kept',
      'cluster/kubectl/print': 'shows what was written as `-o` asks',
      'cluster/kubectl/manifests': 'the objects that files name',
      'cluster/kubectl/targets': 'the objects that words name',
    },
  },
  {
    name: 'cluster/kubectl/pods',
    path: 'src/cluster/kubectl/pods',
    uses: {
      ...KUBECTL_SESSION,
      'cluster/kubectl/client': 'lists the Pods of a workload',
      'cluster/kubectl/print': 'names kinds that are not known',
      'cluster/kubectl/targets': 'the object that stands for its Pods',
    },
  },
  { name: 'cluster/kubectl/kustomize', path: 'src/cluster/kubectl/kustomize', uses: KUBECTL_SESSION },
  {
    name: 'cluster/kubectl/commands',
    path: 'src/cluster/kubectl/commands',
    uses: KUBECTL_COMMAND,
    separate: {
      shared: ['apply', 'delete', 'edit', 'exec'],
      why: 'as upstream, only these do a part of what others do: `diff` applies in a dry run, `replace --force` deletes, `create --edit` edits, `debug` attaches',
    },
  },
  {
    name: 'cluster/kubectl',
    path: 'src/cluster/kubectl',
    uses: { ...KUBECTL_COMMAND, 'cluster/kubectl/commands': 'finds the command that is typed, and runs it' },
  },
  {
    name: 'cluster/etcdctl',
    path: 'src/cluster/etcdctl',
    uses: {
      ...UNDER_KUBERNETES,
      'cluster/kubectl/flags': 'flags are read as there',
      'cluster/kubectl/session': 'the terminal and Ctrl+C',
    },
  },
  {
    name: 'cluster/processes',
    path: 'src/cluster/processes',
    uses: { ...UNDER_KUBERNETES, 'cluster/kubectl/session': 'the rows of commands: one that panics says so there' },
  },
  {
    name: 'cluster/desk',
    path: 'src/cluster/desk',
    uses: {
      ...RUNS_IMAGES,
      'cluster/shell': 'runs what is typed',
      'cluster/kubectl/session': 'the rows of lines, the files that kubectl keeps, Ctrl+C',
      'cluster/etcdctl': 'a program of this machine',
      'cluster/cri': 'the rows that crictl tells of',
    },
  },
  { name: 'cluster/invariants', path: 'src/cluster/invariants', uses: WHOLE_CLUSTER },
  {
    name: 'cluster/audited',
    path: 'src/cluster/audited',
    uses: {
      ...UNDER_KUBERNETES,
      api: 'objects as a log has them',
      brought: 'the log as it was read',
      'cluster/apiserver': 'how a server keeps them',
      'cluster/etcd': 'the tables of a store',
      'cluster/kubectl/session': 'what a terminal shows',
    },
  },
  {
    name: 'cluster/brought',
    path: 'src/cluster/brought',
    uses: {
      ...UNDER_KUBERNETES,
      api: 'objects as another server has kept them',
      brought: 'the state as it was read',
      'cluster/images': 'the names of images',
      'cluster/apiserver': 'what it is to keep from the start',
      'cluster/kubelet': 'the machines behind nodes',
    },
  },
  {
    name: 'cluster/clients',
    path: 'src/cluster/clients',
    uses: { ...COMPONENT, 'cluster/apiserver': 'what it is told of who may sign in' },
  },
  {
    name: 'cluster/wiring',
    path: 'src/cluster/wiring',
    uses: {
      ...COMPONENT,
      'cluster/network': 'carries the packets',
      'cluster/kubectl/session': 'the Ctrl+C that breaks off what a line waits for',
      'cluster/dns': 'answers for names',
      'cluster/resolvers': 'ask for names as a program would',
      'cluster/cloud': 'balancers in front of nodes',
      'cluster/proxy': 'which Services a node carries',
      'cluster/kubelet': 'what a node has of a Pod',
      'cluster/brought': 'the ranges of a cluster that somebody brought',
    },
  },
  {
    name: 'cluster/config',
    path: 'src/cluster/config',
    uses: {
      ...WHOLE_CLUSTER,
      brought: 'what a run begins with',
      'cluster/clients': 'the client that asks for anything',
      'cluster/wiring': 'families',
    },
  },
  {
    name: 'cluster/network-tools',
    path: 'src/cluster/network-tools',
    uses: {
      ...COMPONENT,
      'cluster/tools': 'what small programs print',
      'cluster/network': 'carries what they send, and prints rules',
      'cluster/kubectl/session': 'the terminal, its output and Ctrl+C',
      'cluster/proxy': 'what ipvsadm prints of it',
      'cluster/resolvers': 'names in what is typed',
      'cluster/wiring': 'who is at an address',
    },
  },
  {
    name: 'cluster/machines',
    path: 'src/cluster/machines',
    uses: {
      ...WHOLE_CLUSTER,
      'cluster/clients': 'as whom a node asks',
      'cluster/brought': 'what ran on a node before the run',
      'cluster/wiring': 'addresses of nodes',
      'cluster/config': 'what is asked of a node',
      'cluster/network-tools': 'what runs in a node when a probe asks for it',
    },
  },
  {
    name: 'cluster/inputs',
    path: 'src/cluster/inputs',
    uses: {
      ...WHOLE_CLUSTER,
      'cluster/wiring': 'where a packet is sent from',
      'cluster/config': 'the cluster that is acted on',
      'cluster/network-tools': 'which lines are theirs',
    },
  },
  {
    name: 'cluster',
    path: 'src/cluster',
    uses: {
      brought: 'when a run begins',
      'cluster/brought': 'what a run begins with',
      'cluster/audited': 'a run that a log tells',
      ...WHOLE_CLUSTER,
      ...AROUND,
      'cluster/invariants': 'runs the checkers',
    },
  },
  {
    name: 'cluster/testing',
    path: 'src/cluster/testing',
    uses: { ...WHOLE_CLUSTER, ...AROUND, cluster: 'starts one for tests', 'cluster/invariants': 'runs the checkers' },
  },
  {
    name: 'inspect/keys',
    path: 'src/inspect/keys.ts',
    uses: { base: 'tables that are made once', api: 'where objects of a kind are kept' },
  },
  {
    name: 'inspect/diagnosis',
    path: 'src/inspect/diagnosis',
    uses: {
      ...SIMULATED,
      protocol: 'what it finds',
      narration: 'what there is to say of each finding',
      'inspect/keys': 'which object a key holds',
    },
  },
  {
    name: 'inspect/beats',
    path: 'src/inspect/beats',
    uses: { ...SIMULATED, protocol: 'what the page is told of beats', narration: 'what sentences of beats are told' },
  },
  {
    name: 'inspect',
    path: 'src/inspect',
    uses: {
      ...SIMULATED,
      protocol: 'the views and answers it makes',
      narration: 'search looks through the words',
      'cluster/kubectl/flags': 'which commands and flags may come next in a line',
      'cluster/kubectl/commands': 'what each command declares',
      'inspect/keys': 'which object a key holds',
      'inspect/diagnosis': 'why a wish is not met',
      'inspect/beats': 'what of a story is told',
    },
  },
  {
    name: 'worker',
    path: 'src/worker',
    uses: {
      ...SIMULATED,
      protocol: 'the messages',
      narration: 'texts of answers',
      'inspect/keys': 'claims of guides about objects',
      inspect: 'answers queries',
    },
  },
  {
    name: 'server',
    path: 'src/server',
    uses: {
      ...SIMULATED,
      protocol: 'the description of a run',
      inspect: 'prints what happened',
      worker: 'what a page that looks on is told',
    },
  },
  {
    name: 'library',
    path: 'src/library',
    uses: {
      base: 'units of time, frozen values',
      engine: 'gives it away, and drives runs',
      steps: 'the names of kinds',
      api: 'kinds of objects by the words that people use',
      brought: 'clusters that people bring',
      protocol: 'how runs are described and kept',
      narration: 'sentences',
      'cluster/etcd': 'the rows that hold objects',
      'cluster/kubectl/session': 'what commands printed',
      'cluster/kubectl/commands': 'when a rollout is done, in its words',
      'inspect/keys': 'which object a key holds',
      'inspect/beats': 'what of a story is told',
      inspect: 'one look at a run',
      worker: 'starts runs without a page',
      server: 'a cluster that real clients reach',
    },
  },

  // The page.
  { name: 'session', path: 'src/session', uses: PAGE },
  { name: 'debugger', path: 'src/debugger', uses: { ...PAGE, session: 'drives the simulation' } },
  { name: 'ui/theme', path: 'src/ui/theme', uses: { base: 'small helpers' } },
  { name: 'ui/widgets', path: 'src/ui/widgets', uses: { ...UI, 'ui/theme': 'colours, type and sizes' } },
  { name: 'ui/public', path: 'src/ui/public.ts', uses: WIDGETS },
  {
    name: 'ui/editor',
    path: 'src/ui/editor',
    uses: { ...PANEL, brought: 'files that people bring from clusters of their own' },
  },
  {
    name: 'ui/panels',
    path: 'src/ui/panels',
    uses: { ...PANEL, 'ui/editor': 'the editor is shown in a panel' },
    separate: { shared: [], why: 'panels meet through src/ui/public.ts' },
  },
  {
    name: 'ui/shell',
    path: 'src/ui/shell',
    uses: { ...PANEL, 'ui/editor': 'places the editor', 'ui/panels': 'places the panels' },
  },
  {
    name: 'ui',
    path: 'src/ui',
    uses: {
      ...PANEL,
      'ui/editor': 'the YAML editor',
      'ui/panels': 'the list of panels',
      'ui/shell': 'the frame',
      embed: 'a demo is tried before it is pasted',
    },
    inner: UI_ROOMS,
  },
  {
    name: 'ui/testing',
    path: 'src/ui/testing',
    uses: { ...PANEL, ui: 'shows a whole page without an engine' },
  },
  {
    name: 'app',
    path: 'src/app',
    uses: EVERYTHING_ON_THE_PAGE,
  },

  // Outside the product: may see both halves.
  { name: 'scripts', path: 'scripts', uses: { ...BOTH_HALVES, app: 'what a first visit begins with' } },
  { name: 'bench', path: 'bench', uses: { ...BOTH_HALVES, scripts: 'shared tools' } },
  { name: 'e2e', path: 'e2e', uses: { ...BOTH_HALVES, scripts: 'shared tools' } },
];

/** Files that know one another by their types: what would be lost by parting them. No values may go round here either. */
export const KNOW_ONE_ANOTHER: readonly { readonly files: readonly string[]; readonly why: string }[] = [
  { files: ['src/engine/'], why: 'engine, context, process, timer and table are one mechanism in five files' },
];

/** Folders that the rules govern. */
export const GOVERNED = ['src', 'scripts', 'bench', 'e2e'] as const;
