export const etcdFolder: string;
export function findEtcd(): string | undefined;
