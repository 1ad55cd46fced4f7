import * as z from 'zod/mini'
import { probability } from './installs.ts'

/** What goes wrong with upgrades of firmware and other parts, beside what does with every installation. */
export const upgrades = z.strictObject({
  /** What was fetched is not what its signer has signed. */
  badHash: probability(),
  /** The disk is full of something else. */
  full: probability(),
  /** The installation fails. */
  fails: probability(),
  /** It restarts and is never heard of again. */
  silent: probability(),
  /** It does not find itself well, and goes back to the version before. */
  rollsBack: probability(),
  /** It says that it is well, and takes no payments from then on. */
  unpaid: probability(),
})
type Upgrades = z.output<typeof upgrades>

/** Nothing. */
export const wellUpgraded: Upgrades = {
  badHash: 0,
  full: 0,
  fails: 0,
  silent: 0,
  rollsBack: 0,
  unpaid: 0,
}
