import engineUrl from 'virtual:kubestep-engine';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/theme/fonts.css';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');

const engine = new Worker(engineUrl);
engine.onmessage = () => document.documentElement.setAttribute('data-engine', 'ready');
engine.postMessage('hello');

createRoot(root).render(
  <StrictMode>
    <main>
      <h1>Kubestep</h1>
      <p>Build {__KUBESTEP_BUILD__}</p>
    </main>
  </StrictMode>,
);
