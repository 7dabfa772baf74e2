// Models the few files of an image's system that people look at: who there is, what it is called (v1.36)

import { pureOfText } from '../../base/pure.ts';
import { usualSettings } from '../tools/kernel-tools.ts';
import { behaviourOf, parseImage } from './catalog.ts';

type Texts = ReadonlyMap<string, string>;

const USERS =
  'root:x:0:0:root:/root:/bin/sh\ndaemon:x:1:1:daemon:/usr/sbin:/bin/false\nnobody:x:65534:65534:nobody:/home:/bin/false\n';
const GROUPS = 'root:x:0:\ndaemon:x:1:\nnogroup:x:65534:\n';
const ofEvery = (): Texts => new Map([['/etc/passwd', USERS], ['/etc/group', GROUPS], ...usualSettings()]);

/** What `/etc/os-release` says; undefined where there is none. */
function releaseOf(repository: string, tag: string): string | undefined {
  if (repository === 'busybox') return undefined;
  if (repository === 'ubuntu') return release('Ubuntu', 'ubuntu', /^\d+\.\d+/.exec(tag)?.[0] ?? '24.04');
  if (repository === 'alpine' || /alpine/.test(tag) || repository === 'curlimages/curl')
    return release('Alpine Linux', 'alpine', /^\d+\.\d+$/.exec(tag) === null ? '3.22' : tag);
  if (repository.startsWith('registry.')) return undefined;
  return release('Debian GNU/Linux', 'debian', '12');
}

function release(name: string, id: string, version: string): string {
  return `PRETTY_NAME="${name} ${version}"\nNAME="${name}"\nVERSION_ID="${version}"\nID=${id}\n`;
}

/** The files of an image's system, by their paths. */
export const systemFiles = pureOfText(256, (image: string): Texts => {
  const { tag } = parseImage(image);
  const repository = behaviourOf(image)?.repository;
  const text = repository === undefined ? undefined : releaseOf(repository, tag);
  return text === undefined ? ofEvery() : new Map([...ofEvery(), ['/etc/os-release', text]]);
});
