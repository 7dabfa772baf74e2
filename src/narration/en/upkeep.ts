import type { upkeepSteps } from '../../steps/upkeep.ts';
import type { Texts } from '../text.ts';

export const upkeep: Texts<typeof upkeepSteps> = {
  mirrored: {
    say: '**{subject}** was written by hand: of its EndpointSlices, {created} will be made, {updated} changed and {deleted} deleted.',
    why: 'A Service without a selector may send traffic anywhere: somebody writes the addresses into an Endpoints object of its name. Nodes read slices only, so a controller copies what was written.',
  },
};
