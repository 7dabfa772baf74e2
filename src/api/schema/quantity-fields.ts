/** The private fields of a Go quantity, as parsing a text leaves them. */
export interface GoQuantity {
  readonly amount: string;
  readonly scale: number;
  /** The text that it remembers. */
  readonly text: string;
  readonly format: string;
}

export function parseGoQuantity(text: string): GoQuantity | undefined {
  return { amount: '0', scale: 0, text, format: '' };
}
