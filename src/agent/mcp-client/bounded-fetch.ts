// `fetch` for servers, with a bound on each answer: one without end must not fill the memory.

const MAX_ANSWER_BYTES = 32_000_000

export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (!response.body) return response
  let bytes = 0
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length
        if (bytes > MAX_ANSWER_BYTES) controller.error(new Error('the answer is too large'))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(bounded, { status, statusText, headers })
}
