export function bundleRecorder(): Promise<{ readonly code: string; readonly name: string }>;
export function ensureRecord(dist: string): Promise<void>;
