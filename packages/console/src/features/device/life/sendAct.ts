import { deviceLife } from '@muster/contract'
import type { Send } from '../../../kit/useAction.ts'
import type { Values } from '../../../ui/form/formRules.ts'
import type { LifeAct } from './lifeActs.ts'
import { bodies, lossOf, wordsOf } from './lifeForms.ts'
import type { Chosen } from './useLifeDialog.ts'

/** Makes an act with one terminal. */
export function sendOne(send: Send, act: LifeAct, { id, values }: { id: string; values: Values }) {
  const params = { id }
  switch (act) {
    case 'SUSPEND':
      return send(deviceLife.suspend, { params, body: bodies.SUSPEND.parse(values) })
    case 'RESUME':
      return send(deviceLife.resume, { params, body: bodies.RESUME.parse(values) })
    case 'MOVE': {
      const { keep, ...place } = bodies.MOVE.parse(values)
      return keep === 'WIPE'
        ? send(deviceLife.moveWipe, { params, body: place })
        : send(deviceLife.move, { params, body: { ...place, keep } })
    }
    case 'LOSE':
      return send(deviceLife.lost, { params, body: lossOf(values) })
    case 'FIND':
      return send(deviceLife.found, { params, body: bodies.FIND.parse(values) })
    case 'REPAIR':
      return send(deviceLife.repair, { params, body: bodies.REPAIR.parse(values) })
    case 'RETURN':
      return send(deviceLife.repaired, { params, body: bodies.RETURN.parse(values) })
    case 'SWAP':
      return send(deviceLife.swap, { params, body: bodies.SWAP.parse(values) })
    case 'SCRAP':
      return send(deviceLife.scrap, { params, body: bodies.SCRAP.parse(values) })
    case 'TAG':
      return send(deviceLife.tagMany, { body: { ids: [id], ...wordsOf(values) } })
  }
}

/** Makes an act with many. */
export function sendMany(
  send: Send,
  act: LifeAct,
  { which, values }: { which: Chosen['which']; values: Values },
) {
  switch (act) {
    case 'SUSPEND':
      return send(deviceLife.suspendMany, { body: { ...which, ...bodies.SUSPEND.parse(values) } })
    case 'RESUME':
      return send(deviceLife.resumeMany, { body: { ...which, ...bodies.RESUME.parse(values) } })
    case 'MOVE': {
      const { keep, ...place } = bodies.MOVE.parse(values)
      return keep === 'WIPE'
        ? send(deviceLife.moveWipeMany, { body: { ...which, ...place } })
        : send(deviceLife.moveMany, { body: { ...which, ...place, keep } })
    }
    case 'REPAIR':
      return send(deviceLife.repairMany, { body: { ...which, ...bodies.REPAIR.parse(values) } })
    case 'SCRAP':
      return send(deviceLife.scrapMany, { body: { ...which, ...bodies.SCRAP.parse(values) } })
    case 'TAG':
      return send(deviceLife.tagMany, { body: { ...which, ...wordsOf(values) } })
    case 'LOSE':
    case 'FIND':
    case 'RETURN':
    case 'SWAP':
      throw new Error(`${act} is about one terminal`)
  }
}
