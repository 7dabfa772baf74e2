// `npm start`: from a fresh clone to the page in one command. Plain Node, because it runs before any package is there.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { checkNode, ensureInstalled, root } from './bootstrap.mjs';
import { builtFingerprint, sourcesFingerprint } from './fingerprint.mjs';
import { serve } from './serve.mjs';

checkNode();
const words = process.argv.slice(2);
if (words.length > 0) {
  const asked = words.includes('--help') || words.includes('-h');
  console.log(
    asked
      ? '`npm start` installs what is missing, builds, serves the page on this machine and prints its address.'
      : `npm start takes no options, and so not ${words.join(' ')}.`,
  );
  console.log('The variable PORT names the port to begin with.');
  process.exit(asked ? 0 : 2);
}
const upToDate = builtFingerprint() === sourcesFingerprint();
if (!upToDate) {
  if (!ensureInstalled()) process.exit(1);
  console.log('Building …');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet', '--without-record'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const { server, port } = await serve(join(root, 'dist'), { port: Number(process.env.PORT) || 4173 });
console.log(`Kubestep is at http://127.0.0.1:${port}/`);
// Until it is there demos begin with the engine.
const record = spawn(process.execPath, [join(root, 'scripts', 'kept', 'ensure.mjs')], { cwd: root, stdio: 'ignore' });

function stop() {
  record.kill();
  server.close();
  server.closeAllConnections();
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
