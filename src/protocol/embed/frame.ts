/** What a demo in a frame may do: run scripts, and open the moment in a tab of its own. It has no storage and no origin. */
export const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** The end of a range that names none: no story has so many steps. */
export const LAST_STEP = 9_999_999;
