/** How large an estate is made. */
export interface EstateSizes {
  readonly terminals: number
  /** Terminals that are connected, at most three quarters of all. */
  readonly online: number
  readonly organizations: number
  readonly models: number
  /** Models that an organisation has, of all. */
  readonly modelsEach: number
  readonly users: number
  /** Entries of the action log, over the last 90 days. */
  readonly actions: number
  readonly signIns: number
  /** Tasks in the background, and as many commands to terminals. */
  readonly tasks: number
  /** Files of the download centre, and as many uploads. */
  readonly files: number
  /** Items of one dictionary. */
  readonly items: number
  readonly stations: number
  readonly groups: number
  /** Alarms, two fifths of them open. */
  readonly alarms: number
  /** Requests about terminals. */
  readonly requests: number
  /** Rows of what terminals did, over thirteen months: events, applications and their use, connections. */
  readonly events: number
}

/** A full installation. */
export const fullEstate: EstateSizes = {
  terminals: 1_000_000,
  online: 268_000,
  organizations: 2_000,
  models: 200,
  modelsEach: 200,
  users: 20_000,
  actions: 5_000_000,
  signIns: 500_000,
  tasks: 200_000,
  files: 100_000,
  items: 10_000,
  stations: 20_000,
  groups: 200,
  alarms: 50_000,
  requests: 20_000,
  events: 5_000_000,
}

/** Large enough that a plan which reads a whole table differs from one that does not. */
export const smallEstate: EstateSizes = {
  terminals: 20_000,
  online: 5_000,
  organizations: 200,
  models: 20,
  modelsEach: 20,
  users: 2_000,
  actions: 20_000,
  signIns: 10_000,
  tasks: 5_000,
  files: 5_000,
  items: 2_000,
  stations: 2_000,
  groups: 20,
  alarms: 5_000,
  requests: 2_000,
  events: 60_000,
}

/** The same with less of a history, whose figures take long to add up. */
export const listedEstate: EstateSizes = { ...smallEstate, events: 12_000 }

/** Whoever runs the statements of the filling: a client or a pool. */
export interface Runner {
  query(text: string, values?: unknown[]): Promise<{ rowCount: number | null }>
}
