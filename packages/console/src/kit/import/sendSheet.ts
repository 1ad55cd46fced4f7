import { codes, type Import, importUpload, type ImportWish, session } from '@muster/contract'
import { ask, call } from '../call.ts'
import { CallError, fieldProblems, noAnswer } from '../callError.ts'
import { refused } from '../refused.ts'
import { formatBytes } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { upload } from '../../platform/upload.ts'

/** A file on the server, or a sentence that says why it is not there. */
export type Sent = { readonly fileId: string } | { readonly problem: string }

/** Puts a sheet on the server for an import to read. A lost session is dealt with as `call` does. */
export async function sendSheet(file: File): Promise<Sent> {
  const { path, bytes } = importUpload
  if (file.size > bytes) return { problem: t('import.tooBig', { most: formatBytes(bytes) }) }
  const { ticket } = await call(session.ticket, { body: { path } })
  const query = new URLSearchParams({ ticket, name: file.name })
  const answer = await upload(`${path}?${query}`, file)
  if (typeof answer === 'string') return { problem: t('shell.networkError') }
  const { code, msg, data } = answer
  if (code === codes.success && isKept(data)) return { fileId: data.fileId }
  const [first] = fieldProblems(new CallError(code, msg, data))
  return { problem: first?.message ?? msg }
}

const isKept = (data: unknown): data is { readonly fileId: string } =>
  typeof data === 'object' && data !== null && 'fileId' in data

/** Begins a check or an import: code 202 names the task. Rejects as `call` does. */
export async function startImport({ calls }: Import, wish: ImportWish): Promise<string> {
  try {
    const { taskId } = await ask(calls.start, { body: wish })
    return taskId
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === codes.accepted && isTask(error.data)) return error.data.taskId
    throw refused(error.code === codes.accepted ? new CallError(noAnswer, error.message) : error)
  }
}

const isTask = (data: unknown): data is { readonly taskId: string } =>
  typeof data === 'object' && data !== null && 'taskId' in data
