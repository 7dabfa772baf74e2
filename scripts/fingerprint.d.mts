export const SOURCES: readonly string[];
export function sourcesFingerprint(site?: string, folder?: string): string;
export function builtFingerprint(folder?: string): string | undefined;
export function recordBuild(fingerprint: string): void;
