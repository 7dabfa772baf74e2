/** On the screen. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
export interface Opened {
  readonly id: string;
  readonly at: Place;
  /** It was asked for, and stays until it is sent away. */
  readonly pinned: boolean;
  readonly focused: boolean;
}
