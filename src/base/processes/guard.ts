// Set for whatever the worker starts: an agent that runs inside memdir's own work must not trigger memdir again.
export const GUARD_VARIABLE = 'MEMDIR_GUARD'
