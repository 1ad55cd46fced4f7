import {
  type AlarmKind,
  alarmKinds,
  isAlarmedIn,
  lifecycles,
  lifeMove,
  type LifeEvent,
  lifeMoves,
  mayMove,
  permittedPerState,
  taskKinds,
} from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { lifecyclesThatConnect, permittedIn } from './lifecycle.rules.ts'

const yes = true
const all = [
  'REBOOT',
  'SYNC',
  'LOCATE',
  'MESSAGE',
  'START_APP',
  'STOP_APP',
  'SET_LAUNCHER',
  'SET_TIME_ZONE',
  'SET_LANGUAGE',
  'SET_WIFI',
  'SET_APN',
  'SELF_TEST',
  'SPEED_TEST',
  'PUSH_FILE',
  'LOG_PULL',
  'SCREENSHOT',
  'REMOTE_START',
  'SHUTDOWN',
  'LOCK',
  'UNLOCK',
  'CLEAR_APP_DATA',
  'CERT_UPDATE',
  'RKI',
  'SHELL',
  'WIPE',
]
/** What a depot may give to a terminal that it repairs. */
const depot = ['REBOOT', 'SYNC', 'SELF_TEST', 'LOG_PULL', 'CERT_UPDATE', 'RKI', 'WIPE']
const security: AlarmKind[] = [
  'TAMPER',
  'ROOT',
  'SIM_CHANGED',
  'KEY_MISSING',
  'FENCE',
  'CLONE_SUSPECT',
  'UNAUTHORISED_CONTACT',
]

describe('what is permitted per state', () => {
  it('is the table of the product, whole', () => {
    const rows = Object.entries(permittedPerState).map(([state, permitted]) => {
      const { connection, heartbeat, reports, alarms, commands, watchMinutes, countsInSla } =
        permitted
      const watch = watchMinutes === null ? [] : [watchMinutes]
      return [state, connection, heartbeat, reports, alarms, commands, countsInSla, ...watch]
    })
    expect(rows).toEqual([
      ['UNCLAIMED', false, false, false, 'none', [], false],
      ['STOCK', yes, yes, yes, 'none', [], false],
      ['ASSIGNED', yes, yes, yes, 'none', [], false],
      ['ACTIVE', yes, yes, yes, 'all', all, yes],
      ['SUSPENDED', yes, yes, yes, 'security', ['MESSAGE', 'UNLOCK', 'WIPE'], false],
      ['REPAIR', yes, yes, yes, 'security', depot, false],
      ['LOST', yes, yes, yes, 'all', ['LOCATE', 'LOCK', 'WIPE'], false, 1],
      ['REPLACED', false, false, false, 'contact', [], false],
      ['SCRAPPED', false, false, false, 'contact', [], false],
    ])
  })

  it('tells what is brought by tasks, and where that is for depots', () => {
    const served = lifecycles.filter((state) => permittedPerState[state].tasks.length > 0)
    expect(served.map((state) => [state, permittedPerState[state].tasks])).toEqual([
      ['ACTIVE', [...taskKinds]],
      ['REPAIR', ['APP_INSTALL', 'APP_UNINSTALL', 'UPGRADE']],
    ])
    const asks = lifecycles.filter((state) => permittedPerState[state].permission !== null)
    expect(asks).toEqual(['REPAIR'])
  })

  it('tells which states may connect', () => {
    expect(lifecyclesThatConnect).toEqual([
      'STOCK',
      'ASSIGNED',
      'ACTIVE',
      'SUSPENDED',
      'REPAIR',
      'LOST',
    ])
  })

  it('tells which alarms are raised', () => {
    const alarming = (state: (typeof lifecycles)[number]) =>
      alarmKinds.filter((kind) => isAlarmedIn(state, kind))
    expect(alarming('ACTIVE')).toEqual(alarmKinds.filter((kind) => kind !== 'LOST_CONTACT'))
    expect(alarming('LOST')).toEqual(alarmKinds)
    expect(alarming('SUSPENDED').toSorted()).toEqual(security.toSorted())
    expect(alarming('REPAIR').toSorted()).toEqual(security.toSorted())
    expect(alarming('SCRAPPED')).toEqual(['UNAUTHORISED_CONTACT'])
    expect(alarming('STOCK')).toEqual([])
  })

  it('permits nothing in a state that nobody knows', () => {
    expect(permittedIn('NEW')).toMatchObject({ connection: false, reports: false, commands: [] })
  })
})

describe('the moves of a terminal', () => {
  it('are the table of the product, whole', () => {
    const events = Object.keys(lifeMoves) as LifeEvent[]
    const rows = events.map((event) => {
      const { from, to, guard } = lifeMove(event)
      const leads = to === 'same' ? 'same' : to.join('|')
      return `${from.join('|')} ${event} ${leads} ${guard ?? ''}`.trim()
    })
    expect(rows).toEqual([
      'STOCK ASSIGN ASSIGNED',
      'ASSIGNED ACTIVATE ACTIVE',
      'ACTIVE SUSPEND SUSPENDED',
      'SUSPENDED RESUME ACTIVE',
      'STOCK|ASSIGNED|ACTIVE|SUSPENDED MOVE same',
      'ACTIVE|ASSIGNED REPAIR REPAIR',
      'REPAIR RETURN ACTIVE|ASSIGNED KEYS_AND_INFORMATION',
      'ACTIVE LOSE LOST',
      'LOST FIND ACTIVE|REPAIR',
      'ACTIVE|REPAIR SWAP REPLACED SUCCESSOR',
      'STOCK|ASSIGNED SUCCEED ACTIVE',
      'STOCK|REPAIR|REPLACED|SUSPENDED SCRAP SCRAPPED KEYS_ERASED',
    ])
  })

  it('leave each state but the last, and the last never', () => {
    const leaves = (state: (typeof lifecycles)[number]) =>
      (Object.keys(lifeMoves) as LifeEvent[]).some((event) => mayMove(state, event))
    // What nobody has claimed is claimed by its announcement, not moved.
    expect(lifecycles.filter((state) => !leaves(state))).toEqual(['UNCLAIMED', 'SCRAPPED'])
  })
})
