/** Milliseconds that a page has to answer: someone waits for what it says. */
const patience = 3000

/** What a page of the web answers with, without its content; null when it does not answer. */
export async function headersOf(url: string): Promise<Headers | null> {
  try {
    const signal = AbortSignal.timeout(patience)
    const { headers } = await fetch(url, { method: 'HEAD', signal })
    return headers
  } catch {
    return null
  }
}
