// The text of an HTTP answer, bounded: a server that never ends must not fill the memory.

interface ReadResponse {
  text: string
  /** False: there was more, which was not read. */
  whole: boolean
}

export async function readResponse(response: Response, mostBytes: number): Promise<ReadResponse> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop ends the connection.
    if (bytes > mostBytes) break
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, mostBytes))
  return { text, whole: bytes <= mostBytes }
}
