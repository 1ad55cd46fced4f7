import { codes } from '@muster/contract'
import { t } from '../platform/texts.ts'
import { CallError } from './callError.ts'
import { confirm } from './dialog/confirm.ts'

/**
 * The input of a call that was refused because its count is not that of the records any more, with the
 * number that there are by now and that the user agrees to. Without his consent, and where something
 * else was refused, throws the error on.
 */
export async function recounted<I extends object>(error: unknown, input: I): Promise<I> {
  const count = countIn(error)
  const body = 'body' in input ? input.body : null
  if (!count || typeof body !== 'object' || !(await agreesTo(count))) throw error
  return { ...input, body: { ...body, count: count.count } }
}

interface Count {
  readonly count: number
  /** How many there are, in the server's words. */
  readonly text: string
}

function countIn(error: unknown): Count | null {
  if (!(error instanceof CallError) || error.code !== codes.countChanged) return null
  const { data, message } = error
  const isSaid = typeof data === 'object' && data && 'count' in data
  return isSaid ? { count: Number(data.count), text: message } : null
}

const agreesTo = ({ count, text }: Count): Promise<boolean> =>
  // Whatever it is: nobody agrees to another number by pressing Enter once more.
  confirm({ title: t('kit.recounted'), text, agree: t('kit.goOn'), kind: 'dangerous', count })
