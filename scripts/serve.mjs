// A small static server for the built site: loopback only, read only.
//   node scripts/serve.mjs [folder] [--port N] [--base /PATH/]
// With --port the port must be free; without, the next free one is taken. With --base the folder lies below that path.
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const HOST = '127.0.0.1';
const compress = promisify(gzip);
const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['.svg', 'image/svg+xml; charset=utf-8'],
  ['.md', 'text/markdown; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.yaml', 'text/plain; charset=utf-8'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.ico', 'image/x-icon'],
  ['.wasm', 'application/wasm'],
  ['.woff2', 'font/woff2'],
  ['.ttf', 'font/ttf'],
]);
const COMPRESSED = new Set(['.html', '.js', '.mjs', '.css', '.json', '.svg', '.md', '.txt']);

/** Serves `folder`; resolves to the server and the port it got. With `strict` a taken port is an error, else the next one is tried. */
export async function serve(folder, { port = 4173, strict = false, base = '/' } = {}) {
  const site = { root: realpathSync(resolve(folder)), base, packed: new Map() };
  const server = createServer((request, response) => answer(site, request, response));
  for (let candidate = port; ; candidate += 1) {
    try {
      await listen(server, candidate);
      return { server, port: server.address().port };
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || strict || candidate >= port + 100) throw error;
    }
  }
}

function listen(server, port) {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, HOST, () => {
      server.removeListener('error', fail);
      done();
    });
  });
}

function answer({ root, base, packed }, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'only GET and HEAD');
  const url = request.url ?? '/';
  const file = url.startsWith(base) ? fileFor(root, url.slice(base.length - 1)) : undefined;
  if (file === undefined) return notFound(root, request, response);

  const extension = extname(file.path);
  const headers = {
    'Content-Type': TYPES.get(extension) ?? 'application/octet-stream',
    'Cache-Control': 'no-cache',
    'Last-Modified': file.time,
    'X-Content-Type-Options': 'nosniff',
    // A sandboxed frame has an origin of its own, and module scripts are always fetched with CORS.
    'Access-Control-Allow-Origin': '*',
  };
  if (request.headers['if-modified-since'] === file.time) return response.writeHead(304, headers).end();
  if (COMPRESSED.has(extension) && acceptsGzip(request)) {
    return packedOf(file, packed).then(
      (body) => {
        response.writeHead(200, {
          ...headers,
          'Content-Encoding': 'gzip',
          'Content-Length': body.length,
          Vary: 'Accept-Encoding',
        });
        response.end(request.method === 'HEAD' ? undefined : body);
      },
      () => response.destroy(),
    );
  }
  response.writeHead(200, { ...headers, 'Content-Length': file.size });
  if (request.method === 'HEAD') return response.end();
  createReadStream(file.path)
    .on('error', () => response.destroy())
    .pipe(response);
}

/** A file is packed once, as long as it stays the same, and none waits for another one that is being packed. */
function packedOf({ path, size, changed }, packed) {
  const known = packed.get(path);
  if (known?.size === size && known.changed === changed) return known.body;
  const body = readFile(path).then(compress);
  packed.set(path, { size, changed, body });
  body.catch(() => packed.delete(path));
  return body;
}

/** The file a URL names, if it lies inside the folder: neither `..` nor a symbolic link leads out. */
function fileFor(base, url) {
  try {
    const path = decodeURIComponent(url.split(/[?#]/)[0]);
    if (path.includes('\0')) return undefined;
    let found = resolve(base, `.${path.startsWith('/') ? path : `/${path}`}`);
    if (statSync(found).isDirectory()) found = join(found, 'index.html');
    const real = realpathSync(found);
    if (!real.startsWith(base + sep)) return undefined;
    const stat = statSync(real);
    return stat.isFile()
      ? { path: real, size: stat.size, changed: stat.mtimeMs, time: stat.mtime.toUTCString() }
      : undefined;
  } catch {
    return undefined;
  }
}

function acceptsGzip(request) {
  return /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
}

/** Who looks for a page gets the one that the folder has for that, as on the servers of others. */
function notFound(root, request, response) {
  const page = /\btext\/html\b/.test(request.headers.accept ?? '') ? fileFor(root, '/404.html') : undefined;
  if (page === undefined) return refuse(response, 404, 'not found');
  response.writeHead(404, { 'Content-Type': TYPES.get('.html'), 'Content-Length': page.size });
  if (request.method === 'HEAD') return response.end();
  createReadStream(page.path)
    .on('error', () => response.destroy())
    .pipe(response);
}

function refuse(response, code, message) {
  response.writeHead(code, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const taken = (name) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : undefined);
  const [wanted, base = '/'] = [taken('--port'), taken('--base')];
  const options = wanted === undefined ? { base } : { port: Number(wanted), strict: true, base };
  const { port } = await serve(args[0] ?? 'dist', options);
  console.log(`http://${HOST}:${port}${base}`);
}
