import type { Marker } from './marker.ts';
import type { Reveal, Workbench } from './workbench.ts';

/** What any editing surface gets: a plain text area and the large editor are exchanged while someone types. */
export interface SurfaceProps {
  /** Where the text is: drawing the surface anew for each change of it would cost more than the change. */
  readonly bench: Workbench;
  readonly file: string;
  readonly label: string;
  readonly dark: boolean;
  readonly markers: readonly Marker[];
  readonly reveal: Reveal | undefined;
  readonly onApply: () => void;
}

/** Where the caret was when one surface takes over from the other. */
export interface TakeOver {
  readonly focus: boolean;
  readonly from: number;
  readonly to: number;
}
