import pg from 'pg'

type Value = string | number | boolean
type Asked = string | { readonly text: string; readonly values?: readonly Value[] }

/**
 * Has a client send each transaction as one message, at its commit: for work that looks at no answer
 * in between (the queue's migrations), to which a database far away is five journeys otherwise.
 */
export function batchTransactions(client: pg.PoolClient): void {
  const send = client.query.bind(client)
  let kept: string[] | null = null
  const query = async (asked: Asked, more?: readonly Value[]) => {
    const { text, values = more ?? [] } = typeof asked === 'string' ? { text: asked } : asked
    if (text === 'begin') kept = []
    if (!kept) return send(text, [...values])
    kept.push(filledIn(text, values))
    if (text !== 'commit' && text !== 'rollback') return { rows: [], rowCount: 0 }
    const message = kept.join(';\n')
    kept = null
    return send(message)
  }
  // Of the many ways to call it, that work knows these two.
  client.query = query as typeof client.query
}

/** A statement with its values written out: several in one message take no parameters. */
const filledIn = (text: string, values: readonly Value[]): string =>
  values.reduceRight<string>(
    (rest, value, at) => rest.replaceAll(`$${at + 1}`, () => pg.escapeLiteral(String(value))),
    text,
  )
