/** JSON-RPC's code for what is no JSON. */
export const PARSE_ERROR = -32_700;
/** JSON-RPC's code for a request that can't be taken. */
export const INVALID_REQUEST = -32_600;
/** JSON-RPC's code for a far side that failed. */
export const INTERNAL_ERROR = -32_603;
/** From the range that JSON-RPC leaves to servers: the guard turned the request away. */
export const TURNED_AWAY = -32_001;
