import { codes, type UploadOutcome, uploads, type UploadType } from '@muster/contract'
import { ask } from '../../../kit/call.ts'
import { CallError, fieldProblems, isPassing } from '../../../kit/callError.ts'
import { t } from '../../../platform/texts.ts'
import { hashFile } from './hashFile.ts'
import { reasonText } from './reasonText.ts'

/** How far an upload is, in bytes of its file. */
export interface UploadProgress {
  readonly step: 'hashing' | 'sending' | 'checking'
  readonly done: number
  /** Known once the server has been asked. */
  readonly uploadId: string | null
  /** What the check waits for, in words. */
  readonly message?: string | null
}

interface Watch {
  readonly onProgress?: (progress: UploadProgress) => void
  readonly signal?: AbortSignal
}

/** Parts that are on their way at a time. */
const lanes = 3
/** Milliseconds before a part is sent again: a line may be away for some minutes. */
const pauses = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]
const askAgainAfter = 1000
/** While the server itself waits, for a virus scanner. */
const askWaitingAfter = 10_000

/**
 * Puts a file on the server and answers the id of its upload, for a record to refer to. What has
 * arrived stays there: called again with the same file, after an abort, a lost line or a reload, it
 * goes on. Rejects with a {@link CallError} whose message is for the user, or with the signal's reason.
 */
export async function uploadFile(
  file: File,
  type: UploadType,
  { onProgress = () => undefined, signal }: Watch = {},
): Promise<string> {
  try {
    const tell = (step: UploadProgress['step'], done: number, uploadId: string | null = null) =>
      onProgress({ step, done, uploadId })
    tell('hashing', 0)
    const sha256 = await hashFile(file, { signal, onProgress: (done) => tell('hashing', done) })
    const begun = await begin(file, { type, sha256 }, signal)
    const { uploadId } = begun
    if (begun.state === 'STORED') return uploadId
    await sendParts({ file, ...begun }, signal, (done) => tell('sending', done, uploadId))
    tell('checking', file.size, uploadId)
    return await finish(uploadId, signal, (message) =>
      onProgress({ step: 'checking', done: file.size, uploadId, message }),
    )
  } catch (error) {
    throw worded(error)
  }
}

function begin(
  { name, size }: File,
  { type, sha256 }: { readonly type: UploadType; readonly sha256: string },
  signal: AbortSignal | undefined,
) {
  return patiently(signal, () =>
    ask(uploads.init, { body: { name, size, sha256, type } }, only(signal)),
  )
}

interface Begun {
  readonly file: File
  readonly uploadId: string
  readonly chunkBytes: number
  readonly missing: readonly number[]
}

/** Sends the parts that are missing, some at a time; the first that fails for good ends the others. */
async function sendParts(
  { file, uploadId, chunkBytes, missing }: Begun,
  signal: AbortSignal | undefined,
  tell: (done: number) => void,
): Promise<void> {
  const failed = new AbortController()
  const ended = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
  const waiting = [...missing]
  const partOf = (n: number) => file.slice(n * chunkBytes, (n + 1) * chunkBytes)
  let done = file.size - missing.reduce((sum, n) => sum + partOf(n).size, 0)
  tell(done)
  const sendNext = async (): Promise<void> => {
    const n = waiting.shift()
    if (n === undefined) return
    const body = new Uint8Array(await partOf(n).arrayBuffer())
    const params = { uploadId, n: String(n) }
    await patiently(ended, () => ask(uploads.chunk, { params, body }, { signal: ended }))
    done += body.length
    tell(done)
    await sendNext()
  }
  await Promise.all(
    Array.from({ length: lanes }, () =>
      sendNext().catch((error: unknown) => {
        failed.abort(error)
        // Another tab has sent the rest meanwhile; the server says how it ended.
        if (!isOver(error)) throw error
      }),
    ),
  )
}

const isOver = (error: unknown) => error instanceof CallError && error.code === codes.wrongState

async function finish(
  uploadId: string,
  signal: AbortSignal | undefined,
  say: (message: string | null) => void,
): Promise<string> {
  const params = { uploadId }
  const asked = only(signal)
  let outcome = await patiently(signal, () => ask(uploads.complete, { params }, asked))
  while (outcome.state === 'CHECKING') {
    say(reasonText(outcome))
    await pause(outcome.reason === null ? askAgainAfter : askWaitingAfter, signal)
    outcome = await patiently(signal, () => ask(uploads.state, { params }, asked))
  }
  return accepted(outcome)
}

function accepted(outcome: UploadOutcome): string {
  if (outcome.state === 'STORED') return outcome.id
  throw new CallError(codes.badRequest, reasonText(outcome) ?? t('upload.reason.hash'))
}

/** Makes a call again after a passing fault; each can be made twice without harm. */
async function patiently<T>(signal: AbortSignal | undefined, make: () => Promise<T>): Promise<T> {
  for (const wait of pauses) {
    try {
      return await make()
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof CallError && isPassing(error.code))) throw error
      await pause(wait, signal)
    }
  }
  return make()
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

const only = (signal: AbortSignal | undefined) => (signal ? { signal } : {})

/** A refusal in the words of the field that it is about; a file that went away is told as such. */
function worded(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'NotReadableError')
    return new CallError(codes.badRequest, t('upload.unreadable'))
  const [problem] = fieldProblems(error)
  if (!(error instanceof CallError) || !problem) return error
  return new CallError(error.code, problem.message, error.data)
}
