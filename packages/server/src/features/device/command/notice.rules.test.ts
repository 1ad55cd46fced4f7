import { deviceMessages } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { noticeOf } from './notice.rules.ts'

const id = '019b8f6a-0000-7000-8000-000000000001'
const file = { size: 9, sha256: 'a'.repeat(64), name: 'pay.apk' }

describe('what a terminal is told of an item', () => {
  it('is a command', () => {
    expect(noticeOf({ id, cmd: 'LOCATE', args: {}, attempt: 2 })).toEqual({
      path: 'cmd',
      body: { item: id, cmd: 'LOCATE', args: {}, attempt: 2 },
    })
  })

  it('is a task where an application is concerned, with its file by the ticket of the item', () => {
    const args = {
      title: 'Pay 2',
      pkg: 'com.pay',
      vc: 2,
      apkId: 'x',
      artifact: file,
      opt: { idle: true },
    }
    const { path, body } = noticeOf({ id, cmd: 'APP_INSTALL', args, attempt: 1 })
    expect(path).toBe('task')
    expect(body).toEqual({
      item: id,
      kind: 'APP_INSTALL',
      title: 'Pay 2',
      pkg: 'com.pay',
      vc: 2,
      artifact: { ...file, ticket: id },
      opt: { idle: true },
      attempt: 1,
    })
    expect(deviceMessages.taskNotice.body.safeParse(body).success).toBe(true)
  })
})
