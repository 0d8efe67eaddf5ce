export function buildWasm(): Promise<Uint8Array>
