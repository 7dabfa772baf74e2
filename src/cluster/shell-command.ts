// Models which typed lines are for the small tools of a network and not for kubectl (v1.36)

const TOOLS = new Set(['curl', 'wget', 'nc', 'ssh', 'sleep']);
const IN_PODS = new Set(['curl', 'wget', 'nc', 'nslookup']);
/** What the kubelet writes into a Pod so that names are found. */
const NAME_FILES = new Set(['/etc/resolv.conf', '/etc/hosts']);

/** Whether a typed line is for the shell and not for kubectl: also the tools that ask the network from inside a Pod. */
export function isShellCommand(argv: readonly string[]): boolean {
  const [tool = '', verb] = argv;
  if (tool !== 'kubectl') return TOOLS.has(tool) || /^\w+=\$\(/.test(tool);
  const [inside = '', file = '', script = ''] = argv.slice(argv.indexOf('--') + 1);
  if (verb === 'exec' && inside === 'sh' && file === '-c' && script.includes('https://')) return true;
  return verb === 'exec' && (IN_PODS.has(inside) || (inside === 'cat' && NAME_FILES.has(file)));
}
