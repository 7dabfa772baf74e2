export function licenseTexts(root: string, names: readonly string[]): string;
export function licenseOf(root: string, name: string): string;
export function noticesIn(root: string, name: string): string;
