import { pushCalls } from '../mqtt/task.ts'

/** The path that the calls of parameter pushes share. */
export const paramPushesPath = '/admin/param/v1/push'

/**
 * Values of parameters, and documents, on their way to terminals. Nobody adds one: they come of what is
 * put in force, and whoever may push that may steer them; documents ask for their own right beside it. What
 * they bring was agreed to when it was put in force, so that none waits for a second person: there is nothing
 * to approve or to refuse.
 */
export const paramPushes = pushCalls(paramPushesPath, {
  list: 'PARAM_LOG_LIST',
  detail: 'PARAM_LOG_DETAIL',
  control: 'PARAM_PUSH',
})
