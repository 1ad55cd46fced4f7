import { megabyte, type ReplyOf, uploads, type UploadType } from '@muster/contract'
import { create } from 'zustand'
import { call } from '../../../kit/call.ts'
import { CallError } from '../../../kit/callError.ts'
import { t } from '../../../platform/texts.ts'
import { uploadFile, type UploadProgress } from './uploadFile.ts'

/** A file that somebody has chosen, and how far it is. */
export interface QueuedUpload {
  readonly key: number
  readonly file: File
  readonly type: UploadType
  readonly step: UploadProgress['step'] | 'waiting' | 'paused' | 'stored' | 'failed' | 'unfit'
  readonly done: number
  readonly uploadId: string | null
  /** Why it failed, or what it waits for. */
  readonly message: string | null
}

/** Files that are sent at a time. */
const atOnce = 2

/** It outlives the dialog that shows it: who closes that goes on uploading. */
export const useUploads = create<{ readonly list: readonly QueuedUpload[] }>()(() => ({ list: [] }))

const running = new Map<number, AbortController>()
let lastKey = 0

/** What files of a type may be. */
export type UploadRule = ReplyOf<typeof uploads.rules>[number]

/** Puts files at the end of the queue; what the server would refuse is told before it is read. */
export function addUploads(files: readonly File[], rule: UploadRule): void {
  const { type } = rule
  const added = files.map((file): QueuedUpload => {
    const key = ++lastKey
    const message = problemOf(file, rule)
    const step = message === null ? 'waiting' : 'unfit'
    return { key, file, type, step, done: 0, uploadId: null, message }
  })
  useUploads.setState(({ list }) => ({ list: [...list, ...added] }))
  startNext()
}

function problemOf({ name, size }: File, { extensions, maxBytes }: UploadRule): string | null {
  if (!extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`)))
    return t('upload.wrongExtension', { extensions: extensions.join(', ') })
  if (size === 0) return t('upload.empty')
  return size > maxBytes ? t('upload.tooLarge', { limit: maxBytes / megabyte }) : null
}

/** Lets a file rest; what has arrived stays on the server. */
export function pauseUpload(key: number): void {
  change(key, { step: 'paused' })
  running.get(key)?.abort('paused')
}

/** Goes on with a file that rests or has failed. */
export function resumeUpload(key: number): void {
  change(key, { step: 'waiting', message: null })
  startNext()
}

/** Takes a file off the list; one that has not ended is given up on the server too. */
export function dropUpload({ key, uploadId, step }: QueuedUpload): void {
  running.get(key)?.abort('cancelled')
  useUploads.setState(({ list }) => ({ list: list.filter((one) => one.key !== key) }))
  if (!uploadId || step === 'stored') return
  // It may have ended meanwhile: then there is nothing to give up, and the call has said so.
  call(uploads.cancel, { params: { uploadId } }).catch(ignoreRefusal)
}

/** Takes off the list what is stored, and what cannot be. */
export function dropEnded(): void {
  useUploads.setState(({ list }) => ({
    list: list.filter(({ step }) => step !== 'stored' && step !== 'unfit'),
  }))
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CallError)) throw error
}

function change(key: number, part: Partial<QueuedUpload>): void {
  useUploads.setState(({ list }) => ({
    list: list.map((one) => (one.key === key ? { ...one, ...part } : one)),
  }))
}

function startNext(): void {
  const next = useUploads.getState().list.find(({ step }) => step === 'waiting')
  if (!next || running.size >= atOnce) return
  void run(next)
  startNext()
}

async function run({ key, file, type }: QueuedUpload): Promise<void> {
  const stop = new AbortController()
  running.set(key, stop)
  change(key, { step: 'hashing', done: 0 })
  const { signal } = stop
  const onProgress = ({ uploadId, ...progress }: UploadProgress) => {
    if (!signal.aborted) change(key, { ...progress, ...(uploadId ? { uploadId } : {}) })
  }
  try {
    const uploadId = await uploadFile(file, type, { onProgress, signal })
    change(key, { step: 'stored', done: file.size, uploadId, message: null })
  } catch (error) {
    if (!signal.aborted) change(key, { step: 'failed', message: messageOf(error) })
  } finally {
    running.delete(key)
    startNext()
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
