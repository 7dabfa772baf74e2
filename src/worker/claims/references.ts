import type { PanelName } from '../../scenarios/index.ts';
import { PAGE_WORDS } from '../../scenarios/page-words.ts';
import { type Claim, isAside } from './claim.ts';
import type { Evidence } from './evidence.ts';

/**
 * Names that mean something wherever they stand: a sentence that uses them claims nothing of its part by them.
 * Kinds of objects are not among them.
 */
const COMMON: ReadonlySet<string> = new Set(
  'API YAML JSON HTTP HTTPS TLS DNS RBAC ABAC CEL OIDC OpenID OpenAPI CPU CSI CNI UDP TCP ICMP MiB GiB IPv4 IPv6 IPVS SQL LoadBalancer NodePort ipMode nftables iptables ip6tables'.split(
    ' ',
  ),
);
const LABELS: ReadonlySet<string> = new Set(PAGE_WORDS.flatMap(({ en, zh }) => [en, zh]));

/**
 * What a sentence of a guide refers to by name: each must be found in what its part did or what its tab shows, or be
 * said aside. Numbers must stand in a claim of the part: a number that merely occurs somewhere proves nothing.
 */
export function unresolved(sentence: string, evidence: Evidence, claims: readonly Claim[]): readonly string[] {
  const held = claims.map(({ text }) => text).join('\n');
  const asides = claims.filter(isAside).map(({ text }) => text);
  const isAsided = (word: string) => asides.some((text) => text.includes(word) || text.includes(singular(word)));
  return [
    ...namesIn(sentence)
      .filter((name) => !isAsided(name) && !isKnown(name, evidence))
      .map((name) => `“${name}” occurs neither in what this part does nor in its tab`),
    ...numbersIn(sentence)
      .filter((number) => !new RegExp(`(?<![0-9])${number}(?![0-9])`).test(held))
      .map((number) => `no claim of this part has the number ${number}`),
    ...actorsIn(sentence)
      .filter(([word, actor]) => !isAsided(word) && !isThere(actor, evidence))
      .map(([word]) => `“${word}” does nothing in this part`),
    ...tabsIn(sentence)
      .filter(([word, panel]) => !isAsided(word) && evidence.part.panel !== panel)
      .map(([word]) => `“${word}” is not the tab of this part`),
  ];
}

/** A path of fields is found by its members, a word in the plural by its singular. */
function isKnown(name: string, evidence: Evidence): boolean {
  const single = singular(name);
  if (COMMON.has(single) || COMMON.has(name) || LABELS.has(name)) return true;
  if (evidence.has(name) || evidence.has(single)) return true;
  const members = name.split('.').filter((member) => member !== '');
  return members.length > 1 && !/\d/.test(name) && members.every((member) => evidence.has(member));
}

const singular = (name: string): string => name.replace(/s$/, '');

/** Who is only told of something has not done anything. */
const TOLD = /^clientgo\.(?:received|indexed|notified)$|^garbageCollector\.node$/;

function isThere(actor: RegExp, { steps, part }: Evidence): boolean {
  return (
    steps.some((step) => actor.test(step.actor) && !TOLD.test(step.kind.name)) || actor.test(part.look?.informer ?? '')
  );
}
const QUOTED = /“([^”]+)”/g;
/** Paths, flags, fields, names with a mark or a capital inside, constants. */
const NAMED =
  /(?<![\w.])(?:--[\w-]+(?:=\S*[\w])?|\/[\w/.:-]*[\w]|@?[A-Za-z][\w@]*(?::[a-z][\w-]*)*(?:(?:[./_-]|::?)[\w…]+)+…?|[a-z]+(?::[\w-]+)+|[a-z]+[A-Z]\w*|[A-Z]+[a-z]+[A-Z]\w*|[A-Z]{3,}\w*)(?:…)?/g;

/** What is in quotation marks, and what has the look of a name. */
export function namesIn(sentence: string): readonly string[] {
  const quoted = [...sentence.matchAll(QUOTED)].map(([, words]) => words as string);
  const named = [...sentence.replace(QUOTED, ' ').matchAll(NAMED)].map(([word]) => word.replace(/…$/, ''));
  return [...new Set([...quoted, ...named])];
}

const ENGLISH: { readonly [word: string]: number } = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  thirty: 30,
  twice: 2,
};
const CHINESE: { readonly [word: string]: number } = {
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
  十二: 12,
  三十: 30,
};

/** Digits that stand by themselves, and the words for small numbers; “one” is too often no number. */
export function numbersIn(sentence: string): readonly number[] {
  const bare = sentence.replace(QUOTED, ' ').replace(NAMED, ' ');
  const digits = [...bare.matchAll(/(?<![\w.])\d+(?![\w.]*\w)|(?<![\w.])\d+(?=[a-zA-Z])/g)].map(([text]) =>
    Number(text),
  );
  const english = [...bare.matchAll(/[A-Za-z]+/g)].map(([word]) => ENGLISH[word.toLowerCase()]);
  const chinese = [...bare.matchAll(/(?<![第十])(?:三十|十二|[两三四五六七八九十])(?![十分节])/g)].map(
    ([word]) => CHINESE[word],
  );
  return [...new Set([...digits, ...english, ...chinese].filter((number) => number !== undefined))];
}

const ACTORS: readonly (readonly [words: RegExp, actor: RegExp])[] = [
  [/\bscheduler\b|调度器/g, /^kube-scheduler/],
  [/\bkubelets?\b/g, /^kubelet\//],
  [/\bkube-proxy\b/g, /^kube-proxy\//],
  [/\bgarbage collector\b|垃圾收集器/g, /^garbage-collector$/],
  [/\bDeployment controller\b|Deployment 控制器/g, /^deployment-controller$/],
  [/\bReplicaSet controller\b|ReplicaSet 控制器/g, /^replicaset-controller$/],
  [/\bruntime\b|运行时/g, /^cri\//],
  [/\boperator\b/g, /^video-operator$/],
  [/\betcd\b/g, /^etcd/],
  [/\bkubectl\b/g, /^kubectl$/],
];

function actorsIn(sentence: string): readonly (readonly [word: string, actor: RegExp])[] {
  return ACTORS.flatMap(([words, actor]) => [...sentence.matchAll(words)].map(([word]) => [word, actor] as const));
}

const TABS: { readonly [name: string]: PanelName } = {
  object: 'object',
  etcd: 'etcd',
  informers: 'informers',
  informer: 'informers',
  queues: 'queues',
  scheduler: 'scheduler',
  node: 'node',
  network: 'network',
  access: 'access',
  api: 'api',
  对象: 'object',
  队列: 'queues',
  调度: 'scheduler',
  节点: 'node',
  网络: 'network',
  访问: 'access',
};

function tabsIn(sentence: string): readonly (readonly [word: string, panel: PanelName])[] {
  const named = /([A-Za-z]+|对象|队列|调度|节点|网络|访问)”? ?(?:panel|tab\b|面板|标签页)/g;
  return [...sentence.matchAll(named)].flatMap(([word, name]) => {
    const panel = TABS[(name as string).toLowerCase()];
    return panel === undefined ? [] : [[word, panel] as const];
  });
}
