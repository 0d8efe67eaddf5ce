export function mountHangingDisk(directory: string): Promise<{ unmount(): void } | undefined>
