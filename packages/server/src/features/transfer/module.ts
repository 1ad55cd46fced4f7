import type { Module } from '../module.ts'
import { importJobs } from './import/import.worker.ts'

/** Exports and imports. */
export const transferModule: Module = {
  routes: [],
  jobs: importJobs,
}
