// Models which of the programs of a name an image holds (v1.36)

import type { Context, Process } from '../../engine/index.ts';
import { behaviourOf, parseImage } from '../images/catalog.ts';
import { isInstalled } from '../images/installed.ts';
import type { Answered, Asker } from './asker.ts';
import { bindNslookup } from './bind-nslookup.ts';
import { busyboxNslookup } from './busybox-nslookup.ts';
import { dig } from './dig.ts';
import { getent } from './getent.ts';
import { oldNslookup } from './old-nslookup.ts';

export type { Answered, Asker } from './asker.ts';
export { hostIn } from './getent.ts';

export type ResolverTool = 'nslookup' | 'dig' | 'getent';
type Program = (ctx: Context, asker: Asker, words: readonly string[], hosts: string) => Process<Answered>;

/** `hosts`: what stands in the Pod's file. */
export function resolverProgram(tool: ResolverTool, image: string): Program {
  if (tool === 'getent') return (ctx, asker, words, hosts) => getent(ctx, asker, hosts, words);
  return tool === 'dig' ? dig : nslookupOf(image);
}

/** Since 1.29 that of busybox asks by itself, and no longer by the C library. */
const ASKS_ITSELF = 29;

function nslookupOf(image: string): Program {
  const behaviour = behaviourOf(image);
  if (isInstalled(behaviour, 'dig')) return bindNslookup;
  const minor = /^1\.(\d+)/.exec(parseImage(image).tag)?.[1];
  const isOld = behaviour?.repository === 'busybox' && minor !== undefined && Number(minor) < ASKS_ITSELF;
  return isOld ? oldNslookup : busyboxNslookup;
}
