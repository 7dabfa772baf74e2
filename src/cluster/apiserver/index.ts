export type { AuditEntry } from './audit/audit-entry.ts';
export type { UserInfo } from './authn/user.ts';
export { type ApiServerConfig, defaultConfig, type InstalledObject } from './core/config.ts';
export { type ApiServer, createApiServer } from './server.ts';
