import {
  type Import,
  type ImportResult,
  type ImportWish,
  importUpload,
  asyncTasks,
  type AsyncTask,
  type Call,
  codes,
  fileTasks,
  session,
} from '@muster/contract'
import { importOf } from '@muster/contract/imports'
import { parse } from 'csv-parse/sync'
import type { TestUser } from './testApp.ts'

/** The import of a list that takes one. */
export function importTo(page: Call): Import {
  const found = importOf(page)
  if (!found) throw new Error(`${page.path} takes no imports`)
  return found
}

/** Rows as the text of a CSV file. */
export const csv = (...rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')

/** Sends a file as the console does; the answer, whatever it is. */
export async function upload(user: TestUser, content: string | Buffer, name = 'rows.csv') {
  const { ticket } = await user.get(session.ticket, { body: { path: importUpload.path } })
  const query = new URLSearchParams({ ticket, name })
  const response = await user.app.http.inject({
    method: 'POST',
    url: `${importUpload.path}?${query.toString()}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from(content),
  })
  return response.json<{ code: number; data: { fileId: string } }>()
}

export async function taskEnd(user: TestUser, taskId: string): Promise<AsyncTask> {
  for (;;) {
    const task = await user.get(asyncTasks.detail, { params: { id: taskId } })
    if (task.state !== 'QUEUED' && task.state !== 'RUNNING') return task
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

export interface Imported {
  readonly task: AsyncTask
  readonly result: ImportResult
}

type Wish = Partial<Omit<ImportWish, 'fileId'>>

/** Asks for a check or an import of an uploaded file: the task's id. */
export async function begin(user: TestUser, page: Call, wish: Wish & { fileId: string }) {
  const { calls } = importTo(page)
  const answer = await user.call(calls.start, { body: { mode: 'apply', ...wish } })
  if (answer.code !== codes.accepted) throw new Error(JSON.stringify(answer))
  return answer.data.taskId
}

/** Uploads a file, has it checked or imported, and waits for the end. */
export async function imported(
  user: TestUser,
  page: Call,
  { content, name, ...wish }: Wish & { readonly content: string | Buffer; readonly name?: string },
): Promise<Imported> {
  const { data } = await upload(user, content, name)
  const taskId = await begin(user, page, { ...wish, fileId: data.fileId })
  const task = await taskEnd(user, taskId)
  const result = await user.get(importTo(page).calls.result, { params: { id: taskId } })
  return { task, result }
}

/** The rows of the CSV sheet that a task has made. */
export async function resultRows(user: TestUser, { fileId }: AsyncTask): Promise<string[][]> {
  const { body } = await user.file(fileTasks.download, { params: { id: fileId ?? '' } })
  return parse(body, { bom: true })
}
