import { createPage } from '../../app/create-page.ts';
import { firstRun } from '../../app/first-run.ts';
import { mount } from '../../app/mount.tsx';
import { Page } from '../page.tsx';
import { fakeEngine } from './fake-engine.ts';
import { manyNodes } from './story.ts';

// `?at=1&lang=zh&theme=dark&nodes=20`: one instant of the hand-written story. `?real=300`: that step of a real run.
const asked = new URLSearchParams(location.search);
const nodes = Number(asked.get('nodes') ?? '0');
const real = asked.get('real');
const fake = fakeEngine(Number(asked.get('at') ?? '-1'), nodes > 0 ? manyNodes(nodes) : undefined);
const page = real === null ? createPage(fake) : createPage();
page.viewer.setState({
  language: asked.get('lang') === 'zh' ? 'zh' : 'en',
  theme: asked.get('theme') === 'dark' ? 'dark' : 'light',
  ...(asked.has('tab') ? { phoneTab: asked.get('tab') ?? 'map' } : {}),
});
mount(<Page page={page} />);

const MANIFEST = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: nginx
spec:
  replicas: 3
  selector:
    matchLabels:
      app: nginx
  template:
    metadata:
      labels:
        app: nginx
    spec:
      containers:
      - name: nginx
        image: nginx:1.27
`;

await page.session.start();
await page.session.open(firstRun('fixture'));
if (real !== null) {
  const argv = ['apply', '-f', 'deploy.yaml'];
  await page.session.give({ type: 'kubectl', argv, files: { 'deploy.yaml': MANIFEST } });
  await page.session.seekIndex(Number(real));
}
