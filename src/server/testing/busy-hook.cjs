// Loaded into the server of a test before its program (`node --require`): some requests over HTTP/1.1 make the thread that
// answers them busy for ever, or break it.
const { pbkdf2Sync } = require('node:crypto');
const { subscribe } = require('node:diagnostics_channel');

const HOURS = 2 ** 31 - 1;

subscribe('http.server.request.start', ({ request }) => {
  if (request.url === '/endless-loop') for (;;);
  if (request.url === '/endless-call') pbkdf2Sync('', '', HOURS, 64, 'sha512');
  if (request.url === '/break')
    setImmediate(() => {
      throw new Error('broken on purpose');
    });
});
