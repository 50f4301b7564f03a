/** What the worker's build and its libraries' types need and the WebWorker library does not declare. */

declare module '*?url' {
  const url: string;
  export default url;
}

/** Named in the MCP package's types only; never made or read here. */
type Buffer = Uint8Array;
