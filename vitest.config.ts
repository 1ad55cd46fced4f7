import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Of a feature, and longer than most: what waits for a minute, for other programs, for thousands of terminals. */
const longOnes =
  /embeddedPostgres|largeGroup|swupdate|gatewayToken|freshness|plan\/terminals|param\.device/

/**
 * Starts what takes long early: begun last, it would keep one worker busy and leave the others idle. With
 * some of the others between: what takes long waits most of its time, and they have work for the processor.
 */
class LongBetweenShort extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      moduleId.includes('/server/test/') || longOnes.test(moduleId)
    const sorted = await super.sort(files)
    const short = sorted.filter((file) => !isLong(file))
    const mixed = sorted.filter(isLong).flatMap((file) => [file, ...short.splice(0, 6)])
    return [...mixed, ...short]
  }
}

/** A machine that does other things takes its time: what is waited for may, too. */
const patient = {
  // The end of a run names what passed at its second try alone.
  retry: 1,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

/** Tests of the console that want the real WebCrypto, an address of their own, or the bundler. */
const inProcesses = [
  'src/kit/call.test.ts',
  'src/kit/download/download.test.ts',
  'src/platform/boot.test.ts',
  'src/shell/auth/signIn/SignInForm.test.tsx',
  'src/shell/auth/signIn/session.test.ts',
  'src/shell/tools/switchLanguage.test.ts',
]

/** One project per kind of test; `npm test` runs them one after the other. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongBetweenShort },
    projects: [
      plain('contract', 'packages/contract'),
      plain('terminal', 'packages/terminal'),
      plain('simulator', 'packages/simulator'),
      plain('agent', 'packages/agent'),
      // A realm in one thread is half as dear as a process; some need what only the latter has.
      consoleTests('console', { pool: 'vmThreads', exclude: inProcesses }),
      consoleTests('console-processes', { pool: 'forks', include: inProcesses }),
      {
        test: {
          name: 'server',
          root: 'packages/server',
          globalSetup: './test/databaseSetup.ts',
          // Each file has a database of its own; the modules, which keep nothing, they may share.
          isolate: false,
          ...patient,
        },
      },
    ],
  },
})

function consoleTests(
  name: string,
  how: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  return {
    extends: './packages/console/vite.config.ts',
    test: { name, root: 'packages/console', ...patient, ...how },
  }
}

function plain(name: string, folder: string): TestProjectInlineConfiguration {
  return { test: { name, root: folder, ...patient } }
}
