import * as z from 'zod/mini'
import { batchReply } from '../core/batch.ts'
import { type Call, del, download, get, post, provedWhen, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { commandArguments, isProved } from '../device/command.ts'
import {
  detailedPush,
  pushBody,
  pushEdit,
  pushItemQuery,
  pushItemRow,
  pushPreview,
  pushRate,
  pushRow,
} from '../device/push.ts'
import { pushCountQuery, pushCounts, pushFilter } from '../device/pushFilter.ts'

/** The path that the calls of tasks share; consoles know pushes of every kind by it. */
export const pushesPath = '/admin/mqtt/v1/task'

const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const one = once(() => ({ ...withId(), reply: pushRow() }) as const)

/** What looking at pushes, and steering them, asks for. */
interface PushRights {
  readonly list: string
  readonly detail: string
  readonly control: string
}

const rightsOf = (entity: string): PushRights => ({
  list: `${entity}_LIST`,
  detail: `${entity}_DETAIL`,
  control: `${entity}_CONTROL`,
})

/** The calls that pushes of every kind have; `base` and the codes of its rights differ. */
export const pushCalls = (base: string, entity: string | PushRights) => {
  const rights = typeof entity === 'string' ? rightsOf(entity) : entity
  return { ...lookCalls(base, rights), ...steerCalls(base, rights) }
}

/** What shows pushes. */
function lookCalls(base: string, { list, detail }: PushRights) {
  return {
    page: get(`${base}/page`, list, () => ({
      query: pageQuery(pushFilter()),
      reply: pageOf(pushRow()),
    })),
    /** How many of those that a list shows are in each state that has not ended. */
    count: get(`${base}/count`, list, () => ({
      query: pushCountQuery(),
      reply: pushCounts(),
    })),
    detail: get(`${base}/detail/{id}`, detail, () => ({ ...withId(), reply: detailedPush() })),
    items: get(`${base}/item/page`, detail, () => ({
      query: pushItemQuery(),
      reply: pageOf(pushItemRow()),
    })),
    /** Ends of its items that are none of success, the most frequent first. */
    errors: get(`${base}/errors/{id}`, detail, () => ({
      ...withId(),
      reply: z.array(z.object({ state: z.string(), code: z.nullable(z.string()), count: z.int() })),
    })),
  } satisfies Record<string, Call>
}

/** What steers them. */
function steerCalls(base: string, { control }: PushRights) {
  return {
    /** Within its grace: nothing of it has left yet, and nothing will. */
    takeBack: put(`${base}/cancel/{id}`, control, one),
    pause: put(`${base}/pause/{id}`, control, one),
    resume: put(`${base}/resume/{id}`, control, one),
    /** Nothing more of it is sent, and terminals that were told already are told to leave it be. */
    stop: put(`${base}/stop/{id}`, control, () => ({
      ...withId(),
      body: z.strictObject({ reason: f.text(255).check(z.minLength(1)) }),
      reply: pushRow(),
    })),
    /** Changes how many of its terminals are sent it a minute, from now on; null: as many as its organisation may. */
    setRate: put(`${base}/rate/{id}`, control, () => ({
      ...withId(),
      body: z.strictObject({ ratePerMinute: z.nullable(pushRate()) }),
      reply: pushRow(),
    })),
    /** Items that ended without success begin anew: those of one error code, or some that are named, or all. */
    retry: put(`${base}/retry/{id}`, control, () => ({
      ...withId(),
      body: z.strictObject({
        code: z.optional(f.text(8)),
        ids: z.optional(z.array(f.id()).check(z.minLength(1), z.maxLength(1000))),
      }),
      reply: batchReply(),
    })),
    /** Passes by some terminals; those that were told already are told to leave it be. */
    exclude: put(`${base}/item/cancel`, control, () => ({
      body: z.strictObject({ ids: z.array(f.id()).check(z.minLength(1), z.maxLength(1000)) }),
      reply: batchReply(),
    })),
  } satisfies Record<string, Call>
}

/** What a second person decides about a push that waits for him. */
export function decideCalls(base: string, approve: string) {
  return {
    /** He lets it go. */
    approve: put(`${base}/approve/{id}`, approve, one),
    /** He does not let it go: nothing of it leaves, and whoever gave it reads why. */
    reject: put(`${base}/reject/{id}`, approve, () => ({
      ...withId(),
      body: z.strictObject({ reason: f.text(255).check(z.minLength(1)) }),
      reply: pushRow(),
    })),
  } satisfies Record<string, Call>
}

/** What changes a push that has not begun; whoever might give it anew may. */
export function editCalls(base: string, add: string) {
  return {
    /** How many terminals it would be about as it is to be; nothing is changed. */
    precheckUpdate: post(`${base}/precheck/{id}`, add, () => ({
      ...withId(),
      body: pushEdit(),
      reply: pushPreview(),
    })),
    /** It is judged anew, also whether a second person has to approve it; what follows it is changed with it. */
    update: put(`${base}/update/{id}`, add, () => ({
      ...withId(),
      body: pushEdit(),
      reply: pushRow(),
    })),
  } satisfies Record<string, Call>
}

/** What is wanted by a task: a command with its arguments. */
const taskBody = once(() => z.strictObject({ want: commandArguments(), ...pushBody() }))

/** Tasks: commands to many terminals, now, later or again and again. */
export const mqttTasks = {
  ...pushCalls(pushesPath, 'MQTT_TASK'),
  ...decideCalls(pushesPath, 'MQTT_TASK_APPROVE'),
  ...editCalls(pushesPath, 'MQTT_TASK_ADD'),
  /** How many terminals it is about, and which it passes by; nothing is given. */
  precheck: post(`${pushesPath}/precheck`, 'MQTT_TASK_ADD', () => ({
    body: taskBody(),
    reply: pushPreview(),
  })),
  /** Which permission a command needs beside this one is said by `commandPermissions`. */
  add: provedWhen(
    post(`${pushesPath}/add`, 'MQTT_TASK_ADD', () => ({ body: taskBody(), reply: pushRow() })),
    ({ want }) => isProved(want.cmd),
  ),
  /** The log that a terminal has handed in for an item. */
  log: download(get(`${pushesPath}/item/log/{id}`, 'DEVICE_LOG_DOWNLOAD', withId)),
  /** The picture of its screen that a terminal has handed in for an item. */
  screenshot: download(get(`${pushesPath}/item/screenshot/{id}`, 'DEVICE_SCREENSHOT', withId)),
  /** Of what all sending is halted. */
  halts: get(`${pushesPath}/halts`, 'MQTT_TASK_LIST', () => ({
    reply: z.array(
      z.object({
        id: f.id(),
        /** Null: the whole platform. */
        orgId: z.nullable(f.id()),
        orgName: z.nullable(z.string()),
        reason: z.string(),
        createdAt: f.moment(),
        createdBy: z.nullable(z.string()),
      }),
    ),
  })),
  /** Nothing is sent any more to terminals of an organisation and those below it, or to any. */
  halt: post(`${pushesPath}/halt`, 'MQTT_TASK_HALT', () => ({
    body: z.strictObject({
      orgId: z.nullable(f.id()),
      reason: f.text(255).check(z.minLength(1)),
    }),
    reply: z.object({ id: f.id() }),
  })),
  lift: del(`${pushesPath}/halt/{id}`, 'MQTT_TASK_HALT', withId),
}
