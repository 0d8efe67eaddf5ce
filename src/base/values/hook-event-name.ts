// The events that hooks can be set on.

export const HOOK_EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
  'UserPromptSubmit',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'StopFailure',
  'PreCompact',
  'PostCompact',
  'SubagentStart',
  'SubagentStop',
  'ConfigChange',
  'CwdChanged',
  'FileChanged',
  'InstructionsLoaded',
  'Notification',
  'MemoryRecalled',
  'MemorySaved',
  'MemoryForgotten',
  'DreamStart',
  'DreamEnd',
  'TeamSync',
] as const

export type HookEventName = (typeof HOOK_EVENTS)[number]

export function isHookEventName(name: string): name is HookEventName {
  return (HOOK_EVENTS as readonly string[]).includes(name)
}
