import type { ParamDifference, ParamSaid } from '@muster/contract'

const nothingSaid: ParamSaid = { values: {}, secretPids: [], labels: {} }

/** In what two of them differ; of secrets that one has them and the other has not. */
export function differencesOf(
  before: ParamSaid = nothingSaid,
  after: ParamSaid = nothingSaid,
): ParamDifference[] {
  const labelOf = (pid: string) => after.labels[pid] ?? before.labels[pid] ?? null
  const pids = new Set([before, after].flatMap(({ values }) => Object.keys(values)))
  const plain = [...pids]
    .filter((pid) => before.values[pid] !== after.values[pid])
    .map((pid) => ({
      pid,
      label: labelOf(pid),
      before: before.values[pid] ?? null,
      after: after.values[pid] ?? null,
      isSecret: false,
    }))
  const secrets = new Set([...before.secretPids, ...after.secretPids])
  const hidden = [...secrets]
    .filter((pid) => before.secretPids.includes(pid) !== after.secretPids.includes(pid))
    .map((pid) => ({ pid, label: labelOf(pid), before: null, after: null, isSecret: true }))
  return [...plain, ...hidden].toSorted((one, other) => (one.pid < other.pid ? -1 : 1))
}
