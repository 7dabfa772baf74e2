export declare function unsupported(): string | undefined;
export declare function fetchKubectl(): Promise<string>;
