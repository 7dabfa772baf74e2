import { qualifiedResource, type ResourceInfo } from '../../../api/scheme/scheme.ts';
import { access } from './access.ts';
import { generic } from './cells.ts';
import { cluster } from './cluster.ts';
import { more } from './devices-and-certificates.ts';
import { network } from './network.ts';
import { nodes } from './nodes.ts';
import { pods } from './pods.ts';
import { storage } from './storage.ts';
import type { TableColumns } from './table-columns.ts';
import { workloads } from './workloads.ts';

// Models pkg/printers/internalversion/printers.go (v1.36). Not modelled: the columns' descriptions.
const PRINTERS: ReadonlyMap<string, TableColumns> = new Map([
  ['pods', pods],
  ['nodes', nodes],
  ...workloads,
  ...network,
  ...storage,
  ...access,
  ...cluster,
  ...more,
]);

export function columnsOf(info: ResourceInfo): TableColumns {
  if (info.definition !== undefined) return info.definition.columns;
  return PRINTERS.get(qualifiedResource(info)) ?? generic;
}
