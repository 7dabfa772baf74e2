import { createPage } from './create-page.ts';
import { firstRun } from './first-run.ts';
import { mount } from './mount.tsx';

const page = createPage();
mount(page);

page.session.frames.subscribe(({ status }) => document.documentElement.setAttribute('data-engine', status));
if (await page.session.start()) await page.session.open(firstRun(__KUBESTEP_BUILD__));
