// What the events that hooks are set on carry.
import type { HookEventName } from '../../base/values/hook-event-name.ts'

export interface HookEvent {
  name: HookEventName
  /** What the event is about; snake_case names, as hooks read them. */
  data: Readonly<Record<string, unknown>>
}

/** Which field a matcher is held against. Events without one always match. */
const MATCHED_FIELD: Partial<Record<HookEventName, string>> = {
  PreToolUse: 'tool_name',
  PostToolUse: 'tool_name',
  PostToolUseFailure: 'tool_name',
  PermissionRequest: 'tool_name',
  PermissionDenied: 'tool_name',
  SessionStart: 'source',
  SessionEnd: 'reason',
  PreCompact: 'trigger',
  PostCompact: 'trigger',
  SubagentStart: 'agent_type',
  SubagentStop: 'agent_type',
  ConfigChange: 'source',
  FileChanged: 'file_path',
  InstructionsLoaded: 'load_reason',
  Notification: 'notification_type',
}

/** What a matcher is held against, or undefined where every hook of the event runs. */
export function matchedValue(event: HookEvent): string | undefined {
  const field = MATCHED_FIELD[event.name]
  const value = field === undefined ? undefined : event.data[field]
  return typeof value === 'string' ? value : undefined
}

/** What hooks receive. */
export function eventJson(event: HookEvent): string {
  return JSON.stringify({ hook_event_name: event.name, ...event.data })
}
