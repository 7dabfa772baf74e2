import type { ViewParams } from '../../../protocol/messages.ts';
import type { Looking } from '../../widgets/kit/host.ts';

/** The node and the chain that somebody chose; otherwise those of the packet. */
export function networkParams({ node, chain, service }: Looking): ViewParams {
  return {
    ...(node === undefined ? {} : { name: node }),
    ...(chain === undefined ? {} : { subject: chain }),
    ...(service === undefined ? {} : { service }),
  };
}
