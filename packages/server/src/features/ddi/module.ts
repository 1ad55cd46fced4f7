import type { Platform } from '../../kit/context.ts'
import { every } from '../../kit/jobs.ts'
import type { Module } from '../module.ts'
import { forgetActions } from './work.queries.ts'

/** Terminals that speak hawkBit's Direct Device Integration API. */
export const ddiModule: Module = {
  routes: [],
  jobs: [every('41 3 * * *', 'ddi.forget', ({ pool }: Platform) => forgetActions(pool))],
}
