import { version } from '../package.json';

/** Handset's version, as MCP clients and the bridge are told it. */
export const handsetVersion: string = version;
