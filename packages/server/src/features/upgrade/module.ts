import { plans } from '@muster/contract'
import type { Module } from '../module.ts'
import { planRoutes } from './plan/plan.routes.ts'

/** Firmware and other parts of terminals, and the plans that bring them. */
export const upgradeModule: Module = {
  routes: [planRoutes],
  exports: [plans],
}
