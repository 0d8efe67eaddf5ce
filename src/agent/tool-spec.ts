// A tool as the model sees it: one object per tool, so that it is serialised once.
import type { ToolSpec } from '../models/model.ts'
import type { Tool } from '../tools/tool.ts'

const specs = new WeakMap<Tool, ToolSpec>()

export function specOf(tool: Tool): ToolSpec {
  const found = specs.get(tool)
  if (found) return found
  const { name, description, inputSchema } = tool
  const spec: ToolSpec = { name, description, inputSchema }
  specs.set(tool, spec)
  return spec
}
