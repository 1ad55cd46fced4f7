import { type SignalSquare, weakSignal } from '@muster/contract'
import type { MapTone, Tinted } from './mapHandle.ts'

/** From how many percent on a signal looks so; the strongest first. */
export const signalSteps: readonly {
  readonly least: number
  readonly tone: MapTone
  readonly strength: number
}[] = [
  { least: 80, tone: 'ok', strength: 0.7 },
  { least: 60, tone: 'ok', strength: 0.4 },
  { least: weakSignal, tone: 'warn', strength: 0.55 },
  { least: 0, tone: 'bad', strength: 0.65 },
]

/** A square in the colour of its signal. */
export function signalShade({ west, south, east, north, signal }: SignalSquare): Tinted {
  const step = signalSteps.find(({ least }) => signal >= least)
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ] as const
  return { tone: step?.tone ?? 'bad', strength: step?.strength ?? 0, corners }
}
