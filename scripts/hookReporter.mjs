import { writeFileSync } from 'node:fs'

/**
 * What broke in the hooks of suites, as JSON `{ "file": "suite: message" }` in the file that
 * MUSTER_HOOK_REPORT names: vitest's own report says which file broke so, and not why.
 */
export default class HookReporter {
  #broken = {}

  onTestSuiteResult(suite) {
    for (const { message } of suite.errors())
      this.#broken[suite.module.moduleId] ??= `${suite.fullName}: ${message}`
  }

  onTestRunEnd() {
    writeFileSync(process.env.MUSTER_HOOK_REPORT, JSON.stringify(this.#broken))
  }
}
