/** Why a push rests that rests with its release or plan; what somebody paused by himself goes on by himself. */
export const pausedByRelease = 'orgApk.pausedWith'
export const pausedByPlan = 'plan.pausedWith'
export type PausedBy = typeof pausedByRelease | typeof pausedByPlan

/** With what else a push rests, by the reason that is kept with it; undefined: with nothing. */
export const pausedWith = (reason: string | null): PausedBy | undefined =>
  ([pausedByRelease, pausedByPlan] as const).find((one) => one === reason)
