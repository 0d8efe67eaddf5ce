// The Retrieve tool: gives the model back what was taken out of its context.
import { inputSchema } from '../../base/values/json-schema.ts'
import { defineTool, errorResult, type Tool } from '../tools/tool.ts'
import { type Retrieval, retrieve, searchDropped } from './retrieve.ts'

export const RETRIEVE_TOOL = 'Retrieve'

interface RetrieveInput {
  id?: string
  query?: string
}

const DESCRIPTION = `Shows what was taken out of this conversation to save space: cleared tool results, removed messages, messages that a summary replaced. The notes in their places name an id.

- With an id, such as "c3" or "c3.7": what was removed under it, as it was.
- With a query: where these words were said in all that was removed. Use it before you ask the user for something that they have said already.
- What it shows is a record of the past. A file may have changed since: read it again instead.`

export function createRetrieveTool(retrieval: () => Retrieval): Tool {
  return defineTool<RetrieveInput>({
    name: RETRIEVE_TOOL,
    description: DESCRIPTION,
    inputSchema: inputSchema(
      {
        id: { type: 'string', description: 'As the note says it: c3 or c3.7.' },
        query: { type: 'string', description: 'Words that were said.' },
      },
      [],
    ),
    readOnly: true,
    async run({ id = '', query = '' }) {
      if (id !== '') {
        const text = await retrieve(retrieval(), id)
        return text === undefined
          ? errorResult(`Nothing was removed under "${id.slice(0, 40)}".`)
          : { content: text }
      }
      if (query.trim() === '') return errorResult('Give an id or a query.')
      const found = await searchDropped(retrieval(), query)
      if (found.length === 0) return { content: 'Nothing that was removed says so.' }
      return { content: found.map(({ id: from, text }) => `[${from}] ${text}`).join('\n\n') }
    },
  })
}
