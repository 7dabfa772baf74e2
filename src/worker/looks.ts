import { onlyLooks as etcdctlOnlyLooks } from '../cluster/etcdctl/main.ts';
import { onlyLooks as kubectlOnlyLooks } from '../cluster/kubectl/find-command.ts';
import type { Input } from '../protocol/run-description.ts';

/** Whether nothing changes by what is typed, so that its answer is wanted at once. */
export function onlyLooks(input: Input): boolean {
  if (input.type === 'kubectl') return kubectlOnlyLooks(input.argv);
  if (input.type === 'etcdctl') return etcdctlOnlyLooks(input.argv);
  return input.type === 'line' && lineOnlyLooks(input.line);
}

/** What takes time or changes something: it may be stepped through. */
const TELLING = /^(?:curl|wget|nc|sleep|while|until|time|timeout|xargs|\()/;
/** Words of the shell that a command may stand behind. */
const BEFORE = /^(?:(?:do|then|else|if|elif|!|\{|watch(?:\s+-\S+(?:\s+[\d.]+)?)*)\s+)+/;

/** Of a line every part: tools that work on text look, whatever they are given. */
function lineOnlyLooks(line: string): boolean {
  return line.split(/\|\||&&|[|;\n]/).every((part) => {
    const [program = '', ...words] = part
      .trim()
      .replace(BEFORE, '')
      .split(/\s+/)
      .map((word) => word.replace(/^['"]|['"]$/g, ''));
    if (program === 'kubectl' || program === 'k') return kubectlOnlyLooks(words);
    return program === 'etcdctl' ? etcdctlOnlyLooks(words) : !TELLING.test(program);
  });
}

/** What may wait for its reader, who is to see that: an editor that opens, a prompt of another shell. */
export function mayAsk(input: Input): boolean {
  const words = input.type === 'kubectl' ? input.argv : input.type === 'line' ? input.line.split(/\s+/) : [];
  const end = words.indexOf('--');
  return (end < 0 ? words : words.slice(0, end)).some((word) => ASKS.test(word));
}

const ASKS = /^(?:edit|edit-last-applied|--edit(?:=true)?|--stdin(?:=true)?|-[a-z]*i[a-z]*)$/;
