import { upgradeVersions } from '@muster/contract'
import type { Module } from '../module.ts'
import { versionRoutes } from './version/version.routes.ts'

/** Firmware and other parts of terminals, from the uploaded file to the terminal. */
export const upgradeModule: Module = {
  routes: [versionRoutes],
  exports: [upgradeVersions],
}
