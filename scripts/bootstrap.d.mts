export const root: string;
export const cacheDir: string;
export function checkNode(): void;
export function installIsStale(folder?: string): boolean;
export function ensureInstalled(): boolean;
export function ensureChromium(): string | undefined;
export function ensureEtcd(): string | undefined;
