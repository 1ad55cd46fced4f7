import { type Call, codes, type InputOf } from '@muster/contract'
import { navigate } from '../../platform/address.ts'
import { type ReceivedFile, readFile, saveFile } from '../../platform/answers.ts'
import { exchange, requestOf } from '../call.ts'
import { CallError } from '../callError.ts'
import { defaultText, refused } from '../refused.ts'
import { pathOfScreen } from '../pathOfScreen.ts'
import { useSession } from '../session.ts'
import { rereadTasks } from '../task/rereadTasks.ts'

/**
 * Asks for a file and saves it under the name the server gives it. Where the server makes the
 * file in the background instead (code 102), the user is warned and led to the file page.
 * Rejects as `call` does.
 */
export async function download<C extends Call>(c: C, input: InputOf<C>): Promise<void> {
  const file = await fetchFile(c, input)
  if (file) saveFile(file)
}

/** The same without saving it: for who shows it. Null: the server sent none, and there is nothing to say. */
export async function fetchFile<C extends Call>(
  c: C,
  input: InputOf<C>,
): Promise<ReceivedFile | null> {
  try {
    const request = { ...requestOf(c, input), kind: 'transfer', read: readFile } as const
    const { code, msg, data } = await exchange(request)
    if (isFile(data)) return data
    // Where a file was asked for, a success without one is none (product spec, section 8).
    if (code !== 0) throw new CallError(code, msg || defaultText(code), data)
    return null
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const page = pathOfScreen(useSession.getState().menu, 'FILE')
    if (error.code === codes.warning) rereadTasks()
    if (error.code === codes.warning && page) navigate(page)
    throw refused(error)
  }
}

const isFile = (data: unknown): data is ReceivedFile =>
  typeof data === 'object' && data !== null && 'content' in data && data.content instanceof Blob
