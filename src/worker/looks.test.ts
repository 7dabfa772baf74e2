import { expect, it } from 'vitest';
import { onlyLooks } from './looks.ts';

const ofLine = (line: string) => onlyLooks({ type: 'line', line, files: {} });

it('GV11: a line of which all parts change nothing is answered at once', () => {
  const looks = ['kubectl get po | wc -l', 'k get po -o yaml > x && cat x', 'for x in a b; do k get po $x; done'].map(
    ofLine,
  );
  expect(looks).toEqual([true, true, true]);
  const tells = [
    'k scale deploy x --replicas=2; k get po',
    'while true; do k get po; done',
    'cat x | kubectl apply -f -',
  ];
  expect(tells.map(ofLine)).toEqual([false, false, false]);
});

it('GV11: what etcdctl only shows is answered at once', () => {
  const looks = (line: string) => onlyLooks({ type: 'etcdctl', argv: line.split(' ') });
  expect(['member list', 'get /a --prefix', 'put --help'].map(looks)).toEqual([true, true, true]);
  expect(['put a b', 'watch /a', '--debug del a'].map(looks)).toEqual([false, false, false]);
});
