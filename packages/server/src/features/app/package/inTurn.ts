import { openTurns } from '../../../kit/turns.ts'

/** Does the work when it is its turn. Two files at a time: each may take a processor and some memory for itself. */
export const inTurn = openTurns(2)
