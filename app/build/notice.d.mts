export declare function thirdPartyNotice(): string;
