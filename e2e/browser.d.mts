export declare function findCommand(name: string): string | undefined;
export declare function findBrowser(): Promise<string | undefined>;
export declare function findHeadlessShell(): string | undefined;
