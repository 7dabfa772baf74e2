import { expect, it } from 'vitest';
import { quoted } from './quoted.ts';

it.each([
  [['kubectl', 'get', 'pods', '-o=name'], 'kubectl get pods -o=name'],
  [['TOKEN=a b', 'x'], 'TOKEN=a b x'],
  [['kubectl', 'exec', 'p', '--', 'sh', '-c', "echo 'a'"], "kubectl exec p -- sh -c 'echo '\\''a'\\'''"],
  [['kubectl', 'exec', 'p', '--', 'echo', '$HOME'], "kubectl exec p -- echo '$HOME'"],
  [['curl', '-H', 'Authorization: Bearer $TOKEN', '$URL/api'], 'curl -H "Authorization: Bearer $TOKEN" "$URL/api"'],
  [['kubectl', 'annotate', 'pod', 'p', 'a='], 'kubectl annotate pod p a='],
  [['kubectl', 'label', 'pod', 'p', ''], "kubectl label pod p ''"],
])('%j is typed as %s', (argv, line) => {
  expect(argv.map(quoted).join(' ')).toBe(line);
});
