export function buildWasm(name?: 'encoder' | 'scan'): Promise<Uint8Array>
