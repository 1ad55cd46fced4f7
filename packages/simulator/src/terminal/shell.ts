import type { Machine } from './machine.ts'
import type { Software } from './software.ts'

interface Asked {
  readonly machine: Machine
  readonly software: Software
}

/** What the virtual terminals understand of the command lines that a vendor may allow. */
const answers: ReadonlyMap<string, (asked: Asked) => string> = new Map([
  ['uptime', ({ machine: { upSeconds } }) => `up ${span(upSeconds)}`],
  [
    'df -h',
    ({ machine }) => {
      const { storageMb = 0, storageFreeMb = 0 } = machine.information()
      return [
        'Filesystem  Size  Used  Free',
        `/data  ${storageMb}M  ${storageMb - storageFreeMb}M  ${storageFreeMb}M`,
      ].join('\n')
    },
  ],
  [
    'getprop',
    ({ machine }) => {
      const { firmware, build, os, patch, timezone, language } = machine.information()
      const properties = { firmware, build, os, patch, timezone, language }
      return Object.entries(properties)
        .map(([name, value]) => `[${name}]: [${value}]`)
        .join('\n')
    },
  ],
  ['ip addr', ({ machine }) => `${machine.network().type}: inet ${machine.network().ip}/24`],
  [
    'pm list packages',
    ({ software }) => software.packages.map((one) => `package:${one}`).join('\n'),
  ],
])

function span(seconds: number): string {
  const [days, hours, minutes] = [86_400, 3600, 60].map((unit) => Math.floor(seconds / unit))
  const clock = `${(hours ?? 0) % 24}:${String((minutes ?? 0) % 60).padStart(2, '0')}`
  return days ? `${days} days, ${clock}` : clock
}

/** What a command line answers; null: the terminal runs no such one. */
export const runShell = (command: string, asked: Asked): string | null =>
  answers.get(command)?.(asked) ?? null
