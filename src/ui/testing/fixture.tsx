import { createPage } from '../../app/create-page.ts';
import { mount } from '../../app/mount.tsx';
import { fakeEngine } from './fake-engine.ts';
import { manyNodes } from './story.ts';

// `?at=1&lang=zh&theme=dark&nodes=20`: one instant of the story, for looking at it.
const asked = new URLSearchParams(location.search);
const nodes = Number(asked.get('nodes') ?? '0');
const page = createPage(fakeEngine(Number(asked.get('at') ?? '-1'), nodes > 0 ? manyNodes(nodes) : undefined));
page.viewer.setState({
  language: asked.get('lang') === 'zh' ? 'zh' : 'en',
  theme: asked.get('theme') === 'dark' ? 'dark' : 'light',
});
mount(page);
await page.session.start();
await page.session.step(0);
