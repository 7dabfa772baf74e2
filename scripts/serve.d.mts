import type { Server } from 'node:http';

export function serve(
  folder: string,
  options?: { readonly port?: number; readonly strict?: boolean; readonly base?: string },
): Promise<{ readonly server: Server; readonly port: number }>;
