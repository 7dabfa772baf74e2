/** Verbs of kubectl and etcdctl that change nothing, and some that only print. */
const VERBS: ReadonlySet<string> = new Set([
  'get',
  'describe',
  'logs',
  'explain',
  'api-resources',
  'api-versions',
  'version',
  'auth',
  'top',
  'events',
  'config',
  'cluster-info',
  'member',
  'endpoint',
  'diff',
  'kustomize',
  'options',
  'completion',
  'plugin',
  'help',
]);
/** Where it is the second word that decides. */
const LOOKS: ReadonlySet<string> = new Set(['rollout history', 'rollout status', 'apply view-last-applied']);
const WRITES = 'auth reconcile';
/** Flags before a verb whose next word is their value. */
const WITH_VALUE =
  /^(?:-n|-s|-v|--(?:namespace|context|cluster|user|kubeconfig|server|token|as|as-group|as-uid|request-timeout|cache-dir|endpoints))$/;
const HELP = /^(?:-h|--help)$/;

/** Is the answer of a command wanted at once? One may want to step through all others. */
export function onlyLooks(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const own = end < 0 ? argv : argv.slice(0, end);
  if (own.some((word) => HELP.test(word))) return true;
  const words = own.filter((word, place) => !word.startsWith('-') && !WITH_VALUE.test(own[place - 1] ?? ''));
  const [verb, noun] = words[0] === 'kubectl' ? words.slice(1) : words;
  if (verb === undefined) return true;
  return VERBS.has(verb) ? `${verb} ${noun}` !== WRITES : LOOKS.has(`${verb} ${noun}`);
}

/** Of a line every part: tools that work on text look, whatever they are given. */
export function lineOnlyLooks(line: string): boolean {
  return line.split(/\|\||&&|[|;\n]/).every((part) => {
    const words = part
      .trim()
      .replace(BEFORE, '')
      .split(/\s+/)
      .map((word) => word.replace(/^['"]|['"]$/g, ''));
    const [program = ''] = words;
    if (program === 'kubectl' || program === 'k' || program === 'etcdctl') return onlyLooks(words.slice(1));
    return !TELLING.test(program);
  });
}

/** What takes time or changes something: it may be stepped through. */
const TELLING = /^(?:curl|wget|nc|ssh|sleep|watch|while|until|time|timeout|xargs|\()/;
/** Words of the shell that a command may stand behind. */
const BEFORE = /^(?:(?:do|then|else|if|elif|!|\{)\s+)+/;
