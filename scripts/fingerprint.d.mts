export const SOURCES: readonly string[];
export function sourcesFingerprint(site?: string): string;
export function builtFingerprint(): string | undefined;
export function recordBuild(fingerprint: string): void;
