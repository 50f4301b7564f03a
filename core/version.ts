import { version } from '../package.json';

/** Handset's version, as reported to MCP clients and the bridge. */
export const handsetVersion: string = version;
