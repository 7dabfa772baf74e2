export type DryRun = 'none' | 'client' | 'server';
