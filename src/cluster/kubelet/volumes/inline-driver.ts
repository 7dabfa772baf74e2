// Models pkg/volume/csi/csi_plugin.go supportsVolumeLifecycleMode (v1.36); the CSIDriver is asked for, where upstream has a lister

import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Volume } from '../../../api/types/core.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { NodeServices } from '../node/services.ts';

const DRIVERS = resourceOf('csidrivers', 'storage.k8s.io');
const INLINE = 'Ephemeral';
const USUAL: readonly string[] = ['Persistent'];

/** Why the driver of a volume that stands in the Pod itself does not make such. */
export function* inlineProblem(ctx: Context, { client }: NodeServices, { csi }: Volume): Process<string | undefined> {
  if (csi === undefined) return undefined;
  const found = yield* client.get(ctx, DRIVERS, undefined, csi.driver);
  const modes = isFailure(found) ? undefined : (found.spec.volumeLifecycleModes ?? USUAL);
  if (modes?.includes(INLINE) === true) return undefined;
  const quoted = modes?.map((mode) => `"${mode}"`).join(' ');
  const why = quoted === undefined ? 'no CSIDriver object' : `only supports [${quoted}]`;
  return `volume mode "${INLINE}" not supported by driver ${csi.driver} (${why})`;
}
