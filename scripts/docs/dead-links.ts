import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Links and pictures of the built site that lead nowhere, or out of the path that it lies below. The page inside sees to its own. */
export function deadLinks(folder: string, base: string): readonly string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split('\\').join('/'))
    .filter((name) => name.endsWith('.html') && !name.startsWith('app/'));
  return pages.flatMap((page) => {
    const targets = [...readFileSync(join(folder, page), 'utf8').matchAll(LINK)].map(([, target = '']) => target);
    return [...new Set(targets)]
      .filter((target) => !/^(?:[a-z]+:|#|\/\/)/.test(target) && !leads(target, page, folder, base))
      .map((target) => `${page}: ${target}`);
  });
}

const LINK = /<(?:a|img|script|link)\b[^>]*? (?:href|src)="([^"]*)"/g;

function leads(target: string, page: string, folder: string, base: string): boolean {
  const [path = ''] = target.replaceAll('&amp;', '&').split(/[?#]/);
  if (path === '') return true;
  const whole = posix.join(base, posix.dirname(page), '/');
  const named = decodeURIComponent(path.startsWith('/') ? path : posix.join(whole, path));
  if (!named.startsWith(base)) return false;
  const file = join(folder, named.slice(base.length));
  return existsSync(file) && (!statSync(file).isDirectory() || existsSync(join(file, 'index.html')));
}
