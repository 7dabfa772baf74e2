// What the plugins share that make classic scripts of the build: one is bundled, named by what is in it, and served while one develops.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import type { ResolvedConfig, ViteDevServer } from 'vite';

const ENGINE = 'virtual:kubestep-engine';
const RESOLVED = `\0${ENGINE}`;

/** Gives what imports `virtual:kubestep-engine` the code that says where the engine's scripts are. */
export function engineAddress(code: () => string): {
  readonly name: string;
  readonly resolveId: (id: string) => string | undefined;
  readonly load: (id: string) => string | undefined;
} {
  return {
    name: 'kubestep-engine-address',
    resolveId: (id) => (id === ENGINE ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? code() : undefined),
  };
}

/** One file of the sources with all that it imports, as a minified script. */
export async function bundleScript(root: string, file: string, plugins: readonly Plugin[] = []): Promise<string> {
  const bundle = await rolldown({ cwd: root, input: join(root, file), platform: 'browser', plugins: [...plugins] });
  try {
    const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}

/** As much of the digest as tells builds apart, for the names of files. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

/** Where a script lies while one develops. */
export function devPathOf({ base }: ResolvedConfig, name: string): string {
  return `${base.startsWith('/') ? base : '/'}@kubestep/${name}`;
}

/** While one develops, answers one path with a script that is made when it is asked for. */
export function serveScript({ middlewares }: ViteDevServer, path: string, make: () => Promise<string>): void {
  middlewares.use(async (request, response, next) => {
    if (request.url?.split('?')[0] !== path) return next();
    try {
      const script = await make();
      response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
      response.setHeader('Cache-Control', 'no-store');
      response.end(script);
    } catch (error) {
      next(error);
    }
  });
}
