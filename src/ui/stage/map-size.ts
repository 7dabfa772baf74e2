/** The map is drawn for this size. */
export const MAP_SIZE = { width: 770, height: 590 } as const;
