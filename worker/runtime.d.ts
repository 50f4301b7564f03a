/** Declarations that the worker's build and its libraries' types need beyond the WebWorker library. */

declare module '*?url' {
  const url: string;
  export default url;
}

/** The types of the MCP package mention it; no code here creates or reads one. */
type Buffer = Uint8Array;
