export declare const version: string;
export declare const notice: string;
export declare function readScrcpyServer(): Uint8Array | undefined;
export declare function fetchScrcpyServer(): void;
