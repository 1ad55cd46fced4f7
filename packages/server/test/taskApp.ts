import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { taskRunners } from '../src/features/index.ts'
import { startTasks } from '../src/features/task/index.ts'
import { startTestApp, type TestApp } from './testApp.ts'

/** The web role whose background tasks run beside it, with a folder of its own for their files. */
export async function startTaskApp(): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-files-'))
  const app = await startTestApp()
  Object.assign(app.platform.env, { dataFolder: folder })
  const tasks = startTasks(app.platform, taskRunners)
  return {
    ...app,
    async close() {
      await tasks.stop()
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
