import type { Plugin } from 'rolldown';

export const FIELD_TEXT_PACKAGES: readonly string[];
export function fieldTextsPlugin(root: string): Plugin;
/** The places of texts; behind that of a field the values that it may have. */
export interface PackedTexts {
  readonly texts: readonly string[];
  readonly definitions: Readonly<
    Record<string, readonly [text: number, fields: Readonly<Record<string, readonly [text: number, ...string[]]>>]>
  >;
}
export function readFieldTexts(root: string): PackedTexts;
export function readDefinition(source: string):
  | {
      readonly name: string;
      readonly text: string;
      readonly fields: readonly { readonly name: string; readonly text: string; readonly values: readonly string[] }[];
    }
  | undefined;
