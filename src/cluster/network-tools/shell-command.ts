// Models which typed lines are for the small tools of a network and not for kubectl (v1.36)

const TOOLS = new Set(['curl', 'wget', 'nc', 'ssh', 'sleep']);

/** Whether a typed line is for the shell and not for kubectl. */
export function isShellCommand([tool = '']: readonly string[]): boolean {
  return TOOLS.has(tool) || /^\w+=\$\(/.test(tool);
}
