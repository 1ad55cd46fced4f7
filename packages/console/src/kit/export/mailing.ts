type Send = (name: string) => void

/** Lists on the screen that can be sent by mail, by their keys. */
const senders = new Map<string, Send>()

/** Lets the views of a list offer to send it; the answer takes the offer back. */
export function offerSending(key: string, send: Send): () => void {
  senders.set(key, send)
  return () => void senders.delete(key)
}

/** Opens the dialog that has a list sent, under a name to begin with; undefined: it cannot be sent. */
export const sendingOf = (key: string): Send | undefined => senders.get(key)
